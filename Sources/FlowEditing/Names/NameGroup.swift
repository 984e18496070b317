// SPDX-License-Identifier: Apache-2.0

/// All places of names that hang together: whoever changes one of them has to change all.
struct NameGroup {
  private let spaces: [NameSpace]
  private let names: NamesByFile
  /// Names in flows that are run, as others write them: each with the files that it may be given in.
  private var inner: [(path: String, place: NamePlace, space: [String])] = []
  private var found: [FoundPlace: NamePlace] = [:]
  /// What has been looked at, or will be: a word of scenarios with cases may be several names.
  private var seen: [String: Set<NamePlace>] = [:]
  private var open: [(path: String, place: NamePlace)] = []

  init(_ spaces: [NameSpace], _ names: NamesByFile) {
    self.spaces = spaces
    self.names = names
    for space in spaces {
      for file in space.files {
        for place in names.names(in: file, of: space) where place.isInner {
          if let (local, root) = names.local(place, in: space) { inner.append((file, local, names.space(of: root))) }
        }
        for place in names.names(in: file, of: space) where place.kind == .offered {
          inner += names.spaces(runIn: space).map { (file, place, $0) }
        }
      }
    }
  }

  /// - Parameter givers: where the name is given.
  func places(from givers: [FoundPlace]) -> [(path: String, place: NamePlace)] {
    var group = self
    for giver in givers {
      let place = names.names(in: giver.path)?.places.first { $0.range == giver.range && $0.isDefinition }
      if let place { group.take(giver.path, place) }
    }
    while let (path, place) = group.open.popLast() {
      // What gives the name leads to all that refer to it; what refers to it, to all that give it.
      for space in spaces where space.contains(path) && space.holds(place, in: path) {
        for file in space.files {
          for other in names.names(in: file, of: space) {
            let hangs = place.isDefinition ? other.mayBe(place) : other.isDefinition && place.mayBe(other)
            if hangs, !isDoubtful(other, in: space) { group.take(file, other) }
          }
        }
      }
      if place.isInner {
        for space in spaces where space.contains(path) && space.holds(place, in: path) {
          if let (local, root) = names.local(place, in: space) { group.lookAt(root, local) }
        }
      }
      for other in inner where place.isDefinition && other.space.contains(path) && other.place.mayBe(place) {
        // In the flow that runs the other one, the name alone may be that of something else.
        group.found[FoundPlace(other.path, other.place.range)] = other.place
        group.takeShared(other.path, other.place.range)
      }
    }
    return group.found.sorted { $0.key < $1.key }.map { ($0.key.path, $0.value) }
  }

  /// Whether a message counts a choice of which several steps have one: then the check tells whether a new name fits.
  private func isDoubtful(_ place: NamePlace, in space: NameSpace) -> Bool {
    guard place.kind == .counted else { return false }
    let givers = space.files.flatMap { names.names(in: $0, of: space) }.filter { $0.isDefinition && place.mayBe($0) }
    return Set(givers.map(\.kind)).count > 1
  }

  private mutating func take(_ path: String, _ place: NamePlace) {
    let isNew = found[FoundPlace(path, place.range)] == nil
    if isNew { found[FoundPlace(path, place.range)] = place }
    // What may be of any step leads to none.
    if place.kind != .offered, place.kind != .counted { lookAt(path, place) }
    if isNew { takeShared(path, place.range) }
  }

  private mutating func lookAt(_ path: String, _ place: NamePlace) {
    if seen[path, default: []].insert(place).inserted { open.append((path, place)) }
  }

  /// The other names that a word is.
  private mutating func takeShared(_ path: String, _ range: Range<Int>) {
    for other in names.names(in: path)?.shared[range] ?? [] where other.kind != .offered { lookAt(path, other) }
  }
}

extension NamePlace {
  /// Whether it is a name in a flow that is run, such as `signIn/verify`, or of something at such a step.
  var isInner: Bool {
    switch kind {
    case .step, .target, .end: name.contains("/")
    case .choice(let step), .input(let step): step.contains("/")
    default: false
    }
  }
}

extension NamesByFile {
  /// A name in a flow that is run as that flow writes it, and the file of the flow; nil where no step runs it.
  func local(_ place: NamePlace, in space: NameSpace) -> (place: NamePlace, root: String)? {
    let written: String
    switch place.kind {
    case .choice(let step), .input(let step): written = step
    default: written = place.name
    }
    var steps = written.split(separator: "/").map(String.init)
    guard let last = steps.popLast() else { return nil }
    var files = space.files
    var root: String?
    for step in steps {
      root = files.lazy.compactMap { self.flow(runBy: step, in: $0) }.first
      guard let root else { return nil }
      files = self.space(of: root)
    }
    guard let root else { return nil }
    switch place.kind {
    case .choice:
      return (NamePlace(kind: .choice(of: last), name: place.name, range: place.range, definition: nil), root)
    case .input: return (NamePlace(kind: .input(of: last), name: place.name, range: place.range, definition: nil), root)
    default:
      let range = place.range.upperBound - last.utf8.count..<place.range.upperBound
      let kind: NamePlace.Kind = place.kind == .end ? .end : .step
      return (NamePlace(kind: kind, name: last, range: range, definition: nil), root)
    }
  }

  /// The files of each flow that runs inside of those of a space, however deep.
  func spaces(runIn space: NameSpace) -> [[String]] {
    var found: [[String]] = []
    var seen: Set<String> = []
    var open = space.files
    while let file = open.popLast() {
      for link in names(in: file)?.links ?? [] where link.kind == .file(.inner) {
        guard let root = target(of: link, in: file), seen.insert(root).inserted else { continue }
        found.append(self.space(of: root))
        open += self.space(of: root)
      }
    }
    return found
  }

  private func flow(runBy step: String, in path: String) -> String? {
    guard let places = names(in: path)?.places,
      let giver = places.first(where: { $0.kind == .step && $0.name == step && $0.isDefinition })
    else { return nil }
    let run = places.first { $0.kind == .file(.inner) && giver.definition?.contains($0.range.lowerBound) ?? false }
    return run.flatMap { target(of: $0, in: path) }
  }
}
