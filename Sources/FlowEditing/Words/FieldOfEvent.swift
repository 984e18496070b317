// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import SDKContract
import Values

/// A field of the event that a step is for, in a guard or an argument: `event.forgotPasswordEnabled`.
extension FlowWorkspace {
  /// What the contract says of the field at a byte; nil where no field of an event stands.
  func eventField(at offset: Int, of place: KeyedPlace, in text: EditedText, _ kind: FileKind) -> WordMeaning? {
    guard kind == .flow || kind == .part, place.role == .value, place.keys.count > 2,
      ["steps", "interrupts"].contains(place.keys[0]), let tree = text.tree, let contract = contract(for: text.path),
      let range = path(around: offset, within: place.range, in: text)
    else { return nil }
    let words = text.text(range).split(separator: ".").map(String.init)
    guard words.count > 1, words[0] == "event",
      let event = WrittenStep(named: place.keys[1], in: place.keys[0], of: tree)?.awaited
        .flatMap({ contract.event(named: $0) })
    else { return nil }
    var fields = contract[event].fields
    for word in words.dropFirst().dropLast() {
      guard let inner = fields.fields.first(where: { $0.name == word })?.type.record else { return nil }
      fields = inner
    }
    guard let field = fields.fields.first(where: { $0.name == words.last }) else { return nil }
    let secret = field.isPrivate || field.type.holdsSecret ? "; it is shown to nobody" : ""
    return WordMeaning(
      text: "**\(field.name)**: a field of `\(contract[event].name)`, \(field.type)\(secret)", range: range)
  }

  /// The names with dots between them around a byte, up to the end of the name that it is in.
  private func path(around offset: Int, within limits: Range<Int>, in text: EditedText) -> Range<Int>? {
    func isOfName(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) || (48...57).contains(byte) }
    var (start, end) = (offset, offset)
    while start > limits.lowerBound, isOfName(text.bytes[start - 1]) || text.bytes[start - 1] == 0x2E { start -= 1 }
    while end < limits.upperBound, isOfName(text.bytes[end]) { end += 1 }
    return start < end ? start..<end : nil
  }
}
