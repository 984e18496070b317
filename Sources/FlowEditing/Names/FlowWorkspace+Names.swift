// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

extension FlowWorkspace {
  /// Looks for the names of a large file that is opened, so that nobody waits for them who asks for the first completion.
  package func prepare(_ path: String) { names.prepare(path) }

  /// The name at a byte of a file; nil for none.
  package func name(at offset: Int, in path: String) -> NamePlace? { names.names(in: path)?.place(at: offset) }

  /// All names in a file, in its order.
  package func names(in path: String) -> [NamePlace] { names.names(in: path)?.places ?? [] }

  /// The groups of files that a file belongs to, in each of which a name means one thing.
  ///
  /// - Parameter device: of scenarios of several devices, the one that is meant; nil for all of them.
  func spaces(with path: String, on device: String? = nil) -> [NameSpace] {
    var spaces = knownPaths.flatMap { names.spaces(of: $0) }.filter { $0.contains(path) }
    if !spaces.contains(where: { $0.root == path }) { spaces += names.spaces(of: path) }
    guard let device else { return spaces }
    return spaces.filter { $0.root != path || $0.device == nil || $0.device == device }
  }

  /// Every space of names that there is, with those of one more file.
  func allSpaces(with path: String) -> [NameSpace] {
    Set(knownPaths).union([path]).sorted().flatMap { names.spaces(of: $0) }
  }

  /// The names that a file may use, by the flows that it belongs to.
  ///
  /// - Parameters:
  ///   - device: as in ``spaces(with:on:)``.
  ///   - isAlone: whether the flows do not count that the file is only a part of.
  func namesInReach(
    of path: String, on device: String? = nil, alone isAlone: Bool = false
  ) -> [(path: String, place: NamePlace)] {
    var seen: Set<String> = []
    return spaces(with: path, on: device).filter { !isAlone || $0.root == path }.flatMap(\.files).filter {
      seen.insert($0).inserted
    }
    .flatMap { file in names(in: file).map { (file, $0) } }
  }

  /// Where a name is given; of a path, the beginning of the file that it leads to.
  package func definitions(of place: NamePlace, in path: String) -> [FoundPlace] {
    if let target = names.target(of: place, in: path) {
      return texts.text(target) == nil ? [] : [FoundPlace(target, 0..<0)]
    }
    switch place.kind {
    case .event, .call, .trigger: return contractPlaces(of: place, in: path)
    default: break
    }
    if place.isInner {
      for space in spaces(with: path, on: place.device) {
        if let (local, root) = names.local(place, in: space) { return definitions(of: local, in: root) }
      }
      return []
    }
    var found: Set<FoundPlace> = []
    if place.isDefinition { found.insert(FoundPlace(path, place.range)) }
    for file in Set(spaces(with: path, on: place.device).flatMap(\.files)) {
      for other in names(in: file) where other.isDefinition && place.mayBe(other) {
        found.insert(FoundPlace(file, other.range))
      }
    }
    return found.sorted()
  }

  /// Where the contract of a file has an event or a call, if the contract is a file of the workspace.
  private func contractPlaces(of place: NamePlace, in path: String) -> [FoundPlace] {
    guard let sdk = contractPath(for: path), let text = texts.text(sdk), let root = text.tree?.root else { return [] }
    let name = place.name.prefix { $0 != "(" && $0 != " " }
    let section = place.kind == .call ? "calls" : "events"
    for entry in root.entries where entry.key.flatMap({ text.tree?.unquoted($0) }) == section {
      for member in entry.value.entries {
        if let key = member.key, text.tree?.unquoted(key) == String(name) {
          return [FoundPlace(sdk, text.place(key.range))]
        }
      }
    }
    return []
  }

  /// The path of the contract that a file names, or its base does; nil for one that is built in.
  func contractPath(for path: String) -> String? {
    for file in names.space(of: path) {
      if let sdk = names(in: file).first(where: { $0.kind == .sdk }) { return names.target(of: sdk, in: file) }
    }
    return nil
  }

  /// Everywhere that a name stands, where it is given among them: in all flows that share the place that gives it.
  package func occurrences(of place: NamePlace, in path: String) -> [(path: String, place: NamePlace)] {
    occurrences(of: place, in: path, among: allSpaces(with: path))
  }

  /// The same for somebody who looks for it: of a file that others name by its path, also the name that it has itself.
  package func references(of place: NamePlace, in path: String) -> [(path: String, place: NamePlace)] {
    let found = occurrences(of: place, in: path)
    let file: String?
    switch place.kind {
    case .flow, .part: file = path
    case .file: file = names.target(of: place, in: path)
    default: return found
    }
    guard let file else { return found }
    let own = names(in: file).filter { $0.kind == .flow || $0.kind == .part }.map { (path: file, place: $0) }
    return own + found
  }

  /// Those of them in the file itself: only the flows that it belongs to are looked at.
  package func occurrences(of place: NamePlace, withinFile path: String) -> [NamePlace] {
    occurrences(of: place, in: path, among: spaces(with: path)).filter { $0.path == path }.map(\.place)
  }

  private func occurrences(
    of place: NamePlace, in path: String, among spaces: @autoclosure () -> [NameSpace]
  ) -> [(path: String, place: NamePlace)] {
    switch place.kind {
    case .file, .sdk: return names.target(of: place, in: path).map(occurrences(ofFile:)) ?? []
    case .flow, .part: return occurrences(ofFile: path)
    case .ofContract(let name): return occurrences(of: place, name, inContract: path)
    case .trigger, .parameter, .scenario: return []
    case .event, .call:
      return namesInReach(of: path, on: place.device).filter {
        $0.place.kind == place.kind && $0.place.name == place.name
      }
    default: break
    }
    return NameGroup(spaces(), names)
      .places(from: definitions(of: place, in: path))
  }
}

extension FlowWorkspace {
  /// Where a file is named by its path.
  private func occurrences(ofFile target: String) -> [(path: String, place: NamePlace)] {
    knownPaths.flatMap { file in
      names(in: file).filter { names.target(of: $0, in: file) == target }.map { (file, $0) }
    }
  }

  /// Where what a contract names stands, in its file; events and calls also in the flows on it.
  private func occurrences(
    of place: NamePlace, _ name: ContractName, inContract path: String
  ) -> [(path: String, place: NamePlace)] {
    let own = names(in: path).filter { $0.kind == place.kind && $0.name == place.name }.map { (path, $0) }
    guard name == .event || name == .call else { return own }
    let flows = knownPaths.filter { $0 != path && texts.text($0)?.kind != .contract && contractPath(for: $0) == path }
    return own
      + flows.flatMap { file in
        names(in: file).filter { other in
          switch other.kind {
          case .event, .trigger: name == .event && other.name.prefix { $0 != "(" && $0 != " " } == place.name
          case .call: name == .call && other.name == place.name
          default: false
          }
        }.map { (file, $0) }
      }
  }
}

extension NamePlace {
  /// Whether a line of `then:` may lead there.
  var mayBeTarget: Bool { kind == .step || kind == .end }

  /// Whether it may stand for what another place gives a name to.
  func mayBe(_ giver: NamePlace) -> Bool {
    guard name == giver.name else { return false }
    switch (kind, giver.kind) {
    case (.target, .step), (.target, .end): return true
    case (.offered, .choice), (.counted, .choice): return true
    case (.needed, .step), (.needed, .end), (.needed, .message), (.needed, .budget), (.needed, .gate):
      return true
    // What a part gives itself, where its flow gives nothing.
    case (.message, .needed), (.budget, .needed), (.gate, .needed): return giver.isDefinition
    default: return kind == giver.kind
    }
  }
}
