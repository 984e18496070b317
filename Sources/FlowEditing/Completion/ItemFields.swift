// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import SDKContract
import Values

/// Fields of the items of a list, inside of a guard that goes through it: behind the last dot of `event.threats.exists(t, t.`.
extension CompletionSearch {
  /// - Parameter before: the line up to the cursor.
  /// - Returns: whether such a field stands there.
  mutating func addItemFields(behind before: String, _ contract: Contract) -> Bool {
    let typed = before.reversed().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let head = before.dropLast(typed.count)
    guard head.last == "." else { return false }
    let name = String(head.dropLast().reversed().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.reversed())
    // The name of an item stands behind the bracket of what goes through the list.
    guard !name.isEmpty, let open = head.ranges(of: "(\(name),").last else { return false }
    let path = head[..<open.lowerBound].reversed().prefix { $0 == "." || $0.isASCII && ($0.isLetter || $0.isNumber) }
    let words = String(path.reversed()).split(separator: ".").map(String.init)
    guard words.count > 2, words[0] == "event", let event = step?.awaited.flatMap({ contract.event(named: $0) }) else {
      return false
    }
    var fields = contract[event].fields
    for word in words.dropFirst().dropLast() {
      guard let inner = fields.fields.first(where: { $0.name == word })?.type.record else { return true }
      fields = inner
    }
    let kept =
      cursor.isInQuotes ? "" : String(cursor.typed.prefix(cursor.typed.count - min(cursor.typed.count, typed.count)))
    for field in fields.shown { add(kept + field.name, .field, "a field of the item", rank: 5) }
    return true
  }
}
