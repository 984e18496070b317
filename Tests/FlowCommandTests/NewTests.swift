// SPDX-License-Identifier: Apache-2.0

import Foundation
import Guide
import SystemCalls
import Testing

@testable import FlowCommand

/// What `mfaflow new` makes is green at once.
@Suite("mfaflow new")
struct NewTests {
  /// Holds what stands below a path of the desk to the commands that everything new must pass.
  private func expectGreen(_ path: String, on desk: Desk, hasScenarios: Bool = true) async {
    let check = await desk.run("check", "--fail-on", "warning", path)
    #expect(check.code == .success, "\(check.output)\(check.errors)")
    let format = await desk.run("fmt", "--check", path)
    #expect(format.code == .success, "\(format.output)\(format.errors)")
    guard hasScenarios else { return }
    let test = await desk.run("test", "--min-coverage", "100", path)
    #expect(test.code == .success, "\(test.output.suffix(2_000))\(test.errors)")
  }

  @Test("a copy of each flow that mfaflow brings", arguments: Guide.ShippedFlows.names)
  func shipped(name: String) async throws {
    let desk = try Desk()
    let outcome = await desk.run("new", "flow", name, "--into", "@flows")
    #expect(outcome.code == .success && outcome.output.contains("made flows/\(name).yaml\n"), "\(outcome.errors)")
    await expectGreen("@flows", on: desk)
    // Once more: all is there, and says the same.
    let again = await desk.run("new", "flow", name, "--into", "@flows")
    #expect(again.code == .success && !again.output.contains("made "))
  }

  @Test("a copy under a name of its own, a small flow, and both beside each other")
  func named() async throws {
    let desk = try Desk()
    #expect(await desk.run("new", "flow", "our-login", "--from", "login", "--into", "@flows").code == .success)
    #expect(await desk.run("new", "flow", "front-door", "--into", "@flows").code == .success)
    #expect(await desk.run("show", "@flows/our-login.yaml").output.contains("flow: our-login\n"))
    await expectGreen("@flows", on: desk)
  }

  @Test("a variant of a flow that mfaflow brings, and one of a file")
  func variants() async throws {
    let desk = try Desk()
    let first = await desk.run("new", "flow", "their-login", "--extends", "login", "--into", "@flows")
    #expect(first.code == .success, "\(first.errors)")
    await expectGreen("@flows", on: desk)
    let second = await desk.run(
      "new", "flow", "kiosk", "--extends", "@flows/their-login.yaml", "--into", "@flows/kiosks")
    #expect(second.code == .success, "\(second.errors)")
    await expectGreen("@flows", on: desk)
    #expect(await desk.run("show", "@flows/kiosks/kiosk.yaml").output.contains("flow: kiosk\n"))
  }

  @Test(
    "a variant in a folder that is still to be made names its base from there",
    arguments: ["later", "a/b", "../beside"])
  func newFolder(folder: String) async throws {
    let desk = try Desk()
    #expect(await desk.run("new", "flow", "door", "--into", "@flows/own").code == .success)
    let made = await desk.run(
      "new", "flow", "gate", "--extends", "@flows/own/door.yaml", "--into", "@flows/own/" + folder)
    #expect(made.code == .success, "\(made)")
    let checked = await desk.run("check", "--fail-on", "warning", "@flows/own/\(folder)/gate.yaml")
    #expect(checked.code == .success, "\(checked)")
  }

