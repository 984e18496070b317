// SPDX-License-Identifier: Apache-2.0

import MFAFlow

/// Touches what it sees, as a list says, and prints it.
@MainActor
final class Finger {
  weak var presenter: FlowPresenter?
  private var touches: [(title: String, touch: (FlowPresenter) -> Void)] = [
    ("onUserConsentThreats", { $0.press("proceed") }),
    ("signIn/identify", { $0.submit(["userName": "bob"]) }),
    ("signIn/verifyPassword", { $0.submit(["password": "wrong"]) }),
    ("signIn/verifyPassword", { $0.submit(["password": "horse-battery-1"]) }),
    ("signIn/signedIn", { $0.press("logOff") }),
    ("signIn/identify", { $0.submit(["userName": "bob"]) }),
    ("signIn/verifyPassword", { $0.submit(["password": "horse-battery-1"]) }),
    ("signIn/signedIn", { $0.press("finish") }),
    ("inbox", { $0.pick(2, of: "notification") }),
    ("inbox", { $0.pick(1, of: "action") }),
    ("inbox", { $0.submit() }),
    ("inbox", { $0.press("finish") }),
  ]

  static let world = """
    startsAt: "2026-03-01T09:00:00Z"
    users:
      bob:
        password: horse-battery-1
        notifications:
          - uuid: pay-1
            subject: Pay 10 EUR
            message: To the baker.
            createdAt: "2026-03-01T08:50:00Z"
            actions: [{ action: Approve, label: Yes }, { action: Reject, label: No }]
          - uuid: pay-2
            subject: Pay 900 EUR
            message: To the landlord.
            createdAt: "2026-03-01T08:55:00Z"
            actions: [{ action: Approve, label: Yes }, { action: Reject, label: No }, { action: Later, label: Later }]
          - { uuid: hello, subject: Welcome, message: Good to see you., createdAt: "2026-03-01T08:45:00Z" }
    threats:
      - during: initialize
        consent: [{ threatId: 7, threatName: Old system, threatCategory: SYSTEM, threatSeverity: LOW, threatMsg: Update it. }]
    """

  func sees(_ screen: Screen?) {
    guard let screen else { return print("(dark)") }
    guard screen.asked == nil else {
      print("  ? \(screen.asked?.confirm ?? "")")
      return touch { $0.confirm(true) }
    }
    print("[\(screen.title)]\(screen.isDialog ? " (dialog)" : "") \(screen.message)")
    for threat in screen.list("threats") { print("  ! \(threat["threatSeverity"]?.description ?? "?")") }
    for field in screen.fields { print("  \(field.name): \(field.none ?? shown(field.kind))") }
    if let left = screen.attemptsLeft { print("  attempts left: \(left)") }
    let buttons = (screen.canSubmit ? ["(continue)"] : []) + screen.buttons.map { "(\($0.name))" }
    if !buttons.isEmpty { print("  " + buttons.joined(separator: " ")) }
    guard touches.first?.title == screen.title else { return }
    let next = touches.removeFirst()
    touch(next.touch)
  }

  private func shown(_ kind: Screen.Field.Kind) -> String {
    switch kind {
    case .text, .number, .flag: "___"
    case .secret: "•••"
    case .words(let words): words.joined(separator: " or ")
    case .items(let items):
      items.map { item in
        (item.isPicked ? "*" : "") + (item.place.map { "\($0) " } ?? "- ") + item.text
          + (item.reason.map { " (\($0))" } ?? "")
      }.joined(separator: "; ")
    }
  }

  /// A finger is slower than the screen: it touches once the question stands.
  private func touch(_ touch: @escaping (FlowPresenter) -> Void) {
    Task { [weak self] in
      guard let presenter = self?.presenter else { return }
      touch(presenter)
    }
  }
}
