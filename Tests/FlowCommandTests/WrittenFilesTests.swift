// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("What a command writes is no file that it reads, and no two are one file")
struct WrittenFilesTests {
  /// A command line, in which words in capitals stand for several.
  private func words(of line: String) -> [String] {
    line.split(separator: " ").flatMap { word -> [String] in
      switch word {
      case "INPUTS": ["@sign-in.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml"]
      case "ANSWERED": ["@sign-in.yaml", "--set", "userName=carol", "--set", "signedIn=finish"]
      case "PROGRAM": ["--backend", "process:sh @sdk.sh"]
      case "SDK": ["process:sh @sdk.sh"]
      default: [String(word)]
      }
    }
  }

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("sign-in.yaml", Samples.signIn)
    try desk.put("world.yaml", "users: { carol: { lda: true } }\n")
    try desk.put("answers.yaml", "answers:\n  - identify: { userName: carol }\n")
    try desk.put("probe.yaml", "userName: carol\n")
    try desk.put("run.json", "{}\n")
    try desk.put("run.cassette", "{}\n")
    try desk.put("sdk.sh", "echo noise >&2\nexit 1\n")
    try desk.put(
      "s.scenarios.yaml", "flow: sign-in.yaml\nscenarios: [{ name: a, expect: { waiting: identify } }]\n")
    return desk
  }

  @Test(
    "a log does not go into what is read, whatever kind of file it is and whatever command reads it",
    arguments: [
      ("run INPUTS PROGRAM", "world.yaml"), ("run INPUTS PROGRAM", "answers.yaml"),
      ("run INPUTS PROGRAM", "./world.yaml"), ("run INPUTS --resume @run.json", "run.json"),
      ("run @sign-in.yaml --backend replay:@run.cassette", "run.cassette"), ("run INPUTS --responder SDK", "sdk.sh"),
      ("soak --runs 1 INPUTS PROGRAM", "world.yaml"), ("twin INPUTS PROGRAM --backend simulator", "answers.yaml"),
      ("twin @s.scenarios.yaml --backend simulator PROGRAM", "s.scenarios.yaml"),
      ("test @ PROGRAM", "s.scenarios.yaml"),
      ("backend verify SDK --world @world.yaml --probe @probe.yaml", "probe.yaml"), ("backend verify SDK", "sdk.sh"),
    ])
  func log(line: String, name: String) async throws {
    let desk = try desk()
    let before = try String(contentsOfFile: desk.root + name, encoding: .utf8)
    let outcome = await desk.run(words(of: line) + ["--backend-log", desk.root + name])
    #expect(outcome.code == .wrongInput && outcome.output.isEmpty, "\(outcome)")
    let isRead =
      outcome.errors.contains("` is also read\n") && outcome.errors.contains("`--backend-log` would write over")
    #expect(isRead || outcome.errors.contains("it is a scenario file"), "\(outcome.errors)")
    #expect(try String(contentsOfFile: desk.root + name, encoding: .utf8) == before)
  }

  @Test(
    "no output takes the place of what people write, though nobody reads it now",
    arguments: [
      "check @sign-in.yaml --output json=", "check @sign-in.yaml --write-baseline ", "graph @sign-in.yaml --output ",
      "run ANSWERED --world @plain.yaml --save ", "run ANSWERED --world @plain.yaml --record ",
      "run ANSWERED PROGRAM --backend-log ",
    ],
    ["other.scenarios.yaml", "other.world.yaml", "other.answers.yaml", ".mfaflow.yaml"])
  func handiwork(line: String, name: String) async throws {
    let desk = try desk()
    try desk.put("plain.yaml", "users: { carol: { password: x } }\n")
    try desk.put("other.scenarios.yaml", "flow: sign-in.yaml\nscenarios: []\n")
    try desk.put("other.world.yaml", "users: { carol: { lda: true } }\n")
    try desk.put("other.answers.yaml", "answers: []\n")
    try desk.put(".mfaflow.yaml", "allow: []\n")
    let before = try String(contentsOfFile: desk.root + name, encoding: .utf8)
    let outcome = await desk.run(words(of: line + "@" + name))
    #expect(outcome.code == .wrongInput, "\(outcome)")
    #expect(outcome.errors.contains("it is a") || outcome.errors.contains("is also read"), "\(outcome.errors)")
    #expect(try String(contentsOfFile: desk.root + name, encoding: .utf8) == before)
  }

  @Test(
    "two outputs are not written into one file, be it there already or not",
    arguments: [
      ("run INPUTS PROGRAM --record @new --backend-log @new", "`--record` and `--backend-log` name the same file"),
      ("run INPUTS --save @new --record @./new", "`--save` and `--record` name the same file"),
      ("run INPUTS PROGRAM --record @link --backend-log @run.json", "name the same file"),
      (
        "test @s.scenarios.yaml PROGRAM --output junit=@new --backend-log @new",
        "`--output` and `--backend-log` name the same file"
      ),
      (
        "check @sign-in.yaml --output json=@new --write-baseline @new",
        "`--output` and `--write-baseline` name the same file"
      ),
      (
        "check @sign-in.yaml --output json=@new --output junit=@./new",
        "two reports would be written into `./new`"
      ),
      (
        "check @sign-in.yaml --output json=@new --output junit=@later",
        "two reports would be written into `later`"
      ), ("check @sign-in.yaml --write-baseline -", "`--write-baseline` writes a file, and `-` is none"),
      ("run INPUTS --save @later --record @new", "`--save` and `--record` name the same file"),
    ])
  func twice(line: String, message: String) async throws {
    let desk = try desk()
    try FileManager.default.createSymbolicLink(
      atPath: desk.root + "link", withDestinationPath: desk.root + "run.json")
    try FileManager.default.createSymbolicLink(atPath: desk.root + "later", withDestinationPath: "new")
    let outcome = await desk.run(words(of: line))
    #expect(outcome.code == .wrongInput && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: desk.root + "new"))
  }

  @Test("a configuration and the baseline that it names are read, too; a baseline alone is written anew")
  func decisions() async throws {
    let desk = try desk()
    try desk.put(".mfaflow.yaml", "baseline: known.txt\n")
    let first = await desk.run("check", "@sign-in.yaml", "--write-baseline", "@known.txt")
    #expect(first.code == .success, "\(first)")
    let again = await desk.run("check", "@sign-in.yaml", "--write-baseline", "@known.txt")
    #expect(again.code == .success, "\(again)")
    for name in [".mfaflow.yaml", "known.txt"] {
      let outcome = await desk.run("check", "@sign-in.yaml", "--output", "json=@" + name)
      #expect(outcome.code == .wrongInput && outcome.errors.contains("` is also read\n"), "\(outcome)")
    }
  }

  /// A file that takes no text, though it can be opened.
  private static let stubborn = "/proc/self/oom_score_adj"

  @Test(
    "a log that cannot be written is told, and ends the command with 3",
    .enabled(if: FileManager.default.isWritableFile(atPath: stubborn)),
    arguments: ["run ANSWERED", "soak --runs 1 ANSWERED", "test @s.scenarios.yaml"])
  func lostLog(line: String) async throws {
    let desk = try desk()
    try desk.put("sdk.sh", "echo noise >&2\n" + BadEndingTests.program())
    let outcome = await desk.run(words(of: line + " PROGRAM --backend-log " + Self.stubborn))
    #expect(outcome.code == .broken, "\(outcome)")
    #expect(
      outcome.errors.contains("mfaflow: `\(Self.stubborn)` (`--backend-log`) cannot be written: "), "\(outcome.errors)")
  }

  @Test("what is thrown away may be thrown away twice")
  func dropped() async throws {
    let outcome = await (try desk()).run(
      "test", "@s.scenarios.yaml", "--output", "junit=/dev/null", "--output", "json=/dev/null")
    #expect(!outcome.errors.contains("same file") && !outcome.errors.contains("two reports"), "\(outcome)")
  }
}
