// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// Changes of shipped flows in what a call is handed, and in what is checked before.
@Suite("mfaflow diff: what calls are handed, and what is checked before")
struct DiffCallTests {
  private static let shipped = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "flows")

  /// Compares a shipped flow with itself after a change of one of its files.
  private func diff(
    _ path: String, in changed: String? = nil, _ changes: [(String, String)], back: Bool = false
  ) async throws -> Outcome {
    let desk = try Self.desk(path, in: changed, changes)
    let (old, new) = back ? ("@new/\(path)", "@old/\(path)") : ("@old/\(path)", "@new/\(path)")
    return await desk.run("diff", "--summary", old, new)
  }

  /// The shipped flows as they are, and with the change.
  static func desk(_ path: String, in changed: String? = nil, _ changes: [(String, String)]) throws -> Desk {
    let desk = try Desk()
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.shipped.path).filter { $0.hasSuffix(".yaml") }
    for file in files {
      var text = try String(contentsOf: Self.shipped.appending(path: file), encoding: .utf8)
      try desk.put("old/\(file)", text)
      for (old, new) in changes where file == changed ?? path {
        #expect(text.contains(old), "\(old)")
        text = text.replacing(old, with: new)
      }
      try desk.put("new/\(file)", text)
    }
    return desk
  }

  @Test("an argument that differs is told alone, and by the names that authors write")
  func named() async throws {
    let told = try await diff("variants/step-up.yaml", [("authLevel: step-up", "authLevel: none")])
    #expect(told.output.contains("`sign`: `with`: `authLevel` is none instead of step-up\n"), "\(told)")
  }

  @Test(
    "whether a call asks for less that may lead to a proof is not decided, and what is signed is a change",
    arguments: [
      ("authLevel: step-up", "authLevel: none", true), ("authenticatorType: password", "authenticatorType: none", true),
      ("payload: Pay 10 EUR", "payload: Pay 20 EUR", false),
    ])
  func terms(old: String, new: String, isOpen: Bool) async throws {
    for back in [false, true] {
      let told = try await diff("variants/step-up.yaml", [(old, new)], back: back)
      #expect(told.output.contains(isOpen ? "not decided: `sign`: `with`: " : "changed: `sign`: `with`: "), "\(told)")
      #expect(told.code == (isOpen ? .failure : .success), "\(told)")
    }
  }

  @Test("a new place that hands such a call what no place did before is not decided")
  func termsElsewhere() async throws {
    let small = """
      add:
        steps.signedIn.choices.small: { to: small }
        steps.small:
          call: authenticateUserAndSignData
          with: { payload: Pay 1 EUR, authLevel: none, authenticatorType: password, reason: A payment }
          max: 1
          then: { getPassword(sign-data): confirm, rejected: failed, else: failed }

      """
    let told = try await diff("variants/step-up.yaml", [("add:\n", small)])
    let words = "with `authLevel`: none, `authenticatorType`: password, which no place did before"
    #expect(told.output.contains("not decided: `small` calls `authenticateUserAndSignData` \(words)\n"), "\(told)")
    let alike = try await diff("variants/step-up.yaml", [("add:\n", small.replacing("none", with: "step-up"))])
    #expect(!alike.output.contains("which no place did before"), "\(alike)")
  }

  private static let severities = "event.threats.all(t, t.threatSeverity == \"LOW\")"
  private static let twoSeverities = "event.threats.all(t, t.threatSeverity in [\"LOW\", \"MEDIUM\"])"

  @Test(
    "what is checked less is weaker, and more is stronger, where one answer or threat shows it",
    arguments: [
      ("identify", "[^ ]{1,128}", "[^ ]{1,256}"),
      ("identify", "[^ ]{1,128}", ".{1,256}"),
      ("threats", severities, severities.replacing("== \"LOW\"", with: "in [\"LOW\", \"HIGH\"]")),
      ("threats", "exists(t, t.threatSeverity == \"MEDIUM\")", "exists(t, t.threatSeverity in [\"LOW\", \"MEDIUM\"])"),
    ])
  func checkedLess(part: String, old: String, new: String) async throws {
    let there = try await diff("login.yaml", in: "parts/\(part).yaml", [(old, new)])
    #expect(there.output.contains("  weaker: ") && !there.output.contains("not decided"), "\(new): \(there)")
    #expect(there.code == .failure, "\(there)")
    let back = try await diff("login.yaml", in: "parts/\(part).yaml", [(old, new)], back: true)
    #expect(back.output.contains("  stronger: ") && !back.output.contains("weaker"), "\(new): \(back)")
    #expect(!back.output.contains("not decided"), "\(new): \(back)")
  }

  @Test("a length is compared beside another input that must be equal", arguments: [6, 8])
  func lengths(size: Int) async throws {
    let check = "      - check: newPassword == confirmPassword\n"
    let longer = "      - check: size(newPassword) >= \(size)\n"
    let told = try await diff("login.yaml", in: "parts/password-expired.yaml", [(check, longer + check)])
    #expect(told.output.contains("  stronger: ") && !told.output.contains("not decided"), "\(told)")
    let back = try await diff("login.yaml", in: "parts/password-expired.yaml", [(check, longer + check)], back: true)
    #expect(back.output.contains("  weaker: ") && !back.output.contains("not decided"), "\(back)")
  }

  @Test(
    "conditions that let the same through are no difference",
    arguments: [
      (severities, severities.replacing("== \"LOW\"", with: "in [\"LOW\"]")),
      (twoSeverities, twoSeverities.replacing("[\"LOW\", \"MEDIUM\"]", with: "[\"MEDIUM\", \"LOW\"]")),
      (severities, "(!event.threats.exists(t, t.threatSeverity != \"LOW\"))"),
      // All are LOW or MEDIUM there.
      ("exists(t, t.threatSeverity == \"MEDIUM\")", "exists(t, t.threatSeverity in [\"MEDIUM\", \"HIGH\"])"),
      (
        twoSeverities + " && event.threats.exists(t, t.threatSeverity == \"MEDIUM\")",
        "event.threats.exists(t, t.threatSeverity == \"MEDIUM\") && " + twoSeverities
      ),
    ])
  func alike(old: String, new: String) async throws {
    let told = try await diff("login.yaml", in: "parts/threats.yaml", [(old, new)])
    #expect(told.output.contains("login.yaml: equal ") && told.code == .success, "\(told)")
  }

  @Test(
    "a larger limit of successes, or of all uses beside it, is shown by a run that uses it up",
    arguments: [("count: 3, per: session", "count: 4, per: session"), ("total: 30", "total: 31")])
  func successes(old: String, new: String) async throws {
    let there = try await diff("login.yaml", in: "parts/session.yaml", [(old, new)])
    #expect(there.output.contains("  weaker: ") && !there.output.contains("not decided"), "\(there)")
    let back = try await diff("login.yaml", in: "parts/session.yaml", [(old, new)], back: true)
    #expect(back.output.contains("  stronger: ") && !back.output.contains("not decided"), "\(back)")
  }

  @Test("a question before something is sent may not be taken away, and any other may")
  func sentUnasked() async throws {
    let (part, choices) = ("parts/suspended.yaml", "    say: send-a-code\n")
    let there = try await diff("login.yaml", in: part, [(choices, choices + "    auto: unblock\n")])
    #expect(there.output.contains("weaker: `suspended`: the choice `unblock`: `auto` is new"), "\(there)")
    let back = try await diff("login.yaml", in: part, [(choices, choices + "    auto: unblock\n")], back: true)
    #expect(back.output.contains("stronger: `suspended`: the choice `unblock`: `auto` is gone"), "\(back)")
    let other = try await diff("login.yaml", in: part, [(choices, choices + "    auto: cancel\n")])
    #expect(other.output.contains("changed: `suspended`: the choice `cancel`: `auto` is new"), "\(other)")
    #expect(!other.output.contains("weaker"), "\(other)")
  }

  @Test(
    "what makes shipped flows weaker makes them stronger when it is taken back, and a no may be said more or less often",
    arguments: [
      ("passkey-login.yaml", "later: { to: mayPay }", "later: { to: mayLook }", "weaker", "stronger"),
      ("parts/device-name.yaml", "    auto: name\n", "", "stronger", "weaker"),
      ("parts/enrolment.yaml", "        max: 5\n      cancel", "        max: 6\n      cancel", "changed", "changed"),
    ])
  func directions(file: String, old: String, new: String, there: String, back: String) async throws {
    let path = file.hasPrefix("parts/") ? "login.yaml" : file
    for (isBack, verdict) in [(false, there), (true, back)] {
      let told = try await diff(path, in: file, [(old, new)], back: isBack)
      #expect(told.output.contains("\n  1 \(verdict)\n"), "\(told)")
    }
  }

  @Test("what a step sends to which nothing but a reply leads was asked for nowhere")
  func sentByStep() async throws {
    let step = """
      steps:
        resend:
          call: resetBlockedUserAccount
          gate: [isDeviceSecure, allowLogin]
          max: 1
          then: { getActivationCode: enterCode, deny: refused, exhausted: blocked, else: failed }

      """
    let there = try await diff(
      "login.yaml",
      [("141: { to: suspended }", "141: { to: resend }"), ("steps: {} # all of them are in the parts\n", step)])
    #expect(there.output.contains("without asking the user, who was asked everywhere before"), "\(there)")
  }

  @Test("a call that sends something and that only one of the flows makes is weaker, and stronger when it is gone")
  func sent() async throws {
    let resend =
      "      resend: { call: resendActivationCode, max: 3, every: 3s, then: { getActivationCode: { stay: code-sent } } }\n"
    let gone = try await diff("activation.yaml", in: "parts/enrolment.yaml", [(resend, "")])
    #expect(gone.output.contains("stronger: calls of `resendActivationCode` in a run: 0 instead of 3\n"), "\(gone)")
    let there = try await diff("activation.yaml", in: "parts/enrolment.yaml", [(resend, "")], back: true)
    #expect(
      there.code == .failure
        && there.output.contains("weaker: calls of `resendActivationCode` in a run: 3 instead of 0\n"), "\(there)")
  }

  @Test("what the goal claims anyway is no difference at an end")
  func claimed() async throws {
    let end = "  done: { outcome: success"
    let changes = [(end, "\(end), require: { kinds: 2 }")]
    let (there, back) = (
      try await diff("login.yaml", changes), try await diff("login.yaml", changes, back: true)
    )
    #expect(there.output.contains("login.yaml: equal "), "\(there)")
    #expect(back.output.contains("login.yaml: equal "), "\(back)")
  }

  @Test("a flow whose only step runs another one does the same as that, if their ends say and claim the same")
  func inlined() async throws {
    let outer = """
      language: mfaflow/1
      flow: login
      version: 1.0.0
      sdk: relid
      goal: aal2
      require: { gates: [isDeviceSecure, allowLogin] }
      use: [parts/threats, parts/session, parts/device-name]
      start: signIn
      steps:
        signIn:
          run: login
          then:
            done: done
            signedOut: signedOut
            renewed: renewed
            blocked: blocked
            refused: refused
            unavailable: unavailable
            chooseWay: chooseWay
            else: failed
      ends:
        done: { outcome: success }
        chooseWay: { outcome: failure, say: add-it-first }
        signedOut: { outcome: ended }
        renewed: { outcome: ended, say: sign-in-with-it }
        blocked: { outcome: failure, say: ask-for-help }
        refused: { outcome: failure, say: login-refused }
        unavailable: { outcome: failure, say: try-again-later }
        failed: { outcome: failure, say: something-went-wrong }
      messages:
        add-it-first: This device is new to us. Add it to your account first.
        ask-for-help: We cannot go on here. Please contact support.
        login-refused: You cannot sign in on this device.
        try-again-later: The service cannot be reached. Try again later.
        something-went-wrong: Something went wrong. Start again.
        sign-in-with-it: That is set up. Sign in with it now.

      """
    let login = try String(contentsOf: Self.shipped.appending(path: "login.yaml"), encoding: .utf8)
    for (changes, verdicts) in [
      ([], ["equal", "equal"]),
      ([("require: { gates: [isDeviceSecure, allowLogin] }\n", "")], ["weaker"]),
      // What the lines of the inner flow say is read, and not what the outer end says.
      ([("You cannot sign in on this device.", "No.")], ["equal", "equal"]),
    ] as [([(String, String)], [String])] {
      let desk = try Desk()
      let parts = try FileManager.default.contentsOfDirectory(atPath: Self.shipped.appending(path: "parts").path)
      for part in parts {
        let text = try String(contentsOf: Self.shipped.appending(path: "parts/\(part)"), encoding: .utf8)
        try desk.put("parts/\(part)", text)
      }
      try desk.put("login.yaml", login)
      try desk.put("outer.yaml", changes.reduce(outer) { $0.replacing($1.0, with: $1.1) })
      for (words, verdict) in zip([["@login.yaml", "@outer.yaml"], ["@outer.yaml", "@login.yaml"]], verdicts) {
        let told = await desk.run("diff", "--summary", words[0], words[1])
        #expect(told.output.contains("yaml: \(verdict) ("), "\(told)")
      }
    }
  }

  @Test("a line for the time of a step and of its calls is told of each, in words that tell them apart")
  func times() async throws {
    let part = "parts/verify-password.yaml"
    let told = try await diff(
      "login.yaml", in: part,
      [
        ("    tries: 8 ", "    within: 5m\n    tries: 8 "),
        ("      exhausted: blocked\n", "      exhausted: blocked\n      timeout: blocked\n"),
      ])
    let waiting = "`timeout` while it waits leads to the end `blocked` now, and had no time limit or no line before"
    #expect(told.output.contains(waiting), "\(told)")
    #expect(told.output.contains("`timeout` of its calls leads to the end `blocked` instead of"), "\(told)")
  }

  @Test("a line that leads where `else` leads is no difference at a step whose one choice can be made in every phase")
  func lineOfElse() async throws {
    let line = ("    then: { else: failed }", "    then: { getUser: failed, else: failed }")
    for back in [false, true] {
      let told = try await diff("login.yaml", in: "parts/renewed.yaml", [line], back: back)
      #expect(told.output.contains("login.yaml: equal "), "\(told)")
    }
  }

  @Test("a step behind `after` is named, and a flow that nobody gets through any more is told as such")
  func words() async throws {
    let after = try await diff(
      "variants/step-up.yaml", [("{ proofs: [password], after: confirm }", "{ proofs: [password] }")])
    #expect(
      after.output.contains("`require` is proofs: password instead of proofs: password after `confirm`"), "\(after)")
    let added = try await diff(
      "variants/step-up.yaml", [("{ proofs: [password], after: confirm }", "{ proofs: [password] }")], back: true)
    #expect(
      added.output.contains("`require` is proofs: password after `confirm` instead of proofs: password"), "\(added)")
    #expect(!added.output.contains("weaker"), "\(added)")
    let shut = try await diff("login.yaml", in: "parts/signed-in.yaml", [("to: done", "to: failed")])
    #expect(shut.output.contains("stronger: no run comes to a success end any more\n"), "\(shut)")
    #expect(!shut.output.contains("no longer enough"), "\(shut)")
  }

  @Test(
    "a scenario tells a gate that is gone by a no, and a limit with a pause by what is offered after it",
    arguments: [
      [("        gate: [isDeviceSecure, allowLogin]\n", ""), (", deny: refused", "")], [("max: 2\n", "max: 3\n")],
    ])
  func scenarios(changes: [(String, String)]) async throws {
    let desk = try Self.desk("login.yaml", in: "parts/suspended.yaml", changes)
    let outcome = await desk.run(
      "diff", "--summary", "--write-scenario", desk.root + "found", "@old/login.yaml", "@new/login.yaml")
    #expect(outcome.errors.contains("login.difference.scenarios.yaml shows: weaker: "), "\(outcome)")
    let played = await desk.run("test", "@found")
    #expect(played.code == .failure, "\(played)")
    // On the flow as it was, it passes.
    let part = "parts/suspended.yaml"
    try desk.put("new/\(part)", try String(contentsOfFile: desk.root + "old/\(part)", encoding: .utf8))
    let before = await desk.run("test", "@found")
    #expect(before.code == .success, "\(before)")
  }

  @Test("it is weaker if a question can be answered by accepting only, and stronger the other way round")
  func yesOnly() async throws {
    let no = """
            decline:
              call: setUserConsentForLDA
              with: { shouldEnrollLDA: false }
              gate: [isDeviceSecure, allowLogin]
              max: 5
            cancel: { call: resetAuthState, then: { getUser: identify } }
          then:

      """
    let changes = [(no, "    then:\n")]
    let there = try await diff("login.yaml", in: "parts/enrolment.yaml", changes)
    let words = "all that a user can do at `consent` is to accept (MFA442)"
    #expect(there.code == .failure && there.output.contains("weaker: \(words)"), "\(there)")
    let back = try await diff("login.yaml", in: "parts/enrolment.yaml", changes, back: true)
    #expect(back.output.contains("stronger: at `consent` a user can do something else"), "\(back)")
  }
}
