// SPDX-License-Identifier: Apache-2.0

/// A text with its escapes undone.
///
/// For each byte it knows the place in the original text.
struct UnescapedText {
  /// Who undoes escapes.
  struct Reader: OptionSet {
    let rawValue: Int

    /// JSON, and languages with the same backslash: `\"`, `\n`, `\u00e4`, `\xc3`, `\303`.
    static let backslashes = Reader(rawValue: 1)
    /// HTML and XML: `&amp;`, `&#228;`, `&#xe4;`.
    static let entities = Reader(rawValue: 2)
    /// Addresses: `%c3%a4`.
    static let percents = Reader(rawValue: 4)
    /// Forms, beside that: `+` for a blank.
    static let pluses = Reader(rawValue: 8)
  }

  private(set) var bytes: [UInt8] = []
  private var starts: [Int] = []
  private var ends: [Int] = []

  /// Where some of the bytes stand in the text that was written.
  func written(_ range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<ends[range.upperBound - 1] }

  /// The text in each way in which it can be read; a text without escapes has no other reading.
  ///
  /// A secret may have signs that look like an escape, so each kind is undone alone, too. What was escaped twice, such as
  /// an address in JSON, is undone by turns.
  static func readings(of text: [UInt8]) -> [UnescapedText] {
    let present = text.reduce(into: Reader()) { $0.formUnion(signs[Int($1)]) }
    guard !present.isEmpty else { return [] }
    var readings: [UnescapedText] = []
    func add(_ reading: UnescapedText?) -> Bool {
      guard let reading, !readings.contains(where: { $0.bytes == reading.bytes }) else { return false }
      readings.append(reading)
      return true
    }
    for reader in alone where present.isSuperset(of: reader) { _ = add(UnescapedText(text, reader)) }
    for first in [together, together.union(.pluses)] where !first.isDisjoint(with: present) {
      var reading = UnescapedText(text, first)
      for _ in 1..<mostTimes {
        _ = add(reading)
        guard let last = reading else { break }
        reading = last.unescaped(by: together)
      }
      _ = add(reading)
    }
    return readings
  }

  private static let alone: [Reader] = [.backslashes, .entities, .percents, [.percents, .pluses], .pluses]
  private static let together: Reader = [.backslashes, .entities, .percents]
  /// How often a text is unescaped in a row.
  private static let mostTimes = 3

  /// By byte, who may undo an escape that begins with it.
  private static let signs: [Reader] = (0...255).map { number in
    switch UInt8(number) {
    case UInt8(ascii: "\\"): .backslashes
    case UInt8(ascii: "&"): .entities
    case UInt8(ascii: "%"): .percents
    case UInt8(ascii: "+"): .pluses
    default: []
    }
  }

  /// Nil if nothing is escaped.
  private init?(_ text: [UInt8], _ reader: Reader) {
    bytes.reserveCapacity(text.count)
    starts.reserveCapacity(text.count)
    ends.reserveCapacity(text.count)
    var isChanged = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      if !Self.signs[Int(byte)].isDisjoint(with: reader), let escape = EscapeReader(text, at: index, reader).escape {
        isChanged = true
        for byte in escape.bytes { append(byte, index, index + escape.length) }
        index += escape.length
      } else {
        append(byte, index, index + 1)
        index += 1
      }
    }
    guard isChanged else { return nil }
  }

  private mutating func append(_ byte: UInt8, _ start: Int, _ end: Int) {
    bytes.append(byte)
    starts.append(start)
    ends.append(end)
  }

  /// What is left if it was escaped once more; nil if it was not.
  private func unescaped(by reader: Reader) -> UnescapedText? {
    guard var inner = UnescapedText(bytes, reader) else { return nil }
    for index in inner.bytes.indices {
      let place = written(inner.starts[index]..<inner.ends[index])
      (inner.starts[index], inner.ends[index]) = (place.lowerBound, place.upperBound)
    }
    return inner
  }
}
