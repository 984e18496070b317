// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

extension YAMLNode {
  /// A finding if an outermost key of this file is indented below another one, so that what stands below it is lost.
  ///
  /// - Parameters:
  ///   - keys: outermost keys with maps or lists behind them.
  ///   - members: the keys of what bears names in such a file: a map with one of them has that name, and is no block.
  ///   - open: outermost keys below which any name may stand.
  package func misplacedKey(
    among keys: [StaticString], notHaving members: [StaticString], below open: [StaticString] = []
  ) -> Diagnostic? {
    guard kind == .mapping else { return nil }
    let missing = keys.filter { self[$0] == nil }
    guard !missing.isEmpty else { return nil }
    for outer in entries where !open.contains(where: { outer.key.value == $0.description }) {
      for inner in outer.value.entries(among: missing) {
        guard inner.value.kind != .scalar || inner.isEmpty, inner.key.range.start.line > outer.key.range.start.line,
          !members.contains(where: { inner.value[$0] != nil })
        else { continue }
        return Diagnostic(
          inner.isEmpty ? YAMLRules.emptyValue : YAMLRules.unknownKey,
          "`\(inner.key.value)` is indented below `\(outer.key.value)`", at: inner.key.range,
          help: "begin it in the first column, and move what stands below it as far to the left")
      }
    }
    return nil
  }
}

extension YAMLMapping {
  /// The first entry with nothing behind its colon whose own keys stand beside it and not below it, and those keys.
  ///
  /// - Parameter keys: those that such an entry has.
  package func hollow(of keys: [String]) -> (owner: Spanned<String>, keys: [YAMLEntry])? {
    guard node.hasEmptyValue else { return nil }
    let entries = entries
    guard let index = entries.firstIndex(where: \.isEmpty), index + 1 < entries.count else { return nil }
    let below = entries[(index + 1)...].prefix { keys.contains($0.key.value) }
    return below.isEmpty ? nil : (entries[index].key, Array(below))
  }
}

extension YAMLNode {
  /// Whether a map has a key with nothing behind it.
  fileprivate var hasEmptyValue: Bool {
    storage.firstKey(ofMap: contentIndex) { key in
      let value = storage.rows[Int(storage.rows[key].next)]
      return value.isReported && value.form == .scalar && value.length == 0
    } != nil
  }
}

extension Diagnostic {
  /// What replaces the finding about a key without a value whose own keys stand beside it.
  package static func asDeepAsItsKeys(_ owner: Spanned<String>, _ first: Spanned<String>) -> Diagnostic {
    Diagnostic(
      YAMLRules.emptyValue, "\(quoting(first.value)) belongs below \(quoting(owner.value)), and stands beside it",
      at: owner.range, help: "indent the lines below it by two more spaces")
  }
}

extension [Diagnostic] {
  /// These and those of a later stage, which may say in better words what was found here.
  package func refined(by later: [Diagnostic]) -> [Diagnostic] { withDoubledKeysTold(later).mended(by: later) }

  private func mended(by later: [Diagnostic]) -> [Diagnostic] {
    if contains(where: \.code.yields), !later.isEmpty {
      let own = filter { finding in
        !finding.code.yields
          || !later.contains { $0.range.file == finding.range.file && $0.range.start == finding.range.start }
      }
      return own.withoutTheirEmptyValues(later) + later
    }
    return withoutTheirEmptyValues(later) + later
  }

  private func withoutTheirEmptyValues(_ later: [Diagnostic]) -> [Diagnostic] {
    guard contains(where: { $0.code == YAMLRules.emptyValue }) else { return self }
    // What is known of the key says more than that its value is missing.
    var better = Set(later.map(\.range))
    // Of a map where no map may be, each key is told with it.
    for finding in later where finding.code == YAMLRules.wrongKind {
      better.formUnion(finding.notes.compactMap(\.range))
    }
    // A map where a text is due: what its first key lacks does not matter.
    let maps = Set(later.filter { $0.code == YAMLRules.wrongKind }.map(\.range.start))
    return filter {
      $0.code != YAMLRules.emptyValue || !better.contains($0.range) && !maps.contains($0.range.start)
    }
  }
}
