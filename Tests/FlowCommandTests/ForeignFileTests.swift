// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// A path may lead to any file: no word of one that is no flow, part or contract is ever shown.
@Suite("Files that are not what they are taken for") struct ForeignFileTests {
  private static let token = "ghp_S3cretT0ken"

  /// Files with a token as a value, as a key, in a comment, in what is no YAML.
  static let files = [
    "machine example.com\npassword: T\n\ttab: T\n", "tokens:\n  a: T\n  T: x\nT: y\n", "T\n", "- T\n- { T: T }\n",
    "contract: x\nversion: 1.0.0\nT: y\ntoken: T\n", "flow: x\nT: y\ntoken: { T: T }\n", "part: x\nT: y\ntoken: [T\n",
    "T: \"a\\u200BT\"\n", "users: { alice: { T: x } }\nT: y\n", "# mfaflow: T\na: T\nsteps: 1\n",
    "a: &T T\nb: *T2T\nc: !T x\n", "password: *T\n",
    "flow: T\nsdk: T\nstart: T\nends: T\nsteps: T\n", "language: mfaflow/T\nT: 1\n",
    "contract: T\nevents: T\ncalls: T\n",
    "answers: [{ T: x }, { enterCode: { T: T } }]\nT: 1\n", "fail-on: T\nT: 1\nseverities: { T: T }\n", "a: 'T\n",
    "a: b: T\n", "{ T: T, T: T }\n", "rule: T\nallow: [{ rule: T, T: T }]\n", "MFA302\tT\tT\nT\n",
    "one:T\ntwo:T\n", "a: one\n  T\n", "steps: one\n  T\nflow: T\n\n  T\n", "T: [one\n  T, T]\n",
    "flow: \"one\n  \\\n  T\"\n", "a: \"ghp_S3\\x63ret\\x540ken\"\n", "a: 'it''s T'\n", "flow: >\n  one\n  T\n",
    "fail-on: one\n  T\n", "users: { alice: one\n  T }\n",
  ].map { $0.replacingOccurrences(of: "T", with: token) }

  private static let flow = """
    language: mfaflow/1
    flow: a
    version: 1.0.0
    sdk: SDK
    use: USE
    start: initialize
    steps:
      initialize: STEP
      more: { challenge: getUser, ask: [userName], answer: setUser, tries: 2, then: { else: failed } }
    ends: { done: { outcome: success }, failed: { outcome: failure } }

    """
  private static let step = "{ call: initialize, then: { getUser: more, else: failed } }"

  private static func flow(sdk: String = "relid", use: String = "[]", step: String = step) -> String {
    flow.replacingOccurrences(of: "SDK", with: sdk).replacingOccurrences(of: "USE", with: use)
      .replacingOccurrences(of: "STEP", with: step)
  }

  /// A desk with the file at the path `t.yaml`, as itself and as a link.
  private func desk(_ text: String) throws -> Desk {
    let desk = try Desk()
    try desk.put("secret", text)
    try FileManager.default.createSymbolicLink(atPath: desk.root + "t.yaml", withDestinationPath: "secret")
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("world.yaml", Samples.world)
    try desk.put("sdk.yaml", Self.flow(sdk: "./t.yaml"))
    try desk.put("use.yaml", Self.flow(use: "[t]"))
    try desk.put("run.yaml", Self.flow(step: "{ run: t, then: { done: more, else: failed } }"))
    try desk.put("part.yaml", "part: p\nsdk: ./t.yaml\nuse: [t]\nsteps: {}\n")
    try desk.put("f.scenarios.yaml", "flow: t.yaml\nscenarios: [{ name: a, expect: { end: done } }]\n")
    try desk.put(
      "c.scenarios.yaml", "flow: flow.yaml\ncontract: t.yaml\nscenarios: [{ name: a, expect: { end: done } }]\n")
    return desk
  }

  private func expectSilence(_ desk: Desk, _ line: String) async {
    let outcome = await desk.run(line.split(separator: " ").map(String.init))
    let text = outcome.output + outcome.errors
    #expect(!text.uppercased().contains("S3CRETT0KEN"), "\(line): \(text)")
    #expect(outcome.code != .success, "\(line)")
  }

  @Test("check tells of them without a word of theirs, in every format", arguments: files)
  func check(text: String) async throws {
    let desk = try desk(text)
    for format in ["text", "oneline", "json", "sarif", "github", "junit"] {
      for path in ["t", "sdk", "use", "run", "part"] {
        await expectSilence(desk, "check --format \(format) @\(path).yaml")
      }
      for option in ["contract", "config", "baseline"] {
        await expectSilence(desk, "check --format \(format) --\(option) @t.yaml @flow.yaml")
      }
    }
    for _ in 0..<2 { await expectSilence(desk, "check --cache @cache @t.yaml @sdk.yaml @use.yaml @run.yaml") }
  }