  @Test(
    "what YAML takes for something else is no name: it is told for what, and which names are meant",
    arguments: [
      ("null", "nothing at all"), ("yes", "`true`"), ("No", "`false`"), ("on", "`true`"), ("true", "`true`"),
      ("Null", "nothing at all"), ("y", "`true`"), ("N", "`false`"), ("OFF", "`false`"),
    ])
  func wordsOfYAML(name: String, reading: String) async throws {
    let desk = try Desk()
    for kind in ["flow", "part", "contract"] {
      let outcome = await desk.run("new", kind, name, "--into", "@")
      #expect(outcome.code == .wrongInput, "\(outcome)")
      #expect(
        outcome.errors.contains("`\(name)` cannot be a name here: some YAML parsers take it for \(reading)"),
        "\(outcome)")
      #expect(outcome.errors.contains("`\(name.lowercased())`"), "\(outcome)")
    }
  }

  @Test("a name that only begins like a word of YAML is one", arguments: ["yes-and-no", "y2", "online", "nullable"])
  func likeWordsOfYAML(name: String) async throws {
    let desk = try Desk()
    for kind in ["flow", "part"] {
      #expect(await desk.run("new", kind, name, "--into", "@\(kind)").code == .success)
    }
  }

  @Test("a part, and a contract")
  func pieces() async throws {
    let desk = try Desk()
    #expect(await desk.run("new", "part", "safety", "--into", "@flows/parts").code == .success)
    await expectGreen("@flows/parts/safety.yaml", on: desk, hasScenarios: false)
    #expect(await desk.run("new", "contract", "our-sdk", "--into", "@flows/contracts").code == .success)
    #expect(await desk.run("contract", "--check", "@flows/contracts/our-sdk.yaml").code == .success)
    #expect(await desk.run("fmt", "--check", "@flows/contracts/our-sdk.yaml").code == .success)
    #expect(await desk.run("contract", "@flows/contracts/our-sdk.yaml", "sendPassword").code == .success)
  }

  @Test(
    "scenarios for a flow without any: each step, branch, interrupt and choice is taken",
    arguments: ["small", "activation", "device-check"])
  func scenarios(original: String) async throws {
    let desk = try Desk()
    #expect(await desk.run("new", "flow", "own", "--from", original, "--into", "@flows").code == .success)
    try FileManager.default.removeItem(atPath: desk.root + "flows/own.scenarios.yaml")
    let outcome = await desk.run("new", "scenario", "@flows/own.yaml")
    #expect(outcome.code == .success, "\(outcome.errors)")
    await expectGreen("@flows", on: desk)
    let again = await desk.run("new", "scenario", "@flows/own.yaml")
    #expect(again.code == .success || again.errors.contains("is there already"))
  }

  @Test("a project: the commands on its page and its hooks pass", arguments: [nil, "login"])
  func project(original: String?) async throws {
    let desk = try Desk()
    let outcome = await desk.run(["new", "project", "@app"] + (original.map { ["--from", $0] } ?? []))
    #expect(outcome.code == .success, "\(outcome.errors)")
    await expectGreen("@app/flows", on: desk)
    let hooks = try String(contentsOfFile: desk.root + "app/.pre-commit-config.yaml", encoding: .utf8)
    let entries: [Substring] = hooks.split(separator: "\n").compactMap { line in
      line.firstRange(of: "entry: ").map { line[$0.upperBound...] }
    }
    #expect(entries.count == 3)
    for entry in entries {
      let words = entry.split(separator: " ").map(String.init)
      #expect(words.first == "mfaflow")
      let hook = await desk.run(words.dropFirst().map { $0 == "flows" ? "@app/flows" : $0 })
      #expect(hook.code == .success, "\(entry): \(hook.output)\(hook.errors)")
    }
    for path in [".github/workflows/flows.yml", ".gitlab-ci.yml", ".editorconfig", ".mfaflow.yaml", "README.md"] {
      #expect(FileManager.default.fileExists(atPath: desk.root + "app/" + path), "\(path)")
    }
    let settings = try Data(contentsOf: URL(filePath: desk.root + "app/.vscode/settings.json"))
    let schemas = try #require((try JSONSerialization.jsonObject(with: settings) as? [String: Any])?["yaml.schemas"])
    for path in try #require(schemas as? [String: Any]).keys {
      let schema = try Data(contentsOf: URL(filePath: desk.root + "app/" + path))
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: schema) }
    }
  }

  @Test("a warning stops each check of a project: by hand, before a commit, on a build server")
  func strictProject() async throws {
    let desk = try Desk()
    #expect(await desk.run("new", "project", "@app").code == .success)
    let flow = try String(contentsOfFile: desk.root + "app/flows/first.yaml", encoding: .utf8)
    let loose = flow.split(separator: "\n").filter { !$0.hasPrefix("goal:") }
    try desk.put("app/flows/loose.yaml", loose.joined(separator: "\n") + "\n")
    for path in ["README.md", ".pre-commit-config.yaml", ".github/workflows/flows.yml", ".gitlab-ci.yml"] {
      let text = try String(contentsOfFile: desk.root + "app/" + path, encoding: .utf8)
      let lines: [Substring] = text.split(separator: "\n").compactMap { line in
        line.firstRange(of: "mfaflow check ").map { line[$0.upperBound...] }
      }
      #expect(!lines.isEmpty, "\(path)")
      for line in lines {
        // Reports are written elsewhere, and what stands behind the folder is the page's or the shell's.
        let words: [Substring] = Array(line.split(separator: " ").prefix { !$0.hasPrefix("flows") })
        let options = words.filter { $0 != "--output" && !$0.contains("=") }.map(String.init)
        let check = await desk.run(["check"] + options + ["@app/flows"])
        #expect(check.code == .failure, "\(path): \(line)\n\(check.output)\(check.errors)")
      }
    }
  }

  @Test("a backend is a program that keeps to the contract", arguments: ["python", "swift"])
  func backend(language: String) async throws {
    let desk = try Desk()
    #expect(await desk.run("new", "backend", language, "--into", "@backend").code == .success)
    let folder = desk.root + "backend/"
    var command = "python3 \(folder)sdk.py"
    let tool = language == "python" ? "python3" : "swiftc"
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    guard
      let found = path.split(separator: ":").map({ "\($0)/\(tool)" }).first(where: FileManager.default.isExecutableFile)
    else { return }
    if language == "swift" {
      command = folder + "sdk"
      let compiler = Process()
      compiler.executableURL = URL(filePath: found)
      compiler.arguments = [folder + "sdk.swift", "-o", command]
      try compiler.run()
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
    }
    let verified = await desk.run(
      "backend", "verify", "process:\(command)", "--world", "@backend/world.yaml", "--probe", "@backend/probe.yaml")
    #expect(verified.code == .success, "\(verified.output)")
  }

  @Test("nothing is written over, and what cannot be made whole is not made")
  func wholeOrNothing() async throws {
    let desk = try Desk()
    try desk.put("flows/parts/session.yaml", "mine\n")
    let there = await desk.run("new", "flow", "login", "--into", "@flows")
    #expect(there.code == .wrongInput && there.errors.contains("`flows/parts/session.yaml` is there already"))
    #expect(!FileManager.default.fileExists(atPath: desk.root + "flows/login.yaml"))
    #expect(try String(contentsOfFile: desk.root + "flows/parts/session.yaml", encoding: .utf8) == "mine\n")
    // A file stands where a folder is wanted, far down the list.
    try desk.put("app/schemas", "a file\n")
    let stopped = await desk.run("new", "project", "@app")
    #expect(stopped.code == .broken && stopped.errors.contains("nothing was made"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.root + "app") == ["schemas"])
    // A link that leads nowhere is something that is there.
    try FileManager.default.createSymbolicLink(atPath: desk.root + "first.yaml", withDestinationPath: "gone")
    #expect(await desk.run("new", "flow", "first", "--into", "@").code == .wrongInput)
  }

  @Test(
    "what is wrong with the command line is told",
    arguments: [
      ([], "`new` needs what is begun"), (["flw", "x"], "is none of flow, part"), (["flow"], "`new flow` needs NAME"),
      (["flow", "1 2"], "is no name"), (["backend", "cobol"], "is no language"),
      (["part", "x", "--from", "login"], "`--from` is for"),
      (["flow", "x", "--extends", "lgin"], "did you mean `login`?"), (["scenario"], "`new scenario` needs FLOW"),
      (["flow", "x", "--extends", "login", "--from", "login"], "exclude each other"),
      (["flow", "login", "--extends", "login", "--into", "@f"], "cannot have the name of its base"),
      (["project"], "`new project` needs DIR"),
    ] as [([String], String)])
  func slips(words: [String], message: String) async throws {
    let outcome = await (try Desk()).run(["new"] + words)
    #expect(outcome.code == .wrongInput && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("what is missing is asked for at a terminal, and asked again where it will not do")
  func asks() async throws {
    let desk = try Desk()
    let pseudo = try PseudoTerminal()
    let terminal = Terminal(input: pseudo.program, output: pseudo.program)
    async let outcome = desk.run("new", "--into", "@flows", terminal: terminal)
    await OwnThread.run {
      _ = pseudo.read(until: "project):")
      pseudo.type("flo\r")
      _ = pseudo.read(until: "is none of")
      _ = pseudo.read(until: "project):")
      pseudo.type("flow\r")
      _ = pseudo.read(until: "secure-login:")
      pseudo.type("front-door\r")
    }
    #expect(await outcome.code == .success)
    await expectGreen("@flows", on: desk)
  }
}
