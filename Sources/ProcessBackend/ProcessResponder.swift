// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowRuntime
import Synchronization
import Values

/// A program in any language as the one who answers: a question goes in, an answer comes out, one message a line.
///
/// Documentation/ProcessProtocol.md tells what it is sent, and what it may say.
public final class ProcessResponder: Responder {
  private struct State {
    var problem: BackendFailure?
    var refusals = 0
    var lastRefusal = ""
    /// The question that was put off last, and how often in a row.
    var putOff = (request: 0, count: 0)
  }

  private let link: ProcessLink
  private let clock: any RunClock
  private let state = Mutex(State())

  /// Starts a program and greets it.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - flow: the name of the flow whose questions it will be asked.
  ///   - world: that of the run, whose texts are never quoted, as a JSON object; nil if there is none.
  ///   - clock: that of the run. On a virtual one time stands still until an answer is there.
  ///   - children: where it is noted, so that it does not outlive the host.
  public static func start(
    _ command: CommandWords, flow: String, world: String? = nil, clock: any RunClock,
    limits: ProcessLimits = ProcessLimits(), in children: ChildProcesses
  ) async throws(BackendFailure) -> ProcessResponder {
    let link = try ProcessLink(command.words, name: "the responder", limits: limits, in: children) {
      method, _ throws(WireFault) in
      throw WireFault("told of \(Diagnostic.quoting(method)), and a responder only answers")
    } onAnswer: {
    } onFailure: { _ in
    }
    if let world, let node = try? JSONReader.read(Array(world.utf8)) { link.note(world: node, except: []) }
    do throws(BackendFailure) {
      let node = try await link.request("initialize", "`initialize`", within: limits.handshake) { json in
        json.field("protocol", WireProtocol.responder)
        json.field("flow", flow)
      }
      let version = try link.read(node, as: "`initialize`", Self.version)
      guard version == WireProtocol.responder else {
        let words = "speaks \(Diagnostic.quoting(version, limit: 40)), and mfaflow speaks `\(WireProtocol.responder)`"
        throw BackendFailure(.brokeContract, "the responder \(words)")
      }
      if !clock.isVirtual { link.watch() }
      return ProcessResponder(link, clock)
    } catch {
      let failure = link.fail(error)
      _ = await link.close()
      throw failure
    }
  }

  /// What a responder says that it speaks.
  static func version(_ node: JSONNode) throws(JSONProblem) -> String {
    var fields = try node.object()
    let version = try fields.take("protocol").text()
    try fields.finish()
    return version
  }

  private init(_ link: ProcessLink, _ clock: any RunClock) {
    self.link = link
    self.clock = clock
  }

  deinit { link.fail(BackendFailure(.gone, "nobody needs the responder any more")) }

  /// On a virtual clock it is: nothing else happens until the answer is there.
  public var answersAtOnce: Bool { clock.isVirtual }

  /// What went wrong with the program; nil if nothing did.
  ///
  /// After it, everybody is told that nobody answers.
  public var failure: BackendFailure? { state.withLock { $0.problem } ?? link.failure }

  /// How many of its answers the run refused, and why the last one; nil if it refused none.
  public var refusals: (count: Int, last: String)? {
    state.withLock { $0.refusals == 0 ? nil : ($0.refusals, $0.lastRefusal) }
  }

  /// Asks the program.
  ///
  /// A person may be behind it: on a live clock it is waited for as long as the question stands, unless the limits say
  /// otherwise.
  public func respond(to question: Question) async -> Response {
    let what = "`respond` (step `\(question.step)`)"
    let isAtOnce = clock.isVirtual
    let now = clock.now
    let limit = isAtOnce ? link.limits.call : link.limits.answer ?? .seconds(1 << 40)
    do throws(BackendFailure) {
      let node = try await link.request("respond", what, within: limit, isDroppable: true) { json in
        json.write(question, at: now)
      }
      link.note(secretsIn: node)
      let response = try link.read(node, as: what) { node throws(JSONProblem) in
        try Response(node, to: question, after: now)
      }
      if isAtOnce, case .waitUntil = response, putsOff(question) {
        throw link.fail(
          BackendFailure(.brokeContract, "the responder put off \(what) \(Self.mostPutOff) times in a row"))
      }
      return response
    } catch {
      if Task.isCancelled { return .wait }
      state.withLock { $0.problem = $0.problem ?? error }
      return .leave
    }
  }

  /// How often in a row one question may be put off, where time passes only for that: the run would never end.
  private static let mostPutOff = 1_000

  /// Whether it has put off the question too often.
  private func putsOff(_ question: Question) -> Bool {
    state.withLock { state in
      let isSame = state.putOff.request == question.request
      state.putOff = (question.request, isSame ? state.putOff.count + 1 : 1)
      return state.putOff.count >= Self.mostPutOff
    }
  }

  /// Tells the program that its answer was refused.
  public func refused(_ refusal: Refusal, to question: Question) async {
    state.withLock { state in
      state.refusals += 1
      state.lastRefusal = refusal.words
    }
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
  ///
  /// - Parameter now: the time of the question. A time to wait for must be later: waiting for one that is past would be no waiting.
  init(_ node: JSONNode, to question: Question, after now: Duration) throws(JSONProblem) {
    var fields = try node.object()
    try Self.checkOne(of: fields)
    if let wait = fields.takeIfThere("wait") {
      try Self.checkTrue(wait, "wait")
      self = .wait
    } else if let leave = fields.takeIfThere("leave") {
      try Self.checkTrue(leave, "leave")
      self = .leave
    } else if let time = fields.takeIfThere("waitUntil") {
      let wanted = try time.timeOfRun()
      if wanted <= now {
        throw JSONProblem(
          "`waitUntil` is \(wanted.milliseconds) ms, and it is \(now.milliseconds) ms already", at: time.place)
      }
      self = .waitUntil(wanted)
    } else if let choice = fields.takeIfThere("choice") {
      let name = try choice.text()
      let isConfirmed = try fields.takeIfThere("confirm").map { node throws(JSONProblem) in try node.flag() } ?? true
      self = .answer(Answer(to: question, choice: name, values: Record(), isConfirmed: isConfirmed))
    } else if let values = fields.takeIfThere("values") {
      self = .answer(Answer(to: question, choice: nil, values: try Record(values), isConfirmed: true))
    } else {
      throw JSONProblem("there is none of `values`, `choice`, `wait`, `waitUntil` and `leave`", at: node.place)
    }
    try fields.finish()
  }

  private static func checkOne(of fields: JSONFields) throws(JSONProblem) {
    var fields = fields
    let answers = ["values", "choice", "wait", "waitUntil", "leave"].compactMap { name in
      fields.takeIfThere(name).map { (name, $0.place) }
    }
    guard answers.count > 1 else { return }
    throw JSONProblem("one answer holds two: `\(answers[0].0)` and `\(answers[1].0)`", at: answers[1].1)
  }

  /// Why: `leave: false` would be read by some as no answer, by others as the opposite of leaving.
  private static func checkTrue(_ node: JSONNode, _ name: String) throws(JSONProblem) {
    guard try node.flag() else {
      throw JSONProblem("`\(name)` can only be `true`: leave it out where it does not hold", at: node.place)
    }
  }
}
