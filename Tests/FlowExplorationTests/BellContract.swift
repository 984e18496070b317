// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowLinking
import FlowRuntime
import FlowSyntax
import SDKContract
import Testing
import YAMLTree

@testable import FlowExploration

/// A small SDK made up for these tests: a bell that asks who is there, and what may come meanwhile.
enum BellContract {
  static let contract: Contract = {
    let read = ContractReader.read(SourceFile(path: "bell.yaml", text: text))
    guard let contract = read.value else { preconditionFailure(read.findings.map(\.message).joined(separator: "\n")) }
    return contract
  }()

  static let text = """
    contract: bell
    version: 1.0.0
    patience: 60s
    success: [0]
    phases:
      off: {}
      pre: {}
      in: {}
      dead: {}
    signedIn: in
    authenticators: { key: { channel: device } }
    types:
      risk: [LOW, HIGH]
      alarm: { alarmID: int, risk: risk, ignore: flag }

    codes:
      5: { name: unknown-name, in: askName, source: chosen }

    events:
      ready: { kind: notice, source: chosen }
      askName: { kind: challenge, enters: pre, losesProofs: true, fields: { last: text, left: count }, source: chosen }
      entered: { kind: result, enters: in, fields: { person: user text }, source: chosen }
      extended: { kind: result, source: chosen }
      idle:
        kind: interrupt
        rank: 1
        again: replace
        fields: { canExtend: flag }
        source: chosen
      naming: { kind: interrupt, rank: 2, again: queue, needsAnswer: true, fields: { label: text }, source: chosen }
      alarmed:
        kind: interrupt
        status: false
        fields: { alarms: list alarm }
        rank: 4
        again: queue
        needsAnswer: true
        barsCalls: true
        source: chosen
      sealed:
        kind: interrupt
        status: false
        fields: { alarms: list alarm }
        rank: 6
        terminal: true
        enters: dead
        losesProofs: true
        cancels: [idle]
        source: chosen

    calls:
      begin: { phases: off, leadsTo: askName, source: chosen }
      sendName:
        answers: askName
        takes: { name: text 2..8 }
        phases: pre
        leadsTo:
          entered: { earns: { possession: key } }
          askName 5: chosen
        source: chosen
      handleAlarms:
        answers: alarmed
        each: alarms
        takes: { ignore: flag }
        leadsTo:
          sealed: { given: { ignore: false }, echo: alarms.alarmID }
        source: chosen
      extend: { answers: idle, requires: canExtend, leadsTo: extended, source: chosen }
      setLabel: { answers: naming, takes: { label: text 1.. }, leadsTo: {}, source: chosen }
    """
}

/// Flows for the bell.
enum BellFlow {
  static let idle = """
    idle:
      choices:
        extend: { call: extend, max: 3, then: { extended: resume, else: stay } }
        ignore: { resume: true }
      then: { else: failed }
    """
  static let naming = """
    naming:
      choices: { take: { call: setLabel, with: { label: $event.label }, then: { accepted: resume } } }
      then: { else: failed }
    """
  static let alarmed = """
    alarmed:
      choices:
        proceed:
          when: 'event.alarms.all(a, a.risk == "LOW")'
          call: handleAlarms
          with: { ignore: true }
          then: { accepted: resume, rejected: stay }
        exit: { call: handleAlarms, with: { ignore: false }, within: 5s, then: { sealed: shut, rejected: stay } }
      then: { else: shut }
    """
  static let sealed = "sealed: { choices: { close: { to: shut } } }"
  static let all = [idle, naming, alarmed, sealed].joined(separator: "\n")

  /// - Parameters:
  ///   - otherwise: where the step that asks goes with what no line names.
  ///   - lines: lines of the step that asks, each with a comma behind it.
  ///   - inside: where the last step goes with what no line names; for `look` there are two more steps.
  static func text(
    interrupts: String, otherwise: String = "failed", lines: String = "", inside: String = "failed"
  ) -> String {
    let look = """
        look: { wait: wait, choices: { look: { to: looked } }, then: { else: failed } }
        looked: { wait: wait, choices: { finish: { to: done } }, then: { else: failed } }
      """
    return """
      language: mfaflow/1
      flow: bell
      version: 1.0.0
      sdk: bell
      start: begin
      steps:
        begin: { call: begin, then: { askName: name, else: failed } }
        name:
          challenge: askName
          ask: [name]
          answer: sendName
          tries: 3
          then: { entered: inside, 5: retry, exhausted: failed, \(lines) else: \(otherwise) }
        inside: { event: entered, choices: { finish: { to: done } }, then: { else: \(inside) } }
      \(inside == "look" ? look : "")
      \(interrupts.isEmpty ? "" : "interrupts:\n" + interrupts.indented)
      ends:
        done: { outcome: success }
        failed: { outcome: failure }
        shut: { outcome: failure }
      \(inside == "look" ? "messages: { wait: Wait. }" : "")
      """
  }

  /// A flow that passes the checker.
  static func program(interrupts: String = all) throws -> Program {
    let text = text(interrupts: interrupts)
    let made = Compiler(contract: BellContract.contract).compile(SourceFile(path: "bell.yaml", text: text))
    let found = made.findings.map { "\($0.range.start.line): \($0.code) \($0.message)" }
    return Program(try #require(made.flow, "\(found.joined(separator: "\n"))\n\(text)"))
  }

  /// A flow that the checker need not like.
  static func unchecked(
    interrupts: String, otherwise: String = "failed", lines: String = "", inside: String = "failed"
  ) throws -> Program {
    let text = text(interrupts: interrupts, otherwise: otherwise, lines: lines, inside: inside)
    let tree = YAML.read(SourceFile(path: "bell.yaml", text: text))
    let document = DocumentReader.read(try #require(tree.value))
    let flow = FlowResolver.resolve(LinkedFlow(try #require(document.value)), with: BellContract.contract)
    let found = (tree.findings + document.findings + flow.findings).filter { $0.severity == .error }.map(\.message)
    try #require(found.isEmpty, "\(found)")
    return Program(ValidFlow(checked: try #require(flow.value)))
  }
}

extension String {
  /// Each line two columns to the right.
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }
      .joined(separator: "\n")
  }
}

extension Program {
  /// An event with ordinary data.
  func sample(_ name: String) throws -> Occurrence {
    let event = try #require(flow.contract.event(named: name))
    return try #require(SampleEvents(self).events(event, mode: nil).first, "\(name)").again()
  }

  /// The number of a step in trace marks.
  func number(_ name: String) throws -> UInt16 { try #require(flow.step(named: name), "\(name)").id.index }
}
