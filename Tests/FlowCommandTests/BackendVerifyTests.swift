// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowCommand
@testable import LocalFiles

@Suite("A backend held against its contract, from the command line")
struct BackendVerifyTests {
  private static let world = "users: { alice: { activationCode: \"493021\" } }\ndevice: { lda: face }\n"
  private static let probe = "userName: [alice, bob]\nactivationCode: 493021\nsetPassword.password: horse-battery-1\n"

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("world.yaml", Self.world)
    try desk.put("probe.yaml", Self.probe)
    return desk
  }

  @Test("tells each clause in a line, and a summary")
  func text() async throws {
    let outcome = await (try desk()).run(
      "backend", "verify", "simulator", "--contract", "relid", "--world", "@world.yaml", "--probe", "@probe.yaml")
    #expect(outcome.code == .success, "\(outcome.output)")
    #expect(outcome.output.hasPrefix("C01  inconclusive  it says"))
    #expect(outcome.output.contains("\nC17  pass          with the right answers"))
    #expect(outcome.output.contains("\nnever accepted:\n       setSDKLanguage, "))
    #expect(outcome.errors.hasPrefix("mfaflow: 21 clauses, 17 pass, 0 fail, 4 inconclusive; "))
  }

  @Test("as JSON, one object a line; `--strict` makes what is inconclusive a failure")
  func json() async throws {
    let outcome = await (try desk()).run(
      "backend", "verify", "simulator", "--strict", "--format", "json", "--most-calls", "60")
    #expect(outcome.code == .failure)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines.first?.hasPrefix(#"{"kind":"clause","id":"C01","title":"#) ?? false)
    #expect(lines.last?.contains(#""stop":"60 calls were made""#) ?? false)
    #expect(lines.last?.hasSuffix(#""exit":1}"#) ?? false)
  }

  @Test("as JUnit's XML in a file, with the text on standard output")
  func junit() async throws {
    let desk = try desk()
    let outcome = await desk.run(
      "backend", "verify", "simulator", "--output", "junit=@report.xml", "--most-calls", "60")
    #expect(outcome.code == .success && outcome.output.hasPrefix("C01"))
    let report = try FileReader.file(desk.root + "report.xml")
    let xml = String(decoding: report.bytes, as: UTF8.self)
    #expect(xml.contains(#"<testsuite name="conformance to relid" tests="21" failures="0""#), "\(xml)")
    #expect(xml.firstMatch(of: /<testsuites [^>]*skipped/) == nil && xml.contains(" skipped=\""), "\(xml)")
    #expect(xml.contains(#"<testcase classname="relid" name="C04 an accepted call"#))
    #expect(xml.contains("<skipped message=\"nobody was signed in"))
  }

  @Test("a program that does not speak fails the first clause; one that is not there is exit code 3")
  func programs() async throws {
    let desk = try desk()
    let silent = await desk.run("backend", "verify", "process:true", "--format", "junit")
    #expect(silent.code == .failure)
    #expect(silent.output.contains(#"<failure type="C01" message="it ended with the exit code 0"#), "\(silent.output)")
    #expect(silent.errors.contains("not all was looked at: it did not greet"))
    let hanging = await desk.run("backend", "verify", "process:sleep 100", "--patience", "handshake=0.2")
    #expect(hanging.code == .failure && hanging.output.contains("it did not answer within 200 ms"))
    let missing = await desk.run("backend", "verify", "process:no-such-program-here")
    #expect(missing.code == .broken && missing.errors.contains("`no-such-program-here`: No such file or directory"))
    #expect(missing.output == "no clause was looked at\n")
  }

  @Test("a program that cannot be started, or takes no world, is told by every report")
  func notThere() async throws {
    let desk = try desk()
    try desk.put(
      "decline.sh",
      #"""
      read -r line
      echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no user is known here"}}'
      while read -r line; do :; done
      """#)
    for (program, reason) in [
      ("process:no-such-program-here", "No such file or directory"),
      ("process:sh @decline.sh", "no user is known here"),
    ] {
      let words = ["backend", "verify", program, "--output", "json=@report.json", "--format", "junit"]
      let outcome = await desk.run(words)
      #expect(outcome.code == .broken && outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(outcome.output.contains(#"<testsuites name="mfaflow" tests="1" failures="0" errors="1">"#))
      #expect(outcome.output.contains(#"<error type="backend" message="the backend "#))
      #expect(outcome.output.contains(reason), "\(outcome.output)")
      let json = try String(contentsOfFile: desk.root + "report.json", encoding: .utf8)
      #expect(json.hasPrefix(#"{"kind":"error","exit":3,"message":"the backend "#) && json.contains(reason), "\(json)")
      let told = await desk.run("backend", "verify", program, "--format", "json")
      #expect(told.output == json)
    }
  }

  @Test(
    "what is wrong with the command line or a file is told, without what stands in the file",
    arguments: [
      (["verify"], "`verify` needs the SDK to look at"),
      (["verify", "sdk.py"], "is no SDK that `--backend` knows"),
      (["verify", "simulator", "--time", "5"], "`5` is no time"),
      (["verify", "simulator", "--most-calls", "0"], "`--most-calls` must be at least 1"),
      (["verify", "simulator", "--output", "@x"], "`--output` cannot be"),
      (["verify", "simulator", "--probe", "@bad.yaml"], "did you mean `userName`?"),
      (["verify", "simulator", "--probe", "@list.yaml"], "is no mapping"),
      (["verify", "simulator", "--probe", "@type.yaml"], "has a `shouldEnrollLDA` that is not of the type flag"),
      (["verify", "simulator", "--world", "@bad.yaml"], "a world has no key `•••`"),
      (["serve", "simulator"], "`serve` takes nothing behind it"),
    ])
  func wrong(words: [String], told: String) async throws {
    let desk = try desk()
    try desk.put("bad.yaml", "usrName: hunter2\n")
    try desk.put("list.yaml", "- hunter2\n")
    try desk.put("type.yaml", "shouldEnrollLDA: hunter2\n")
    let outcome = await desk.run(["backend"] + words)
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains(told), "\(outcome.errors)")
    #expect(!outcome.errors.contains("hunter2") && outcome.output.isEmpty)
  }

  @Test("a file that is not there is exit code 3")
  func missingFile() async throws {
    let outcome = await (try desk()).run("backend", "verify", "simulator", "--probe", "@none.yaml")
    #expect(outcome.code == .broken && outcome.errors.contains("`none.yaml` does not exist"))
  }

  @Test("there is no simulated SDK of another contract, to look at or to serve")
  func otherContract() async throws {
    let desk = try Desk()
    let contract = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../flows/contracts/keys.yaml")
    for words in [["verify", "simulator"], ["serve"]] {
      let outcome = await desk.run(["backend"] + words + ["--contract", contract.standardized.path])
      #expect(outcome.errors.hasPrefix("mfaflow: there is no simulated `keys`\n"), "\(outcome.errors)")
      #expect(outcome.code == .wrongInput && outcome.output.isEmpty)
    }
  }
}
