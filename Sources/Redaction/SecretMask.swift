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

  /// The bytes with a cover for each secret among them, and for each run that spells one byte by byte.
  package func coveredWhateverItsSpelling(_ bytes: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return bytes }
    let covered = covered(bytes)
    let runs = SpelledRuns(covered).runs(ofAtLeast: Self.shortestSpelled).filter { run in
      hiddenCounts(in: run.bytes, Self.shortestSpelled).contains { $0 > 0 }
    }
    guard !runs.isEmpty else { return covered }
    var shown: [UInt8] = []
    var index = 0
    for run in runs.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where run.range.upperBound > index {
      if run.range.lowerBound > index { shown += covered[index..<run.range.lowerBound] }
      shown += Secret.mark.utf8
      index = run.range.upperBound
    }
    return shown + covered[index...]
  }

  /// The bytes with a cover for each secret among them.
  ///
  /// - Parameter shortest: shorter secrets, in bytes, are not looked for.
  package func covered(_ bytes: [UInt8], shortest: Int = 1) -> [UInt8] {
    guard !isEmpty else { return bytes }
    let hidden = hiddenCounts(in: bytes, shortest)
    var shown: [UInt8] = []
    var end = 0
    var isCovering = false
    for index in bytes.indices {
      end = max(end, index + hidden[index])
      if index >= end {
        shown.append(bytes[index])
      } else if !isCovering {
        shown += Secret.mark.utf8
      }
      isCovering = index < end
    }
    return shown
  }

  /// How many bytes are to be covered from each place on.
  private func hiddenCounts(in bytes: [UInt8], _ shortest: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: bytes.count)
    for (length, filter) in filters {
      let numbers = length >= shortest ? known[length] : nil
      let parts = length == partLength ? parts : nil
      guard numbers != nil || parts != nil else { continue }
      filter.forEachCandidate(in: bytes) { index in
        guard length > counts[index] else { return }
        let number = Self.number(of: bytes[index..<index + length])
        if numbers?.contains(number) ?? false || parts?.contains(number) ?? false { counts[index] = length }
      }
    }
    return counts
  }

  /// The length of the longest secret, in bytes.
  package var longest: Int { known.keys.max() ?? 0 }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty, !isFull else { return }
    guard known[bytes.count, default: []].insert(Self.number(of: bytes)).inserted else { return }
    count += 1
    filters[bytes.count, default: RollingFilter(length: bytes.count)].add(bytes)
    guard let partLength, bytes.count > partLength else { return }
    for start in bytes.startIndex...(bytes.endIndex - partLength) {
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