  @Test("a path that leads to no contract is told where it stands")
  func noContract() async throws {
    let desk = try desk("tokens:\n  a: b\n")
    let found = await desk.run("check", "--format", "oneline", "@sdk.yaml").output
    let message = "`t.yaml` is no contract"
    #expect(found.hasPrefix("sdk.yaml:4:6: error[MFA131] \(message) (line 1, column 1: MFA120;"), "\(found)")
    let given = await desk.run("check", "--contract", "@t.yaml", "@flow.yaml")
    #expect(given.errors.hasPrefix("error[MFA131]: \(message)\n --> t.yaml:1:1\n"), "\(given.errors)")
    let named = await desk.run("test", "@c.scenarios.yaml")
    #expect(named.output.contains("MFA131") || named.errors.contains("MFA131"), "\(named.errors)")
  }

  @Test("so do all other commands", arguments: files)
  func others(text: String) async throws {
    let desk = try desk(text)
    for path in ["t", "sdk", "use", "run"] {
      await expectSilence(desk, "run @\(path).yaml --world @world.yaml")
      await expectSilence(desk, "matrix @\(path).yaml")
    }
    for line in [
      "run @flow.yaml --world @t.yaml", "run @flow.yaml --world @world.yaml --answers @t.yaml",
      "run @flow.yaml --world @world.yaml --contract @t.yaml", "run @flow.yaml --world @world.yaml --resume @t.yaml",
      "run @flow.yaml --world @world.yaml --set \(Self.token)=1", "run @flow.yaml --backend cassette:@t.yaml",
      "run @flow.yaml --world @world.yaml --set enterCode.\(Self.token)=1", "test @t.yaml", "test @f.scenarios.yaml",
      "test @c.scenarios.yaml", "test --contract @t.yaml @f.scenarios.yaml", "contract --check @t.yaml",
      "messages import @flow.yaml @t.yaml", "backend verify simulator --probe @t.yaml",
      "backend verify simulator --contract @t.yaml",
    ] { await expectSilence(desk, line) }
  }

  @Test(
    "a secret that is typed as a key is not shown either",
    arguments: [
      "world.yaml", "answers.yaml", "s.scenarios.yaml", "policy.yaml",
    ])
  func keys(name: String) async throws {
    let desk = try desk("x")
    let token = Self.token
    try desk.put("world.yaml", "users: { alice: { \(token): x, passwort: y } }\n\(token): { \(token): 1 }\n")
    try desk.put("answers.yaml", "answers: [{ \(token): x }, { enterCode: { \(token): x } }]\n")
    let answers = "{ \(token): x }, { enterCode: { \(token): x } }"
    try desk.put(
      "s.scenarios.yaml",
      "flow: flow.yaml\nscenarios: [{ name: a, do: [\(answers)], expect: { end: done } }]\n")
    try desk.put("policy.yaml", "severities: { \(token)!: off }\n\(token): 1\n")
    switch name {
    case "world.yaml":
      await expectSilence(desk, "run @flow.yaml --world @world.yaml")
      let outcome = await desk.run("run", "@flow.yaml", "--world", "@world.yaml")
      #expect(outcome.errors.contains("`passwort`"), "\(outcome.errors)")
    case "answers.yaml":
      try desk.put("world.yaml", Samples.world)
      await expectSilence(desk, "run @flow.yaml --world @world.yaml --answers @answers.yaml")
    case "policy.yaml": await expectSilence(desk, "check --config @policy.yaml @flow.yaml")
    default: await expectSilence(desk, "test @s.scenarios.yaml")
    }
  }

  @Test("what is surely a flow, a part or a contract is shown with its lines")
  func shown() async throws {
    let desk = try desk("x")
    try desk.put("flow.yaml", Samples.brokenFlow)
    #expect(await desk.run("check", "@flow.yaml").output.contains(" | "))
    try desk.put("secret", "contract: bell\nversion: 1.0.0\nevents: {}\ncalls: { ring: 1 }\n")
    #expect(await desk.run("check", "@sdk.yaml").output.contains("4 | calls: { ring: 1 }"))
    try desk.put("secret", "part: p\nsdk: relid\nsteps: { a: 1 }\n")
    #expect(await desk.run("check", "@use.yaml").output.contains("3 | steps: { a: 1 }"))
  }
}
