// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Foundation
import Testing

@Suite("Slips in long files")
struct LongFileSlipTests {
  /// A slip in the lines of one step.
  struct Slip: CustomTestStringConvertible, Sendable {
    let old: String
    let new: String

    var testDescription: String { new.debugDescription }
  }

  static let slips = [
    Slip(old: "    ask: [userName]", new: "   ask: [userName]"),
    Slip(old: "    ask: [userName]", new: "     ask: [userName]"),
    Slip(old: "    ask: [userName]", new: "    ask [userName]"),
    Slip(old: "    ask: [userName]", new: "    ask: [userName"),
    Slip(old: "    answer: setUser", new: "    answer:: setUser"),
    Slip(old: "    answer: setUser", new: "    answer: \"setUser"),
    Slip(old: "    answer: setUser", new: "answer: setUser"),
    Slip(old: "    answer: setUser", new: "\tanswer: setUser"),
    Slip(old: "    tries: 3", new: "    tries 3"),
    Slip(old: "    tries: 3", new: "    tries:3"),
    Slip(old: "    tries: 3", new: "    tries = 3"),
    Slip(old: "    tries: 3", new: "    tries:"),
    Slip(old: "    tries: 3", new: "    tries: 3\n    tries: 4"),
    Slip(old: "    then: {", new: "    then: {{"),
    Slip(old: "    then: {", new: "    then: "),
    Slip(old: "else: failed }", new: "else: failed"),
    Slip(old: "    challenge: getUser\n    ask", new: "    ask"),
    Slip(old: "    challenge: getUser\n    ask", new: "  challenge: getUser\n    ask"),
    Slip(old: "    challenge: getUser\n    ask", new: "  - challenge: getUser\n    ask"),
  ]

  /// A flow of so many like steps, with a slip in one of them.
  private static func flow(_ count: Int, _ slip: Slip? = nil, in slipped: Int = 0) -> String {
    var text = """
      language: mfaflow/1
      flow: large
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialize, then: { getUser: s1, else: failed } }

      """
    for number in 1...count {
      let next = number < count ? "getUser: s\(number + 1)" : "getActivationCode: failed"
      let step = """
          s\(number):
            challenge: getUser
            ask: [userName]
            answer: setUser
            tries: 3
            then: { \(next), 101: retry, else: failed }

        """
      text += number == slipped ? step.replacingOccurrences(of: slip?.old ?? "", with: slip?.new ?? "") : step
    }
    return text + "ends:\n  failed: { outcome: failure }\n"
  }

  /// What is found, with every number left out.
  private static func found(_ text: String) -> [String] {
    Compiler().compile(SourceFile(path: "large.yaml", text: text)).findings.filter { $0.severity == .error }.map {
      let words = ["\($0.code)", $0.message, $0.help ?? ""].joined(separator: " | ")
      return "\($0.range.start.column) " + words.replacing(#/[0-9]+/#, with: "#")
    }
  }

  @Test("are told as in short ones, whatever stands far from them", arguments: slips)
  func areToldAlike(_ slip: Slip) {
    let short = Self.found(Self.flow(12, slip, in: 6))
    #expect(!short.isEmpty)
    #expect(Self.found(Self.flow(600, slip, in: 300)) == short)
  }

  @Test("are told with what else is wrong with the writing, wherever it stands")
  func otherFindingsStay() {
    let text = Self.flow(600, Slip(old: "    tries: 3", new: "    tries 3"), in: 300)
      .replacingOccurrences(of: "  s10:\n", with: "  s10:\n    ask: [userName]\n")
    let lines = Compiler().compile(SourceFile(path: "large.yaml", text: text)).findings.map(\.range.start.line)
    #expect(lines.count == 2, "\(lines)")
  }
}
