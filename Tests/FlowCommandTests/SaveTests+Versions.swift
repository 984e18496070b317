// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

extension SaveTests {
  @Test(
    "a run goes on in another version of its flow, unless that does something else from there on",
    arguments: 0..<4)
  func otherVersion(step: Int) async throws {
    let desk = try desk()
    try put(0..<step, on: desk)
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save", "@run.json")
    try put(step..<4, on: desk)
    let line = [
      "run", "@new.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--resume=@run.json", "--was=@flow.yaml",
    ]
    try desk.put("new.yaml", Self.flow.replacing("version: 1.0.0", with: "version: 1.0.1"))
    let same = await desk.run(line)
    #expect(same.code == .success, "\(same)")
    // Where the run is already, another beginning makes no difference.
    try desk.put("new.yaml", Self.flow.replacing("max: 3", with: "max: 2"))
    let refused = await desk.run(line)
    #expect(refused.code == (step > 1 ? .success : .wrongInput), "\(step): \(refused)")
    if step < 2 {
      #expect(refused.errors.contains("error[MFA935]: from `"), "\(refused)")
      #expect(refused.errors.contains("= note: a run shows it, from where this one waits: after answer "), "\(refused)")
    }
    #expect(await desk.run(line.filter { !$0.hasPrefix("--resume") }).code == .wrongInput)
  }

  @Test("a run goes on where the flow asks for nothing that its goal does not ask for")
  func sameDemand() async throws {
    let desk = try desk()
    let flow = Self.flow.replacing("sdk: relid\n", with: "sdk: relid\ngoal: aal1\n")
    try desk.put("flow.yaml", flow)
    try put(0..<2, on: desk)
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save", "@run.json")
    try put(2..<4, on: desk)
    try desk.put("new.yaml", flow.replacing("goal: aal1\n", with: "goal: aal1\nrequire: { authenticators: 1 }\n"))
    let outcome = await desk.run(
      "run", "@new.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--resume=@run.json", "--was=@flow.yaml")
    #expect(outcome.code == .success, "\(outcome)")
  }

  @Test("a saved run that is refused is told what it may still come to, and not what lies behind it")
  func differenceAhead() async throws {
    let desk = try desk()
    try put(0..<2, on: desk)
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save", "@run.json")
    // What is limited lies behind the run.
    let more = "choices: { finish: { to: done }, later: { to: done } }"
    try desk.put(
      "new.yaml",
      Self.flow.replacing("max: 3", with: "max: 2").replacing("choices: { finish: { to: done } }", with: more))
    let refused = await desk.run(
      "run", "@new.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--resume=@run.json", "--was=@flow.yaml")
    #expect(refused.errors.contains("was saved: `signedIn`: the choice `later` is new\n"), "\(refused)")
    #expect(refused.errors.contains("= note: a run shows it, from where this one waits: after answer "), "\(refused)")
  }

