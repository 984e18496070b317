// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowRuntime
import Synchronization
import Values

/// A program in any language as the one who answers: a question goes in, an answer comes out, one message a line.
///
/// Documentation/ProcessProtocol.md tells what it is sent, and what it may say.
public final class ProcessResponder: Responder {
  private let link: ProcessLink
  private let isAtOnce: Bool
  private let problem = Mutex<BackendFailure?>(nil)

  /// Starts a program and greets it.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - flow: the name of the flow whose questions it will be asked.
  ///   - clock: that of the run. On a virtual one time stands still until an answer is there.
  ///   - children: where it is noted, so that it does not outlive the host.
  public static func start(
    _ command: CommandWords, flow: String, clock: any RunClock, limits: ProcessLimits = ProcessLimits(),
    in children: ChildProcesses
  ) async throws(BackendFailure) -> ProcessResponder {
    let link = try ProcessLink(command.words, name: "the responder", limits: limits, in: children) {
      method, _ throws(WireFault) in
      throw WireFault("told of \(Diagnostic.quoting(method)), and a responder only answers")
    } onFailure: { _ in
    }
    do throws(BackendFailure) {
      let node = try await link.request("initialize", "`initialize`", within: limits.handshake) { json in
        json.field("protocol", WireProtocol.responder)
        json.field("flow", flow)
      }
      let version = try link.read(node, as: "`initialize`") { node throws(JSONProblem) in
        var fields = try node.object()
        return try fields.take("protocol").text()
      }
      guard version == WireProtocol.responder else {
        let words = "speaks \(Diagnostic.quoting(version, limit: 40)), and mfaflow speaks `\(WireProtocol.responder)`"
        throw BackendFailure(.brokeContract, "the responder \(words)")
      }
      return ProcessResponder(link, isAtOnce: clock.isVirtual)
    } catch {
      link.fail(error)
      _ = await link.close()
      throw error
    }
  }

  private init(_ link: ProcessLink, isAtOnce: Bool) {
    self.link = link
    self.isAtOnce = isAtOnce
  }

  deinit { link.fail(BackendFailure(.gone, "nobody needs the responder any more")) }

  /// On a virtual clock it is: nothing else happens until the answer is there.
  public var answersAtOnce: Bool { isAtOnce }

  /// What went wrong with the program; nil if nothing did.
  ///
  /// After it, everybody is told that nobody answers.
  public var failure: BackendFailure? { problem.withLock { $0 } ?? link.failure }

  /// Asks the program.
  ///
  /// A person may be behind it: on a live clock it is waited for as long as the question stands.
  public func respond(to question: Question) async -> Response {
    let what = "`respond` (step `\(question.step)`)"
    let limit = isAtOnce ? link.limits.call : .seconds(1 << 40)
    do throws(BackendFailure) {
      let node = try await link.request("respond", what, within: limit, isDroppable: !isAtOnce) { $0.write(question) }
      return try link.read(node, as: what) { node throws(JSONProblem) in try Response(node, to: question) }
    } catch {
      if Task.isCancelled { return .wait }
      problem.withLock { $0 = $0 ?? error }
      return .leave
    }
  }

  /// Tells the program that its answer was refused.
  public func refused(_ refusal: Refusal, to question: Question) async {
    link.notify("refused") { json in
      json.field("request", question.request)
      json.field("step", question.step)
      json.field("why", refusal.words)
    }
  }

  /// Has the program shut down; after it, nothing of it is left.
  @discardableResult
  public func close() async -> BackendFailure? { await link.close() }
}

extension Response {
  /// Reads what a responder says: an answer, `wait`, `waitUntil` or `leave`.
  fileprivate init(_ node: JSONNode, to question: Question) throws(JSONProblem) {
    var fields = try node.object()
    if fields.takeIfThere("wait") != nil {
      self = .wait
    } else if fields.takeIfThere("leave") != nil {
      self = .leave
    } else if let time = fields.takeIfThere("waitUntil") {
      self = .waitUntil(.milliseconds(try time.int(in: 0...Int.max)))
    } else {
      let choice = try fields.takeIfThere("choice").map { node throws(JSONProblem) in try node.text() }
      let values = try fields.takeIfThere("values").map { node throws(JSONProblem) in try Record(node) }
      let isConfirmed = try fields.takeIfThere("confirm").map { node throws(JSONProblem) in try node.flag() }
      guard choice != nil || values != nil else {
        throw JSONProblem("there is none of `values`, `choice`, `wait`, `waitUntil` and `leave`", at: node.place)
      }
      self = .answer(
        Answer(to: question, choice: choice, values: values ?? Record(), isConfirmed: isConfirmed ?? true))
    }
    try fields.finish()
  }
}

extension JSONWriter {
  /// Writes the fields of a question: all that a screen needs, and no secret.
  fileprivate mutating func write(_ question: Question) {
    field("request", question.request)
    field("step", question.step)
    field("isInterrupt", question.isInterrupt)
    if let message = question.message { field("message", message) }
    if let event = question.event {
      key("event")
      write(event)
    }
    array("inputs") { json in
      for input in question.inputs {
        json.object { json in
          json.field("name", input.name)
          json.field("type", input.type.description)
          json.field("secret", input.isSecret)
          if input.isPick { json.field("pick", true) }
          if case .text(let text)? = input.suggestion { json.field("suggestion", text) }
        }
      }
    }
    field("canSubmit", question.canSubmit)
    array("choices") { json in
      for choice in question.choices {
        json.object { json in
          json.field("name", choice.name)
          if let confirm = choice.confirm { json.field("confirm", confirm) }
        }
      }
    }
    if let attempts = question.attemptsLeft { field("attemptsLeft", attempts) }
    if let refusal = question.refusal { field("rejected", refusal) }
    if let deadline = question.deadline { field("deadline", Int(deadline.milliseconds)) }
  }
}
