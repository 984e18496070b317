// SPDX-License-Identifier: Apache-2.0

public import SDKContract
import Values

/// What goes into a machine.
public enum MachineInput: Sendable {
  /// Begins the run.
  case start
  case answer(Answer)
  /// The SDK took the call that was made last.
  case accepted
  /// What the security modules say; reasons where one denies, errs or is silent.
  case verdict(SecurityVerdict)
  /// The SDK refused the call that was made last.
  case rejected(code: Int)
  case event(Occurrence)
  /// Time has passed.
  case tick
  /// Nobody sees the app any more: nothing can be answered until it comes back.
  case background
  /// The app is seen again.
  case foreground
}

/// What a machine wants done.
public enum Action: Sendable {
  /// A question is open: ``FlowMachine/question(at:)`` has it. It replaces the one before.
  case ask(request: UInt32)
  /// A call is to be made; its synchronous answer is the next input.
  case call(MachineCall)
  /// Every security module is to be asked these questions; the verdict is the next input.
  case gate([SecurityQuestion])
  /// A call is not made, since the security modules denied it: what was typed for it is to be overwritten.
  case discard(MachineCall)
  /// A call is to be made on the way out; its reply is not waited for.
  case abandon(CallID)
  case end(RunEnd)
}

/// What a machine did with an input: actions for the session, and marks for the trace.
public struct Effects: Sendable {
  /// What the session has to do, in this order.
  public var actions: [Action] = []
  /// What happened; filled only if `isTracing`.
  public var marks: [TraceMark] = []
  /// Why the answer was refused; nil if the input was no answer, or was taken.
  public var refusal: Refusal?
  /// Whether the machine writes down what happens; a run without a trace is faster.
  public let isTracing: Bool

  /// Room for what a machine does, with marks for a trace or without.
  public init(tracing: Bool) { isTracing = tracing }

  /// Empties it for the next input, and keeps its room.
  public mutating func clear() {
    // Most inputs cause one action and a few marks: taken out one by one they cost least.
    while actions.popLast() != nil {}
    if !marks.isEmpty { marks.removeAll(keepingCapacity: true) }
    if refusal != nil { refusal = nil }
  }

  @inline(__always)
  mutating func mark(_ time: Int64, _ what: @autoclosure () -> TraceMark.What) {
    if isTracing { marks.append(TraceMark(time: time, what: what())) }
  }
}

/// A call that a machine makes, before its arguments are put together.
public struct MachineCall: Sendable {
  let row: UInt16
  /// The inputs of the step, in order.
  let values: [Value]
  /// The event that is answered.
  let data: Occurrence?
  /// Whom the SDK last named; nil where the call does not ask for it.
  let user: String?
}
