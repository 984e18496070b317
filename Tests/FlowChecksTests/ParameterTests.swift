// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Testing
import YAMLTree

/// What a part needs may have a value, and each flow may give its own.
@Suite("Parameters of parts and bases")
struct ParameterTests {
  private static let part = """
    part: verify
    sdk: relid
    needs:
      signedIn: required
      failed: required
      passwords: 3
      wrong: That is not right.
      asked: [isDeviceSecure]
    steps:
      verify:
        challenge: getPassword(verify)
        say: wrong
        ask: { password: secret }
        answer: setPassword
        gate: asked
        tries: passwords
        choices: { again: { call: forgotPassword, gate: asked, max: 1, then: { deny: failed, else: failed } } }
        then: { onUserLoggedIn: signedIn, 102: { retry: wrong }, deny: failed, else: failed }
    """
  private static let flow = """
    language: mfaflow/1
    flow: flow
    version: 1.0.0
    sdk: relid
    use: [verify]
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 3
        then: { getPassword(verify): verify, 101: retry, else: failed }
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
    ends: { done: { outcome: success }, failed: { outcome: failure } }
    """

  private static func compiler(_ files: [String: String]) -> Compiler {
    Compiler(
      loader: FileLoader { path in
        files[path].map { .success(SourceFile(path: path, text: $0)) } ?? .failure(FileLoader.Problem("there is none"))
      })
  }

  private static func compile(_ name: String, _ files: [String: String]) -> Compilation {
    compiler(files).compile(SourceFile(path: name, text: files[name] ?? ""))
  }

  private static func with(_ lines: String, _ more: [String: String] = [:]) -> [String: String] {
    ["flow.yaml": flow.replacing("start:", with: lines + "\nstart:"), "verify.yaml": part].merging(more) { $1 }
  }

  private static func errors(_ compilation: Compilation) -> [String] {
    compilation.findings.filter { $0.severity == .error }.map { "\($0.code.id): \($0.message)" }
  }

  /// The tries, the question and the text of the step that the part brings.
  private static func values(_ compilation: Compilation) throws -> (tries: Int?, gates: [[String]], text: String) {
    #expect(errors(compilation) == [])
    let flow = try #require(compilation.flow).flow
    let step = try #require(flow.steps.first { $0.name.value.hasSuffix("verify") })
    let choice = step.choices.first.flatMap { choice -> [String]? in
      if case .call(let use, _) = choice.action { use.gate } else { nil }
    }
    let text = step.say.map { flow[$0].pieces.map { if case .text(let text) = $0 { text } else { "" } }.joined() }
    return (step.tries?.value, [step.answer?.gate, choice].compactMap(\.self), text ?? "")
  }

  private struct NoGate: Error {}

  @Test("a flow that gives nothing has the values of the part, wherever the part names them")
  func defaults() throws {
    let values = try Self.values(Self.compile("flow.yaml", Self.with("")))
    #expect(values.tries == 3)
    #expect(values.gates == [["isDeviceSecure"], ["isDeviceSecure"]])
    #expect(values.text == "That is not right.")
    #expect(Self.errors(Self.compile("verify.yaml", Self.with(""))) == [], "the part alone")
  }

  @Test("what the flow gives holds in the place of it")
  func given() throws {
    let files = Self.with(
      "budgets: { passwords: 5 }\ngates: { asked: [allowLogin, isDeviceSecure] }\nmessages: { wrong: No. }")
    let values = try Self.values(Self.compile("flow.yaml", files))
    #expect(values.tries == 5)
    #expect(values.gates == [["allowLogin", "isDeviceSecure"], ["allowLogin", "isDeviceSecure"]])
    #expect(values.text == "No.")
  }

