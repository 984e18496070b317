// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import SDKContract
import Synchronization
import SystemCalls
import Values

/// Asks the person at the terminal.
struct TerminalResponder: Responder {
  /// What the person was last told.
  private final class Memory: Sendable {
    struct State {
      /// The question that was shown last; nil if none was.
      var shown: Question?
      /// What its step says by itself; nil if nothing.
      var own: String?
      /// Why an answer was refused, if the next question would say it again.
      var refusal: String?
    }

    let state = Mutex(State())
  }

  /// In milliseconds: longer than most SDKs take, and shorter than a person waits.
  private static let moment: Int32 = 1_000

  private let terminal: Terminal
  private let contract: Contract
  private let clock: any RunClock
  private let memory = Memory()

  /// - Parameters:
  ///   - contract: what codes mean.
  ///   - clock: that of the run, by which choices cool down.
  init(_ terminal: Terminal, _ contract: Contract, clock: any RunClock) {
    self.terminal = terminal
    self.contract = contract
    self.clock = clock
  }

  var answersAtOnce: Bool { false }

  /// Blocks no task: the dialogue has a thread of its own, and ends when the task is cancelled.
  func respond(to question: Question) async -> Response {
    guard let wake = WakePipe() else { return .leave }
    let left = left(of: question)
    return await withTaskCancellationHandler {
      await OwnThread.run { [terminal] in
        terminal.takingTurn { wake.isWoken ? .wait : ask(question, wake, left) }
      }
    } onCancel: {
      wake.wake()
    }
  }

  func refused(_ refusal: Refusal, to question: Question) async {
    terminal.dropTypedAhead()
    var words = refusal.inWords
    if case .failedCheck(_?) = refusal, let message = question.message {
      memory.state.withLock { $0.refusal = message }
      words = message
    }
    terminal.write("not accepted: \(words.onOneLine)".lines(behind: "  ", columns: terminal.columns))
  }

  private func ask(
    _ question: Question, _ wake: WakePipe, _ left: (@Sendable () -> Duration)?
  ) -> Response {
    // Why: the reply to what was just chosen comes in a moment, as a rule, and takes the question away.
    let isAgain = question.isUnderWay && question.step == memory.state.withLock { $0.shown?.step }
    if isAgain, wake.isWoken(within: Self.moment) {
      // Who pressed the key a second time meant this question.
      terminal.dropTypedAhead()
      return .wait
    }
    let last = memory.state.withLock { state in
      defer {
        let isRefused = state.refusal != nil && question.step == state.shown?.step
        state = Memory.State(shown: question, own: isRefused ? state.own : question.message, refusal: nil)
      }
      return state
    }
    // Why: what was typed ahead was not meant for a question that nobody could expect.
    if question.isInterrupt || question.step == last.shown?.step { terminal.dropTypedAhead() }
    let dialogue = Dialogue(
      terminal, wake, NamedChoices(question, clock), contract, told: last.refusal, own: last.own, left: left)
    return dialogue.ask(question, isAgain: isAgain && last.shown.map { question.reads(as: $0) } ?? false)
  }

  /// What is left of the countdown, as time goes on; nil if the person cannot be shown it, or nobody waits for the clock.
  private func left(of question: Question) -> (@Sendable () -> Duration)? {
    guard let countdown = question.countdown, !clock.isVirtual, !terminal.isDumb else { return nil }
    let end = clock.now + countdown
    return { [clock] in max(.zero, end - clock.now) }
  }
}

extension Question {
  /// Whether a person would read the same as in another one.
  fileprivate func reads(as other: Question) -> Bool {
    step == other.step && message == other.message && choices == other.choices && later == other.later
      && inputs == other.inputs && refusal == other.refusal && event == other.event
  }
}

extension Refusal {
  /// The reason, as a person at a terminal is told it.
  fileprivate var inWords: String {
    switch self {
    case .stale: "the question has changed"
    case .unknownChoice: "there is no such choice"
    case .notOffered(let name): "`\(name)` cannot be chosen now"
    case .nothingToSubmit: "nothing can be handed in now"
    case .missingValue(let name): "`\(name)` is missing"
    case .unknownValue(let name): "\(name.map { "`\($0)`" } ?? "this") is not asked for"
    case .wrongType(let name, let type): "`\(name)` must be of the type \(type)"
    case .noSuchItem(let name): "`\(name)` is none of the items above"
    case .tooShort(let name, let minimum): "`\(name)` needs at least \(minimum) character\(minimum == 1 ? "" : "s")"
    case .tooLong(let name, let maximum): "`\(name)` may have at most \(maximum) characters"
    case .outOfBounds(let name, let minimum, let maximum):
      "`\(name)` must be \(Refusal.bounds(minimum, maximum))"
    case .failedCheck: "the values do not fit each other"
    }
  }
}
