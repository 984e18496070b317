// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Testing

@testable import FlowCommand

@Suite("Modules of the command line")
struct StatedModuleTests {
  @Test("a module allows, or denies for a reason that may hold anything", arguments: ["isDeviceSecure", "allowLogin"])
  func says(question: String) async throws {
    func verdict(_ text: String) async throws -> SecurityVerdict {
      let module = try StatedModule(text)
      #expect(module.name == "root-check")
      return question == "allowLogin" ? try await module.allowLogin() : try await module.isDeviceSecure()
    }
    #expect(try await verdict("root-check=allow") == .allow)
    #expect(try await verdict("root-check=deny:rooted") == .deny(["rooted"]))
    #expect(try await verdict("root-check=deny:a=b: c") == .deny(["a=b: c"]))
    #expect(try await verdict("root-check=deny: ") == .deny([" "]))
  }

  @Test(
    "anything else is a usage problem that says what to write",
    arguments: [
      "", "=", "root", "root=", "=allow", "root=deny", "root=deny:", "root=Allow", "root=allow ", "root=allow:no",
    ])
  func refuses(text: String) {
    #expect(throws: UsageProblem.self) { try StatedModule(text) }
    do throws(UsageProblem) {
      _ = try StatedModule(text)
    } catch {
      #expect(error.help == "write `--module NAME=allow` or `--module NAME=deny:REASON`")
    }
  }

  private static let flow = """
    language: mfaflow/1
    flow: gated
    version: 1.0.0
    sdk: relid
    start: mayBegin
    steps:
      mayBegin: { gate: [isDeviceSecure, allowLogin], then: { allow: fine, deny: closed, else: closed } }
    ends:
      fine: { outcome: ended }
      closed: { outcome: failure, say: not-here }
    messages: { not-here: You cannot sign in here. }
    """ + "\n"

  @Test("none means allow; any denial denies; every reason reaches the result once")
  func atGate() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Self.flow)
    try desk.put("world.yaml", Samples.world)
    func run(_ modules: String...) async -> String {
      let words = modules + ["--quiet", "--quiet", "--quiet"]
      let extra = modules.count
      switch extra {
      case 0: return await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--quiet").output
      case 1: return await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--quiet", words[0]).output
      default: return await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--quiet", words[0], words[1]).output
      }
    }
    #expect(await run() == "■ fine (ended)\n")
    #expect(await run("--module=a=allow", "--module=b=allow") == "■ fine (ended)\n")
    #expect(
      await run("--module=a=allow", "--module=b=deny:No.")
        == "✗ closed (failure), because No.: You cannot sign in here.\n")
    #expect(
      await run("--module=a=deny:Rooted.", "--module=b=deny:No.")
        == "✗ closed (failure), because Rooted.; No.: You cannot sign in here.\n")
  }

  @Test("a module that cannot be understood stops the command before anything is run")
  func badOption() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Self.flow)
    try desk.put("world.yaml", Samples.world)
    let outcome = await desk.run("run", "@flow.yaml", "--world=@world.yaml", "--module=a=maybe")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("does not say what a module answers"))
  }
}
