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
      #expect(refused.errors.contains("= note: a run shows it: after "), "\(refused)")
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
    #expect(refused.errors.contains("= note: a run shows it: after "), "\(refused)")
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
    let notes = refused.errors.split(separator: "\n").filter { $0.contains("a run shows it: after ") }
    #expect(notes.allSatisfy { $0.contains("step createPassword") }, "\(refused)")
  }
}
