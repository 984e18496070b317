// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow check")
struct CheckTests {
  @Test("a flow without findings: nothing on the output, exit code 0")
  func clean() async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.flow)
    let outcome = await desk.run("check", "@a.yaml")
    #expect(outcome.code == .success)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "no findings in 1 file\n")
  }

  @Test("an error: the finding on the output, a summary on the error stream, exit code 1")
  func broken() async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.brokenFlow)
    let outcome = await desk.run("check", "@a.yaml")
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("error[MFA"))
    #expect(outcome.output.contains("`dome`"))
    #expect(outcome.output.contains("--> a.yaml:"))
    #expect(outcome.errors.contains(" in 1 of 1 file\n"))
  }

  @Test("a bad file behind a good one is not hidden, and neither is a good one behind a bad one", arguments: [0, 1, 2])
  func everyFileCounts(place: Int) async throws {
    let desk = try Desk()
    for index in 0..<3 { try desk.put("\(index).yaml", index == place ? Samples.brokenFlow : Samples.flow) }
    for words in [["@0.yaml", "@1.yaml", "@2.yaml"], ["@"]] {
      let outcome = await desk.run("check", words[0], words.count > 1 ? words[1] : "@", words.last ?? "@")
      #expect(outcome.code == .failure)
      #expect(outcome.output.contains("--> \(place).yaml:"))
      #expect(outcome.errors.contains(" in 1 of "))
    }
  }

  @Test("of very many findings the first 200 are shown, and one that tells of the rest")
  func many() async throws {
    let desk = try Desk()
    let steps = (0..<300).map { "  s\($0): { call: initialize, then: { else: nowhere\($0) } }\n" }.joined()
    let head = "language: mfaflow/1\nflow: many\nversion: 1.0.0\nsdk: relid\nstart: s0\nsteps:\n"
    try desk.put("a.yaml", head + steps + "ends: { done: { outcome: success, require: { kinds: 1 } } }\n")
    let outcome = await desk.run("check", "--format", "oneline", "@a.yaml")
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.code == .failure)
    #expect(lines.count == 201)
    #expect(lines.dropLast().allSatisfy { $0.contains("error[MFA205]") }, "\(lines.first ?? "")")
    #expect(lines.last?.contains("error[MFA931]") == true)
    #expect(outcome.errors.hasPrefix("300 errors"), "\(outcome.errors)")
  }

  @Test("what cannot be read is said, the rest is checked all the same, exit code 3")
  func unreadable() async throws {
    let desk = try Desk()
    try desk.put("bad.yaml", Samples.brokenFlow)
    try desk.put("folder/flow.txt", "x")
    let outcome = await desk.run("check", "--format", "oneline", "@missing.yaml", "@bad.yaml")
    #expect(outcome.code == .broken)
    #expect(outcome.output.contains("MFA930"))
    #expect(outcome.output.contains("`missing.yaml` does not exist"))
    #expect(outcome.output.contains("bad.yaml:"))
    #expect(outcome.errors.hasSuffix("; 1 path could not be read\n"))
  }

  @Test("a folder without flows is not a success: exit code 2")
  func nothingMatched() async throws {
    let desk = try Desk()
    try desk.put("folder/world.yaml", Samples.world)
    try desk.put("folder/readme.txt", "flow: no")
    let outcome = await desk.run("check", "@folder")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("there is no flow in what is named"))
  }

  @Test("in a folder only flows are checked; a file that is named is checked whatever it is")
  func skipping() async throws {
    let desk = try Desk()
    try desk.put("a/flow.yaml", Samples.flow)
    try desk.put("a/world.yaml", Samples.world)
    try desk.put("a/answers.yml", Samples.answers)
    let folder = await desk.run("check", "@a")
    #expect(folder.code == .success)
    #expect(folder.errors == "no findings in 1 file; 2 other YAML files skipped\n")
    let named = await desk.run("check", "@a/world.yaml")
    #expect(named.code == .failure)
  }

  @Test("the order of the output is that of the paths, with any number of files and workers")
  func stableOrder() async throws {
    let desk = try Desk()
    let names = (0..<200).map { "many/" + String(1000 + $0) + ".yaml" }
    for name in names { try desk.put(name, "flow: [\n") }
    let first = await desk.run("check", "--format", "oneline", "@many")
    let paths = first.output.split(separator: "\n").compactMap { $0.split(separator: ":").first.map(String.init) }
    #expect(paths.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } } == names)
    for _ in 0..<3 { #expect(await desk.run("check", "--format", "oneline", "@many").output == first.output) }
    #expect(first.code == .failure)
    #expect(first.errors.contains("in 200 of 200 files"))
  }

  @Test("JSON is one object a line and nothing else")
  func json() async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.brokenFlow)
    try desk.put("b.yaml", "flow: [\n")
    let outcome = await desk.run("check", "--format=json", "@")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count >= 2)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if line == lines.last {
        #expect(object?["kind"] as? String == "summary" && object?["files"] as? Int == 2)
        #expect(object?["exit"] as? Int == Int(outcome.code.rawValue))
        continue
      }
      #expect(object?["kind"] as? String == "finding" && object?["code"] is String)
      #expect(object?["file"] is String)
    }
  }

  @Test("a flow is quoted, though its first keys are misspelt")
  func misspelt() async throws {
    let desk = try Desk()
    try desk.put(
      "a.yaml", Samples.signIn.replacing("language: mfaflow/1\nflow:", with: "langauge: mfaflow/1\nflwo:"))
    let outcome = await desk.run("check", "@a.yaml")
    #expect(outcome.output.contains("a flow has no key `langauge`"), "\(outcome.output)")
    #expect(outcome.output.contains("1 | langauge: mfaflow/1\n"), "\(outcome.output)")
  }

  @Test("`-` is standard input")
  func standardInput() async throws {
    let desk = try Desk()
    let outcome = await desk.run("check", "-", input: Samples.brokenFlow)
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("--> <stdin>:"))
    #expect(await desk.run("check", "-", input: Samples.flow).code == .success)
  }

  @Test(
    "colours go to a terminal only, and neither NO_COLOR nor a plain terminal gets them",
    arguments: [
      ("auto", true, [:], true), ("auto", false, [:], false), ("auto", true, ["NO_COLOR": "1"], false),
      ("auto", true, ["NO_COLOR": ""], true), ("auto", true, ["TERM": "dumb"], false),
      ("always", false, ["NO_COLOR": "1"], true), ("never", true, [:], false),
    ])
  func colour(option: String, isTerminal: Bool, environment: [String: String], isColoured: Bool) async throws {
    let desk = try Desk()
    try desk.put("a.yaml", "flow: [\n")
    let outcome = await desk.run(
      "check", "--color", option, "@a.yaml", environment: environment, outputIsTerminal: isTerminal)
    #expect(outcome.output.contains("\u{1B}[") == isColoured)
  }

  @Test("a contract of the user's own is used; one that is none is reported, and nothing is checked")
  func ownContract() async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.flow)
    let contract = await desk.run("contract").output
    try desk.put("own.yaml", contract.replacingOccurrences(of: "setUser", with: "tellUser"))
    let renamed = await desk.run("check", "--contract", "@own.yaml", "@a.yaml")
    #expect(renamed.code == .failure)
    #expect(renamed.output.contains("`setUser`"))
    try desk.put("none.yaml", "contract: [\n")
    let none = await desk.run("check", "--contract", "@none.yaml", "@a.yaml")
    #expect(none.code == .wrongInput)
    #expect(none.output.isEmpty)
    #expect(none.errors.contains("none.yaml"))
  }

  @Test("output that cannot be written is no success")
  func lostOutput() async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.flow)
    let outcome = await desk.run("check", "@a.yaml", outputFailure: "No space left on device")
    #expect(outcome.code == .broken)
    #expect(outcome.errors.contains("the output cannot be written: No space left on device"))
    try desk.put("w.yaml", "users: {}\n")
    for command in [["check", "@none.yaml"], ["soak", "@a.yaml", "--world", "@w.yaml", "--runs", "1"]] {
      #expect(await desk.run(command).code != .success)
      let lost = await desk.run(command, outputFailure: "No space left on device")
      #expect(lost.code == .broken, "\(command)")
    }
  }
}
