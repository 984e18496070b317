// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowRuntime

@Suite("Resolving by precedence")
struct ResolvingTests {
  /// A step whose answer leads to a PIN question that comes out in every way; each line says its own name.
  static func resolving(_ lines: [String]) throws -> Program {
    let names = lines.map(\.lineName)
    let steps = """
      begin: { call: begin, then: { askName: name, else: failed } }
      name:
        challenge: askName
        ask: [name]
        answer: sendName
        then:
      \(zip(lines, names).map { "    \($0): \($1)" }.joined(separator: "\n"))
          else: failed
      """
    let text = ToyFlow.text(steps: steps).replacing(
      "  gone: {", with: names.map { "  \($0): { outcome: ended }\n" }.joined() + "  gone: {")
    return try ToyFlow.compile(text)
  }

  static let everyLine = [
    "askPIN(enter) error 9", "askPIN error 9", "askPIN(enter) error", "askPIN error", "error 9", "error",
    "askPIN(enter) 5", "askPIN 5", "askPIN(enter)", "askPIN",
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let event: String
    /// The lines that fit, the first taken first.
    let lines: [String]

    var testDescription: String { event }
  }

  @Test(
    "the more special line is taken before the more general one",
    arguments: [
      Case(event: "askPIN(enter) error 9", lines: Array(everyLine[0...5])),
      Case(event: "askPIN(choose) error 9", lines: ["askPIN error 9", "askPIN error", "error 9", "error"]),
      Case(event: "askPIN(enter) error 10", lines: ["askPIN(enter) error", "askPIN error", "error"]),
      Case(event: "askPIN(enter) error 999", lines: ["askPIN(enter) error", "askPIN error", "error"]),
      Case(event: "askPIN(enter) 5", lines: ["askPIN(enter) 5", "askPIN 5"]),
      Case(event: "askPIN(choose) 5", lines: ["askPIN 5"]),
      Case(event: "askPIN(enter)", lines: ["askPIN(enter)", "askPIN"]),
      Case(event: "askPIN(enter) 0", lines: ["askPIN(enter)", "askPIN"]),
      Case(event: "askPIN(enter) 100", lines: ["askPIN(enter)", "askPIN"]),
      Case(event: "askPIN(choose)", lines: ["askPIN"]),
      Case(event: "askPIN(choose) 100", lines: ["askPIN"]),
    ])
  func precedence(_ sample: Case) throws {
    var lines = Self.everyLine
    for line in sample.lines {
      #expect(try Self.end(of: sample.event, lines) == line.lineName, "with \(lines)")
      lines.removeAll { $0 == line }
    }
    #expect(try Self.end(of: sample.event, lines) == "failed", "with \(lines)")
  }

  @Test("the error is read before the status", arguments: ["askPIN(enter) 5 error 9", "askPIN(enter) 100 error 9"])
  func errorFirst(_ event: String) throws {
    #expect(try Self.end(of: event, ["askPIN(enter) 5", "askPIN(enter)", "error 9"]) == "error-9")
    #expect(try Self.end(of: event, ["askPIN(enter) 5", "askPIN(enter)"]) == "failed")
  }

  @Test("the status is read before the name")
  func statusFirst() throws {
    #expect(try Self.end(of: "askPIN(enter) 5", ["askPIN(enter)"]) == "failed")
    #expect(try Self.end(of: "askPIN(enter) 999", ["askPIN(enter)", "askPIN(enter) 5"]) == "failed")
  }

  @Test("a status that the contract does not list is an error without a number; one that it lists is none")
  func unlistedStatus() throws {
    #expect(try Self.end(of: "askPIN(enter) 999", Self.everyLine) == "askPIN-enter-error")
    #expect(try Self.end(of: "askPIN(choose) 999", ["askPIN error 9", "error", "askPIN"]) == "any-error")
    #expect(try Self.end(of: "askPIN(choose) 7", ["askPIN error", "error", "askPIN"]) == "failed")
  }

  @Test("an informational code counts as a success, where no line is for the code itself")
  func informational() throws {
    #expect(try Self.end(of: "askPIN(enter) 8", ["askPIN(enter)"]) == "askPIN-enter")
    #expect(try Self.end(of: "askPIN(enter) 8", ["askPIN(enter)", "askPIN(enter) 8"]) == "askPIN-enter-8")
    #expect(try Self.end(of: "askPIN(enter) 8", ["askPIN"]) == "askPIN")
  }

  @Test(
    "an event whose mode the contract does not know, or that lacks its mode, goes to `else`",
    arguments: ["askPIN(77)", "askPIN", "askPIN(77) 5", "askPIN 5", "askPIN(-1)"])
  func unknownMode(_ event: String) throws {
    #expect(try Self.end(of: event, Self.everyLine) == "failed")
    #expect(try Self.end(of: event, ["askPIN"]) == "failed")
  }

  @Test("an error in such an event is taken by the lines for errors")
  func unknownModeWithError() throws {
    #expect(try Self.end(of: "askPIN(77) error 9", Self.everyLine) == "askPIN-error-9")
    #expect(try Self.end(of: "askPIN(77) error 9", ["error"]) == "any-error")
  }

  @Test("a name stands for its code, and a code alone for its event")
  func codes() throws {
    #expect(try Self.end(of: "askPIN(enter) 5", ["wrong-pin"]) == "wrong-pin")
    #expect(try Self.end(of: "askName 7", ["7"]) == "seven")
    #expect(try Self.end(of: "askName 7", ["blocked"]) == "shut")
  }

  @Test("a step without `else` ends in the failure `unhandled`, where the checker was not asked")
  func unhandled() throws {
    try Diagram.run(
      ToyFlow.unchecked(steps: ToyFlow.naming("askPIN(enter): gone").replacing("else: failed", with: "entered: gone")),
      """
      start
      ok
      ! askName  | event phase go step ask
      ! askCode  | event undeclared go:unhandled abandon end:unhandled
      """)
  }

  private static func end(of event: String, _ lines: [String]) throws -> String? {
    try Diagram.run(resolving(lines), AskingTests.toConsent + "\n! \(event)").end
  }
}

extension String {
  /// A line as the name of an end.
  fileprivate var lineName: String {
    let name = String(map { " ()".contains($0) ? "-" : $0 }).replacing("--", with: "-")
    let trimmed = name.hasSuffix("-") ? String(name.dropLast()) : name
    return trimmed == "error" ? "any-error" : trimmed == "7" ? "seven" : trimmed == "blocked" ? "shut" : trimmed
  }
}
