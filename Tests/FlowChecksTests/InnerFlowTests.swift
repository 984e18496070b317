// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Testing

@Suite("Flows inside flows")
struct InnerFlowTests {
  private static func compile(_ files: [String: String]) -> Compilation {
    let loader = FileLoader { path in
      files[path].map { .success(SourceFile(path: path, text: $0)) } ?? .failure(FileLoader.Problem("there is none"))
    }
    return Compiler(loader: loader).compile(SourceFile(path: "flow.yaml", text: files["flow.yaml"] ?? ""))
  }

  private static func shown(_ made: Compilation) -> String {
    TextRenderer().render(made.findings, in: made.sources)
  }

  /// A flow of these steps.
  private static func flow(
    _ name: String, start: String, use: String = "", goal: String = "", steps: [String], interrupts: String = "",
    ends: String = "done: { outcome: success }, failed: { outcome: failure, say: sorry }"
  ) -> String {
    """
    language: mfaflow/1
    flow: \(name)
    version: 1.0.0
    sdk: relid
    \(use.isEmpty ? "" : "use: [\(use)]\n")\(goal.isEmpty ? "" : "goal: \(goal)\n")start: \(start)
    steps:
    \(steps.map { "  " + $0 }.joined(separator: "\n"))
    \(interrupts.isEmpty ? "" : "interrupts: { \(interrupts) }\n")ends: { \(ends) }
    messages: { sorry: Sorry. }
    """
  }

  private static func run(_ name: String, _ path: String, _ then: String = "done: done, else: failed") -> String {
    "\(name): { run: \(path), then: { \(then) } }"
  }

  private static let identify =
    "identify: { challenge: getUser, ask: [userName], answer: setUser, tries: 3, then: { onUserLoggedIn: done, else: failed } }"
  private static let initialize = "initialize: { call: initialize, then: { getUser: signIn, else: failed } }"
  private static let inner = flow("inner", start: "identify", steps: [identify])

  @Test("a `run:` step is suggested where its name is misspelt", arguments: ["signin", "singIn"])
  func suggested(name: String) throws {
    let sign = "sign: { event: onUserLoggedIn, choices: { finish: { to: done } } }"
    let outer = Self.flow(
      "outer", start: "initialize",
      steps: [Self.initialize, sign, Self.run("signIn", "inner/sign", "done: sign, else: failed")])
    for (written, wrong) in [("start: initialize", "start: \(name)"), ("getUser: signIn", "getUser: \(name)")] {
      let made = Self.compile([
        "flow.yaml": outer.replacing(written, with: wrong), "inner/sign.yaml": Self.inner,
      ])
      #expect(Self.shown(made).contains("did you mean `signIn`?"), "\(Self.shown(made))")
    }
  }

  @Test("its steps and messages stand in the outer flow, under the name of the step")
  func inlined() throws {
    let made = Self.compile([
      "flow.yaml": Self.flow("outer", start: "initialize", steps: [Self.initialize, Self.run("signIn", "inner/sign")]),
      "inner/sign.yaml": Self.inner,
    ])
    let valid = made.flow
    let flow = try #require(valid, "\(Self.shown(made))").flow
    #expect(flow.steps.map(\.name.value) == ["initialize", "signIn/identify"])
    #expect(flow.steps.map(\.run) == [nil, "signIn"])
    #expect(flow.messages.map(\.name.value) == ["sorry", "signIn/sorry"])
    #expect(flow.runs.map(\.value) == ["signIn"])
    #expect(flow.passages.map(\.value) == ["signIn: done", "signIn: else"])
    // Its places are those of its own file.
    #expect(made.sources.file(flow.steps[1].range.file)?.path == "inner/sign.yaml")
    #expect(flow.ends.count == 2)
  }

  @Test("a run may begin at a flow inside")
  func start() throws {
    let begun = "begin: { call: initialize, then: { getUser: identify, else: failed } }"
    let made = Self.compile([
      "flow.yaml": Self.flow("outer", start: "signIn", steps: [Self.run("signIn", "inner")]),
      "inner.yaml": Self.flow("inner", start: "begin", steps: [begun, Self.identify]),
    ])
    let valid = made.flow
    let flow = try #require(valid, "\(Self.shown(made))").flow
    #expect(flow[flow.start].name.value == "signIn/begin")
  }

  @Test("flows inside flows inside, and one flow twice, keep their places apart")
  func nested() throws {
    let home = """
      home: { event: onUserLoggedIn, choices: { out: \
      { call: logOff, with: { userID: $event.userID }, max: 2, then: { onUserLoggedOff: off } } }, then: { else: failed } }
      """
    let off = "off: { event: onUserLoggedOff, within: 5s, then: { getUser: again, else: failed } }"
    let steps = [Self.initialize, Self.run("signIn", "a/middle", "done: home, else: failed"), home, off]
    let made = Self.compile([
      "flow.yaml": Self.flow("outer", start: "initialize", steps: steps + [Self.run("again", "inner")]),
      "a/middle.yaml": Self.flow("middle", start: "deep", steps: [Self.run("deep", "../inner")]),
      "inner.yaml": Self.inner,
    ])
    let valid = made.flow
    let flow = try #require(valid, "\(Self.shown(made))").flow
    let names = ["initialize", "signIn/deep/identify", "home", "off", "again/identify"]
    #expect(flow.steps.map(\.name.value) == names)
    #expect(flow.runs.map(\.value) == ["signIn", "again"])
    #expect(made.sources.files.map(\.path) == ["flow.yaml", "a/middle.yaml", "inner.yaml"])
  }

