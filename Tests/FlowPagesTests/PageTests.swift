// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import FlowGraph
import FlowPages
import FlowPictures
import FlowRuntime
import Foundation
import Testing

@testable import FlowStories

@Suite("Pages")
struct PageTests {
  private func paged(_ text: String) throws -> PagedFlow {
    let flow = try ShippedFlows.read(text)
    var paged = PagedFlow(path: "test.yaml", flow: flow.flow, picture: try picture(of: flow.flow))
    let graph = WalkGraph(Program(flow))
    paged.walk = graph
    let stories = FlowStories(graph)
    paged.stories = stories.stories.map {
      SpokenStory($0.title, [FlowStories.board($0.title, $0.run, of: graph.program)], in: [FlowWording.own])
    }
    paged.wording = FlowWording(flow, seen: [], isComplete: true)
    paged.svgProblem = "a test has none"
    return paged
  }

  @Test("the policy lets nothing be loaded and runs the page's own script only")
  func hasStrictPolicy() throws {
    let text = FlowPage([try paged(Samples.small)]).text
    let policy = try #require(text.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
    #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
    #expect(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("*"))
    let script = try #require(text.firstMatch(of: /<script>([\s\S]*?)<\/script>/)).1
    #expect(policy.contains("script-src 'sha256-\(SHA256(String(script)).base64)'"))
    let style = try #require(text.firstMatch(of: /<style>([\s\S]*?)<\/style>/)).1
    #expect(policy.contains("style-src 'sha256-\(SHA256(String(style)).base64)'"))
    #expect(
      !text.contains(" style=\"") && !text.contains("javascript:") && !text.contains("<link")
        && !text.contains("@import"))
    #expect(try Regex(#"(?:src|href)="(?!#)"#).firstMatch(in: text) == nil)
  }

  @Test("the number of a text is that of FIPS 180-4")
  func hashesAsOthersDo() {
    func hex(_ text: String) -> String { SHA256(text).bytes.map { String(format: "%02x", $0) }.joined() }
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      hex(String(repeating: "a", count: 1000)) == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
    #expect(SHA256("abc").base64 == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }

  @Test("hostile messages are words wherever they stand")
  func keepsHostileMessagesWords() throws {
    let text = FlowPage([try paged(Samples.hostileMessages())]).text
    // The script of the page, and the data, are the only ones.
    #expect(text.matches(of: /<script/).count == 3)
    #expect(text.matches(of: /<\/script>/).count == 3)
    #expect(!text.contains("<img") && !text.contains("onmouseover=\"") && !text.contains("<!-- -->"))
    #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(text.contains("<title>hostile</title>"))
    let data = try #require(text.firstMatch(of: /id="f0-map">([\s\S]*?)<\/script>/)).1
    #expect(!data.contains("<"))
  }

  @Test("names and messages of any kind are escaped", arguments: Samples.hostile)
  func escapes(_ text: String) {
    for shown in [HTMLText.line(text), HTMLText.message(text), HTMLText.quoting(text)] {
      let plain = shown.replacing("<code>", with: "").replacing("</code>", with: "")
      #expect(!plain.contains("<") && !plain.contains(">") && !plain.contains("\"") && !plain.contains("'"))
      #expect(
        !plain.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value) })
    }
  }

  @Test("each step has its page, with its ways and with who can come there")
  func tellsSteps() throws {
    let paged = try paged(Samples.small)
    let text = FlowPage([paged]).text
    for index in paged.flow.steps.indices { #expect(text.contains("id=\"f0-s\(index)\"")) }
    for (index, way) in paged.picture.ways.enumerated() {
      #expect(text.contains(HTMLText.line(paged.picture.words[index])), "\(way)")
    }
    #expect(text.contains("getUser 101 user-not-valid, again: 2 tries"))
    #expect(text.contains("every run begins here"))
    #expect(text.contains("There is no picture: a test has none"))
  }

  @Test("a step's page tells its checks, with what is shown where one does not hold")
  func tellsWhatIsTaken() throws {
    let ask = "    ask: [userName]\n"
    let text = Samples.small.replacing(
      ask, with: ask + "    require: [{ check: userName != \"root\", say: wrong }]\n"
    )
    let page = FlowPage([try paged(text)]).text
    #expect(page.contains("takes only<dd><code>userName != &quot;root&quot;</code>, else "), "\(page.count)")
  }

  @Test("a page and a picture as data tell where each value comes from that a call hands over")
  func tellsOrigins() throws {
    let flows = try ShippedFlows.all()
    func flow(_ name: String) throws -> ValidFlow { try #require(flows.first { $0.path == "flows/\(name).yaml" }).flow }
    let notifications = try flow("notifications")
    let drawn = try picture(of: notifications.flow)
    let call = "updateNotification(notificationID: $notification.uuid, response: $action.action)"
    #expect(drawn.json.contains("\"call\":\"\(call)\""))
    var paged = PagedFlow(path: "test.yaml", flow: notifications.flow, picture: drawn)
    paged.svgProblem = "a test has none"
    let page = FlowPage([paged]).text
    #expect(page.contains("calls \(call)"))
    #expect(page.contains("descending by <code>createdAtEpoch</code>") && page.contains("{subject} ({createdAt})"))
    let passkey = try flow("passkey-login")
    let other = PagedFlow(path: "test.yaml", flow: passkey.flow, picture: try picture(of: passkey.flow))
    #expect(FlowPage([other]).text.contains("no proof of its calls"))
  }

  @Test("the page has a heat map of what interrupts do, with all its words")
  func tellsInterrupts() throws {
    var paged = try paged(Samples.small)
    let matrix = InterruptMatrix(try #require(paged.walk).program, .atOnce)
    paged.matrix = matrix
    let text = FlowPage([paged]).text
    #expect(text.contains("id=\"f0-matrix\""))
    for column in matrix.columns { #expect(text.contains("<th scope=\"col\">\(column.name) ")) }
    for row in matrix.rows {
      for cell in row.cells where row.isReached {
        let words = CellWords(cell, paged.flow).lines().joined(separator: "\n")
        #expect(text.contains("<td class=\"fails\">\(HTMLText.line(words).replacing("\\n", with: "\n"))"), "\(words)")
      }
    }
    let alone = MatrixSection(InterruptMatrix(try #require(paged.walk).program), paged.flow)
      .page(broken: [("lost-event: <b>", ["one", "<two>"])])
    #expect(alone.contains("script-src 'none'") && !alone.contains("<script"))
    #expect(alone.contains("1 rule was broken") && alone.contains("lost-event: &lt;b&gt;"))
    #expect(alone.contains("one\n&lt;two&gt;") && alone.contains("<summary>"))
    // Each tells of itself what it has.
    #expect(text.contains("<code>mfaflow matrix</code> has those above interrupts") && !text.contains("<dt>twice"))
    #expect(!alone.contains("mfaflow matrix") && alone.contains("<dt>twice"))
  }

  /// `MATRIX_FLOWS=all` compares all flows, which takes minutes.
  @Test("the heat map says of each step what the whole matrix says")
  func agreesWithTheMatrix() throws {
    let isWhole = ProcessInfo.processInfo.environment["MATRIX_FLOWS"] == "all"
    let flows = try ShippedFlows.all().filter {
      isWhole || ["flows/activation.yaml", "flows/sso-login.yaml"].contains($0.path)
    }
    #expect(flows.count >= 2)
    for (path, flow) in flows {
      let program = Program(flow)
      let (whole, brief) = (InterruptMatrix(program), InterruptMatrix(program, .atOnce))
      let steps = whole.rows.filter { !$0.isInterrupt }
      #expect(brief.rows.map(\.name) == steps.map(\.name), "\(path)")
      for (row, other) in zip(brief.rows, steps) {
        #expect(row.isReached == other.isReached, "\(path): \(row.name)")
        #expect(
          row.cells.map { CellWords($0, flow.flow).lines() } == other.cells.map { CellWords($0, flow.flow).lines() },
          "\(path): \(row.name)")
      }
    }
  }

  @Test("a finding that is let pass is told with who lets it pass and why, and is not counted")
  func tellsAllowances() throws {
    var paged = try paged(Samples.small)
    func finding(_ reason: String?) -> PagedFlow.Finding {
      PagedFlow.Finding(
        code: "MFA999", slug: "none", isError: true, message: "`x` is wrong", help: nil, place: "a.yaml:1:1", way: [],
        ways: [], reason: reason)
    }
    paged.findings = [finding("a comment in the flow: <it> waits")]
    let allowed = FlowPage([paged]).text
    #expect(allowed.contains("Let pass</strong> by a comment in the flow: &lt;it&gt; waits"))
    #expect(allowed.contains(">Findings</a>") && !allowed.contains("1 error"))
    paged.findings.append(finding(nil))
    let both = FlowPage([paged]).text
    #expect(both.contains(">Findings (1)</a>") && both.contains("1 finding is let pass"))
    #expect(both.contains("<span class=\"bad\">1 error</span>"))
    #expect(FlowSite([paged]).files.last?.text.contains("1 error<") == true)
  }

  @Test("a flow beyond what a page tells of is cut at named places, and no link leads into what is left out")
  func cutsAtNamedPlaces() throws {
    let count = 1_050
    let chain = (0..<count).map { index in
      let next = index + 1 < count ? "s\(index + 1)" : "identify"
      return "  s\(index): { call: resetAuthState, max: 2, then: { getUser: \(next), else: failed } }"
    }
    // The steps stand in front of the others.
    let text = Samples.small.replacing("getUser: identify", with: "getUser: s0")
      .replacing("steps:\n", with: "steps:\n\(chain.joined(separator: "\n"))\n")
    let flow = try ShippedFlows.read(text)
    let paged = PagedFlow(path: "large.yaml", flow: flow.flow, picture: try picture(of: flow.flow))
    let page = FlowPage([paged]).text
    let left = flow.flow.steps.count - 1_000
    #expect(page.contains("Left out here:</strong> \(left) steps, from <code>s1000</code> on"))
    let ids = Set(page.matches(of: /id="(f0[a-z0-9-]*)"/).map { String($0.1) })
    for link in page.matches(of: /href="#(f0[a-z0-9-]*)"/) { #expect(ids.contains(String(link.1)), "\(link.0)") }
    #expect(page.contains("id=\"f0-s999\"") && !page.contains("id=\"f0-s1000\""))
  }

  @Test("end tags that go without saying are left out, and no other")
  func leavesEndTagsOut() throws {
    let text = FlowPage([try paged(Samples.small)]).text
    for tag in ["li", "td", "th", "tr", "dt", "dd", "thead", "tbody"] { #expect(!text.contains("</\(tag)>")) }
    for tag in ["ul", "table", "section", "dl", "p", "a", "script", "h3"] { #expect(text.contains("</\(tag)>")) }
  }

  @Test("percentiles stand in a table, and each bar is as long as they say")
  func showsPercentiles() throws {
    let rows = [
      SoakPage.Times(name: "<identify>", visits: 10, figures: [0, 0, 0, 0]),
      SoakPage.Times(name: "whole run", visits: 10, figures: [1, 31, 1_023, 1_048_575]),
    ]
    let text = SoakPage(
      title: "a flow", facts: ["10 runs", "<script>"],
      outcomes: [("done (success)", 9, true), ("failed (failure)", 1, false)],
      charts: [SoakPage.Chart(title: "Run", unit: "milliseconds", rows: rows)]
    ).text
    #expect(text.contains("&lt;identify&gt;") && !text.contains("<script"))
    #expect(text.contains("90.0 %") && text.contains("class=\"poor\""))
    // The logarithms to the base 2 are 1, 5, 10 and 20.
    for (name, from, to) in [("half", 0, 30), ("most", 30, 150), ("nearly", 150, 300), ("all", 300, 600)] {
      #expect(text.contains("<rect class=\"\(name)\" x=\"\(from)\" width=\"\(to - from)\""), "\(name)")
    }
    #expect(text.components(separatedBy: "<rect").count == 1 + 2 + 4)
    #expect(text.contains("<td class=\"number\">1023<"))
    let nothing = SoakPage(title: "a", facts: [], outcomes: [], charts: []).text
    #expect(nothing.contains("No run was done"))
  }

  @Test("a chart in tenths shows one decimal, and a bar for what is less than one")
  func showsTenths() throws {
    let rows = [SoakPage.Times(name: "identify", visits: 10, figures: [8, 13, 18, 799])]
    let text = SoakPage(
      title: "a flow", facts: [], outcomes: [],
      charts: [SoakPage.Chart(title: "Wall", unit: "microseconds", isInTenths: true, rows: rows)]
    ).text
    for figure in ["0.8", "1.3", "1.8", "79.9"] {
      #expect(text.contains("<td class=\"number\">\(figure)<"), "\(figure)")
    }
    #expect(text.contains("<rect class=\"half\""))
    #expect(!text.contains(">8<") && !text.contains(">799<"))
  }

  @Test("a site has a page for each flow, with names that every system takes, and an index of them")
  func makesSites() throws {
    let one = try paged(Samples.small)
    let files = FlowSite([one, one]).files
    #expect(files.map(\.name) == ["small.html", "small-2.html", "index.html"])
    #expect(files[2].text.contains("href=\"small-2.html\""))
    #expect(!files[2].text.contains("<script"))
  }
}

@Suite("Storyboards")
struct StoryTests {
  private func stories(_ flow: ValidFlow) -> (stories: FlowStories, program: Program) {
    let graph = WalkGraph(Program(flow))
    return (FlowStories(graph), graph.program)
  }

  @Test("each end and each message is shown by a shortest run")
  func showsEverything() throws {
    let flow = try ShippedFlows.read(Samples.small)
    let (found, program) = stories(flow)
    let shown = Set(found.stories.flatMap(\.shows))
    for name in ["end done", "end failed", "message wrong", "message welcome", "message sorry"] {
      #expect(shown.contains(name), "\(found.stories.map(\.title))")
    }
    let done = try #require(found.stories.first { $0.shows.contains("end done") })
    let board = FlowStories.board(done.title, done.run, of: program)
    #expect(board.screens.map(\.step) == ["identify", "signedIn"])
    #expect(board.screens.last?.message == "You are signed in.")
    guard case .end("done", "success", _, _)? = board.panels.last else {
      Issue.record("\(board.panels)")
      return
    }
  }

  @Test("an end is shown however far its step is from what was looked at")
  func showsWhatIsFar() throws {
    let program = Program(try ShippedFlows.read(Samples.small))
    var bounds = WalkGraph.Bounds()
    bounds.places = 2
    let found = FlowStories(WalkGraph(program, within: bounds))
    #expect(!found.isComplete && found.unreachedEnds.isEmpty, "\(found.unreachedEnds)")
  }

  @Test("what is not translated and what no run shows is marked")
  func marksMissingWords() throws {
    let country = try #require(try ShippedFlows.all().first { $0.path == "flows/variants/country.yaml" }).flow
    let tag = try #require(country.flow.languageTags.first)
    let own = FlowWording(country, in: [tag], seen: [], isComplete: true)
    #expect(own.unseen == own.keys && own.remarks.contains { $0.hasPrefix("never shown: ") })
    let french = FlowWording(country, in: ["fr"], seen: Set(own.keys), isComplete: false)
    #expect(!french.untranslated(in: "fr").isEmpty)
    #expect(french.remarks.contains { $0.hasPrefix("not translated into fr: ") })
    #expect(!french.remarks.contains { $0.hasPrefix("never shown") })
  }

  @Test("what only interrupts of an inner flow say is not missed: the outer flow has interrupts of its own")
  func innerInterrupts() throws {
    let outer = try #require(try ShippedFlows.all().first { $0.path == "flows/notifications.yaml" }).flow
    let unseen = FlowWording(outer, seen: [], isComplete: true).unseen
    #expect(unseen.contains("signIn/your-password") && unseen.contains("threats-found"), "\(unseen)")
    #expect(!unseen.contains("signIn/threats-found"), "\(unseen)")
  }

  @Test("a text that is longer than it may be is marked in its language, in Markdown and in HTML")
  func marksLongWords() throws {
    let flow = try ShippedFlows.read(
      Samples.small.replacing("welcome: You are signed in.", with: "welcome: { text: You are signed in., longest: 10 }")
    )
    let own = FlowWording(flow, seen: [], isComplete: false)
    #expect(own.remarks.contains("longer than it may be: welcome by 8"), "\(own.remarks)")
    #expect(own.flaws("welcome", FlowWording.own) == ["8 characters too long"])
    #expect(own.flaws("wrong", FlowWording.own).isEmpty && own.flaws("nothing", "de").isEmpty)
    let (found, program) = stories(flow)
    let told = found.stories.map {
      SpokenStory($0.title, [FlowStories.board($0.title, $0.run, of: program)], in: [FlowWording.own])
    }
    #expect(StoryMarkdown("small", told, own).text.contains("You are signed in. — **8 characters too long**"))
    #expect(StorySections(told, own).page(title: "small").contains("<strong class=\"untaken\">8 characters too long"))
    // Those of scenarios bring the texts of their flow along, and tell nothing of what is never shown.
    let brought = told.map { SpokenStory($0.title, $0.boards, in: $0.languages, own) }
    let written = StoryMarkdown("small", brought, nil).text
    #expect(written.contains("- longer than it may be: welcome by 8\n") && !written.contains("shown in none"))
    #expect(written.contains("You are signed in. — **8 characters too long**"))
    let page = StorySections(brought, nil).page(title: "small")
    #expect(page.contains("<li>longer than it may be") && page.contains("<strong class=\"untaken\">8 characters"))
    #expect(!page.contains("has no messages"))
  }

  @Test("a storyboard begins with what is missing, also in HTML, and says it once")
  func beginsWithRemarks() throws {
    let flow = try ShippedFlows.read(Samples.small)
    let (found, program) = stories(flow)
    let told = found.stories.map {
      SpokenStory($0.title, [FlowStories.board($0.title, $0.run, of: program)], in: [FlowWording.own])
    }
    let wording = FlowWording(flow, seen: [], isComplete: true, unreachedEnds: ["done"])
    let page = StorySections(told, wording).page(title: "small")
    #expect(page.matches(of: /<ul class="remarks">/).count == 1)
    let list = try #require(page.range(of: "<li>never shown: wrong, welcome, sorry</li>"))
    let screens = try #require(page.range(of: "<h2>Screens</h2>"))
    #expect(list.upperBound < screens.lowerBound)
    #expect(page.components(separatedBy: "ends to which no run leads: done").count == 2)
    #expect(
      !StorySections(told, FlowWording(flow, seen: Set(wording.keys), isComplete: true)).page(title: "small")
        .contains("class=\"remarks\""))
  }

  @Test("a text that a screen shows when something is done there has its key beside it")
  func namesAsides() throws {
    let flow = try ShippedFlows.read(
      Samples.small.replacing("finish: { to: done }", with: "finish: { confirm: sure, to: done }")
        .replacing("  wrong:", with: "  sure: Leave?\n  wrong:"))
    let (found, program) = stories(flow)
    let told = found.stories.map {
      SpokenStory($0.title, [FlowStories.board($0.title, $0.run, of: program)], in: [FlowWording.own])
    }
    let wording = FlowWording(flow, seen: [], isComplete: false)
    #expect(StoryMarkdown("small", told, wording).text.contains("- finish asks first: Leave? _sure_\n"))
    #expect(StorySections(told, wording).page(title: "small").contains("Leave?</span> <span class=\"key\">sure</span>"))
  }

  @Test("in Markdown hostile messages are words", arguments: Samples.hostile)
  func escapesMarkdown(_ text: String) throws {
    var board = Storyboard(text)
    board.end(text, "failure", nil)
    let written = StoryMarkdown(text, [SpokenStory(text, [board], in: ["de"])], nil).text
    #expect(
      !written.contains("<script>") && !written.replacing(/\\./, with: "").contains("](")
        && !written.contains("\u{202E}"))
    #expect(written.split(separator: "\n").count { $0.hasPrefix("# ") } == 1)
  }
}
