// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowRuntime
public import ProcessBackend
import SDKContract

extension ConformanceKit {
  /// Looks at a program: its messages first, then all else.
  ///
  /// - Parameters:
  ///   - limits: how long the program is waited for.
  ///   - children: where it is noted, so that it does not outlive the host.
  /// - Throws: when the program cannot be started at all.
  public func verify(
    _ command: CommandWords, world: String?, limits: ProcessLimits = ProcessLimits(), in children: ChildProcesses
  ) async throws(BackendFailure) -> ConformanceReport {
    let end = end
    let setup = BackendSetup(contract: contract, clock: .virtualIfPossible(VirtualClock()), world: world)
    let talk = ProgramTalk(command, setup, limits, children, until: end)
    let (said, speaks) = try await talk.checks()
    var messages = said
    var report = ConformanceReport(contract)
    if speaks {
      let trial = CapabilityTrial(command, contract, world, probe, limits, self.limits, children, until: end)
      let (checks, mayDirect) = await trial.checks()
      messages += checks
      report = await verify(until: end) { () async throws(BackendFailure) in
        var setup = BackendSetup(contract: contract, clock: .virtualIfPossible(VirtualClock()), world: world)
        setup.holdsEvents = false
        setup.isOnTrial = true
        let limits = limits.cut(at: end)
        let backend = try await ProcessBackend.start(command, setup, limits: limits, in: children)
        return ConformanceSubject(backend, clock: backend.clock, mayDirect: mayDirect) {
          backend.cut("the time was up")
        }
      }
      report.startFailure = nil
      report.explain(
        .answersInTime,
        "on a virtual clock, an event is written before the answer to the request that leads to it, or told as `next`")
    } else {
      report.stop = "it did not greet"
    }
    for check in messages { report.add(check, after: []) }
    if let stop = report.stop {
      for clause in Clause.allCases where clause.isOfMessages && report[clause].checks == 0 {
        report.doubt(clause, "it was not asked: \(stop)")
      }
    }
    return report
  }
}

/// What a program makes of messages, right and wrong.
private struct ProgramTalk {
  private let command: CommandWords
  private let setup: BackendSetup
  private let given: ProcessLimits
  private let children: ChildProcesses
  /// When nobody waits any more.
  private let until: ContinuousClock.Instant

  init(
    _ command: CommandWords, _ setup: BackendSetup, _ limits: ProcessLimits, _ children: ChildProcesses,
    until: ContinuousClock.Instant
  ) {
    self.command = command
    self.setup = setup
    self.given = limits
    self.children = children
    self.until = until
  }

  /// As they are now: nothing is waited for when the time is up.
  private var limits: ProcessLimits { given.cut(at: until) }

  /// What was seen, and whether it speaks at all, as far as anybody knows.
  func checks() async throws(BackendFailure) -> ([ClauseCheck], Bool) {
    var checks = try await greeting()
    guard checks.contains(where: { $0.clause == .greets && $0.breach == nil }) else { return (checks, false) }
    checks += try await claim(version: "mfaflow-backend/0", contract: nil)
    checks += try await claim(version: nil, contract: "mfaflow-no-such-contract")
    for bad in BadMessage.allCases { checks += try await answer(to: bad) }
    checks += try await end(isTold: true)
    checks += try await end(isTold: false)
    checks += try await lastWord()
    return (checks, true)
  }

  /// - Throws: where it declines to be the SDK in this world: that breaks nothing.
  private func greeting() async throws(BackendFailure) -> [ClauseCheck] {
    // Why even if it was cut off: a program that says nothing for all of the time is no backend.
    let (checks, declined) = try await RawDialogue.hold(command, knowing: setup.world, limits: limits, in: children) {
      dialogue -> ([ClauseCheck], String?) in
      switch open(&dialogue) {
      case .speaks(let unknown):
        let checks = unknown.map {
          ClauseCheck.broken(.keepsItsWord, "lists \(Diagnostic.quoting($0)), which is no capability")
        }
        return ([.holds(.greets)] + checks, nil)
      case .declines(let words): return ([], words)
      case .fails(let words): return ([.broken(.greets, words)], nil)
      }
    }
    if let declined {
      throw BackendFailure(.declined, "the backend declines to begin (error \(WireProtocol.declined)): \(declined)")
    }
    return checks
  }