  @Test("a word that only the outer flow knows means nothing inside")
  func noLeak() {
    let leak =
      "identify: { challenge: getUser, ask: [userName], answer: setUser, tries: 3, then: { onUserLoggedIn: home, else: failed } }"
    let made = Self.compile([
      "flow.yaml": Self.flow(
        "outer", start: "initialize",
        steps: [
          Self.initialize, Self.run("signIn", "inner"),
          "home: { event: onUserLoggedIn, choices: { go: { to: done } } }",
        ]),
      "inner.yaml": Self.flow("inner", start: "identify", steps: [leak]),
    ])
    #expect(made.findings.map(\.code.id) == ["MFA205"], "\(Self.shown(made))")
    #expect(made.findings.first.flatMap { made.sources.file($0.range.file)?.path } == "inner.yaml")
  }

  @Test("interrupts of a part that both use hold, and nothing of them is there twice")
  func sharedInterrupts() throws {
    let part = """
      part: off
      sdk: relid
      interrupts: { onUserLoggedOff: { to: rest } }
      steps: { rest: { wait: resting, choices: { go: { to: off } } } }
      ends: { off: { outcome: ended } }
      messages: { resting: Rest. }
      """
    let made = Self.compile([
      "flow.yaml": Self.flow(
        "outer", start: "initialize", use: "off",
        steps: [Self.initialize, Self.run("signIn", "inner")]),
      "inner.yaml": Self.flow("inner", start: "identify", use: "off", steps: [Self.identify]), "off.yaml": part,
    ])
    let valid = made.flow
    let flow = try #require(valid, "\(Self.shown(made))").flow
    #expect(flow.interrupts.map(\.name.value) == ["onUserLoggedOff"])
    #expect(made.sources.files.count == 3)
    // What only an interrupt leads to is looked at where the flow stands alone.
    #expect(flow.steps.map(\.name.value).contains("signIn/rest"))
  }

  @Test("what its picks say and show comes along")
  func picks() throws {
    let pick =
      "identify: { challenge: getUser, pick: { userName: { from: event.userNames, "
      + #"where: [{ check: userName != "root", say: sorry }], show: "{item}!", none: sorry } }, "#
      + "answer: setUser, tries: 3, then: { onUserLoggedIn: done, else: failed } }"
    let made = Self.compile([
      "flow.yaml": Self.flow("outer", start: "initialize", steps: [Self.initialize, Self.run("signIn", "inner/sign")]),
      "inner/sign.yaml": Self.flow("inner", start: "identify", steps: [pick]),
    ])
    let valid = made.flow
    let flow = try #require(valid, "\(Self.shown(made))").flow
    let found = try #require(flow.steps.last?.inputs.first?.pick)
    #expect(found.show == [.placeholder(["item"]), .text("!")])
    for message in [found.none, found.checks.first?.say] {
      #expect(message.map { flow[$0].name.value } == "signIn/sorry")
    }
  }

  @Test("a part may run a flow, by a path from its own folder")
  func insidePart() throws {
    let part = "part: p\nsdk: relid\nneeds: [done, failed]\nsteps: { \(Self.run("signIn", "../inner")) }\n"
    let files = [
      "flow.yaml": Self.flow("outer", start: "initialize", use: "parts/p", steps: [Self.initialize]),
      "parts/p.yaml": part,
      "inner.yaml": Self.inner,
    ]
    let made = Self.compile(files)
    #expect(made.flow?.flow.steps.map(\.name.value) == ["initialize", "signIn/identify"], "\(Self.shown(made))")
    let alone = Self.compile(["flow.yaml": part.replacing("../inner", with: "inner"), "inner.yaml": Self.inner])
    #expect(alone.findings.isEmpty && alone.flow == nil, "\(Self.shown(alone))")
  }

  @Test("flows that run each other without end are stopped with one finding")
  func tooDeep() {
    var files = ["flow.yaml": Self.flow("outer", start: "s", steps: [Self.run("s", "f0")])]
    for level in 0..<100 {
      files["f\(level).yaml"] = Self.flow("f\(level)", start: "s", steps: [Self.run("s", "f\(level + 1)")])
    }
    #expect(Self.compile(files).findings.map(\.code.id) == ["MFA196"])
  }

  @Test("flows that double at each level are stopped as too large, and soon")
  func tooMany() {
    var files = ["flow.yaml": Self.flow("outer", start: "a", steps: [Self.run("a", "f0"), Self.run("b", "f0")])]
    for level in 0..<15 {
      let next = level == 14 ? "inner" : "f\(level + 1)"
      files["f\(level).yaml"] = Self.flow(
        "f\(level)", start: "a", steps: (0..<4).map { Self.run("abcd".map(String.init)[$0], next) })
    }
    files["inner.yaml"] = Self.inner
    let made = Self.compile(files)
    #expect(made.flow == nil)
    #expect(made.findings.map(\.code.id) == ["MFA224"])
  }

  @Test("the flows that a flow runs have at most 1,000 steps together", arguments: [(1_000, true), (1_001, false)])
  func bounded(_ count: Int, _ fits: Bool) {
    let made = Self.compile([
      "flow.yaml": Self.flow("outer", start: "s0", steps: (0..<count).map { Self.run("s\($0)", "inner") }),
      "inner.yaml": Self.inner,
    ])
    #expect(made.findings.contains { $0.code.id == "MFA224" } == !fits)
  }
}
