// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Testing

@Suite("A contract of a flow's own")
struct ContractPathTests {
  private static let contract = """
    contract: doorbell
    version: 1.0.0
    patience: 30s
    success: [0]
    phases: { closed: {}, open: {} }
    signedIn: open
    events:
      opened: { kind: result, enters: open, source: given manual }
    calls:
      ring: { leadsTo: opened, source: given manual }
    """ + "\n"

  private static func compile(
    _ sdk: String, use: String = "[]", at path: String = "flows/ring.yaml", _ files: [String: String]
  ) -> Compilation {
    let loader = FileLoader { path in
      files[path].map { .success(SourceFile(path: path, text: $0)) } ?? .failure(FileLoader.Problem("there is none"))
    }
    let text = """
      language: mfaflow/1
      flow: ring
      version: 1.0.0
      sdk: \(sdk)
      use: \(use)
      start: ring
      steps:
        ring: { call: ring, then: { opened: inside, else: failed } }
        inside: { event: opened, choices: { leave: { to: gone } }, then: { else: failed } }
      ends:
        gone: { outcome: ended }
        failed: { outcome: failure }
      """
    return Compiler(loader: loader).compile(SourceFile(path: path, text: text))
  }

  @Test(
    "its path begins at the folder of the flow, and may lead upwards",
    arguments: [
      ("./contracts/doorbell.yaml", "flows/contracts/doorbell.yaml"), ("doorbell.yaml", "flows/doorbell.yaml"),
      ("contracts/doorbell.yaml", "flows/contracts/doorbell.yaml"), ("../doorbell.yaml", "doorbell.yaml"),
      ("../../doorbell.yaml", "../doorbell.yaml"), ("./../a/./b/doorbell.yaml", "a/b/doorbell.yaml"),
      ("contracts/doorbell", "flows/contracts/doorbell.yaml"), ("doorbell.yml", "flows/doorbell.yml"),
    ])
  func places(_ sdk: String, _ path: String) {
    let made = Self.compile(sdk, [path: Self.contract])
    #expect(made.findings.map(\.message) == [])
    #expect(made.flow != nil)
  }

  @Test(
    "what is no path of a contract is refused at its place",
    arguments: [
      "/etc/doorbell.yaml", "contracts/", "./door bell.yaml", "contracts//doorbell.yaml",
      "../.yaml", ".../doorbell.yaml", "contracts/doorbell.yml.yaml",
    ])
  func noPath(_ sdk: String) {
    let made = Self.compile(sdk, [:])
    #expect(made.findings.map(\.code.id) == ["MFA149"])
    #expect(made.findings.first?.message.contains("is not the path of a contract") == true)
  }

  @Test("one that is not there, or cannot be had without files, is told once")
  func notThere() {
    let made = Self.compile("./doorbell.yaml", [:])
    #expect(made.findings.map(\.code.slug) == ["contract-not-found"])
    #expect(made.flow == nil)
    let alone = Compiler().compile(
      SourceFile(
        path: "a.yaml",
        text: "language: mfaflow/1\nflow: a\nversion: 1.0.0\nsdk: ./b.yaml\nstart: s\nsteps: {s: {call: c}}\nends: {}\n"
      ))
    #expect(alone.findings.map(\.code.slug).contains("contract-not-found"))
  }

  @Test("what is wrong in it is told in its own file, and no flow comes of it")
  func wrong() {
    let files = ["flows/doorbell.yaml": Self.contract.replacing("result", "reslt")]
    let made = Self.compile("./doorbell.yaml", files)
    #expect(made.flow == nil)
    #expect(made.findings.allSatisfy { made.sources.file($0.range.file)?.path == "flows/doorbell.yaml" })
    #expect(!made.findings.isEmpty)
  }

  @Test("a flow is no contract")
  func flow() {
    let made = Self.compile("./ring.yaml", ["flows/ring.yaml": "language: mfaflow/1\nflow: ring\n"])
    #expect(made.findings.hasErrors && made.flow == nil)
  }

  @Test(
    "a part names the same contract by its own way there",
    arguments: [("../contracts/doorbell.yaml", 0), ("./doorbell.yaml", 1), ("doorbell", 1), ("relid", 1)])
  func parts(_ sdk: String, _ findings: Int) {
    let part = "part: over\nsdk: \(sdk)\nends: { over: { outcome: ended } }\nmessages: {}\n"
    let made = Self.compile(
      "./contracts/doorbell.yaml", use: "[parts/over]",
      ["flows/contracts/doorbell.yaml": Self.contract, "flows/parts/over.yaml": part])
    #expect(made.findings.filter { $0.code.id == "MFA190" }.count == findings)
  }

  @Test("a part on its own is held against the contract that it names")
  func partAlone() {
    let loader = FileLoader { path in
      path == "flows/contracts/doorbell.yaml"
        ? .success(SourceFile(path: path, text: Self.contract)) : .failure(FileLoader.Problem("there is none"))
    }
    let text =
      "part: p\nsdk: ../contracts/doorbell.yaml\nneeds: [failed]\nsteps:\n  wait: { event: opend, then: { else: failed } }\n"
    let made = Compiler(loader: loader).compile(SourceFile(path: "flows/parts/p.yaml", text: text))
    #expect(made.findings.map(\.code.id) == ["MFA201"])
  }
}

extension String {
  fileprivate func replacing(_ part: String, _ other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
