// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowLinking
import FlowSyntax
import SDKContract
import Testing
import YAMLTree

@testable import FlowRuntime

/// Flows for the toy SDK, from YAML text.
enum ToyFlow {
  /// A whole flow around some steps and interrupts.
  static func text(
    start: String = "begin", goal: String? = nil, steps: String, interrupts: String = "", messages: String = "",
    budgets: String = ""
  ) -> String {
    """
    language: mfaflow/1
    flow: door
    version: 1.0.0
    sdk: toy
    \(goal.map { "goal: \($0)\n" } ?? "")\(budgets.isEmpty ? "" : "budgets: { \(budgets) }\n")start: \(start)
    steps:
    \(steps.indented)
    \(interrupts.isEmpty ? "" : "interrupts:\n" + interrupts.indented)
    ends:
      done: { outcome: success }
      gone: { outcome: ended }
      failed: { outcome: failure, say: sorry }
      blocked: { outcome: failure }
    messages:
      sorry: Something went wrong.
      again: Try again.
      wrong: "That is not right. Attempts left: {attemptsLeft}."
      hello: Hello.
    \(messages.indented)
    """
  }

  /// A flow that passes the checker.
  static func program(
    start: String = "begin", goal: String? = nil, steps: String, interrupts: String = "", messages: String = ""
  ) throws -> Program {
    try compile(text(start: start, goal: goal, steps: steps, interrupts: interrupts, messages: messages))
  }

  /// What a run does with ends that it must refuse is tested too, so that what is insecure passes.
  static func compile(_ text: String) throws -> Program {
    let made = Compiler(contract: ToyContract.contract).compile(SourceFile(path: "door.yaml", text: text))
    let errors = made.findings.filter { $0.severity == .error }
    if !errors.isEmpty, errors.allSatisfy({ $0.code.id.hasPrefix("MFA4") }) {
      return try unchecked(text)
    }
    let found = made.findings.map { "\($0.range.start.line): \($0.code) \($0.message)" }
    return Program(try #require(made.flow, "\(found.joined(separator: "\n"))\n\(text)"))
  }

  /// A flow that the checker need not like: for what the runtime does where the checker was not asked.
  static func unchecked(
    start: String = "begin", goal: String? = nil, steps: String, interrupts: String = "", budgets: String = ""
  ) throws -> Program {
    try unchecked(text(start: start, goal: goal, steps: steps, interrupts: interrupts, budgets: budgets))
  }

  static func unchecked(_ text: String, on contract: Contract = ToyContract.contract) throws -> Program {
    let tree = YAML.read(SourceFile(path: "door.yaml", text: text))
    let document = DocumentReader.read(try #require(tree.value))
    let flow = FlowResolver.resolve(LinkedFlow(try #require(document.value)), with: contract)
    let found = (tree.findings + document.findings + flow.findings).filter { $0.severity == .error }.map(\.message)
    try #require(found.isEmpty, "\(found)")
    return Program(ValidFlow(checked: try #require(flow.value)))
  }

  /// Steps that many tests begin with: the SDK wakes up and asks for a name.
  static let opening = """
    begin: { call: begin, then: { askName: name, else: failed } }
    """

  /// Asks for the name; tests add where it leads.
  static func naming(_ then: String) -> String {
    """
    \(opening)
    name:
      challenge: askName
      ask: [name]
      answer: sendName
      then:
    \(then.indented.indented)
        else: failed
    """
  }

  /// The whole way: a name, a PIN, and the door is open.
  static let entry = naming("askPIN(enter): pin\naskName 7: blocked") + "\n" + pin + "\n" + inside

  static let pin = """
    pin:
      challenge: askPIN(enter)
      ask: [pin]
      answer: sendPIN
      tries: 3
      then:
        entered: inside
        5: { retry: wrong }
        askName 7: blocked
        exhausted: blocked
        else: failed
    """

  static let inside = """
    inside:
      event: entered
      choices: { finish: { to: done } }
      then: { else: failed }
    """
}

extension String {
  /// Each line two columns to the right.
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }
      .joined(separator: "\n")
  }
}