  /// What came of greeting it.
  private enum Opening {
    /// With what it lists among its capabilities that is none.
    case speaks(unknown: [String])
    case declines(String)
    /// The rest of a sentence that begins with "it".
    case fails(String)

    /// What went wrong; nil if nothing did.
    var problem: String? {
      switch self {
      case .speaks: nil
      case .declines(let words): "declines to begin, which it did before: \(words)"
      case .fails(let words): words
      }
    }
  }

  private func open(_ dialogue: inout RawDialogue) -> Opening {
    let line = dialogue.opening(setup, id: 1)
    switch dialogue.ask(line, id: 1, within: limits.handshake) {
    case .result(let node):
      var unknown: [String] = []
      let problem = dialogue.problem(in: node, to: setup, unknown: &unknown)
      return problem.map { .fails($0) } ?? .speaks(unknown: unknown)
    case .error(WireProtocol.declined, let words): return .declines(words)
    case .error(let code, let words): return .fails("answered `initialize` with the error \(code): \(words)")
    case .none(let words): return .fails("\(words) (asked for `initialize`)")
    }
  }

  /// It is greeted in a way that it cannot know, and must not say that it does.
  private func claim(version: String?, contract: String?) async throws(BackendFailure) -> [ClauseCheck] {
    try await hold { dialogue in
      let line = dialogue.opening(setup, id: 1, version: version, contract: contract)
      guard case .result(let node) = dialogue.ask(line, id: 1, within: limits.handshake),
        let claimed = Claim(node), claimed.version == version || claimed.contract == contract
      else { return .holds(.greets) }
      return .broken(.greets, "says that it is \(Diagnostic.quoting(version ?? contract ?? "")), which nobody is")
    }
  }

