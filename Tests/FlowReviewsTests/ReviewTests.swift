// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import DifferenceReports
import FlowDifference
import FlowExploration
import FlowGraph
import FlowPages
import FlowPictures
import FlowReviews
import LocalFiles
import Testing

@testable import CheckPolicy

@Suite("What reviewers are shown of flows")
struct ReviewTests {
  private static let flow = """
    language: mfaflow/1
    flow: small
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 2
        then: { onUserLoggedIn: signedIn, 101: { retry: wrong }, exhausted: failed, else: failed }
      signedIn: { event: onUserLoggedIn, say: welcome, choices: { finish: { to: done } } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure, say: sorry }
    messages:
      wrong: That name is not right.
      welcome: You are signed in.
      sorry: Try again later.
    """

  /// Files that stand on no disk.
  private static func files(_ files: [String: String]) -> FileReader.Reading {
    { path throws(FileProblem) in
      guard let text = files[path] else { throw FileProblem(path: path, kind: .missing) }
      return SourceFile(path: path, text: text)
    }
  }

  private func drawn(_ text: String = Self.flow) throws -> DrawnFlow {
    try #require(try DrawnFlow(SourceFile(path: "new.yaml", text: text), nil, Self.files([:])))
  }

  @Test("a page is made of a flow without a command line")
  func makesPage() async throws {
    let drawn = try drawn()
    let maker = PagedFlowMaker(
      drawn: drawn, judged: JudgedFindings(told: drawn.findings), played: nil, outcome: nil, changes: nil,
      bounds: WalkGraph.Bounds())
    let text = FlowPage(await PagedFlowMaker.written([maker], isSite: false)).text
    #expect(text.contains("<title>small</title>") && text.contains("identify") && text.contains("You are signed in."))
  }

  @Test("a flow in which a name leads nowhere cannot be shown, and a part is none")
  func refuses() throws {
    let unfit = Self.flow.replacing("getUser: identify, else: failed", with: "getUser: identify, else: nowhere")
    #expect(throws: DrawnFlow.Unfit.self) { try drawn(unfit) }
    let part = "part: rest\nsdk: relid\nends:\n  done: { outcome: success }\n"
    #expect(try DrawnFlow(SourceFile(path: "part.yaml", text: part), nil, Self.files([:])) == nil)
  }

  @Test("what is weaker than it was is set off in the picture")
  func marksDifferences() throws {
    let base = FlowBase("old.yaml", nil, Self.files(["old.yaml": Self.flow]))
    let drawn = try drawn(Self.flow.replacing("tries: 2", with: "tries: 3"))
    let differences = try base.diff(to: drawn).items.map(\.difference)
    #expect(differences.map(\.verdict) == [.weaker])
    let (marked, unplaced) = drawn.picture().marking(differences)
    #expect(unplaced.isEmpty && DOTText(marked).text.contains("class=\"place challenge weaker\""))
    #expect(try base.diff(to: self.drawn()).items.isEmpty)
  }

  @Test("in what differs, messages are told from words on the flow")
  func tellsMessages() throws {
    let old = Self.flow.replacing(
      "finish: { to: done }", with: "finish: { to: done }, back: { confirm: wrong, to: failed }")
    let base = FlowBase("old.yaml", nil, Self.files(["old.yaml": old]))
    let text = Self.flow.replacing("That name is not right.", with: "Say `yes`.").replacing(
      "tries: 2", with: "tries: 3")
    let sides = try base.diff(to: drawn(text)).items.flatMap { [$0.difference.old, $0.difference.new] }
    let told = sides.compactMap { side in side.text.map { [$0, side.said ?? "no message"] } }
    let wrong = "That name is not right."
    #expect(told.contains(["`back`, says: \(wrong)", wrong]), "\(told)")
    #expect(told.contains([wrong, wrong]) && told.contains(["Say `yes`.", "Say `yes`."]), "\(told)")
    #expect(told.contains(["2", "no message"]) && told.contains(["3", "no message"]), "\(told)")
  }

  @Test("a finding about a step is set off there, and nowhere else")
  func marksStepsOfFindings() throws {
    let drawn = try drawn()
    let code = DiagnosticCode("MFA999", "none")
    let marked = drawn.picture().marking([Diagnostic(code, "wrong", at: drawn.flow.steps[1].name.range)])
    #expect(marked.nodes.filter { $0.mark != nil }.map(\.name) == [drawn.flow.steps[1].name.value])
    #expect(marked.edges.allSatisfy { $0.mark == nil })
  }

  @Test("why two flows cannot be compared is known by its kind")
  func tellsObstacles() throws {
    let drawn = try drawn()
    let read = Self.files(["wrong.yaml": Self.flow.replacing("start: initialize", with: "start: nowhere")])
    #expect {
      try FlowBase("missing.yaml", nil, read).diff(to: drawn)
    } throws: { error in
      if case .unreadable(let problem) = error as? FlowBase.Obstacle { problem.kind == .missing } else { false }
    }
    #expect {
      try FlowBase("wrong.yaml", nil, read).diff(to: drawn)
    } throws: { error in
      if case .unsound = error as? FlowBase.Obstacle { true } else { false }
    }
  }

  @Test("what Graphviz cannot have is told with what mends it for any command")
  func tellsOfGraphviz() {
    #expect(Graphviz.Problem.missing.message.contains("no program `dot`"))
    #expect(Graphviz.Problem.missing.installation?.contains("--format") == false)
    #expect(!Graphviz.Problem.failed("x\u{1B}[2J").message.contains("\u{1B}"))
  }
}
