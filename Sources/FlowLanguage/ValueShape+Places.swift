// SPDX-License-Identifier: Apache-2.0

extension ValueShape {
  /// What stands for an item of a list in the keys that lead to a place.
  package static let item = "-"

  /// What may stand at a place below, each possibility.
  ///
  /// - Parameter keys: the keys on the way, the outermost first, with ``item`` for an item of a list.
  package func values(at keys: ArraySlice<String>) -> [ValueShape] {
    guard let first = keys.first else { return alternatives }
    let rest = keys.dropFirst()
    return alternatives.flatMap { shape -> [ValueShape] in
      switch shape {
      case .list(let inner), .oneOrList(let inner):
        return first == Self.item ? inner.values(at: rest) : []
      case .map(let inner): return first == Self.item ? [] : inner.values(at: rest)
      case .shape(let make):
        let shape = make()
        if let key = shape.key(named: first) { return key.value.values(at: rest) }
        return shape.others?.values(at: rest) ?? []
      default: return []
      }
    }
  }

  /// What the value is one of.
  private var alternatives: [ValueShape] {
    switch self {
    case .either(let shapes): shapes.flatMap(\.alternatives)
    case .oneOrList(let inner): [self] + inner.alternatives
    case .limited(let inner, _, _, _): inner.alternatives
    default: [self]
    }
  }

  /// Whether a map at a place below may have a key.
  package func mayHold(_ key: String, at keys: ArraySlice<String>) -> Bool {
    values(at: keys).contains { $0.shape?.key(named: key) != nil }
  }

  /// Which of some keys a key cannot stand beside in a map at a place; nil for none.
  package func rival(of key: String, among names: [String], at keys: ArraySlice<String>) -> String? {
    let shapes = values(at: keys).compactMap(\.shape)
    return names.first { name in
      shapes.contains { shape in
        shape.words(excludedBy: key).contains { $0.description == name }
          || shape.words(excludedBy: name).contains { $0.description == key }
      }
    }
  }

  /// The keys of which a key needs one beside it in a map at a place that has none of them; empty where it needs none there.
  package func lacking(for key: String, among names: [String], at keys: ArraySlice<String>) -> [String] {
    let needs = values(at: keys).compactMap { $0.shape?.key(named: key)?.needs }
    return needs.allSatisfy { !$0.isEmpty && $0.allSatisfy { !names.contains($0) } } ? needs.first ?? [] : []
  }

  /// Whether it is a time, such as `90s`.
  package var isDuration: Bool {
    switch self {
    case .pattern(Pattern.duration, _), .pattern(Pattern.span, _): true
    default: false
    }
  }

  /// The shape of a map with keys of the language; nil for anything else.
  package var shape: Shape? { if case .shape(let make) = self { make() } else { nil } }
}
