// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing
import YAMLTree

@testable import FlowEditing

@Suite("What words mean, what stands unsaid, and what is offered")
struct WordsTests {
  private func meaning(_ old: String, _ new: String) throws -> String? {
    let desk = try EditingDesk()
    let offset = desk.edit("a.yaml", Samples.flow(replacing: old, by: new))
    desk.workspace.settle()
    return desk.workspace.meaning(at: offset, in: desk.path("a.yaml"))?.text
  }

  @Test("a key by the table, an event, a call and a code by the contract")
  func meanings() throws {
    #expect(try meaning("tries: 3", "tr|ies: 3")?.hasPrefix("**tries**: How many answers") == true)
    #expect(try meaning("answer: setUser", "answer: set|User")?.contains("Takes: `userName`") == true)
    #expect(try meaning("challenge: getUser", "challenge: getU|ser")?.contains("(challenge)") == true)
    #expect(try meaning("      101:", "      1|01:")?.contains("**101**") == true)
    #expect(try meaning("getUser 166:", "getUser 16|6:")?.contains("**166**") == true)
    #expect(try meaning("goal: aal2", "goal: aa|l2")?.contains("aal3") == true)
  }

  @Test("the path of a part, by what the part says that it is for")
  func meaningOfPath() throws {
    let desk = try EditingDesk()
    desk.edit("ends.yaml", "part: ends\nsummary: How a flow is over.\nsdk: relid\nends:\n  over: { outcome: ended }\n")
    let offset = desk.edit("a.yaml", Samples.flow(replacing: "sdk: relid", by: "sdk: relid\nuse: [en|ds]"))
    desk.workspace.settle()
    let path = desk.path("a.yaml")
    let file = "Ends: `over`\n\n`\(desk.path("ends.yaml"))`"
    #expect(
      desk.workspace.meaning(at: offset, in: path)?.text == "**ends**: a part\n\nHow a flow is over.\n\n\(file)")
    desk.edit("ends.yaml", "part: ends\nsdk: relid\nends:\n  over: { outcome: ended }\n")
    #expect(desk.workspace.meaning(at: offset, in: path)?.text == "**ends**: a part\n\n\(file)")
  }

  @Test("of a call and an event, what holds in the mode of the step")
  func meaningsInMode() throws {
    func meaning(_ marked: String) throws -> String? {
      let desk = try EditingDesk()
      let step = """
          createPassword:
            challenge: getPassword(set)
            ask: [password]
            answer: setPassword
            then: { onUserLoggedIn: signedIn, timeout: failed, exhausted: failed, else: failed }
          signedIn: { event
        """
      let flow = Samples.flow(replacing: "  signedIn: { event", by: step)
      let offset = desk.edit("a.yaml", flow.replacingOccurrences(of: marked.filter { $0 != "|" }, with: marked))
      desk.workspace.settle()
      return desk.workspace.meaning(at: offset, in: desk.path("a.yaml"))?.text
    }
    let call = try #require(try meaning("answer: setPass|word"))
    #expect(call.contains("Answers: `getPassword(set)`\n"))
    #expect(call.contains("Sets up: knowledge by password"))
    #expect(!call.contains("Earns:"))
    #expect(call.contains("`getPassword(set) 164`") && !call.contains("getUser 141"))
    let event = try #require(try meaning("challenge: getPass|word(set)"))
    #expect(event.hasPrefix("**getPassword(set)** (challenge): "))
    #expect(event.contains("`164`") && !event.contains("`102`") && !event.contains("Modes:"))
    #expect(
      try meaning("onUserLoggedIn: signedIn, time|out:")
        == "**timeout**: the reply to `setPassword` takes longer than the 1m of the contract.")
    #expect(
      try meaning("failed, exhaus|ted: failed, else") == "**exhausted**: nothing is offered at the step any more.")
    #expect(try self.meaning("exhausted: f", "exhaus|ted: f")?.contains("all tries of the step are spent") == true)
  }

  @Test("of a step, where `else` leads and how often its secret can be guessed; of an end, what is proved there")
  func stepsAndEnds() throws {
    let step = try meaning("  identify:\n", "  iden|tify:\n")
    #expect(step?.contains("`else` leads to the end `failed` (failure)") == true)
    #expect(step?.contains("At most 3 answers") == true)
    let end = try meaning("  done: {", "  do|ne: {")
    #expect(end?.contains("possession by device, inherence by device") == true)
  }

  @Test(
    "a key inside a path of a change means what it means in the flow",
    arguments: [
      ("  steps.identify.tries: 2", "  ste|ps.identify.tries: 2", "steps"),
      ("  steps.identify.tries: 2", "  steps.identify.tri|es: 2", "tries"), ("[steps.", "[st|eps.", "steps"),
    ])
  func keysOfPaths(old: String, marked: String, key: String) throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    let offset = desk.edit("v.yaml", NamesTests.variant.replacingOccurrences(of: old, with: marked))
    desk.workspace.settle()
    let meaning = desk.workspace.meaning(at: offset, in: desk.path("v.yaml"))?.text
    #expect(meaning?.hasPrefix("**\(key)**: ") == true, "\(meaning ?? "nothing")")
  }

  @Test("a rule that a comment names")
  func rules() throws {
    #expect(
      try meaning("goal: aal2", "goal: aal2 # mfaflow: allow MFA3|11 because x")?.contains("unused-message") == true)
  }

  @Test("nothing is said of nothing", arguments: ["|", "goal|", "a: |b\n"])
  func nothing(marked: String) throws {
    let desk = try EditingDesk()
    let offset = desk.edit("x.yaml", marked)
    #expect(desk.workspace.meaning(at: offset, in: desk.path("x.yaml")) == nil)
  }

  @Test("names of codes, and where a retry goes")
  func asides() throws {
    let desk = try EditingDesk()
    desk.edit("a.yaml", Samples.flow)
    let text = try #require(desk.workspace.texts.text(desk.path("a.yaml")))
    let asides = desk.workspace.asides(in: 0..<text.bytes.count, of: text.path)
    #expect(asides.filter { $0.words == "→ identify" }.count == 3)
    #expect(asides.count { !$0.words.hasPrefix("→") } == 3)
  }

  @Test("a change tells where it comes from, and what stands there")
  func origins() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    desk.edit("v.yaml", NamesTests.variant)
    let text = try #require(desk.workspace.texts.text(desk.path("v.yaml")))
    let words = desk.workspace.asides(in: 0..<text.bytes.count, of: text.path).map(\.words)
    #expect(words == ["from a.yaml, there `3`", "from a.yaml"])
  }

  @Test("a base and a part tell what other flows change of them, behind the very words")
  func overrides() throws {
    let part = "part: words\nsdk: relid\nmessages:\n  bye: Bye.\n"
    let base = Samples.flow(replacing: "start:", by: "use: [words]\nstart:")
      .replacingOccurrences(of: "outcome: failure }", with: "outcome: failure, say: bye }")
    let variant =
      NamesTests.variant.replacingOccurrences(of: "change:", with: "change:\n  messages.bye: See you.")
      + "add:\n  steps.identify.within: 5m\n"
    let desk = try EditingDesk(["a.yaml": base, "words.yaml": part, "v.yaml": variant])
    desk.workspace.settle()
    func asides(_ name: String) throws -> [String: String] {
      let text = try #require(desk.workspace.texts.text(desk.path(name)))
      let asides = desk.workspace.asides(in: 0..<text.bytes.count, of: text.path)
      let lines = asides.filter { $0.words.contains("v.yaml") }.map { aside in
        let line = text.lines.position(at: aside.offset).line
        let words = text.text(text.lines.bytes(ofLine: Int(line)))
        return (words.trimmingCharacters(in: .whitespaces), aside.words)
      }
      return Dictionary(lines) { "\($0) \($1)" }
    }
    #expect(
      try asides("a.yaml") == [
        "tries: 3": "`2` in v.yaml", "leave: { to: failed }": "removed in v.yaml", "identify:": "more in v.yaml",
      ])
    #expect(try asides("words.yaml") == ["bye: Bye.": "`See you.` in v.yaml"])
    // What nobody has saved counts.
    desk.edit("v.yaml", variant.replacingOccurrences(of: "tries: 2", with: "tries: 1"))
    desk.workspace.settle()
    #expect(try asides("a.yaml")["tries: 3"] == "`1` in v.yaml")
  }

  @Test("of a variant of a variant, the nearest base is told")
  func nearestOrigin() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow, "v.yaml": NamesTests.variant])
    let third = """
      language: mfaflow/1
      flow: third
      version: 1.0.0
      extends: v@1.0
      change: { steps.identify.tries: 1 }

      """
    desk.edit("w.yaml", third)
    let text = try #require(desk.workspace.texts.text(desk.path("w.yaml")))
    #expect(desk.workspace.asides(in: 0..<text.bytes.count, of: text.path).map(\.words) == ["from v.yaml, there `2`"])
  }

  private func offers(_ marked: String) throws -> (desk: EditingDesk, offers: [OfferedChange]) {
    let desk = try EditingDesk()
    let offset = desk.edit("a.yaml", marked)
    desk.workspace.settle()
    return (desk, desk.workspace.offeredChanges(in: offset..<offset, of: desk.path("a.yaml")))
  }

  @Test("a certain cure is an edit, after which the finding is gone")
  func cures() throws {
    let (desk, offers) = try offers(Samples.flow(replacing: "onUserLoggedIn: signedIn", by: "onUserLoggedIn: sig|ndIn"))
    let cure = try #require(offers.first { $0.kind == .mends })
    let text = try #require(desk.applied(cure.edits, to: "a.yaml"))
    #expect(text == Samples.flow)
  }

  @Test(
    "what the help names for certain is a change of the file: a field, a code, a placeholder, a path",
    arguments: [
      (
        "leave: { to: failed }", "leave: { when: size(event.userNames) > 0, to: failed }",
        "leave: { when: size(event.userName|z) > 0, to: failed }"
      ),
      ("      101: {", "      101: {", "      01|01: {"),
      ("Check what you typed.", "Are you {recentlyLoggedInUser}?", "Are you {recentlyLoggedInUs|r}?"),
      ("start:", "use: [session]\nstart:", "use: [sesi|on]\nstart:"),
    ])
  func namedCures(old: String, good: String, bad: String) throws {
    let desk = try EditingDesk(["session.yaml": Samples.part])
    let offset = desk.edit("a.yaml", Samples.flow(replacing: old, by: bad))
    desk.workspace.settle()
    let offers = desk.workspace.offeredChanges(in: offset..<offset, of: desk.path("a.yaml"))
    let cure = try #require(offers.first { $0.kind == .mends })
    #expect(desk.applied(cure.edits, to: "a.yaml") == Samples.flow(replacing: old, by: good))
  }

  @Test("a missing `else` is a line that leads to the failure which the help names")
  func missingElse() throws {
    let marked = Samples.flow(replacing: "      else: failed\n", by: "")
      .replacingOccurrences(of: "  identify:\n", with: "  iden|tify:\n")
    let (desk, offers) = try offers(marked)
    let cure = try #require(offers.first { $0.kind == .mends })
    let text = try #require(desk.applied(cure.edits, to: "a.yaml"))
    #expect(text.contains("      else: failed\n"))
    desk.edit("a.yaml", text)
    #expect(desk.codes("a.yaml") == [])
  }

  @Test("a finding that may be allowed is, with a reason to be written; one that may not is not")
  func allowances() throws {
    let unused = "  unu|sed: Never shown.\n  check-your-name: Check"
    let (desk, offers) = try offers(Samples.flow(replacing: "  check-your-name: Check", by: unused))
    let allowance = try #require(offers.first { $0.kind == .allows })
    let allowed = try #require(desk.applied(allowance.edits, to: "a.yaml"))
    desk.edit("a.yaml", allowed)
    #expect(desk.codes("a.yaml") == ["MFA962", "MFA311"], "no reason is written yet")
    desk.edit("a.yaml", allowed.replacing("(write the reason here)", with: "it is for later"))
    #expect(desk.codes("a.yaml") == [])
    let wrong = try self.offers(Samples.flow(replacing: "onUserLoggedIn: signedIn", by: "onUserLoggedIn: sig|ndIn"))
    #expect(!wrong.offers.contains { $0.kind == .allows })
  }

  @Test("what only `else` takes can be named, one by one and all together, and nothing changes by it")
  func namings() throws {
    for marked in [
      Samples.flow(replacing: "      exhausted: failed\n", by: "      exhausted: fai|led\n"),
      Samples.flow(replacing: "then: { getUser: identify,", by: "then: { getUser: iden|tify,"),
    ] {
      let (desk, offers) = try offers(marked)
      let naming = try #require(offers.first { $0.kind == .names })
      let before = desk.codes("a.yaml")
      desk.edit("a.yaml", try #require(desk.applied(naming.edits, to: "a.yaml")))
      #expect(desk.codes("a.yaml").filter { $0 < "MFA300" } == before.filter { $0 < "MFA300" })
      let text = try #require(desk.workspace.texts.text(desk.path("a.yaml")))
      #expect(text.tree?.gaps.isEmpty == true)
    }
  }

  @Test("a field of the event in a guard is explained by the contract")
  func fieldOfEvent() throws {
    let desk = try EditingDesk()
    let marked = Samples.flow(
      replacing: "leave: { to: failed }", by: "leave: { when: size(event.userN|ames) > 0, to: failed }")
    let offset = desk.edit("a.yaml", marked)
    let meaning = try #require(desk.workspace.meaning(at: offset, in: desk.path("a.yaml")))
    #expect(meaning.text.hasPrefix("**userNames**: a field of `getUser`, "), "\(meaning.text)")
  }

  @Test("what a step with nothing to offer would wait for once it is named is left to `else`")
  func waitingNames() throws {
    let step = """
        chooseWay:
          challenge: getAddNewDeviceOptions
          choices:
            useCode:
              when: event.newDeviceOptions.exists(o, o == "code")
              call: fallbackNewDeviceActivationFlow
              then: { getActivationCode: failed }
          then:
            rejected: { stay: check-your-name }
            el|se: failed
        signedIn: { event
      """
    let flow = Samples.flow(replacing: "  signedIn: { event", by: step)
      .replacingOccurrences(of: "onUserLoggedIn:", with: "getAddNewDeviceOptions: chooseWay\n      onUserLoggedIn:")
    func named(_ text: String) throws -> [String] { try offers(text).offers.filter { $0.kind == .names }.map(\.title) }
    #expect(try !named(flow).contains { $0.contains("getSecretAnswer") })
    // Here something is always offered.
    let other = flow.replacingOccurrences(of: "      useCode:", with: "      close: { to: failed }\n      useCode:")
    #expect(try named(other).contains { $0.contains("getSecretAnswer") })
  }

  @Test(
    "a line that is named leads where `else` is written to lead, whoever runs the flow and whatever its end is called")
  func namingsOfInnerFlow() throws {
    let desk = try EditingDesk()
    let marked = Samples.flow(replacing: "      else: failed", by: "      el|se: 'no'")
      .replacingOccurrences(
        of: "  failed: { outcome: failure }", with: "  failed: { outcome: failure }\n  'no': { outcome: failure }")
    let inner = marked.replacingOccurrences(of: "|", with: "")
    let offset = desk.edit("a.yaml", marked)
    desk.edit(
      "outer.yaml",
      "language: mfaflow/1\nflow: outer\nversion: 1.0.0\nsdk: relid\nstart: signIn\nsteps:\n"
        + "  signIn: { run: a, then: { done: ok, failed: sorry, 'no': sorry } }\n"
        + "ends: { ok: { outcome: success, require: { kinds: 1 } }, sorry: { outcome: failure } }\n")
    desk.workspace.settle()
    let offers = desk.workspace.offeredChanges(in: offset..<offset, of: desk.path("a.yaml")).filter {
      $0.kind == .names
    }
    #expect(!offers.isEmpty)
    for offer in offers {
      let text = try #require(desk.applied(offer.edits, to: "a.yaml"))
      #expect(!text.contains("sorry"), "\(offer.title)")
      desk.edit("a.yaml", text)
      #expect(desk.codes("a.yaml").filter { $0 < "MFA300" } == [], "\(offer.title)")
      desk.edit("a.yaml", inner)
    }
  }

  @Test("a file is laid out as `fmt` lays it out, a line of it alone where that changes nothing else")
  func layout() throws {
    let desk = try EditingDesk()
    desk.edit("a.yaml", Samples.flow)
    let path = desk.path("a.yaml")
    #expect(desk.workspace.texts.text(path)?.layoutChanges == [])
    desk.edit(
      "a.yaml",
      Samples.flow(replacing: "goal: aal2", by: "goal:   aal2").replacingOccurrences(of: "tries: 3", with: "tries:  3"))
    let text = try #require(desk.workspace.texts.text(path))
    let all = FileEdits.applied(text.layoutChanges, to: text.bytes)
    #expect(String(decoding: all, as: UTF8.self) == Samples.flow)
    let one = FileEdits.applied(text.layoutChanges(inLines: 5...5), to: text.bytes)
    #expect(String(decoding: one, as: UTF8.self) == Samples.flow(replacing: "tries: 3", by: "tries:  3"))
    desk.edit("a.yaml", "language: mfaflow/1\nsteps: {{{")
    #expect(desk.workspace.texts.text(path)?.layoutChanges == [])
  }

  @Test("what a file holds, where it folds, and what is around a place")
  func outline() throws {
    let text = EditedText(SourceFile(path: "/x/a.yaml", text: Samples.flow))
    #expect(text.symbols.map(\.name) == ["initialize", "identify", "signedIn", "done", "failed", "check-your-name"])
    #expect(text.symbols[1].children.map(\.name).sorted() == ["leave"])
    #expect(text.folds.contains { $0.first == 9 && $0.last == 22 })
    let around = text.stretches(around: 100)
    #expect(
      zip(around, around.dropFirst()).allSatisfy { $1.lowerBound <= $0.lowerBound && $0.upperBound <= $1.upperBound })
    #expect(around.last == 0..<text.bytes.count)
  }

  @Test("of the whole workspace, flows and parts are found by their names, before what they hold")
  func workspaceSymbols() throws {
    let desk = try EditingDesk(["b.yaml": Samples.flow, "session.yaml": Samples.part])
    desk.workspace.settle()
    func found(_ wanted: String) -> [String] {
      desk.workspace.symbols(holding: wanted).map { "\($0.symbol.name) \($0.symbol.kind)" }
    }
    #expect(found("SMALL") == ["small file"])
    #expect(found("s").first == "small file")
    #expect(found("sess") == ["session file"])
  }

  @Test("words are coloured once, in order and on one line")
  func colours() throws {
    let desk = try EditingDesk()
    desk.edit("a.yaml", Samples.flow)
    let text = try #require(desk.workspace.texts.text(desk.path("a.yaml")))
    let words = text.colouredWords(desk.workspace.names(in: text.path))
    #expect(words.count > 50)
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    #expect(words.contains { $0.kind == .step && $0.isDefinition && text.text($0.range) == "identify" })
  }

  @Test("lenses of flows and scenarios")
  func lenses() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow, "a.scenarios.yaml": NamesTests.scenarios])
    desk.workspace.settle()
    #expect(
      desk.workspace.lenses(in: desk.path("a.scenarios.yaml")).map(\.task) == [
        .play(name: nil), .play(name: "Carol signs in"),
      ])
    #expect(
      desk.workspace.lenses(in: desk.path("a.yaml")).map(\.task) == [
        .coverage(step: nil), .matrix, .coverage(step: "initialize"), .coverage(step: "identify"),
        .coverage(step: "signedIn"),
      ])
    desk.edit("session.yaml", Samples.part)
    #expect(
      desk.workspace.lenses(in: desk.path("session.yaml")).map(\.task) == [.coverage(step: "onUserLoggedOff")])
    #expect(desk.workspace.scenarioFiles(of: desk.path("a.yaml")) == [desk.path("a.scenarios.yaml")])
  }
}
