// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values

/// Covers secrets wherever somebody repeats them.
///
/// It keeps no secret: of each, and of each part that it looks for, only the length and a number that this process alone
/// can make of it.
package struct SecretMask: Sendable {
  private var known: [Int: Set<Int>] = [:]
  private var parts: Set<Int> = []
  /// By length, what tells of most bytes that they are none of these.
  private var filters: [Int: RollingFilter] = [:]
  private var count = 0
  /// The names of fields whose values are secret, beside the usual ones.
  package var secretNames: Set<String> = []
  /// Names that are no secrets, whoever says them.
  package var harmlessNames: Set<String> = []
  /// How many bytes of a secret in a row are covered, too; nil if secrets are covered as a whole only.
  private let partLength: Int?

  /// More than these are not remembered.
  private static let most = 1536
  private static let mostParts = 1 << 16

  /// A mask that covers nothing yet.
  ///
  /// - Parameter partLength: how many bytes of a secret in a row are covered, too; nil if it is covered as a whole only.
  package init(partLength: Int? = nil) { self.partLength = partLength }

  /// Whether it covers nothing.
  package var isEmpty: Bool { count == 0 }

  /// Whether nothing can be noted any more.
  package var isFull: Bool { count >= Self.most || parts.count >= Self.mostParts }

  /// Takes note of a secret, with the white space around it and without.
  package mutating func note(_ secret: [UInt8]) {
    add(secret[...])
    add(secret[Trimming.bounds(of: secret)])
    guard partLength != nil else { return }
    // A message quotes a backtick as another sign.
    if secret.contains(UInt8(ascii: "`")) { add(Diagnostic.asQuoted(secret)[...]) }
    // Who logs what was typed may do it in one case.
    guard secret.count >= Self.shortestSpelled else { return }
    let text = String(decoding: secret, as: UTF8.self)
    for word in [text.lowercased(), text.uppercased()] where word != text { add(Array(word.utf8)[...]) }
  }

  /// Secrets of fewer bytes are not looked for in other spellings: by chance, much looks like them.
  private static let shortestSpelled = 4

  /// The bytes with a cover for each secret among them, also where it is written with escapes, byte by byte, in Base64 or in Base32.
  func coveredWhateverItsSpelling(_ bytes: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return bytes }
    var places = places(in: bytes, shortest: 1)
    for run in SpelledRuns(bytes).runs(ofAtLeast: Self.shortestSpelled) {
      var isSecret = false
      forEachPlace(in: run.bytes, shortest: Self.shortestSpelled) { _ in isSecret = true }
      if isSecret { places.append(run.range) }
    }
    for words in EncodedWords.all(in: bytes, ofAtLeast: Self.shortestSpelled) {
      forEachPlace(in: words.bytes, shortest: Self.shortestSpelled) { places.append(words.written($0)) }
    }
    return Self.covered(bytes, places)
  }

  /// The bytes with a cover for each secret among them, also where it is written with escapes.
  ///
  /// - Parameter shortest: shorter secrets, in bytes, are not looked for.
  package func covered(_ bytes: [UInt8], shortest: Int = 1) -> [UInt8] {
    isEmpty ? bytes : Self.covered(bytes, places(in: bytes, shortest: shortest))
  }

  private func places(in bytes: [UInt8], shortest: Int) -> [Range<Int>] {
    var places: [Range<Int>] = []
    forEachPlace(in: bytes, shortest: shortest) { places.append($0) }
    for reading in UnescapedText.readings(of: bytes) {
      forEachPlace(in: reading.bytes, shortest: shortest) { places.append(reading.written($0)) }
    }
    return places
  }

  private static func covered(_ bytes: [UInt8], _ places: [Range<Int>]) -> [UInt8] {
    guard !places.isEmpty else { return bytes }
    var shown: [UInt8] = []
    var index = 0
    for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) where place.upperBound > index {
      // What goes on where another ends or begins is under the same cover.
      if place.lowerBound > index || index == 0 {
        shown += bytes[index..<place.lowerBound]
        shown += Secret.mark.utf8
      }
      index = place.upperBound
    }
    return shown + bytes[index...]
  }

  private func forEachPlace(in bytes: [UInt8], shortest: Int, _ visit: (Range<Int>) -> Void) {
    for (length, filter) in filters {
      let numbers = length >= shortest ? known[length] : nil
      let parts = length == partLength ? parts : nil
      guard numbers != nil || parts != nil else { continue }
      filter.forEachCandidate(in: bytes) { index in
        let place = index..<index + length
        let number = Self.number(of: bytes[place])
        if numbers?.contains(number) ?? false || parts?.contains(number) ?? false { visit(place) }
      }
    }
  }

  /// The length of the longest secret, in bytes.
  package var longest: Int { known.keys.max() ?? 0 }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty, !isFull else { return }
    guard known[bytes.count, default: []].insert(Self.number(of: bytes)).inserted else { return }
    count += 1
    // Where a longer secret stands, its parts are found, too, and together they cover it.
    guard let partLength, bytes.count > partLength else {
      filters[bytes.count, default: RollingFilter(length: bytes.count)].add(bytes)
      return
    }
    for start in bytes.startIndex...(bytes.endIndex - partLength) where parts.count < Self.mostParts {
      let part = bytes[start..<start + partLength]
      parts.insert(Self.number(of: part))
      filters[partLength, default: RollingFilter(length: partLength)].add(part)
    }
  }

  private static func number(of bytes: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
