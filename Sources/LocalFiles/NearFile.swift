// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The file that is most likely meant by a path at which there is none.
enum NearFile {
  /// A folder with more files is not searched: it costs time, and too many names are near.
  private static let most = 500

  /// Its path, written as the other one is; nil if none is near enough.
  static func path(insteadOf path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.last, name != "", name != ".." else { return nil }
    let folder = parts.dropLast().joined(separator: "/")
    let prefix = parts.count > 1 ? folder + "/" : ""
    let entries = PathWalker.names(in: parts.count > 1 ? (folder.isEmpty ? "/" : folder) : ".")
    guard entries.count <= most else { return nil }
    if let near = near(name, among: entries.filter { !$0.isFolder }.map(\.name)) { return prefix + near }
    if entries.isEmpty { return inNearFolder(parts) }
    return within(entries.filter(\.isFolder).map(\.name), name, prefix)
  }

  /// `parts/session.yaml` for `part/session.yaml`.
  private static func inNearFolder(_ parts: [String]) -> String? {
    guard parts.count > 1, let name = parts.last, let folder = parts.dropLast().last else { return nil }
    let above = parts.dropLast(2)
    let prefix = above.isEmpty ? "" : above.joined(separator: "/") + "/"
    let folders = PathWalker.names(in: above.isEmpty ? "." : above.joined(separator: "/")).filter(\.isFolder).map(
      \.name)
    guard folders.count <= most, let meant = Suggestion.nearest(to: folder, among: folders) else { return nil }
    let files = PathWalker.names(in: prefix + meant).filter { !$0.isFolder }.map(\.name)
    guard files.count <= most else { return nil }
    return (files.contains(name) ? name : near(name, among: files)).map { prefix + meant + "/" + $0 }
  }

  /// `parts/session.yaml` for `session.yaml`, and the first file of `parts` for `parts.yaml`.
  private static func within(_ folders: [String], _ name: String, _ prefix: String) -> String? {
    let stem = stem(name)
    if folders.contains(stem) {
      return PathWalker.names(in: prefix + stem).first { !$0.isFolder && FilePath.isYAML($0.name) }
        .map { prefix + stem + "/" + $0.name }
    }
    let holders = folders.prefix(20).filter { folder in
      PathWalker.names(in: prefix + folder).contains { !$0.isFolder && $0.name == name }
    }
    return holders.count == 1 ? prefix + holders[0] + "/" + name : nil
  }

  /// The same name with another ending, else the one with the fewest slips.
  private static func near(_ name: String, among names: [String]) -> String? {
    let files = names.filter { FilePath.isYAML($0) || ending($0) == ending(name) }
    let stem = stem(name)
    if let same = files.first(where: { $0 != name && self.stem($0) == stem }) { return same }
    let stems = Dictionary(files.map { (self.stem($0), $0) }, uniquingKeysWith: { first, _ in first })
    return Suggestion.nearest(to: stem, among: stems.keys.sorted()).flatMap { stems[$0] }
  }

  private static func stem(_ name: String) -> String {
    FilePath.isYAML(name) || name.hasSuffix(".json")
      ? String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]) : name
  }

  private static func ending(_ name: String) -> String { String(name.dropFirst(stem(name).count)) }
}
