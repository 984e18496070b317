// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a variant changes, as somebody reads it who signs it off.
@Suite("Variants under review")
struct ReviewedVariantTests {
  /// A login on another device, with an interrupt whose choice declines.
  static let base = """
    language: mfaflow/1
    flow: push
    version: 1.0.0
    sdk: relid
    goal: aal2
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        say: who-are-you
        ask: [userName]
        answer: setUser
        tries: 3
        then:
          getPassword(verify): password
          101: { retry: check-your-name }
          138: { retry: check-your-name }
          exhausted: blocked
          else: failed
      password:
        challenge: getPassword(verify)
        say: your-password
        ask: [password]
        answer: setPassword
        tries: 3
        then:
          onUserLoggedIn: signedIn
          102: { retry: wrong-password }
          exhausted: blocked
          else: failed
      signedIn:
        event: onUserLoggedIn
        within: 5m
        choices:
          finish: { to: done }
        then: { timeout: failed, else: failed }
    interrupts:
      onUserConsentThreats:
        say: threat
        choices:
          leave:
            call: takeActionOnThreats
            with: { shouldProceedWithThreats: false, rememberActionForSession: false }
            then: { onTerminateWithThreats: failed, else: failed }
      onTerminateWithThreats: { to: failed }
      onSessionTimeout: { to: failed }
    ends:
      done: { outcome: success }
      blocked: { outcome: failure, say: too-many }
      failed: { outcome: failure }
    messages:
      who-are-you: Type your name.
      check-your-name: Check what you typed and try again.
      your-password: Type your password.
      wrong-password: "That is not right. Attempts left: {attemptsLeft}."
      threat: This device is not safe.
      too-many: Too many tries. Come back later.

    """

  @Test("a choice that declines stands for the one that declined, whatever it is called", arguments: ["leave", "exit"])
  func declining(name: String) async throws {
    let desk = try Desk()
    let base = Self.base.replacing(
      "      leave:\n",
      with: "      proceed:\n        when: event.threats.all(t, t.threatSeverity == \"LOW\")\n        confirm: threat\n"
        + "        call: takeActionOnThreats\n        with: { shouldProceedWithThreats: true, rememberActionForSession: true }\n"
        + "        then: { accepted: resume }\n      exit:\n")
    #expect(base != Self.base)
    try desk.put("flows/push.yaml", base)
    try desk.put(
      "flows/strict.yaml",
      "language: mfaflow/1\nflow: strict\nversion: 1.0.0\nextends: push@1.0\nrefines: true\nchange:\n"
        + "  interrupts.onUserConsentThreats:\n    auto: \(name)\n    choices:\n      \(name):\n        call: takeActionOnThreats\n"
        + "        with: { shouldProceedWithThreats: false, rememberActionForSession: false }\n        within: 5s\n"
        + "        then: { onTerminateWithThreats: failed, rejected: failed }\n    then: { else: failed }\n")
    let checked = await desk.run("check", "--format", "oneline", "@flows/strict.yaml")
    #expect(!checked.output.contains("MFA291"), "\(checked)")
  }

