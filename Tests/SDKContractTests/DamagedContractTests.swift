// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing

/// Numbers that are the same for the same seed.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct DamagedContractTests {
  @Test("a damaged contract is read or reported, never both and never neither", arguments: 1...150)
  func damage(_ seed: UInt64) throws {
    var random = SeededNumbers(state: seed)
    let source = seed.isMultiple(of: 10) ? String(decoding: try relid(), as: UTF8.self) : SmallContract.text
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0...Int.random(in: 0...2, using: &random) { damage(&lines, &random) }
    let outcome = SmallContract.read(lines.joined(separator: "\n"))
    #expect((outcome.value == nil) == outcome.findings.hasErrors, "seed \(seed)")
    #expect(outcome.findings == outcome.findings.inReadingOrder(), "seed \(seed)")
    for finding in outcome.findings {
      #expect(finding.message.count <= 90, "seed \(seed): \(finding.message)")
      #expect((1...lines.count + 1).contains(Int(finding.range.start.line)), "seed \(seed): \(finding)")
      #expect(finding.range.start <= finding.range.end, "seed \(seed): \(finding)")
    }
  }

  @Test("the same text gives the same findings", arguments: [7, 77, 777] as [UInt64])
  func deterministic(_ seed: UInt64) {
    var random = SeededNumbers(state: seed)
    var lines = SmallContract.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<5 { damage(&lines, &random) }
    let text = lines.joined(separator: "\n")
    let first = SmallContract.read(text).findings
    #expect((0..<5).allSatisfy { _ in SmallContract.read(text).findings == first }, "seed \(seed)")
  }

  private func relid() throws -> [UInt8] { try #require(EmbeddedContracts.text(named: "relid")) }

  /// Removes, doubles or moves a line, or exchanges or drops a word of one.
  private func damage(_ lines: inout [String], _ random: inout SeededNumbers) {
    let index = Int.random(in: lines.indices, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: lines.remove(at: index)
    case 1: lines.insert(lines[index], at: index)
    case 2: lines.swapAt(index, Int.random(in: lines.indices, using: &random))
    case 3:
      var words = lines[index].split(separator: " ", omittingEmptySubsequences: false)
      words.remove(at: Int.random(in: words.indices, using: &random))
      lines[index] = words.joined(separator: " ")
    default:
      let other = lines[Int.random(in: lines.indices, using: &random)].split(separator: " ")
      var words = lines[index].split(separator: " ", omittingEmptySubsequences: false)
      words[Int.random(in: words.indices, using: &random)] = other.randomElement(using: &random) ?? "x"
      lines[index] = words.joined(separator: " ")
    }
    if lines.isEmpty { lines = [""] }
  }
}
