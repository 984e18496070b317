// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import SDKContract

@testable import ProcessBackend

/// What a program may say while one request is open, by the schema and by the host.
enum WireContext: String, CaseIterable, Sendable {
  case initialize, call, direct, shutdown
  case callOnDevices, directOnDevices
  case greetResponder, respond

  static let devices = ["phone", "tablet"]

  var hasDevices: Bool { self == .callOnDevices || self == .directOnDevices }
  var isResponder: Bool { self == .greetResponder || self == .respond }
  /// Of the request that is open.
  var id: Int { self == .initialize || self == .greetResponder ? 1 : 2 }

  /// The definitions of the schema, one of which a message must be as.
  var definitions: [String] {
    switch self {
    case .initialize: ["answerToInitialize", "error"]
    case .call: ["answerToCall", "eventMessage", "error"]
    case .direct: ["answerToDirect", "answerToAdvance", "eventMessage", "error"]
    case .shutdown: ["answerToShutdown", "eventMessage", "error"]
    case .callOnDevices: ["answerToCallOnDevices", "eventMessageOnDevice", "error"]
    case .directOnDevices: ["answerToDirectOnDevices", "answerToAdvanceOnDevices", "eventMessageOnDevice", "error"]
    case .greetResponder: ["responderAnswerToInitialize", "error"]
    case .respond: ["answerToRespond", "error"]
    }
  }

  /// What the run knows beyond the schema.
  func narrowings(_ contract: Contract) -> [String: String] {
    [
      "id": #"{"type":"integer","const":\#(id)}"#, "device": #"{"enum":["phone","tablet"]}"#,
      "contract": #"""
      {"type":"object","properties":{"name":{"const":"\#(contract.name)"},"version":{"const":"\#(contract.version)"},
      "fingerprint":{"const":"\#(contract.fingerprint)"}},"required":["name"],"additionalProperties":false}
      """#,
    ]
  }

  func setup(_ contract: Contract) -> BackendSetup {
    var setup = BackendSetup(contract: contract, clock: .virtualIfPossible(VirtualClock()), world: nil)
    setup.devices = hasDevices ? Self.devices : []
    // What the contract knows is for no schema to say.
    setup.holdsEvents = false
    return setup
  }

  static let question = Question(
    request: 1, step: "ask", event: nil, message: nil, inputs: [], canSubmit: true, choices: [], later: [],
    attemptsLeft: nil, refusal: nil, countdown: nil, deadline: nil, isInterrupt: false)

  /// Why the host does not read a line as a message that may come now; nil if it does.
  ///
  /// It reads an error, which then ends the run, because it says that the program could not do what it was asked.
  func refusal(of line: [UInt8], _ contract: Contract) -> String? {
    do {
      switch try WireMessage(line) {
      case .request: return "it asks"
      case .notification(let method, let params):
        guard !isResponder, self != .initialize, method == "event" else { return "there is no such message now" }
        let told = try ToldEvent(params, hasDevices: hasDevices)
        try DeviceInboxes(setup(contract).devices).put(told.event, on: told.device, most: 1)
      case .error(let name, _, _): guard name == nil || name == .number(id) else { return "it is not open" }
      case .result(let name, let node):
        guard name == .number(id) else { return "it is not open" }
        try read(node, contract)
      }
      return nil
    } catch let fault as WireFault {
      return fault.words
    } catch {
      return (error as? JSONProblem)?.message ?? "\(error)"
    }
  }

  private func read(_ node: JSONNode, _ contract: Contract) throws {
    switch self {
    case .initialize: _ = try BackendGreeting(node, to: setup(contract))
    case .call, .callOnDevices:
      _ = try Pace.all(node, isAlone: false, of: setup(contract).devices)
      _ = try SDKAnswer(node)
    case .direct, .directOnDevices: _ = try Pace.all(node, isAlone: true, of: setup(contract).devices)
    case .shutdown: try ProcessLink.checkLast(node)
    case .greetResponder:
      guard try ProcessResponder.version(node) == WireProtocol.responder else { throw WireFault("another version") }
    case .respond: _ = try Response(node, to: Self.question, after: .zero)
    }
  }
}

/// A program that says a line while a request is open, and the host that hears it.
struct WireProgram {
  let context: WireContext
  let contract: Contract
  let line: String

  private static let couldNot = "could not carry out"

  private func saying(_ line: String) -> String { "printf '%s\\n' '\(line.replacing("'", with: #"'\''"#))'" }

  private func result(_ id: Int, _ result: String) -> String {
    saying(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#)
  }

  private var greeting: String {
    context.isResponder
      ? #"{"protocol":"mfaflow-responder/1"}"#
      : #"{"protocol":"mfaflow-backend/1","contract":{"name":"\#(contract.name)"},"capabilities":["devices"]}"#
  }

  private var script: String {
    var lines = ["read -r l"]
    if context.id == 2 { lines += [result(1, greeting), "read -r l"] }
    lines.append(saying(line))
    if line.contains(#""method""#) {
      let isCall = context == .call || context == .callOnDevices
      lines.append(result(2, isCall ? #"{"answer":"accepted"}"# : "{}"))
    }
    if context != .shutdown { lines += ["read -r l", result(context.id + 1, "{}")] }
    return lines.joined(separator: "\n")
  }

  /// Why the host ends the program, but for what an error says; nil if it hears it out.
  func failure() async throws -> String? {
    let children = ChildProcesses()
    let command = try CommandWords("sh -c '\(script.replacing("'", with: #"'\''"#))'")
    do throws(BackendFailure) {
      try await context.isResponder ? answer(command, children) : serve(command, children)
      return nil
    } catch {
      return error.description.contains(Self.couldNot) ? nil : error.description
    }
  }

  private func serve(_ command: CommandWords, _ children: ChildProcesses) async throws(BackendFailure) {
    let backend = try await ProcessBackend.startAll(command, context.setup(contract), in: children)[0]
    switch context {
    case .call, .callOnDevices: _ = try await backend.perform(SDKCall(name: "initialize"))
    case .direct, .directOnDevices: try await backend.direct(.hold)
    default: break
    }
    if let failure = await backend.close() { throw failure }
  }

  private func answer(_ command: CommandWords, _ children: ChildProcesses) async throws(BackendFailure) {
    let responder = try await ProcessResponder.start(command, flow: "flow", clock: VirtualClock(), in: children)
    if context == .respond { _ = await responder.respond(to: WireContext.question) }
    if let failure = responder.failure { throw failure }
    if let failure = await responder.close() { throw failure }
  }
}
