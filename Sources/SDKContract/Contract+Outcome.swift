// SPDX-License-Identifier: Apache-2.0

package import Values

extension Contract {
  /// How an event came out: its error is read first, then its status, then the fields that must have certain values.
  ///
  /// A failure that the contract does not number, such as a status that it does not list, is an error without a number.
  package func outcome(of event: EventSpec, status: Int?, error: Int, data: borrowing Record) -> ReplyOutcome {
    if error != 0 { return .error(error) }
    let code = failure(status, in: event)
    if let code {
      guard let index = codes.firstIndex(where: { $0.number == code }) else { return .error(nil) }
      guard codes[index].isInformational else { return .code(code) }
    } else if status == nil, !event.successCodes.isEmpty {
      return .error(nil)
    }
    for required in event.required {
      if case .int(let number)? = data[required.field], !required.numbers.contains(number) { return .error(nil) }
    }
    return code.map { .code($0) } ?? .success
  }

  /// The phase that an event enters; nil for none.
  ///
  /// Nobody is signed in by an event that fails: with an error, or with a status that is no success.
  package func phase(enteredBy event: EventID, _ outcome: ReplyOutcome) -> PhaseID? {
    let phase = events[Int(event.index)].phase
    guard phase != nil, phase == signedInPhase else { return phase }
    return isFailure(outcome, of: event) ? nil : phase
  }

  /// Whether somebody is signed in once an event has come; never where the contract has no phase for that.
  package func signsIn(_ event: EventID, _ outcome: ReplyOutcome = .success) -> Bool {
    signedInPhase.map { phase(enteredBy: event, outcome) == $0 } ?? false
  }

  /// Whether somebody is signed in once the SDK has accepted a call; never where the contract has no phase for that.
  package func signsIn(_ call: CallID) -> Bool {
    signedInPhase.map { calls[Int(call.index)].entersPhase == $0 } ?? false
  }

  /// Whether an event that comes out so has failed: with an error, or with a code that is not mere information.
  package func isFailure(_ outcome: ReplyOutcome, of event: EventID) -> Bool {
    switch outcome {
    case .success: false
    case .code(let code): !isInformational(code, in: event)
    case .error: true
    }
  }

  /// Whether an event that carries this code is no failure.
  package func isInformational(_ code: Int, in event: EventID) -> Bool {
    for index in codes.indices where codes[index].number == code && codes[index].isInformational {
      if codes[index].arrivals.contains(where: { $0.event == event }) { return true }
    }
    return false
  }

  /// The status, where it is none that means success in the event.
  ///
  /// - Parameter event: nil for one that the contract does not know: then its general success codes count.
  package func failure(_ status: Int?, in event: EventSpec?) -> Int? {
    guard let status, !successCodes(of: event).contains(status) else { return nil }
    return status
  }

  /// The status codes that mean success in an event.
  package func successCodes(of event: EventSpec?) -> [Int] {
    guard let own = event?.successCodes, !own.isEmpty else { return successCodes }
    return own
  }
}
