// SPDX-License-Identifier: Apache-2.0

/// The app goes to the background and comes back, or the run is taken up again: nobody was asked meanwhile, and time
/// went on.
extension FlowMachine {
  /// Nobody sees the app: what is asked can not be answered until it comes back.
  mutating func goToBackground(_ effects: inout Effects) {
    guard !isInBackground else { return }
    isInBackground = true
    if hasStarted { effects.mark(now, .background) }
  }

  mutating func comeToForeground(_ effects: inout Effects) {
    guard isInBackground else { return }
    isInBackground = false
    guard hasStarted else { return }
    effects.mark(now, .foreground)
    askAnew(&effects)
  }

  /// A run that was restored goes on; any other has been started already.
  mutating func reopen(_ effects: inout Effects) {
    guard isRestored else { return }
    isRestored = false
    effects.mark(now, .reopened(step: top.step))
    askAnew(&effects)
  }

  /// What is due strikes; then the open question has a new number, so that no answer to the old one is taken.
  ///
  /// Nothing else about the question changes: no try is spent, no automatic choice is made.
  private mutating func askAnew(_ effects: inout Effects) {
    let asked = lastRequest
    expire(&effects)
    guard !hasEnded, lastRequest == asked, top.request != 0, top.state == .waiting else { return }
    askUnderNewNumber(&effects)
  }

  /// The open question again; no answer to the old number is taken any more.
  mutating func askUnderNewNumber(_ effects: inout Effects) {
    lastRequest &+= 1
    top.request = lastRequest
    let say = top.say >= 0 ? top.say : program.steps[Int(top.step)].say
    effects.mark(now, .asked(request: lastRequest, step: top.step, say: say))
    effects.actions.append(.ask(request: lastRequest))
  }
}
