// SPDX-License-Identifier: Apache-2.0

/// Whether what stands behind a key of a scenario file or a world may be shown: there, passwords and codes stand among all else.
package enum Secrecy: Sendable {
  /// It may: it is no secret, whatever the flow asks for.
  case open
  /// It may be a secret, or has keys below it that say so themselves.
  case mixed
  /// It is a name of letters, and then it may; or it may be a secret, or has keys below it that say so themselves.
  case name
  /// It is a password or a code.
  case secret
}

/// Which names that authors give may be shown in a map or a list, although secrets may stand in the file.
package struct ShownNames: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The keys of the map are names that people give, such as those of users.
  package static let given = ShownNames(rawValue: 1)
  /// The keys of the map, or of the maps in the list, are names of a flow, as somebody has typed them.
  package static let typed = ShownNames(rawValue: 2)
  /// Each value of the map is a map, or a list of maps, with such keys.
  package static let typedBelow = ShownNames(rawValue: 4)
  /// The keys of the map are names, and what stands behind them is for people.
  package static let all = ShownNames(rawValue: 8)
}

extension Shape {
  /// The keys, in all maps of a file, in whose maps and lists such names may be shown.
  package func names(showing names: ShownNames) -> Set<String> {
    Set(reachable.flatMap(\.keys).filter { $0.shows.contains(names) }.map(\.name))
  }

  /// The keys, in all maps of a file, behind which some maps may stand, or maps by name that are such maps.
  ///
  /// - Parameter shapes: the names of those maps.
  package func names(holding shapes: Set<String>) -> Set<String> {
    let keys = reachable.filter { !shapes.contains($0.name) }.flatMap(\.keys)
    return Set(keys.filter { $0.value.holds(shapes) }.map(\.name))
  }

  /// The words of the language that may stand right behind keys whose values have that secrecy, by the key; no key that takes no word.
  ///
  /// - Parameter shapes: those that are left out.
  package func words(behindAll secrecy: Secrecy, without shapes: Set<String> = []) -> [String: Set<String>] {
    var words: [String: Set<String>] = [:]
    for shape in reachable where !shapes.contains(shape.name) {
      for key in shape.keys where (key.secrecy ?? shape.secrecy) == secrecy && !key.value.ownWords.isEmpty {
        words[key.name, default: []].formUnion(key.value.ownWords)
      }
    }
    return words
  }

  /// The keys, in all maps of a file, whose values have that secrecy, each once.
  ///
  /// - Parameter shapes: those that are left out.
  package func names(_ secrecy: Secrecy, without shapes: Set<String> = []) -> [String] {
    var known: Set<String> = []
    return reachable.filter { !shapes.contains($0.name) }.flatMap { shape in
      shape.keys.filter { ($0.secrecy ?? shape.secrecy) == secrecy && known.insert($0.name).inserted }.map(\.name)
    }
  }
}

extension ValueShape {
  /// The words of the language that may stand here, and not in a list or a map.
  fileprivate var ownWords: [String] {
    switch self {
    case .word(let words): words
    case .either(let values): values.flatMap(\.ownWords)
    default: []
    }
  }

  /// Whether some maps may stand here, or in a map by name.
  fileprivate func holds(_ names: Set<String>) -> Bool {
    switch self {
    case .shape(let shape): names.contains(shape().name)
    case .either(let values): values.contains { $0.holds(names) }
    case .map(let inner), .limited(let inner, _, _, _): inner.holds(names)
    default: false
    }
  }
}