  /// What a command says of the base and a variant of it with these changes.
  private func run(_ words: String..., changing changes: String) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("flows/push.yaml", Self.base)
    try desk.put(
      "dv/v.yaml", "language: mfaflow/1\nflow: v\nversion: 1.0.0\nextends: ../flows/push@1.0\n\(changes)\n")
    return await desk.run(words)
  }

  private func diff(_ format: String = "text", changing changes: String) async throws -> String {
    try await run("diff", "--format", format, "@flows/push.yaml", "@dv/v.yaml", changing: changes).output
  }

  @Test("a line for what `else` took before is one difference, wherever at the step it comes")
  func elseIsNamed() async throws {
    let told = try await diff(changing: "add: { steps.identify.then.onUserLoggedIn: signedIn }")
    #expect(told.contains("  1 weaker, 1 changed\n"), "\(told)")
    #expect(told.contains("`onUserLoggedIn` leads to `signedIn` instead of to the end `failed`\n"), "\(told)")
    #expect(!told.contains("onUserLoggedIn error"), "\(told)")
    #expect(
      told.contains("inherence by device and possession by device are enough to get through now, and were not before"),
      "\(told)")
    // What leads where `else` leads is no difference, though only one of the flows names it.
    let same = try await diff(changing: "add: { steps.identify.then.onUserLoggedIn: failed }")
    #expect(same.contains(": equal ("), "\(same)")
  }

  @Test("a call with other arguments is one difference, and shown where these are written")
  func arguments() async throws {
    let change =
      "change: { interrupts.onUserConsentThreats.choices.leave.with: "
      + "{ shouldProceedWithThreats: true, rememberActionForSession: true } }"
    let told = try await diff(changing: change)
    #expect(!told.contains("onTerminateWithThreats"), "\(told)")
    #expect(told.contains("\n   new  dv/v.yaml:5:65  ") || told.contains("dv/v.yaml:5:"), "\(told)")
    let lines = try await diff("github", changing: change)
    #expect(lines.contains("file=dv/v.yaml,line=5"), "\(lines)")
    let checked = try await run("check", "@dv/v.yaml", changing: change)
    #expect(
      checked.output.contains("note: `interrupts.onUserConsentThreats.choices.leave.with` is changed here"),
      "\(checked)")
  }

  @Test("what comes of a change leads to the line of the variant")
  func changesAreNoted() async throws {
    let ended = try await run("check", "@dv/v.yaml", changing: "change: { ends.blocked.outcome: ended }")
    #expect(ended.output.contains("error[MFA443]") && ended.output.contains("dv/v.yaml:5:"), "\(ended)")
    #expect(!ended.output.contains("outcome: failure, say: too-many"), "\(ended)")
    // With either of the two lines alone, something limits how often one comes back.
    let added = try await run(
      "check", "@dv/v.yaml",
      changing: "add: { steps.password.choices.again: { call: resetAuthState, then: { getUser: identify } } }\n"
        + "remove: [steps.identify.tries]")
    let finding = added.output.components(separatedBy: "\n\n").first { $0.contains("[MFA304]") } ?? ""
    #expect(finding.contains("`steps.password.choices.again` is added here"), "\(added)")
    #expect(finding.contains("`steps.identify.tries` is removed here"), "\(added)")
    // What is wrong in the base as well is not the variant's doing.
    let untouched = try await run("check", "@dv/v.yaml", changing: "change: { messages.threat: Not safe. }")
    #expect(untouched.output.contains("[MFA430]") && !untouched.output.contains("is changed here"), "\(untouched)")
  }

  @Test("what a finding names is told where it is added, and no line that it would not be found without")
  func additions() async throws {
    let desk = try Desk()
    try desk.put("flows/push.yaml", Self.base)
    let keys = ["who-are-you", "check-your-name", "your-password", "wrong-password", "threat", "too-many"]
    let texts = keys.map { "  \($0): \($0 == "wrong-password" ? "\"Noch {attemptsLeft}.\"" : "Ja.")\n" }.joined()
    try desk.put("dv/v.de.yaml", "catalogue: de\nmessages:\n" + texts)
    try desk.put(
      "dv/v.yaml",
      """
      language: mfaflow/1
      flow: v
      version: 1.0.0
      extends: ../flows/push@1.0
      catalogues: [v.de]
      change:
        steps.signedIn.then.timeout: idle
      add:
        messages-in: en
        ends.idle: { outcome: failure, say: idle-too-long }
        messages.idle-too-long: Nobody was there.

      """)
    let outcome = await desk.run("check", "@dv/v.yaml")
    let finding = outcome.output.components(separatedBy: "\n\n").first { $0.contains("[MFA270]") } ?? ""
    #expect(finding.contains("`messages.idle-too-long` is added here"), "\(outcome)")
    #expect(!finding.contains("is changed here") && !finding.contains("`ends.idle`"), "\(outcome)")
  }

  @Test("a key that cannot stand beside one that is there is told with what to write in the place of all")
  func rivals() async throws {
    let outcome = try await run(
      "check", "@dv/v.yaml", changing: "change: { steps.signedIn.choices.finish.call: logOff }")
    #expect(
      outcome.output.contains(
        "`call` cannot stand beside `to`: put a whole value in its place, by `steps.signedIn.choices.finish: …` below"),
      "\(outcome)")
  }

  @Test("a message that is gone is told as gone, and one that comes after an event with the run up to that event")
  func messages() async throws {
    let gone = try await diff(changing: "remove: [interrupts.onUserConsentThreats.say]")
    #expect(gone.contains("wording: `onUserConsentThreats` says nothing any more\n"), "\(gone)")
    let change =
      "change: { steps.identify.then.138: { retry: blockd } }\nadd: { messages.blockd: You are blocked. }"
    let told = try await diff(changing: change)
    let run = told.split(separator: "\n").last { $0.contains("at the end of this run: ") } ?? ""
    #expect(run.contains("event getUser 138"), "\(told)")
    for format in ["markdown", "github"] {
      let told = try await diff(format, changing: "change: { messages.too-many: Ask at the counter. }")
      #expect(
        told.contains("Too many tries. Come back later.") && told.contains("Ask at the counter.")
          && told.contains("dv/v.yaml:5:"), "\(told)")
    }
  }

  @Test("who signs off sees what a button hands over, and that nothing is proved where a session is over")
  func handedOver() async throws {
    let change = "change: { interrupts.onUserConsentThreats.choices.leave.with.shouldProceedWithThreats: true }"
    let call = "takeActionOnThreats(shouldProceedWithThreats: true, rememberActionForSession: false)"
    let page = try await run("page", "@dv/v.yaml", changing: change).output
    #expect(page.contains("<dt>button leave<dd>calls \(call)"), "\(page.count)")
    #expect(page.contains("[\"leave\",\"\",\"\",\"\(call)\"]"), "the screens of the walk")
    #expect(page.contains("nothing: its arrival takes away every proof"))
    let story = try await run("story", "@dv/v.yaml", changing: change).output
    #expect(story.contains("button leave, calls takeActionOnThreats(shouldProceedWithThreats: true"), "\(story)")
    // What the user types stays a name.
    #expect(story.contains("the flow calls setPassword(password, challengeMode)"), "\(story)")
  }

  @Test("each end has a storyboard, however little of the flow can be walked through")
  func storyboards() async throws {
    let page = try await run("page", "--places", "3", "@flows/push.yaml", changing: "add: { messages.x: X. }").output
    for end in ["done", "blocked", "failed"] { #expect(page.contains("<h3>end \(end)"), "\(end)") }
  }

  @Test("attempts grow fewer with each wrong guess")
  func attempts() async throws {
    let story = try await run("story", "@flows/push.yaml", changing: "add: { messages.x: X. }").output
    let left = story.split(separator: "\n").filter { $0.contains("Attempts left: ") }
    #expect(!left.isEmpty && !left.contains { $0.contains("Attempts left: 3") }, "\(story)")
    #expect(left.contains { $0.contains("Attempts left: 2") }, "\(story)")
  }

  @Test("a file that is named twice is read once, and one page is one page")
  func counts() async throws {
    let desk = try Desk()
    try desk.put("flows/push.yaml", Self.base)
    let checked = await desk.run("check", "@flows/push.yaml", "@flows/./push.yaml", "@flows")
    #expect(checked.errors.contains(" in 1 of 1 file"), "\(checked)")
    let site = await desk.run("page", "@flows", "-o", "@out/")
    #expect(site.errors.contains("1 page and an index are in "), "\(site)")
  }

  @Test("what a contract says as a question ends as one")
  func questions() async throws {
    let desk = try Desk()
    let told = await desk.run("contract", "relid", "getUser")
    #expect(told.output.contains("Who is it?") && !told.output.contains("?."), "\(told)")
  }
}
