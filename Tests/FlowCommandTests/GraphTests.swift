// SPDX-License-Identifier: Apache-2.0

import FlowReviews
import Foundation
import Testing

@testable import FlowCommand

@Suite("mfaflow graph, page and story")
struct GraphTests {
  private static func desk(_ text: String = Samples.flow) throws -> Desk {
    let desk = try Desk()
    try desk.put("flow.yaml", text)
    return desk
  }

  private static let hasGraphviz: Bool = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/dot") }
  }()

  @Test("a flow is drawn in DOT, Mermaid and JSON, without any other program")
  func draws() async throws {
    let desk = try Self.desk()
    let dot = await desk.run("graph", "@flow.yaml")
    #expect(dot.code == .success && dot.errors.isEmpty && dot.output.hasPrefix("digraph \"sample\" {\n"))
    let mermaid = await desk.run("graph", "@flow.yaml", "--format", "mermaid", "--level", "overview")
    #expect(mermaid.code == .success && mermaid.output.hasPrefix("flowchart TB\n"))
    let json = await desk.run("graph", "@flow.yaml", "--format=json", "--level=all")
    #expect(json.code == .success)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["flow"] as? String == "sample" && object["level"] as? String == "all")
  }

  @Test(
    "without Graphviz an SVG is refused in words that name the cure", .disabled(if: hasGraphviz, "Graphviz is here"))
  func tellsOfGraphviz() async throws {
    let outcome = await (try Self.desk()).run("graph", "@flow.yaml", "--format", "svg")
    #expect(outcome.code == .broken && outcome.output.isEmpty)
    #expect(outcome.errors.contains("needs Graphviz") && outcome.errors.contains("apt-get install graphviz"))
  }

  @Test("what cannot be laid out is to be drawn at a level with less, and an overview by another program")
  func curesOfALayout() {
    let problem = Graphviz.Problem.failed("it took longer than 40 s")
    #expect(problem.cure(isLeast: false) == "draw less of it, with `--level overview`")
    #expect(!problem.cure(isLeast: true).contains("overview"))
    #expect(problem.cure(isLeast: true).contains("`--format dot`"))
    for isLeast in [false, true] {
      #expect(Graphviz.Problem.missing.cure(isLeast: isLeast).contains("apt-get install graphviz"))
    }
  }

  @Test("a step and an end to which nothing leads say so, in each format and at each level")
  func unreached() async throws {
    let text = Samples.flow.replacing(
      "\nsteps:\n", with: "\nsteps:\n  lost: { event: onUserLoggedIn, choices: { go: { to: farEnd } } }\n"
    ).replacing("\nends:\n", with: "\nends:\n  farEnd: { outcome: ended }\n")
    let desk = try Self.desk(text)
    for level in ["overview", "normal", "all"] {
      let dot = await desk.run("graph", "@flow.yaml", "--level", level)
      let lines = dot.output.split(separator: "\n").filter { $0.contains("no run comes here") }
      #expect(lines.count == 2 && lines.allSatisfy { $0.contains("style=\"filled,dotted\"") }, "\(dot)")
      let mermaid = await desk.run("graph", "@flow.yaml", "--level", level, "--format", "mermaid")
      #expect(mermaid.output.components(separatedBy: "stroke-dasharray").count == 3, "\(mermaid)")
    }
    let json = await desk.run("graph", "@flow.yaml", "--format", "json")
    #expect(json.output.components(separatedBy: "\"reached\":false").count == 3, "\(json)")
    let page = await desk.run("page", "@flow.yaml")
    #expect(page.output.contains("no run: nothing leads here"), "\(page.errors)")
  }

  @Test("where Graphviz is missing, the cure names formats that need nothing")
  func namesOtherFormats() {
    #expect(Graphviz.Problem.missing.cure(isLeast: false).contains("--format mermaid"))
  }

  /// A flow in which each step has arrows to others and to the ends.
  private static func chain(of count: Int) -> String {
    let steps = (0..<count).map { index in
      let next = index + 1 < count ? "s\(index + 1)" : "failed"
      return """
          s\(index):
            challenge: getUser
            ask: [userName]
            answer: setUser
            choices: { next: { to: \(next) }, before: { to: s\(max(0, index - 3)) }, cancel: { to: left } }
            then: { getUser: \(next), 101: { retry: wrong }, onUserLoggedIn: signedIn, else: failed }
            tries: 3
        """
    }
    return """
      language: mfaflow/1
      flow: chain
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialize, then: { getUser: s0, else: failed } }
      \(steps.joined(separator: "\n"))
        signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
      ends: { done: { outcome: success }, left: { outcome: ended }, failed: { outcome: failure } }
      messages: { wrong: That is wrong. }
      """
  }

  @Test(
    "a large flow is drawn in a simpler way, and that is said", .enabled(if: hasGraphviz, "Graphviz is not installed"))
  func drawsLargeFlows() async throws {
    let desk = try Desk()
    // So many arrows are not tried in the way that takes longest.
    try desk.put("large.yaml", Self.chain(of: 120))
    let outcome = await desk.run("graph", "@large.yaml", "--format", "svg")
    #expect(outcome.code == .success && outcome.output.hasPrefix("<svg "), "\(outcome.errors)")
    #expect(outcome.errors.contains("laid out in a simpler way: "))
    #expect(outcome.output.contains(">s119</text>"))
  }

  @Test("an SVG stands alone", .enabled(if: hasGraphviz, "Graphviz is not installed"))
  func drawsSVG() async throws {
    let outcome = await (try Self.desk()).run("graph", "@flow.yaml", "--format", "svg")
    #expect(outcome.code == .success && outcome.output.hasPrefix("<svg ") && outcome.output.hasSuffix("</svg>\n"))
    #expect(!outcome.output.contains("<!--") && outcome.output.components(separatedBy: "<title>").count == 2)
    #expect(outcome.output.contains(">identify</text>"))
  }

  @Test(
    "the picture in the README has the places and arrows of the flow",
    .enabled(if: hasGraphviz, "Graphviz is not installed"))
  func keepsPictureCurrent() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    let outcome = await (try Desk()).run(
      ["graph", root + "/flows/sign-in.yaml", "--level", "overview", "--format", "svg"])
    // Where they stand hangs on the version of Graphviz: their ids and words do not.
    func told(_ text: String) -> [String] {
      text.matches(of: /<g id="([a-z]\d+)" class="([^"]*)"|<text[^>]*>([^<]*)</).map { "\($0.0)" }
        .map { $0.replacing(/x="[^"]*" y="[^"]*"/, with: "") }.sorted()
    }
    let kept = try String(contentsOfFile: root + "/Documentation/Pictures/sign-in.svg", encoding: .utf8)
    #expect(told(kept) == told(outcome.output), "run `make pictures`")
  }

  @Test("the page in the README has the steps and the messages of the flow")
  func keepsPageCurrent() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    let outcome = await (try Desk()).run("page", root + "/flows/sign-in.yaml")
    func told(_ text: String) -> [String] {
      text.matches(of: /<h3>[^<]*<\/h3>|<q[^>]*>[^<]*<\/q>|<th scope="row">[^<]*/).map { "\($0.0)" }
    }
    let kept = try String(contentsOfFile: root + "/Documentation/Pictures/sign-in.html", encoding: .utf8)
    #expect(told(outcome.output).count > 50 && told(kept) == told(outcome.output), "run `make pictures`")
  }

  @Test("words at an arrow stand apart from it, and from those at the next one")
  func keepsWordsApart() async throws {
    let dot = await (try Self.desk()).run("graph", "@flow.yaml", "--level", "all")
    let labels = dot.output.split(separator: "\n").filter { $0.contains(" -> ") }.compactMap {
      $0.firstMatch(of: /label=<([^>]*)/)?.1
    }
    #expect(!labels.isEmpty && labels.allSatisfy { $0.hasPrefix("\u{A0}") }, "\(labels)")
  }

  @Test("of several arrows from a place to itself, the last one bears the words of all, each in its colour")
  func joinsWordsOfLoops() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    let dot = await (try Desk()).run("graph", root + "/flows/activation.yaml", "--level", "all")
    let loops = dot.output.split(separator: "\n").filter { $0.contains(#/^ +(\w+) -> \1 /#) }
    #expect(loops.count > 10, "\(dot.errors)")
    for (place, arrows) in Dictionary(grouping: loops, by: { $0.split(separator: " ")[0] }) where arrows.count > 1 {
      #expect(arrows.dropLast().allSatisfy { !$0.contains("label=") }, "\(place)")
      let words = arrows.last?.components(separatedBy: "<FONT COLOR=\"#").count ?? 0
      #expect(words > arrows.count, "\(arrows)")
    }
    let normal = await (try Desk()).run("graph", root + "/flows/activation.yaml")
    let others = normal.output.split(separator: "\n").filter { $0.contains(#/^ +(\w+) -> \1 /#) }
    #expect(!others.isEmpty && others.allSatisfy { $0.contains("label=<\u{A0}") }, "\(others)")
  }

  @Test("a flow with errors is drawn as far as its names lead somewhere; a part and a broken file are not")
  func drawsWhatIsWrong() async throws {
    let desk = try Self.desk(Samples.flowWithCycle)
    #expect(await desk.run("check", "@flow.yaml").code == .failure)
    #expect(await desk.run("graph", "@flow.yaml").code == .success)
    try desk.put("broken.yaml", Samples.flow.replacingOccurrences(of: "start: initialize", with: "start: nowhere"))
    let broken = await desk.run("graph", "@broken.yaml")
    #expect(broken.code == .wrongInput && broken.output.isEmpty && broken.errors.contains("nowhere"))
    try desk.put("part.yaml", "part: p\nsdk: relid\nends: { over: { outcome: failure } }\n")
    let part = await desk.run("graph", "@part.yaml")
    #expect(part.code == .wrongInput && part.errors.contains("is a part; name a flow that uses it"))
    #expect(await desk.run("graph", "@missing.yaml").code == .broken)
  }

  @Test("long texts go on in another row, and nothing is cut", arguments: ["dot", "mermaid"])
  func wraps(format: String) async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    for level in ["overview", "normal", "all"] {
      let flow = root + "/flows/login.yaml"
      let outcome = await (try Desk()).run("graph", flow, "--format", format, "--level", level)
      #expect(outcome.code == .success && !outcome.output.contains("…"), "\(outcome.output)")
      let newRow = format == "dot" ? "</FONT><BR/><FONT POINT-SIZE=\"10\">" : "<br>"
      #expect(
        outcome.output.contains("asks currentPassword, newPassword,\(newRow)confirmPassword"), "\(outcome.output)")
    }
  }

  @Test("options that cannot be met are told")
  func refusesOptions() async throws {
    let desk = try Self.desk()
    let open = await desk.run("graph", "@flow.yaml", "--open", "identify")
    #expect(open.code == .wrongInput && open.errors.contains("no step of it runs a flow"))
    let scenario = await desk.run("graph", "@flow.yaml", "--scenario", "x")
    #expect(scenario.code == .wrongInput && scenario.errors.contains("add `--scenarios FILE`"))
    let finding = await desk.run("graph", "@flow.yaml", "--finding", "MFA999")
    #expect(finding.code == .wrongInput && finding.errors.contains("there is no rule `MFA999`"))
    let over = await desk.run("graph", "@flow.yaml", "-o", "@flow.yaml")
    #expect(over.code == .wrongInput && over.errors.contains("is also read"))
    let places = await desk.run("page", "@flow.yaml", "--places", "0")
    #expect(places.code == .wrongInput && places.errors.contains("from 1 to 20000"))
    let language = await desk.run("story", "@flow.yaml", "--language", "!")
    #expect(language.code == .wrongInput)
    let absent = await desk.run("story", "@flow.yaml", "--language", "fi")
    #expect(absent.code == .wrongInput && absent.output.isEmpty)
    #expect(absent.errors.contains("`sample` has no texts in `fi`") && absent.errors.contains("leave `--language` out"))
    let own = await desk.run("story", "@flow.yaml", "--language", "own")
    #expect(own.code == .success)
    // Named again, and in capitals, it is the same language.
    #expect(await desk.run("story", "@flow.yaml", "--language", "own", "--language", "OWN").output == own.output)
  }

  @Test("what is weaker than in another flow is set off")
  func setsDifferencesOff() async throws {
    let desk = try Self.desk()
    try desk.put("old.yaml", Samples.flow.replacingOccurrences(of: "tries: 5", with: "tries: 4"))
    let outcome = await desk.run("graph", "@flow.yaml", "--base", "@old.yaml", "--format", "json")
    #expect(outcome.code == .success, "\(outcome.errors)")
    #expect(outcome.output.contains("\"mark\":\"weaker\""))
    let same = await desk.run("graph", "@flow.yaml", "--base", "@flow.yaml", "--format", "json")
    #expect(!same.output.contains("\"mark\":\""))
  }

  @Test("what is claimed is set off at the ends, and what has no place in the picture is told")
  func marksClaims() async throws {
    let desk = try Self.desk()
    let less = Samples.flow.replacing(
      "done: { outcome: success, require: { kinds: 1 } }", with: "done: { outcome: success }")
    #expect(less != Samples.flow)
    try desk.put("less.yaml", less)
    let marked = await desk.run("graph", "@less.yaml", "--format", "json", "--base", "@flow.yaml")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(marked.output.utf8)) as? [String: Any])
    let places = try #require(object["places"] as? [[String: Any]])
    let weaker = places.filter { $0["mark"] as? String == "weaker" }
    #expect(!weaker.isEmpty && weaker.allSatisfy { $0["kind"] as? String == "success" }, "\(marked.errors)")
    let same = await desk.run("graph", "@flow.yaml", "--base", "@flow.yaml")
    #expect(same.code == .success && same.errors == "mfaflow: nothing differs, so nothing is highlighted\n")
    let more = Samples.flow.replacing("tries: 5", with: "tries: 9")
    #expect(more != Samples.flow)
    try desk.put("more.yaml", more)
    let unplaced = await desk.run("graph", "@more.yaml", "--base", "@flow.yaml")
    #expect(unplaced.code == .success && !unplaced.errors.contains("nothing differs"), "\(unplaced.errors)")
  }

  @Test("the name of the output says how a picture or a story is written, and a picture of no known name is refused")
  func formatsByName() async throws {
    let desk = try Self.desk()
    for (name, begin) in [("a.dot", "digraph"), ("a.mmd", "flowchart"), ("a.JSON", "{\"kind\""), ("a", "digraph")] {
      #expect(await desk.run("graph", "@flow.yaml", "-o", "@\(name)").code == .success)
      #expect(try String(contentsOfFile: desk.root + name, encoding: .utf8).hasPrefix(begin), "\(name)")
    }
    let png = await desk.run("graph", "@flow.yaml", "-o", "@a.png")
    #expect(png.code == .wrongInput && png.errors.contains("no format of pictures is known by the name `a.png`"))
    #expect(!FileManager.default.fileExists(atPath: desk.root + "a.png"))
    #expect(await desk.run("graph", "@flow.yaml", "-o", "@b.png", "--format", "dot").code == .success)
    #expect(await desk.run("story", "@flow.yaml", "-o", "@story.html").code == .success)
    #expect(try String(contentsOfFile: desk.root + "story.html", encoding: .utf8).hasPrefix("<!"))
  }

  @Test("interrupts that neither a line nor `else` takes are told at their step, in each format and at each level")
  func unhandled() async throws {
    let desk = try Self.desk(Samples.bare)
    let all = await desk.run("graph", "@flow.yaml", "--level", "all")
    #expect(all.output.contains("unhandled: onUserLoggedOff"), "\(all)")
    for level in ["overview", "normal"] {
      let dot = await desk.run("graph", "@flow.yaml", "--level", level)
      #expect(dot.output.components(separatedBy: " interrupts</FONT>").count == 2, "\(dot)")
    }
    let json = await desk.run("graph", "@flow.yaml", "--format", "json")
    #expect(json.output.contains("\"unhandled\":[\"on"))
    #expect(await desk.run("page", "@flow.yaml").output.contains("end the run here"))
    let shielded = try Self.desk(
      Samples.bare.replacing("{ to: done } } }", with: "{ to: done } }, then: { else: failed } }"))
    #expect(!(await shielded.run("graph", "@flow.yaml", "--level", "all")).output.contains("unhandled: "))
  }

  @Test("a line that no reply of its call takes is counted as one for a late reply, and no other line is")
  func lateOnly() async throws {
    let desk = try Desk()
    try desk.put("c.yaml", Samples.touchContract)
    try desk.put("late.yaml", Samples.touched(choices: "one: { call: touch, then: { other: failed } }"))
    try desk.put("none.yaml", Samples.touched(choices: "one: { call: touch }"))
    let late = await desk.run("graph", "@late.yaml", "--level", "all")
    #expect(late.output.contains("1 line that only a late reply may take"), "\(late)")
    let none = await desk.run("graph", "@none.yaml", "--level", "all")
    #expect(none.code == .success && !none.output.contains("late reply"), "\(none)")
  }

  @Test("a way to failure is drawn where the user chooses it, and counted else; the count says which")
  func failing() async throws {
    let desk = try Self.desk(Samples.flow.replacing("really-cancel, to: cancelled", with: "really-cancel, to: failed"))
    let lines = await desk.run("graph", "@flow.yaml", "--level", "overview").output.split(separator: "\n")
    let drawn = Set(lines.filter { $0.contains("-> f0 ") }.compactMap { $0.split(separator: " ").first })
    #expect(!drawn.isEmpty)
    for line in lines where line.contains(" fail</FONT>") || line.contains(" fails</FONT>") {
      let id = try #require(line.split(separator: " ").first)
      #expect(line.contains(" more way") == drawn.contains(id), "\(line)")
    }
  }

  @Test("a page is one file; into a folder goes a page for each flow, and an index")
  func makesPages() async throws {
    let desk = try Self.desk()
    let page = await desk.run("page", "@flow.yaml", "--places", "40")
    #expect(page.code == .success && page.output.hasPrefix("<!DOCTYPE html>"))
    #expect(page.output.contains("Content-Security-Policy"))
    try desk.put("more/part.yaml", "part: p\nsdk: relid\nends: { over: { outcome: failure } }\n")
    let site = await desk.run("page", "@flow.yaml", "@more", "--places", "40", "-o", "@site/")
    #expect(site.code == .success, "\(site.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.root + "site").sorted()
    #expect(names == ["index.html", "sample.html"])
    let nothing = await desk.run("page", "@more")
    #expect(nothing.code == .wrongInput && nothing.errors.contains("no flow in what is named"))
  }

  @Test("a story has the screens of each end, in Markdown and in HTML")
  func tellsStories() async throws {
    let desk = try Self.desk()
    let markdown = await desk.run("story", "@flow.yaml")
    #expect(markdown.code == .success && markdown.output.hasPrefix("# What the user sees in sample\n"))
    #expect(markdown.output.contains("**Screen: identify**") && markdown.output.contains("**End: "))
    let html = await desk.run("story", "@flow.yaml", "--format", "html")
    #expect(html.output.contains("script-src 'none'") && !html.output.contains("<script"))
    let scenario = await desk.run("story", "@flow.yaml", "--scenario", "x")
    #expect(scenario.code == .wrongInput)
  }
}
