// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow matrix")
struct MatrixTests {
  /// The sample flow, with what it does when its session ends.
  private static let flow = Samples.flow
    .replacingOccurrences(of: "interrupts:\n", with: "interrupts:\n  onSessionTimeout: { to: expired }\n")
    .replacingOccurrences(
      of: "cancelled: { outcome: ended }",
      with: "cancelled: { outcome: ended }\n  expired: { outcome: failure, say: really-cancel }")

  private static func desk(_ text: String = flow) throws -> Desk {
    let desk = try Desk()
    try desk.put("flow.yaml", text)
    return desk
  }

  @Test("a table with a row a step and a column an interrupt, its legend, and how many runs it took")
  func table() async throws {
    let outcome = await (try Self.desk()).run("matrix", "@flow.yaml")
    #expect(outcome.code == .success)
    // It has no entry for the warning before the end of the session: so the table has an `else`, too.
    #expect(outcome.errors.hasPrefix("warning[MFA310]") && !outcome.errors.contains("error["))
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "sample 1.0.0: what an interrupt does at a step")
    for step in ["initialize", "identify", "enterCode", "createPassword", "⌃ getDeviceName"] {
      #expect(lines.contains { $0.hasPrefix(step + " ") }, "\(step)")
    }
    let identify = try #require(lines.first { $0.hasPrefix("identify") })
    #expect(identify.contains("end expired") && identify.contains("resume") && identify.contains("else: end failed"))
    #expect(lines.contains("  resume      it is dealt with, and the step goes on where it was"))
    #expect(try #require(lines.last).hasSuffix(": every rule held"))
  }

  @Test("no line of the table is wider than a page of 120 columns")
  func width() async throws {
    for line in await (try Self.desk()).run("matrix", "@flow.yaml").output.split(separator: "\n") {
      #expect(line.count <= 120, "\(line)")
    }
  }

  @Test("`--format json` writes one object with every cell, and the same each time")
  func json() async throws {
    let desk = try Self.desk()
    let outcome = await desk.run("matrix", "--format", "json", "@flow.yaml")
    #expect(outcome.code == .success)
    #expect(outcome.output.split(separator: "\n").count == 1)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["flow"] as? String == "sample" && object["notExplored"] as? Int == 0)
    let interrupts = try #require(object["interrupts"] as? [[String: Any]])
    let cells = try #require(object["cells"] as? [[String: Any]])
    #expect(cells.count == 6 * interrupts.count)
    #expect((object["broken"] as? [Any])?.isEmpty == true)
    let runs = cells.compactMap { $0["runs"] as? Int }.reduce(0, +)
    #expect(runs > 0 && runs == object["runs"] as? Int)
    let cell = try #require(
      cells.first { $0["step"] as? String == "identify" && $0["interrupt"] as? String == "onSessionTimeout" })
    #expect(cell["before"] as? [String] == ["end expired"])
    #expect(
      Set(cell.keys) == [
        "step", "interrupt", "above", "reached", "runs", "before", "during", "after", "twice", "together", "late",
        "over",
      ])
    #expect((cell["over"] as? [Any])?.isEmpty == true)
    #expect(await desk.run("matrix", "--format", "json", "@flow.yaml").output == outcome.output)
  }

  @Test("`--cell` shows the traces behind one cell")
  func cell() async throws {
    let outcome = await (try Self.desk()).run("matrix", "--cell", "identify:onSessionTimeout", "@flow.yaml")
    #expect(outcome.code == .success)
    #expect(outcome.output.hasPrefix("onSessionTimeout at identify: "))
    #expect(outcome.output.contains("\nbefore: end expired\n    0.000  start       sample 1.0.0"))
    #expect(outcome.output.contains("  interrupt   onSessionTimeout\n"))
    #expect(outcome.output.contains("  end         expired (failure)\n"))
  }

  @Test("a run that breaks a rule is printed, and the exit code is 1")
  func broken() async throws {
    // A higher interrupt closes the one that wants the device's name, and leads to a step.
    let flow = Samples.flow.replacingOccurrences(
      of: "interrupts:\n",
      with: """
          restart: { gate: [isDeviceSecure], then: { allow: cancelled, deny: failed } }
        interrupts:
          onUserLoggedOff: { choices: { again: { to: restart } }, then: { else: failed } }

        """)
    let desk = try Self.desk(flow)
    try desk.put("sdk.yaml", await desk.run("contract").output)
    let outcome = await desk.run("matrix", "--contract", "@sdk.yaml", "@flow.yaml")
    #expect(outcome.code == .failure, "\(outcome.errors)")
    #expect(outcome.output.contains(" broken"))
    #expect(
      outcome.errors.contains(
        "✗ lost-event: `getDeviceName` wants an answer, and was closed without one (getDeviceName "))
    #expect(outcome.errors.contains("  interrupt   onUserLoggedOff\n"))
    #expect(outcome.errors.contains(" broken\n"))
    let json = await desk.run("matrix", "--format", "json", "@flow.yaml")
    #expect(json.code == .failure)
    #expect(json.output.contains("\"broken\":[{\"rule\":\"lost-event\""))
  }

  @Test("too low a limit is told, and is no success")
  func limit() async throws {
    let outcome = await (try Self.desk()).run("matrix", "--limit", "10", "@flow.yaml")
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("NOT COMPLETE"))
    #expect(outcome.errors.contains("mfaflow: not explored: "))
  }

  @Test(
    "what makes no sense on the line is refused",
    arguments: [
      (["--cell", "identify"], "`--cell` needs a step and an interrupt, not `identify`"),
      (["--cell", "identfy:onSessionTimeout"], "did you mean `identify`?"),
      (["--cell", "identify:onSessionTimeOut"], "did you mean `onSessionTimeout`?"),
      (["--cell", "identify:onSessionTimeout", "--format", "json"], "`--cell` and `--format json` exclude each other"),
      (["--limit", "0"], "`--limit` must be at least 1, not `0`"),
      (["--limit", "many"], "`--limit` needs a whole number, not `many`"),
    ])
  func usage(words: [String], message: String) async throws {
    let desk = try Self.desk()
    let output = MemoryOutput()
    let errors = MemoryOutput()
    let streams = Streams(
      output: output, errors: errors, readInput: { [] }, variable: { _ in nil }, terminal: nil)
    let code = await Tool.run(["matrix"] + words + [desk.root + "flow.yaml"], in: streams)
    #expect(code == .wrongInput)
    #expect(output.text.isEmpty || output.text.hasPrefix(#"{"kind":"error","exit":2,"#))
    #expect(errors.text.contains(message), "\(errors.text)")
  }

  @Test("a flow that is wrong, and a file that is not there, are told as everywhere")
  func wrongFiles() async throws {
    let desk = try Self.desk(Samples.brokenFlow)
    let wrong = await desk.run("matrix", "@flow.yaml")
    #expect(wrong.code == .wrongInput && wrong.output.isEmpty)
    #expect(wrong.errors.contains("`dome`"))
    let gone = await desk.run("matrix", "@gone.yaml")
    #expect(gone.code == .broken && gone.output.isEmpty)
    #expect(gone.errors.contains("`gone.yaml` does not exist"))
    #expect(await desk.run("matrix", "--contract", "@gone.yaml", "@flow.yaml").code != .success)
  }

  @Test("what ends as unhandled has no `else`, and the legend says so")
  func unhandled() async throws {
    let desk = try Self.desk(Samples.bare)
    let outcome = await desk.run("matrix", "@flow.yaml")
    #expect(outcome.output.contains("end unhandled") && !outcome.output.contains("else: end unhandled"), "\(outcome)")
    #expect(outcome.output.contains("\n  unhandled   no line takes it, and the step has no `else`"))
    #expect(outcome.output.contains("\n  else:       no line of the step names it, so it takes the step's `else`\n"))
    #expect(await desk.run("matrix", "@flow.yaml", "--format", "html").output.contains("the colour of the worst"))
  }

  @Test("a part has no matrix of its own, and that is said")
  func part() async throws {
    let part =
      "part: session\nsdk: relid\ninterrupts:\n  onSessionTimeout: { to: over }\nends:\n  over: { outcome: failure }\n"
    let outcome = await (try Self.desk(part)).run("matrix", "@flow.yaml")
    #expect(outcome.code == .wrongInput && outcome.output.isEmpty)
    #expect(outcome.errors == "mfaflow: this file is a part; name a flow that uses it\n")
  }

  @Test("the flow may come from standard input")
  func standardInput() async throws {
    let outcome = await (try Desk()).run("matrix", "-", input: Self.flow)
    #expect(outcome.code == .success)
    #expect(outcome.output.hasPrefix("sample 1.0.0"))
  }
}