  @Test("a saved run that is refused is shown a run that goes past where it waits, be there a shorter one")
  func differencePastThePlace() async throws {
    let desk = try desk()
    let flow = Self.flow.replacing(
      "getActivationCode: enterCode,", with: "getActivationCode: enterCode, onUserLoggedIn: signedIn,")
    try desk.put("flow.yaml", flow)
    try put(0..<2, on: desk)
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save", "@run.json")
    try desk.put(
      "new.yaml", flow.replacing("finish: { to: done } }", with: "finish: { to: done }, later: { to: done } }"))
    let refused = await desk.run(
      "run", "@new.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--resume=@run.json", "--was=@flow.yaml")
    #expect(refused.errors.contains("error[MFA935]: from `createPassword` on"), "\(refused)")
    #expect(
      refused.errors.contains("a run shows it, from where this one waits: after answer createPassword: "), "\(refused)")
  }

  /// The flow with one more choice, by which a run comes back to the step that asks who it is.
  private static let returning = flow.replacing(
    "to: cancelled }\n",
    with: "to: cancelled }\n      back: { call: resetAuthState, max: 3, then: { getUser: identify, else: failed } }\n")

  /// Saves a run of one flow, and takes it up in another one.
  private func take(
    _ range: Range<Int>, of flow: String, upIn new: String, world: String = Samples.world
  ) async throws -> (errors: String, output: String) {
    let desk = try desk()
    try desk.put("flow.yaml", flow)
    try desk.put("world.yaml", world)
    try put(range, on: desk)
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save", "@run.json")
    try desk.put("new.yaml", new.replacing("version: 1.0.0", with: "version: 1.0.1"))
    let outcome = await desk.run(
      "run", "@new.yaml", "--world=@world.yaml", "--resume=@run.json", "--was=@flow.yaml")
    return (outcome.errors, outcome.output)
  }

  @Test(
    "a limit behind a saved run is shown by the way back to it, with what the run has used of it",
    arguments: [("4", 2), ("6", 3)])
  func limitBehind(tries: String, more: Int) async throws {
    let new = Self.returning.replacing(
      "tries: 5\n    then:\n      { get", with: "tries: \(tries)\n    then:\n      { get")
    let refused = try await take(0..<1, of: Self.returning, upIn: new)
    #expect(refused.errors.contains("`identify`: `tries` is \(tries) instead of 5\n"), "\(refused)")
    #expect(
      refused.errors.contains("a run shows it, from where this one waits: after answer enterCode: back, "), "\(refused)"
    )
    #expect(refused.errors.contains("exhausted identify"), "\(refused)")
    // One use is spent already, and the last one is where they part.
    let told = refused.errors.split(separator: "\n").first { $0.contains("a run shows it") } ?? ""
    #expect(told.contains("\(more) times (answer identify: userName, "), "\(refused)")
  }

  @Test("a choice that is new or gone where a saved run waits is shown at once", arguments: [true, false])
  func choiceHere(isNew: Bool) async throws {
    let other = Self.flow.replacing("finish: { to: done } }", with: "finish: { to: done }, later: { to: done } }")
    let flows = isNew ? (Self.flow, other) : (other, Self.flow)
    let refused = try await take(0..<3, of: flows.0, upIn: flows.1)
    #expect(refused.errors.contains("`signedIn`: the choice `later` is \(isNew ? "new" : "gone")\n"), "\(refused)")
    #expect(refused.errors.contains("a run shows it, from where this one waits: at once\n"), "\(refused)")
    #expect(
      refused.errors.contains("the \(isNew ? "new" : "old") flow does this: ask signedIn: finish, later\n"),
      "\(refused)")
  }

  @Test("a run that waits in an interrupt is shown what differs at the step below it")
  func belowAnInterrupt() async throws {
    let threats = """
      interrupts:
        onUserConsentThreats:
          choices:
            goOn:
              when: event.threats.all(t, t.threatSeverity == "LOW")
              confirm: really-cancel
              call: takeActionOnThreats
              with: { shouldProceedWithThreats: true, rememberActionForSession: true }
              then: { accepted: resume, else: failed }
            leave:
              call: takeActionOnThreats
              with: { shouldProceedWithThreats: false, rememberActionForSession: false }
              then: { onTerminateWithThreats: failed, else: failed }

      """
    let world =
      Samples.world
      + "threats: [{ during: setUser, consent: [{ threatId: 7, threatName: Rooted, threatSeverity: LOW, threatCategory: SYSTEM }] }]\n"
    let (old, new) = (
      Self.returning.replacing("interrupts:\n", with: threats), Self.flow.replacing("interrupts:\n", with: threats)
    )
    let refused = try await take(0..<1, of: old, upIn: new, world: world)
    #expect(refused.errors.contains("from `onUserConsentThreats` on, "), "\(refused)")
    #expect(refused.errors.contains("`enterCode`: the choice `back` is gone\n"), "\(refused)")
    #expect(
      refused.errors.contains("a run shows it, from where this one waits: after answer onUserConsentThreats: goOn"),
      "\(refused)")
  }

  @Test("a saved run still says what was due, whatever the message or its step is called now")
  func renamedMessage() async throws {
    let desk = try desk()
    try desk.put(
      "answers.yaml", "answers:\n  - identify: { userName: alice }\n  - enterCode: { activationCode: \"000000\" }\n")
    _ = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--answers=@answers.yaml", "--save", "@run.json")
    let right = "  wrong-code: \"That code is not right. Attempts left: {attemptsLeft}.\"\n"
    let flows = [
      Self.flow.replacing("wrong-code", with: "not-right").replacing("enterCode", with: "typeCode"),
      // The old key says something else now.
      Self.flow.replacing("106: { retry: wrong-code }", with: "106: { retry: not-right }")
        .replacing("say: passwords-differ", with: "say: wrong-code")
        .replacing(
          right,
          with: "  wrong-code: The two passwords are not the same.\n" + right.replacing("wrong-code", with: "not-right")
        )
        .replacing("  passwords-differ: The two passwords are not the same.\n", with: ""),
    ]
    for flow in flows {
      try desk.put("new.yaml", flow.replacing("version: 1.0.0", with: "version: 1.0.1"))
      let taken = await desk.run("run", "@new.yaml", "--world=@world.yaml", "--resume=@run.json", "--was=@flow.yaml")
      #expect(taken.output.contains(" [not-right]\n"), "\(taken)")
    }
    // Another text of the same key is the message in other words.
    let reworded = Self.flow.replacing("That code is not right.", with: "Try again.")
    try desk.put("new.yaml", reworded.replacing("version: 1.0.0", with: "version: 1.0.1"))
    let taken = await desk.run("run", "@new.yaml", "--world=@world.yaml", "--resume=@run.json", "--was=@flow.yaml")
    #expect(taken.output.contains(" [wrong-code]\n"), "\(taken)")
  }
}