  @Test("a variant changes the value by the path that it has in a flow, whether its base gives one or not")
  func variants() throws {
    for base in ["", "budgets: { passwords: 5 }\ngates: { asked: [allowLogin] }\nmessages: { wrong: No. }"] {
      let variant = """
        language: mfaflow/1
        flow: variant
        version: 1.0.0
        extends: flow@1.0
        change: { budgets.passwords: 2, gates.asked: [isDeviceSecure, allowLogin], messages.wrong: Wrong. }
        """
      let files = Self.with(base, ["variant.yaml": variant])
      let values = try Self.values(Self.compile("variant.yaml", files))
      #expect(values.tries == 2)
      #expect(values.gates == [["isDeviceSecure", "allowLogin"], ["isDeviceSecure", "allowLogin"]])
      #expect(values.text == "Wrong.")
      // The whole flow, printed, says the same.
      let merged = Self.compiler(files).merged(SourceFile(path: "variant.yaml", text: variant))
      #expect(merged.root?["needs"] == nil)
      #expect(merged.root?["budgets"]?["passwords"]?.text == "2")
    }
  }

  @Test("two flows that are run with different lists keep their own")
  func inside() throws {
    let outer = """
      language: mfaflow/1
      flow: outer
      version: 1.0.0
      sdk: relid
      start: first
      gates: { asked: [allowLogin] }
      steps:
        first: { run: flow, then: { done: mine, else: failed } }
        mine: { gate: asked, then: { allow: done, deny: failed } }
      ends: { done: { outcome: success }, failed: { outcome: failure } }
      """
    let files = Self.with("", ["outer.yaml": outer])
    let values = try Self.values(Self.compile("outer.yaml", files))
    #expect(values.gates == [["isDeviceSecure"], ["isDeviceSecure"]])
    let flow = try #require(Self.compile("outer.yaml", files).flow).flow
    let mine = try #require(flow.steps.first { $0.name.value == "mine" })
    guard case .gate(let questions) = mine.kind else { throw NoGate() }
    #expect(questions == ["allowLogin"])
  }

  @Test(
    "what does not fit is told",
    arguments: [
      ("budgets: { passwords: 3 }", "passwords: 3", "passwords: required", []),
      ("", "passwords: 3", "passwords: required", ["MFA192"]),
      ("", "passwords: 3", "passwords: { count: 3, per: session }", []),
      ("", "passwords: 3", "passwords: 0", ["MFA127"]),
      ("", "asked: [isDeviceSecure]", "asked: [isDeviceSafe]", ["MFA149"]),
      ("", "asked: [isDeviceSecure]", "asked: []", ["MFA232"]),
      ("", "gate: asked\n    tries", "gate: askd\n    tries", ["MFA237"]),
      ("gates: { asked: [allowLogin, allowLogin] }", "x", "x", ["MFA233"]),
      ("gates: { asked: allowLogin }", "x", "x", ["MFA122"]),
      ("use: [verify, other]", "x", "x", ["MFA191"]),
    ] as [(String, String, String, [String])])
  func misfits(_ lines: String, _ old: String, _ new: String, _ codes: [String]) {
    let other = "part: other\nsdk: relid\nneeds: { passwords: 4 }\n"
    var files = Self.with(lines.hasPrefix("use") ? "" : lines, ["other.yaml": other])
    files["verify.yaml"] = Self.part.replacing(old, with: new)
    if lines.hasPrefix("use") { files["flow.yaml"] = Self.flow.replacing("use: [verify]", with: lines) }
    let found = Self.compile("flow.yaml", files).findings.filter { $0.severity == .error }.map(\.code.id)
    #expect(Array(Set(found)).sorted() == codes, "\(found)")
  }

  @Test("a list that no gate names is told, and one of a part is not the flow's business")
  func unused() {
    let found = Self.compile("flow.yaml", Self.with("gates: { other: [allowLogin] }")).findings
    #expect(found.filter { $0.code.id == "MFA238" }.map(\.message) == ["no gate asks `other`"])
  }

  @Test("what is needed cannot be removed")
  func removal() {
    let variant = "language: mfaflow/1\nflow: v\nversion: 1.0.0\nextends: flow@1.0\nremove: [budgets.passwords]\n"
    let found = Self.compile("v.yaml", Self.with("", ["v.yaml": variant])).findings
    #expect(found.map(\.message) == ["`budgets.passwords` is needed by a part, which has a value for it"])
  }
}
