// SPDX-License-Identifier: Apache-2.0

/// Files in which a name means one thing: a flow with its parts and its base, or scenarios with the flow that they play.
struct NameSpace: Hashable {
  /// The first one names the others.
  let files: [String]
  /// Of scenarios of several devices, that whose flow it is; nil for all others.
  let device: String?

  var root: String { files[0] }

  func contains(_ path: String) -> Bool { files.contains(path) }

  /// Whether what stands at a place of a file is about it: scenarios say of each place on which device it is.
  func holds(_ place: NamePlace, in path: String) -> Bool {
    guard let device, path == root, let other = place.device else { return true }
    return device == other
  }
}

extension NamesByFile {
  /// The files whose names mean the same in a file as its own: one space for each device of scenarios.
  func spaces(of root: String) -> [NameSpace] {
    let links = (names(in: root)?.links ?? []).filter { $0.kind == .file(.played) }
    let devices = links.compactMap(\.device)
    guard devices.count > 1 else { return [NameSpace(files: space(of: root), device: nil)] }
    return links.compactMap { link in
      guard let device = link.device, let flow = target(of: link, in: root) else { return nil }
      return NameSpace(files: [root] + space(of: flow).filter { $0 != root }, device: device)
    }
  }

  /// The names in a file of a space, in the order of the file.
  func names(in path: String, of space: NameSpace) -> [NamePlace] {
    let places = names(in: path)?.places ?? []
    return space.device == nil || path != space.root ? places : places.filter { space.holds($0, in: path) }
  }
}