  private func answer(to bad: BadMessage) async throws(BackendFailure) -> [ClauseCheck] {
    try await hold { dialogue in
      if bad != .beforeGreeting, let words = open(&dialogue).problem { return .broken(.staysUp, words) }
      let id = bad == .garbage ? nil : 2
      switch dialogue.ask(Array((bad.line + "\n").utf8), id: id, within: limits.call) {
      case .error: break
      case .result(let node):
        guard bad.mayBeRejected, Claim.isRejection(node) else {
          return .broken(.survivesBadMessages, "answered \(bad.words) as if it were right")
        }
      case .none(let words): return .broken(.survivesBadMessages, "\(words), when it got \(bad.words)")
      }
      let next =
        bad == .beforeGreeting
        ? dialogue.opening(setup, id: 3)
        : Array(#"{"jsonrpc":"2.0","id":3,"method":"advance","params":{"time":0}}"#.utf8) + [UInt8(ascii: "\n")]
      switch dialogue.ask(next, id: 3, within: limits.call) {
      case .result: return .holds(.survivesBadMessages)
      case .error(let code, _):
        return .broken(.survivesBadMessages, "answers nothing any more but the error \(code), after \(bad.words)")
      case .none(let words): return .broken(.survivesBadMessages, "\(words), after \(bad.words)")
      }
    }
  }

  /// - Parameter isTold: by `shutdown`; otherwise its input ends.
  private func end(isTold: Bool) async throws(BackendFailure) -> [ClauseCheck] {
    try await hold { dialogue in
      if let words = open(&dialogue).problem { return .broken(.staysUp, words) }
      if isTold {
        let line = Array(#"{"jsonrpc":"2.0","id":2,"method":"shutdown","params":{}}"#.utf8) + [UInt8(ascii: "\n")]
        switch dialogue.ask(line, id: 2, within: limits.shutdown) {
        case .result(let node):
          guard let fields = try? node.object(), (try? fields.finish()) != nil else {
            return .broken(.ends, "answered `shutdown` with something else than `{}`")
          }
        case .error(let code, _): return .broken(.ends, "answered `shutdown` with the error \(code)")
        case .none(let words): return .broken(.ends, "\(words) (asked for `shutdown`)")
        }
      }
      let problem = dialogue.problemAtEnd(closingInput: !isTold)
      return problem.map { .broken(.ends, $0) } ?? .holds(.ends)
    }
  }

  /// It is told to shut down right behind a call, whose events may be under way then.
  private func lastWord() async throws(BackendFailure) -> [ClauseCheck] {
    let model = SDKModel(setup.contract)
    let first = setup.contract.calls.indices.first { index in
      guard case .legal = model.standing(of: CallID(index: UInt16(index))) else { return false }
      return !setup.contract.calls[index].replies.isEmpty
    }
    let name = first.map { setup.contract.calls[$0].name } ?? "mfaflowNoSuchCall"
    return try await hold { dialogue in
      if let words = open(&dialogue).problem { return .broken(.staysUp, words) }
      let call = #"{"jsonrpc":"2.0","id":2,"method":"call","params":{"name":"\#(name)","arguments":{},"time":0}}"#
      let shutdown = #"{"jsonrpc":"2.0","id":3,"method":"shutdown","params":{}}"#
      if case .none(let words) = dialogue.ask(Array((call + "\n").utf8), id: 2, within: limits.call) {
        return .broken(.staysUp, "\(words) (asked for `\(name)`)")
      }
      if case .none(let words) = dialogue.ask(Array((shutdown + "\n").utf8), id: 3, within: limits.shutdown) {
        return .broken(.ends, "\(words) (asked for `shutdown`)")
      }
      let more = dialogue.lastWord(within: limits.shutdown)
      return more.map { .broken(.isSilentAtItsEnd, $0) }
        ?? .holds(.isSilentAtItsEnd)
    }
  }

  /// Nothing, where the time was up before the program had done all that it was asked for.
  private func hold(
    _ body: @escaping @Sendable (inout RawDialogue) -> ClauseCheck
  ) async throws(BackendFailure) -> [ClauseCheck] {
    guard ContinuousClock.now < until else { return [] }
    let check = try await RawDialogue.hold(command, knowing: setup.world, limits: limits, in: children, body)
    return ContinuousClock.now < until ? [check] : []
  }
}

/// A message that no backend can carry out.
private enum BadMessage: CaseIterable {
  case garbage
  case otherMethod
  case withoutParams
  case withoutName
  case beforeGreeting

  var line: String {
    switch self {
    case .garbage: #"{"jsonrpc":"2.0","id":2,"method":"#
    case .otherMethod: #"{"jsonrpc":"2.0","id":2,"method":"mfaflowNoSuchMethod","params":{"time":0}}"#
    case .withoutParams: #"{"jsonrpc":"2.0","id":2,"method":"call"}"#
    case .withoutName: #"{"jsonrpc":"2.0","id":2,"method":"call","params":{"arguments":{},"time":0}}"#
    case .beforeGreeting:
      #"{"jsonrpc":"2.0","id":2,"method":"call","params":{"name":"mfaflowNoSuchCall","arguments":{},"time":0}}"#
    }
  }

  var words: String {
    switch self {
    case .garbage: "a line that is no JSON"
    case .otherMethod: "a method that there is not"
    case .withoutParams: "a `call` without `params`"
    case .withoutName: "a `call` without a `name`"
    case .beforeGreeting: "a `call` before `initialize`"
    }
  }

  /// Whether a refusal in the form of an answer is as good as an error.
  var mayBeRejected: Bool { self == .beforeGreeting }
}

/// What a program says it is.
private struct Claim {
  let version: String
  let contract: String

  init?(_ node: JSONNode) {
    guard var fields = try? node.object(), let version = try? fields.take("protocol").text(),
      var inner = try? fields.take("contract").object(), let contract = try? inner.take("name").text()
    else { return nil }
    (self.version, self.contract) = (version, contract)
  }

  static func isRejection(_ node: JSONNode) -> Bool {
    guard var fields = try? node.object(), let answer = try? fields.take("answer").text() else { return false }
    return answer == "rejected"
  }
}

extension ProcessLimits {
  /// The same, but that nothing is waited for behind a moment.
  func cut(at end: ContinuousClock.Instant) -> ProcessLimits {
    var limits = self
    let left = max(.zero, end - .now)
    limits.handshake = min(handshake, left)
    limits.call = min(call, left)
    limits.shutdown = min(shutdown, left)
    return limits
  }
}
