// SPDX-License-Identifier: Apache-2.0

import MFAFlow

/// One run of a flow on a phone: the SDK, the screen and the session between them, all on the clock of the SDK.
@MainActor
final class FlowRun {
  /// Who is told what the user does.
  let presenter: FlowPresenter
  private let session: FlowSession

  /// A run that has not begun.
  ///
  /// - Parameter changed: shows the screen.
  init(_ flow: ValidFlow, on backend: some TimedBackend, changed: @escaping (Screen?) -> Void) {
    presenter = FlowPresenter(clock: backend.clock, changed: changed)
    session = FlowSession(flow: flow, backend: backend, responder: presenter)
  }

  /// Runs to the end, or until its task is cancelled; then nothing is to be seen any more.
  func play() async -> RunResult {
    let result = await session.run()
    presenter.clear()
    return result
  }

  /// The app goes to the background: nothing of what was typed stays, and time and the SDK go on.
  func leave() {
    session.enterBackground()
    presenter.clear()
  }

  /// The app comes back: what is due strikes, and the open question is asked again.
  func comeBack() { session.enterForeground() }
}
