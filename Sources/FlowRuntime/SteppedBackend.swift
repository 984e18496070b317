// SPDX-License-Identifier: Apache-2.0

/// An SDK that is never waited for: a value that is told the time with each call, as a simulated one can be.
package protocol SteppedBackend {
  /// When its next event is due, since the start of the run; nil if none is under way.
  var nextEventTime: Duration? { get }

  /// Takes a call, or refuses it.
  mutating func answer(_ call: SDKCall, at now: Duration) throws(BackendFailure) -> SDKAnswer

  /// The next event, if it is due by now; nil otherwise.
  mutating func event(at now: Duration) throws(BackendFailure) -> SDKEvent?
}

/// Who answers at once, and is a value.
package protocol SteppedResponder {
  /// The response to a question.
  mutating func response(to question: Question) -> Response

  /// Told that the run refused an answer, and why.
  mutating func refused(_ refusal: Refusal, to question: Question)
}

/// Looks on while a run goes from step to step.
package protocol StepWatch {
  /// An input was processed: that step is at work now, by its place in the flow.
  ///
  /// - Parameter time: milliseconds since the start of the run.
  mutating func stands(at step: Int, _ time: Int64)
}
