// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The simulated SDK that is written in Python stands to the one in Swift as a second reading of the same page.
@Suite("The simulator in Python", .serialized)
struct PythonSimulatorTests {
  private static let folder = "Examples/python-simulator"

  /// On the command line of `--backend`.
  static let backend =
    "process:python3 -SE '" + Repository.here.root.appending(path: "\(folder)/simulator.py").path + "'"

  /// Those of the other flows are made of the same parts as `sign-in`: `make python-simulator` plays them, too.
  private static let isThorough = ProcessInfo.processInfo.environment["PYTHON_SIMULATOR"] == "all"
  private static let flows = [
    ("races", 25), ("notifications", 38), ("password-update", 42), ("device-check", 52), ("secure-login", 33),
    ("sign-in", 60),
  ]
  private static let others = [
    ("activation", 64), ("login", 80), ("additional-device", 47), ("forgotten-password", 45),
  ]

  @Test(
    "plays every scenario that the simulator plays on one device, with the same traces and the same words",
    arguments: isThorough ? flows + others : flows)
  func scenarios(name: String, least: Int) async throws {
    let twins = try ScenarioTwins(name)
    let count = try await twins.compare(with: Self.backend, toTheLetter: true)
    #expect(count == twins.scenarios.count && count >= least)
    print("python simulator: \(count) of \(twins.scenarios.count) scenarios of \(name) give the simulator's traces")
  }

  @Test("every flow on one device has its scenarios played above")
  func nothingLeftOut() throws {
    let files = Repository.here.files(under: "flows", suffixes: [".scenarios.yaml"])
    // A variant makes no call that its base does not make.
    let relid = files.filter { !$0.path.contains("/variants/") }
      .filter { $0.text.contains("world:") && !$0.text.contains("\ndevices:") }
      .map { $0.path.dropFirst("flows/".count).dropLast(".scenarios.yaml".count) }
    #expect(
      relid.sorted() == [
        "activation", "additional-device", "device-check", "forgotten-password", "login", "notifications",
        "password-update", "races", "secure-login", "sign-in",
      ])
    #expect(relid.sorted() == (Self.flows + Self.others).map { Substring($0.0) }.sorted())
    // What the short form leaves out has no step that it does not play.
    let parts = Set(
      try #require(Repository.here.file("flows/sign-in.yaml")).text.matches(of: /- (parts\/[a-z-]+)/).map { "\($0.1)" })
    for (name, _) in Self.others {
      let flow = try #require(Repository.here.file("flows/\(name).yaml")).text
      let own = Set(flow.matches(of: /- (parts\/[a-z-]+)/).map { "\($0.1)" })
      #expect(own.subtracting(parts).isSubset(of: ["parts/at-sign-in", "parts/known", "parts/renewed"]), "\(name)")
    }
  }

  @Test("takes nothing but Python's standard library, in short files that each say what they are")
  func sources() throws {
    let files = Repository.here.files(under: Self.folder, suffixes: [".py"])
    #expect(files.count > 10)
    let own = Set(files.map(\.stem))
    var foreign: Set<String> = []
    for file in files {
      #expect(file.lines.count < 200 && file.lines.allSatisfy { $0.count <= 120 }, "\(file.path)")
      let head = file.lines.drop { $0.hasPrefix("#!") }.prefix(2)
      #expect(head.first == "# SPDX-License-Identifier: Apache-2.0" && head.last?.hasPrefix("\"\"\"") ?? false)
      #expect(!file.text.contains("__import__") && !file.text.contains("importlib"), "\(file.path)")
      for line in file.lines.map({ $0.trimmingCharacters(in: .whitespaces) }) {
        guard let module = line.prefixMatch(of: /(?:import|from) (\w+)/)?.1.description else { continue }
        if !own.contains(module) { foreign.insert(module) }
      }
    }
    #expect(
      foreign.sorted() == [
        "collections", "copy", "dataclasses", "datetime", "functools", "itertools", "json", "math", "os", "re",
        "select", "sys", "time", "typing",
      ])
  }

  @Test("is compiled by Python without a warning, and leaves nothing in its folder")
  func compiles() throws {
    let files = Repository.here.files(under: Self.folder, suffixes: [".py"]).map(\.path)
    let cache = FileManager.default.temporaryDirectory.appending(path: "mfaflow-py-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: cache) }
    for arguments in [
      ["-W", "error", "-m", "py_compile"] + files,
      ["-W", "error", files.first { $0.hasSuffix("/simulator.py") } ?? ""],
    ] {
      let (input, said, process) = (Pipe(), Pipe(), Process())
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["PYTHONPYCACHEPREFIX=\(cache.path)", "python3"] + arguments
      process.currentDirectoryURL = Repository.here.root
      (process.standardInput, process.standardOutput, process.standardError) = (input, said, said)
      try process.run()
      try input.fileHandleForWriting.close()
      let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0 && text.isEmpty, "\(text)")
    }
    let left = Repository.here.folders(in: Self.folder)
    #expect(left.isEmpty, "\(left)")
  }
}
