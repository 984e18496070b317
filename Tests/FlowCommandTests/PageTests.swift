// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("What pages are written over, and what they tell of scenarios and differences")
struct PageTests {
  private static let root =
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    .path + "/"

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  /// How a second name for a file is made.
  enum Link: CaseIterable {
    case symbolic, hard

    func make(_ path: String, to file: String) throws {
      switch self {
      case .symbolic: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: file)
      case .hard: try FileManager.default.linkItem(atPath: file, toPath: path)
      }
    }
  }

  @Test("the page of a flow with errors has its messages")
  func textsOfBrokenFlow() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow.replacing("require: { kinds: 1 }", with: "require: { proofs: [inherence] }"))
    let page = await desk.run("page", "@flow.yaml", "--places", "20")
    #expect(page.output.contains("The flow has errors"), "\(page.errors)")
    #expect(!page.output.contains("The flow has no messages.") && page.output.contains("its own texts alone"))
  }

  @Test("the page of a variant names its base, and what it refines")
  func variant() async throws {
    let desk = try Desk()
    try desk.put("base.yaml", Samples.signIn)
    try desk.put(
      "variant.yaml",
      "language: mfaflow/1\nflow: variant\nversion: 1.0.0\nextends: base@1.0\nrefines: true\nchange: { steps.identify.tries: 2 }\n"
    )
    let page = await desk.run("page", "@variant.yaml", "--places", "20")
    #expect(page.output.contains("<span>variant of base@1.0</span> <span>refines its base</span>"), "\(page.errors)")
    let base = await desk.run("page", "@base.yaml", "--places", "20")
    #expect(!base.output.contains("variant of") && !base.output.contains("refines"), "\(base.errors)")
  }

  @Test("nothing is written over what was read, by whatever name", arguments: Link.allCases)
  func keepsInputs(link: Link) async throws {
    let desk = try Desk()
    let flow = try desk.put("flow.yaml", Samples.flow)
    let old = try desk.put("old.yaml", Samples.flow.replacing("tries: 5", with: "tries: 4"))
    let scenarios = try desk.put(
      "flow.scenarios.yaml",
      "flow: flow.yaml\nworld: { users: { bob: { password: horse-battery-1 } } }\nscenarios:\n  - name: nothing\n    do: []\n    expect: { waiting: identify }\n"
    )
    try desk.put("site/keep.txt", "kept")
    try link.make(desk.root + "site/sample.html", to: flow)
    try link.make(desk.root + "one.html", to: old)
    try link.make(desk.root + "two.html", to: scenarios)
    let before = try [flow, old, scenarios].map(bytes)
    let lines: [[String]] = [
      ["page", "@flow.yaml", "--places", "20", "-o", "@site/"],
      ["page", "@flow.yaml", "--places", "20", "-o", "@site"],
      ["page", "@flow.yaml", "--places", "20", "--base", "@old.yaml", "-o", "@one.html"],
      ["page", "@flow.yaml", "--places", "20", "--scenarios", "@flow.scenarios.yaml", "-o", "@two.html"],
      ["graph", "@flow.yaml", "--format", "dot", "--base", "@old.yaml", "-o", "@one.html"],
      ["graph", "@flow.yaml", "--format", "dot", "-o", "@site/sample.html"],
      ["story", "@flow.scenarios.yaml", "-o", "@two.html"], ["story", "@flow.yaml", "-o", "@site/sample.html"],
      ["story", "@flow.scenarios.yaml", "-o", "@site/sample.html"],
      ["matrix", "@flow.yaml", "-o", "@site/sample.html"],
    ]
    for line in lines {
      let outcome = await desk.run(line)
      // What is read later than it is looked at is a flow all the same.
      let isRefused = outcome.errors.contains("is also read") || outcome.errors.contains(": it is a flow")
      #expect(outcome.code == .wrongInput && isRefused, "\(line): \(outcome)")
    }
    #expect(try [flow, old, scenarios].map(bytes) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: desk.root + "site").sorted() == ["keep.txt", "sample.html"])
    // Where nothing is in the way, all is written.
    #expect(await desk.run("page", "@flow.yaml", "--places", "20", "-o", "@other/").code == .success)
  }

  @Test("flows are read on all cores, and only the first one that is of no use is told of, in the order of the paths")
  func tellsTheFirst() async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.flow)
    for name in ["b", "c", "d"] {
      try desk.put("\(name).yaml", Samples.flow.replacing("start: initialize", with: "start: nowhere-\(name)"))
    }
    for _ in 0..<5 {
      let outcome = await desk.run("page", "@a.yaml", "@b.yaml", "@c.yaml", "@d.yaml", "--places", "20", "-o", "@site/")
      #expect(outcome.code == .wrongInput && outcome.errors.contains("nowhere-b"))
      #expect(!outcome.errors.contains("nowhere-c") && !outcome.errors.contains("nowhere-d"))
      #expect(!FileManager.default.fileExists(atPath: desk.root + "site"))
    }
  }

  private func files(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test("pages of an earlier run are taken away with their flows, and nothing that another one has put there")
  func removesStalePages() async throws {
    let desk = try Desk()
    for name in ["one", "two", "three"] {
      try desk.put("flows/\(name).yaml", Samples.flow.replacing("flow: sample", with: "flow: \(name)"))
    }
    let words = ["page", "@flows", "--places", "20", "-o", "@out/site/"]
    let first = await desk.run(words)
    #expect(first.code == .success && !first.errors.contains("removed"), "\(first.errors)")
    // What is there besides: another's file, a page that was made alone, and one that somebody has put in the place of a page.
    try desk.put("out/site/mine.html", "<!DOCTYPE html>mine")
    try desk.put("out/keep.html", "<meta name=\"generator\" content=\"mfaflow\">")
    #expect(await desk.run("page", "@flows/one.yaml", "--places", "20", "-o", "@out/site/alone.html").code == .success)
    try desk.put("out/site/two.html", "<!DOCTYPE html>another's")
    for name in ["two", "three"] { try FileManager.default.removeItem(atPath: desk.root + "flows/\(name).yaml") }
    let second = await desk.run(words)
    #expect(second.code == .success, "\(second.errors)")
    #expect(second.errors.contains("mfaflow: 1 page of an earlier run removed: `three.html`\n"), "\(second.errors)")
    #expect(
      try files(desk.root + "out/site") == ["alone.html", "index.html", "mine.html", "one.html", "two.html"])
    #expect(!(await desk.run(words)).errors.contains("removed"))
    // An index that somebody has written leads to no file outside of the folder, and to none that is no page.
    try desk.put(
      "out/site/index.html",
      "<meta name=\"generator\" content=\"mfaflow\"><meta name=\"mfaflow-pages\" content=\"../keep.html mine.html index.html\">"
    )
    #expect(!(await desk.run(words)).errors.contains("removed"))
    #expect(try files(desk.root + "out") == ["keep.html", "site"])
  }

  @Test("a file goes into a folder that is there, whichever command writes it; a folder is made, and those above it")
  func foldersOfOutputs() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("there/keep.txt", "kept")
    for command in ["graph", "story", "matrix", "page"] {
      let form = command == "graph" ? ["--format", "dot"] : []
      for (path, reason) in [("@no/a.html", "there is no folder `no`"), ("@there", "it is a folder")] {
        guard command != "page" || path != "@there" else { continue }
        let outcome = await desk.run([command, "@flow.yaml", "-o", path] + form)
        #expect(outcome.code == .broken && outcome.output.isEmpty, "\(command): \(outcome)")
        #expect(outcome.errors.contains(reason), "\(command): \(outcome.errors)")
      }
    }
    #expect(try files(desk.root) == ["flow.yaml", "there"])
    #expect(await desk.run("page", "@flow.yaml", "--places", "20", "-o", "@new/site/").code == .success)
    #expect(try files(desk.root + "new/site") == ["index.html", "sample.html"])
  }

  @Test("a page and a picture tell when a button is offered, and how often and how fast")
  func limits() async throws {
    let desk = try Desk()
    let choice =
      "again: { call: resetAuthState, when: event.attemptsLeft < 3, max: { count: 2, per: session, of: successes, total: 7 }, every: 20s, within: 5s, then: { getUser: identify } }"
    try desk.put(
      "flow.yaml",
      """
      language: mfaflow/1
      flow: small
      version: 1.0.0
      sdk: relid
      start: begin
      steps:
        begin: { call: initialize, then: { getUser: identify, else: failed } }
        identify: { challenge: getUser, ask: [userName], answer: setUser, tries: 3, then: { getPassword(verify): word, else: failed } }
        word:
          challenge: getPassword(verify)
          ask: [password]
          answer: setPassword
          tries: 3
          choices: { \(choice) }
          then: { onUserLoggedIn: done, else: failed }
      ends:
        done: { outcome: success }
        failed: { outcome: failure }

      """)
    let limits = "again: at most 2 successes a session, 7 in all, every 20 s, within 5 s"
    _ = await desk.run("page", "@flow.yaml", "--places", "20", "-o", "@flow.html")
    let page = try String(contentsOfFile: desk.root + "flow.html", encoding: .utf8)
    #expect(page.contains("button again is offered if<dd><code>event.attemptsLeft &lt; 3</code>"))
    #expect(page.contains(limits))
    let picture = await desk.run("graph", "@flow.yaml", "--level", "all", "--format", "json")
    #expect(picture.output.contains(limits), "\(picture)")
  }

  @Test("a site is not written into a pipe or a device")
  func refusesDevices() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("site/keep.txt", "kept")
    try FileManager.default.createSymbolicLink(
      atPath: desk.root + "site/index.html", withDestinationPath: "/dev/full")
    let outcome = await desk.run("page", "@flow.yaml", "--places", "20", "-o", "@site/")
    #expect(outcome.code == .wrongInput && outcome.errors.contains("it is a device"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: desk.root + "site/sample.html"))
  }

  /// What is written in HTML, with the words of an author as in a text.
  private func words(_ html: Substring) -> String {
    String(html).replacing("<code>", with: "`").replacing("</code>", with: "`").replacing("&gt;", with: ">")
      .replacing("&lt;", with: "<").replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
      .replacing("&amp;", with: "&")
  }

  /// The numbers of a table of the page, row by row.
  private func rows(of table: Substring) -> [[String]] {
    table.matches(
      of:
        /<tr><th scope="row">([^<]*)(?:<\/th>)?<td class="number">([^<]*)(?:<\/td>)?<td class="number">([^<]*)(?:<\/td>)?<td class="number">([^<]*)/
    )
    .map { [$0.1, $0.2, $0.3, $0.4].map(String.init) }
  }

  @Test(
    "the page of a variant has the numbers of a test with --own, and each scenario that is skipped with its reason")
  func agreesWithTheTest() async throws {
    let desk = try Desk()
    let (flow, path) = (Self.root + "flows/variants/country.yaml", Self.root + "flows/variants/country.scenarios.yaml")
    let base = Self.root + "flows/login.scenarios.yaml"
    let page = await desk.run("page", flow, "--scenarios", path, "--scenarios", base, "--places", "20")
    #expect(page.code == .success, "\(page.errors)")
    let test = await desk.run("test", "--own", "--verbose", path, base)
    #expect(test.code == .success, "\(test.output)\(test.errors)")
    let block = try #require(
      test.output.components(separatedBy: "\n\n").first { $0.hasPrefix("coverage of \(flow)") }, "\(test.output)")
    let told = block.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ").filter { $0 != "of" && $0 != "%" }.map(String.init)
    }
    let table = try #require(page.output.firstMatch(of: /aria-label="Coverage">([\s\S]*?)<\/table>/)).1
    let numbers = rows(of: table).map { [$0[0], $0[1], $0[2], $0[3].replacing(" %", with: "")] }
    #expect(numbers.count >= 5 && told.prefix(numbers.count).elementsEqual(numbers), "\(told)\n\(numbers)")
    let skipped = test.output.matches(of: /\ {2}– (.*)\n {4}skipped: (.*)/)
    #expect(skipped.count >= 3)
    let shown = words(page.output[...])
    for match in skipped {
      #expect(
        shown.contains("<span class=\"warn\">skipped</span> \(match.1)<br><small>\(match.2)</small>"), "\(match.1)")
    }
  }

  @Test("scenarios of other flows only are refused, as for a picture; those of one of several flows are not")
  func wantsScenariosOfTheFlow() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("other.yaml", Samples.flow.replacing("flow: sample", with: "flow: other"))
    try desk.put(
      "other.scenarios.yaml",
      """
      flow: other.yaml
      world: { users: { bob: { password: horse-battery-1 } } }
      scenarios:
        - name: nothing
          do: []
          expect: { waiting: identify }

      """)
    let words = ["--places", "20", "--scenarios", "@other.scenarios.yaml"]
    for command in ["page", "graph"] {
      let options = command == "page" ? words : Array(words.dropFirst(2))
      let refused = await desk.run([command, "@flow.yaml"] + options)
      #expect(refused.code == .wrongInput, "\(command)")
      #expect(refused.errors.contains("none of these scenarios is about `sample`"), "\(refused.errors)")
      #expect(await desk.run([command, "@other.yaml"] + options).code == .success, "\(command)")
    }
    let both = await desk.run(["page", "@flow.yaml", "@other.yaml"] + words)
    #expect(both.code == .success, "\(both.errors)")
  }

  @Test("what failed is told where the page says how good the flow is, and nothing is where all passed")
  func tellsOfFailures() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    let good = "  - { name: waits, do: [], expect: { waiting: identify } }\n"
    let bad = "  - { name: ends, do: [], expect: { end: done } }\n"
    for (scenarios, words) in [(good, nil), (good + bad, "1 of 2 scenarios failed"), (bad, "1 of 1 scenario failed")] {
      try desk.put("flow.scenarios.yaml", "flow: flow.yaml\nworld: {}\nscenarios:\n\(scenarios)")
      let page = await desk.run("page", "@flow.yaml", "--scenarios", "@flow.scenarios.yaml", "--places", "20")
      #expect(page.code == .success, "\(page.errors)")
      let head = try #require(page.output.firstMatch(of: /<p class="facts">([\s\S]*?)<\/p>/)).1
      #expect(words.map { head.contains($0) } ?? !head.contains("failed"), "\(head)")
      #expect(page.output.contains("-proofs\">Proofs (1 failed)</a>") == (words != nil))
    }
  }

  @Test("a page says that a contract has no interrupts, and has their table where there are some")
  func tellsOfNoInterrupts() async throws {
    let desk = try Desk()
    let none = await desk.run("page", Self.root + "flows/passkey-login.yaml", "--places", "20")
    #expect(none.output.contains("The contract <code>keys</code> has no interrupts"), "\(none.errors)")
    #expect(none.output.contains("-matrix\">Interrupts</a>"))
    let some = await desk.run("page", Self.root + "flows/login.yaml", "--places", "20")
    #expect(!some.output.contains("has no interrupts") && some.output.contains("<table class=\"matrix\">"))
  }

  @Test("the page of a changed flow shows what is written in both, and the runs that show it, as a comparison does")
  func agreesWithTheComparison() async throws {
    let desk = try Desk()
    try desk.put("old.yaml", Samples.flow)
    let text = try #require(Samples.flow.firstMatch(of: /messages:\n +([a-z-]+): (.*)/))
    try desk.put(
      "new.yaml",
      Samples.flow.replacing("tries: 5", with: "tries: 6").replacing(
        "\(text.1): \(text.2)", with: "\(text.1): Other words entirely <b>."))
    let page = await desk.run("page", "@new.yaml", "--base", "@old.yaml", "--places", "20")
    let diff = await desk.run("diff", "@old.yaml", "@new.yaml")
    #expect(page.code == .success && diff.output.contains("wording"), "\(diff.output)\(diff.errors)")
    let changes = try #require(page.output.firstMatch(of: /<ul class="changes">([\s\S]*?)<\/ul>/)).1
    #expect(changes.contains("Other words entirely &lt;b&gt;.") && !changes.contains("<b>"), "\(changes)")
    #expect(changes.contains(text.2.trimmingPrefix("\"").prefix(8)))
    let run = try #require(diff.output.firstMatch(of: /(after this run: .*)\n +\| old/), "\(diff.output)")
    #expect(words(changes).contains(run.1), "\(run.1)\n\(changes)")
    #expect(changes.contains("<summary>A run that shows it</summary>") && changes.contains("<th scope=\"col\">old"))
    for place in diff.output.matches(of: /(?:old|new)  (\S+:\d+:\d+)/) {
      #expect(page.output.contains("\(place.1)</small>"), "\(place.1)")
    }
  }
}
