// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Makes slips and attacks out of sound files: lines and words are lost, doubled, swapped and replaced.
///
/// The same seed gives the same texts.
struct HostileMutator: RandomNumberGenerator {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }

  mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &self) < part }

  /// The text with one slip to six.
  ///
  /// - Parameter words: what may stand where another word stood.
  mutating func mutate(_ text: String, _ words: [String]) -> String {
    var text = text
    for _ in 0..<pick([1, 1, 1, 2, 3, 6]) { text = slip(text, words) }
    return text.isEmpty ? "x" : text
  }

  private mutating func slip(_ text: String, _ words: [String]) -> String {
    var lines = text.components(separatedBy: "\n")
    let one = Int.random(in: lines.indices, using: &self)
    let other = Int.random(in: lines.indices, using: &self)
    switch Int.random(in: 0..<9, using: &self) {
    case 0: lines.remove(at: one)
    case 1: lines.insert(lines[other], at: one)
    case 2: lines.swapAt(one, other)
    case 3: lines[one] = pick(["  ", ""]) + lines[one].dropFirst(pick([0, 2]))
    case 4, 5, 6: lines[one] = replaceWord(lines[one], words)
    case 7: lines[one] = insert(pick(Self.traps), lines[one])
    default: lines[one] = insert(pick(words), lines[one])
    }
    return lines.joined(separator: "\n")
  }

  private mutating func replaceWord(_ line: String, _ words: [String]) -> String {
    let places = line.matches(of: /[A-Za-z0-9-]+/).map(\.range)
    return places.isEmpty ? line : line.replacingCharacters(in: pick(places), with: pick(words))
  }

  private mutating func insert(_ piece: String, _ line: String) -> String {
    let place = line.index(line.startIndex, offsetBy: Int.random(in: 0...line.count, using: &self))
    return line[..<place] + piece + line[place...]
  }

  private static let traps = [
    "\t", "\0", "\u{1B}[31m", "\u{202E}", "&a ", "*a", "<<: ", "- ", "? ", "\"", "'", "|", ">", "{", "}", "[", "]",
    ": ", "#", "%", "\n---\n", "!!x ", "99999999999999999999", "-1", "0", "1e9", "true", "~", "\u{FEFF}", "\r", "é",
    "😀",
    "$event.", "{event.x}", "{}", "[]", "\n", "stay", "retry", "resume", "max: 10000", "within: 1ms", "tries: 1",
    "accepted: stay", "timeout: stay", "else: stay", "every: 3650d",
  ]
}

/// The flows that are shipped, and the parts that they use.
enum ShippedFlows {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "flows")

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The parts, by their paths.
  static func parts() throws -> [(path: String, text: String)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "parts").path).sorted()
    return try names.map { ("parts/" + $0, try text("parts/" + $0)) }
  }
}
