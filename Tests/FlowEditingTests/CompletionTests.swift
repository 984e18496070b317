// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Foundation
import Testing

@testable import FlowEditing

@Suite("Completion")
struct CompletionTests {
  private func labels(_ old: String, _ new: String) throws -> [String] {
    try EditingDesk().completions("a.yaml", Samples.flow(replacing: old, by: new))
  }

  @Test("in a step, its keys; not those that are there, nor those that cannot stand beside them")
  func keysOfStep() throws {
    let labels = try labels("    tries: 3\n", "    tries: 3\n    |\n")
    #expect(labels.contains("within"))
    #expect(!labels.contains("tries"))
    #expect(!labels.contains("call"), "`call` cannot stand beside `challenge`")
    #expect(!labels.contains("outcome"))
  }

  @Test("a word that is begun is replaced")
  func begunKey() throws {
    let desk = try EditingDesk()
    let text = desk.completed(
      "a.yaml", Samples.flow(replacing: "    tries: 3\n", by: "    tries: 3\n    wit|\n"), "within")
    #expect(text?.contains("    tries: 3\n    within: $0\n") == true)
  }

  @Test("on the outermost level, the keys of a flow")
  func outermost() throws {
    let labels = try labels("start: initialize\n", "start: initialize\n|\n")
    #expect(labels.contains("interrupts") && labels.contains("budgets"))
    #expect(!labels.contains("steps"))
  }

  @Test("in a file that is empty, or has a word only, the beginning of each kind of file; not where something stands")
  func beginnings() throws {
    let desk = try EditingDesk()
    for marked in ["|", "# a comment\n|", "fl|", "\n  \n|\n"] {
      #expect(desk.completions("new.yaml", marked).prefix(3) == ["flow", "part", "scenarios"], "\(marked)")
    }
    #expect(desk.completions("new.yaml", "a: 1\n|").isEmpty)
    for kind in ["flow", "part", "scenarios", "catalogue", "answers", "contract"] {
      let text = try #require(desk.completed("new.yaml", "x|", kind))
      #expect(EditedText(SourceFile(path: "new.yaml", text: text)).kind?.rawValue == kind)
    }
  }

  @Test("below `each:` of a message, the lists that its text names")
  func listsOfMessage() throws {
    let message = "messages:\n  found:\n    text: \"On {device}:\\n{threats}\"\n    each: { | }\n"
    let flow = Samples.flow(replacing: "messages:\n", by: message)
    #expect(try EditingDesk().completions("a.yaml", flow) == ["device", "threats"])
    let second = flow.replacingOccurrences(of: "{ | }", with: "{ threats: x, | }")
    #expect(try EditingDesk().completions("a.yaml", second) == ["device"])
  }

  @Test("words behind a key")
  func words() throws {
    #expect(try labels("goal: aal2", "goal: |") == ["aal1", "aal2", "aal3"])
    #expect(try labels("outcome: failure", "outcome: f|") == ["success", "failure", "ended"])
  }

  @Test("targets: what waits for the very event comes first, then the other steps and ends")
  func targets() throws {
    let labels = try labels("onUserLoggedIn: signedIn", "onUserLoggedIn: |")
    #expect(labels.first == "signedIn")
    #expect(labels.contains("identify") && labels.contains("done"))
    #expect(!labels.contains("retry"), "only the step's own event asks again")
    #expect(try self.labels("101: { retry: check-your-name }", "101: |").contains("retry"))
    #expect(try !self.labels("      else: failed", "      else: |").contains("retry"))
    #expect(!labels.contains("resume"), "only an interrupt can resume")
  }

  @Test("what can come here by the contract, by the calls and the mode of the step")
  func triggers() throws {
    let labels = try labels("      101: { retry: check-your-name }\n", "      |\n")
    #expect(labels.contains("101") && labels.contains("getPassword(verify)") && labels.contains("getActivationCode"))
    #expect(labels.contains("timeout"), "the contract limits the time of the call")
    #expect(labels.contains("exhausted") == false, "it has its line")
    #expect(!labels.contains("138"), "it has its line")
    #expect(!labels.contains("onGetNotifications"))
  }

  @Test("a code that two events of the contract may bring is offered with its event, any other alone")
  func codesOfTwoEvents() throws {
    let labels = try labels("      getUser 166: { retry: check-your-name }\n", "      |\n")
    #expect(labels.contains("getUser 166") && !labels.contains("166"))
    #expect(!labels.contains("getUser 141") && labels.contains("141"), "one event alone may bring it")
    let typed = try self.labels("      getUser 166: { retry: check-your-name }\n", "      getUser |\n")
    #expect(typed.contains("getUser 141"), "who has typed the event means it")
  }

  @Test(
    "a key that goes on behind the cursor keeps its colon, and gets no second one",
    arguments: [
      ("getUser 166: {", "ge| 166: {", "getUser", "      getUser 166: { retry"),
      ("tries: 3", "tr|: 3", "tries", "    tries: 3\n"), ("tries: 3", "tr| : 3", "tries", "    tries : 3\n"),
      ("    tries: 3", "    tr|", "tries", "    tries: $0\n"),
      ("{ to: failed }", "{ t|, when: event.a }", "to", "{ to: $0, when: event.a }"),
      ("{ to: failed }", "{ t| }", "to", "{ to: $0 }"),
    ])
  func colonBehind(old: String, new: String, label: String, expected: String) throws {
    let text = try EditingDesk().completed("a.yaml", Samples.flow(replacing: old, by: new), label)
    #expect(text?.contains(expected) == true, "\(text ?? "not offered")")
  }

  @Test(
    "within quotes, only the word is put in: the colon stands behind them",
    arguments: [
      ("tries: 3", "\"tr|\": 3", "tries", "    \"tries\": 3\n"), ("tries: 3", "'tr|': 3", "tries", "    'tries': 3\n"),
      ("tries: 3", "\"|\": 3", "tries", "    \"tries\": 3\n"),
      ("flow: small", "\"fl|\": small", "flow", "\"flow\": small\n"),
      ("steps:\n", "\"st|\":\n", "steps", "\n\"steps\":\n"),
      ("{ to: failed }", "{ \"t|\": failed }", "to", "{ \"to\": failed }"),
      ("    then:\n", "    \"th|\":\n", "then", "    \"then\":\n"),
    ])
  func withinQuotes(old: String, new: String, label: String, expected: String) throws {
    let text = try EditingDesk().completed("a.yaml", Samples.flow(replacing: old, by: new), label)
    #expect(text?.contains(expected) == true, "\(text ?? "not offered")")
  }

  @Test("keys and values in quotes hide nothing that is offered without them")
  func quotedKeys() throws {
    for quoted in ["\"answer\": \"|\"", "'answer': '|'", "\"answer\": |"] {
      #expect(try labels("answer: setUser", quoted).contains("setUser"), "\(quoted)")
    }
    #expect(try labels("ask: [userName]\n    answer:", "\"ask\": [\"|\"]\n    \"answer\":") == ["userName"])
    let flow = Samples.flow(replacing: "steps:", by: "\"steps\":").replacingOccurrences(of: "then:", with: "'then':")
    let line = "      101: { retry: check-your-name }\n"
    let labels = try EditingDesk().completions("a.yaml", flow.replacingOccurrences(of: line, with: "      |\n"))
    #expect(labels.contains("101") && labels.contains("getActivationCode"))
  }

  @Test("in brackets, too")
  func inBrackets() throws {
    let labels = try labels("then: { getUser: identify, else: failed }", "then: { getUser: identify, | }")
    #expect(labels.contains("else"))
    #expect(!labels.contains("getUser"))
    let targets = try self.labels("then: { getUser: identify, else: failed }", "then: { getUser: identify, else: | }")
    #expect(targets.contains("failed"))
  }

  @Test("of an answer, the calls that answer what the step waits for")
  func answers() throws {
    let labels = try labels("answer: setUser", "answer: |")
    #expect(labels.contains("setUser"))
    #expect(!labels.contains("setPassword"))
  }

  @Test("parameters of the call that is answered with")
  func parameters() throws {
    #expect(try labels("ask: [userName]", "ask: [|]") == ["userName"])
  }

  @Test("challenges with their modes")
  func challenges() throws {
    let labels = try labels("challenge: getUser", "challenge: |")
    #expect(labels.contains("getPassword(verify)") && labels.contains("getActivationCode"))
    #expect(!labels.contains("onUserLoggedIn"))
  }

  @Test("messages, and a message that is named and missing")
  func messages() throws {
    #expect(try labels("101: { retry: check-your-name }", "101: { retry: | }").contains("check-your-name"))
    let labels = try labels("  check-your-name: Check what you typed.\n", "  |\n")
    #expect(labels == ["check-your-name"])
  }

  @Test("interrupts of the contract")
  func interrupts() throws {
    let labels = try labels("ends:\n", "interrupts:\n  |\nends:\n")
    #expect(labels.contains("onSessionTimeout") && labels.contains("onUserConsentThreats"))
    #expect(!labels.contains("getUser"))
  }

  @Test("fields of the event in a guard")
  func fields() throws {
    let labels = try labels("leave: { to: failed }", "leave: { when: event.|, to: failed }")
    #expect(labels.contains("userNames"))
    let desk = try EditingDesk()
    let text = desk.completed(
      "a.yaml", Samples.flow(replacing: "leave: { to: failed }", by: "leave: { when: event.user|, to: failed }"),
      "userNames")
    #expect(text?.contains("when: event.userNames, to") == true)
  }

  @Test("steps that are named and missing, and a whole step for a challenge without one")
  func newSteps() throws {
    let marked = Samples.flow(replacing: "onUserLoggedIn: signedIn", by: "onUserLoggedIn: welcome")
      .replacingOccurrences(of: "  signedIn: {", with: "  |\n  signedIn: {")
    let desk = try EditingDesk()
    let labels = desk.completions("a.yaml", marked)
    #expect(labels.first == "welcome")
    #expect(labels.contains("step for getActivationCode"))
    #expect(!labels.contains("step for getUser"))
    let text = desk.completed("a.yaml", marked, "step for getActivationCode")
    #expect(
      text?.contains("challenge: getActivationCode\n  ask: [activationCode]\n  answer: setActivationCode") == true)
  }

  @Test("what can be no name is not offered as one", arguments: ["true", "'False'", "retry", "'='", "stay"])
  func noNames(_ word: String) throws {
    let name = word.replacing("'", with: "")
    let misled = Samples.flow(replacing: "onUserLoggedIn: signedIn", by: "onUserLoggedIn: \(word)")
      .replacingOccurrences(of: "  signedIn: {", with: "  |\n  signedIn: {")
    #expect(!(try EditingDesk().completions("a.yaml", misled).contains(name)))
    let misnamed = Samples.flow(replacing: "ends:\n", by: "ends:\n  \(word): { outcome: ended }\n")
      .replacingOccurrences(of: "leave: { to: failed }", with: "leave: { to: | }")
    let targets = try EditingDesk().completions("b.yaml", misnamed)
    #expect(targets.contains("failed") && !targets.contains(name))
  }

  @Test("paths of parts and of bases")
  func paths() throws {
    let desk = try EditingDesk(["parts/session.yaml": Samples.part, "base.yaml": Samples.flow])
    #expect(desk.completions("a.yaml", Samples.flow(replacing: "start:", by: "use: [|]\nstart:")) == ["parts/session"])
    let variant = "language: mfaflow/1\nflow: v\nversion: 1.0.0\nextends: |\n"
    #expect(desk.completions("v.yaml", variant).contains("base@1.0"))
  }

  @Test("steps, choices and ends in scenarios")
  func scenarios() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    let text = { (item: String) in
      "flow: a.yaml\nscenarios:\n  - name: x\n    do:\n      - \(item)\n    expect: { end: done }\n"
    }
    #expect(desk.completions("s.scenarios.yaml", text("|")).contains("identify"))
    #expect(desk.completions("s.scenarios.yaml", text("signedIn: |")) == ["finish"])
    #expect(desk.completions("s.scenarios.yaml", text("expect: { | }")).contains("offered"))
  }

  @Test(
    "what would be an error is not offered: keys beside others, names that a part does not need, steps that ask nobody")
  func onlyWhatMayStand() throws {
    let variant = try EditingDesk(["a.yaml": Samples.flow])
      .completions("v.yaml", "language: mfaflow/1\nflow: v\nversion: 1.0.0\nextends: a@1.0\n|\n")
    #expect(variant.contains("change") && !variant.contains("sdk") && !variant.contains("steps"))
    let call = try labels("initialize: { call: initialize,", "initialize: { call: initialize, |,")
    #expect(call.contains("with") && call.contains("max"))
    #expect(Set(call).isDisjoint(with: ["say", "ask", "pick", "answer", "tries", "auto", "choices"]))
    let challenge = try labels("    tries: 3\n", "    |\n")
    #expect(challenge.contains("tries") && Set(challenge).isDisjoint(with: ["with", "max"]))
    let choice = try labels("leave: { to: failed }", "leave: { to: failed, | }")
    #expect(choice.contains("when") && Set(choice).isDisjoint(with: ["with", "gate", "within", "then"]))
    #expect(try !labels("101: { retry: check-your-name }", "101: { | }").contains("resume"))

    let desk = try EditingDesk(["a.yaml": NamesTests.session, "session.yaml": Samples.part])
    let targets = desk.completions(
      "session.yaml", Samples.part.replacingOccurrences(of: "to: signedOut", with: "to: |"))
    #expect(targets.contains("signedOut") && Set(targets).isDisjoint(with: ["identify", "signedIn", "done"]))
    let scenarios = { (item: String) in
      "flow: a.yaml\nscenarios:\n  - name: x\n    do:\n      - \(item)\n    expect: { end: done }\n"
    }
    let steps = desk.completions("s.scenarios.yaml", scenarios("|"))
    #expect(steps.contains("identify") && !steps.contains("initialize"))
    let expected = desk.completions("s.scenarios.yaml", scenarios("expect: { step: | }"))
    #expect(expected.contains("identify") && !expected.contains("initialize"))
    #expect(desk.completions("s.scenarios.yaml", scenarios("expect: { path: [|] }")).contains("initialize"))
    // An interrupt asks, too.
    try desk.put("session.yaml", Samples.part)
    desk.workspace.filesChanged([desk.path("session.yaml")])
    #expect(desk.completions("s.scenarios.yaml", scenarios("expect: { step: | }")).contains("onUserLoggedOff"))
  }

  @Test("in a part, only what the part itself names and lacks is missing, and what it needs is no end of its own")
  func part() throws {
    let scenarios = NamesTests.scenarios.replacingOccurrences(
      of: "- signedIn: finish", with: "- onUserLoggedOff: finish\n      - nowhere: finish")
    let desk = try EditingDesk(["a.yaml": NamesTests.session, "a.scenarios.yaml": scenarios])
    let steps = desk.completions("session.yaml", Samples.part + "steps:\n  |\n")
    #expect(Set(steps).isDisjoint(with: ["onUserLoggedOff", "nowhere"]))
    let part = Samples.part.replacingOccurrences(of: "to: signedOut", with: "to: elsewhere")
    let needs = part.replacingOccurrences(of: "[signedOut]", with: "[signedOut, |]")
    #expect(desk.completions("session.yaml", needs) == ["elsewhere"])
    #expect(desk.completions("session.yaml", needs.replacingOccurrences(of: "|", with: "id|")).contains("identify"))
    let target = Samples.part.replacingOccurrences(of: "to: signedOut", with: "to: |")
    let offset = desk.edit("session.yaml", target)
    let items = desk.workspace.completions(at: offset, in: desk.path("session.yaml"))
    #expect(items.first { $0.label == "signedOut" }?.detail == "needed by this part")
  }

  @Test("what would lead back to the file itself is no path for it")
  func circles() throws {
    let desk = try EditingDesk(["v.yaml": NamesTests.variant, "b.yaml": Samples.flow])
    let labels = desk.completions("a.yaml", Samples.flow(replacing: "sdk: relid\n", by: "extends: |\n"))
    #expect(labels.contains("b@1.0") && !labels.contains("v@1.0"))
  }

  @Test("names where scenarios, catalogues and requirements have them")
  func namesElsewhere() throws {
    let flow = Samples.flow(replacing: "start:", by: "catalogues: [a.de]\nmessages-in: en\nstart:")
    let desk = try EditingDesk(["a.yaml": flow])
    #expect(desk.completions("a.de.yaml", "catalogue: de\nmessages:\n  |\n") == ["check-your-name"])
    let scenarios = { (item: String) in
      "flow: a.yaml\nscenarios:\n  - name: x\n    do:\n      - \(item)\n    expect: { end: done }\n"
    }
    #expect(desk.completions("s.scenarios.yaml", scenarios("event: |")).contains("onSessionTimeout"))
    let data = desk.completions("s.scenarios.yaml", scenarios("{ event: getUser, with: { | } }"))
    #expect(data.contains("userNames"))
    #expect(desk.completions("s.scenarios.yaml", scenarios("{ event: getUser, status: | }")).contains("101"))
    #expect(!desk.completions("s.scenarios.yaml", scenarios("reject: { call: forgotPassword, code: | }")).isEmpty)
    #expect(desk.completions("s.scenarios.yaml", scenarios("expect: { step: identify, offered: [|] }")) == ["leave"])
    #expect(
      Set(desk.completions("s.scenarios.yaml", scenarios("expect: { offered: [|] }"))) == ["leave", "finish"])
    let proofs = try labels("done: { outcome: success }", "done: { outcome: success, require: { proofs: [|] } }")
    #expect(proofs.prefix(3) == ["inherence", "knowledge", "possession"] && proofs.contains("possession by device"))
    let fields = "when: 'event.threats.exists(t, t.|)'"
    let threats = "interrupts:\n  onUserConsentThreats:\n    choices: { go: { \(fields), to: failed } }\nends:\n"
    #expect(try labels("ends:\n", threats).contains("threatSeverity"))
  }

  @Test("keys of the other kinds of files")
  func otherKinds() throws {
    let desk = try EditingDesk()
    #expect(desk.completions("w.yaml", "users:\n  bob:\n    |\n").contains("passwordHistory"))
    #expect(desk.completions(".mfaflow.yaml", "fail-on: error\n|\n").contains("severities"))
    #expect(desk.completions("c.yaml", "contract: x\nevents:\n  a:\n    kind: |\n").contains("challenge"))
  }

  @Test("nothing in a comment, and nothing in what is none of ours")
  func nothing() throws {
    #expect(try labels("goal: aal2", "goal: aal2 # |") == [])
    #expect(try EditingDesk().completions("x.yaml", "a: |\n") == [])
  }

  @Test("every place of a file can be asked for, whole or cut off there")
  func everyPlace() throws {
    let desk = try EditingDesk()
    let bytes = Array(Samples.flow.utf8)
    for offset in stride(from: 0, through: bytes.count, by: 7) {
      desk.edit("a.yaml", Samples.flow)
      _ = desk.workspace.completions(at: offset, in: desk.path("a.yaml"))
      _ = desk.workspace.meaning(at: offset, in: desk.path("a.yaml"))
      desk.edit("a.yaml", String(decoding: bytes[..<offset], as: UTF8.self))
      _ = desk.workspace.completions(at: offset, in: desk.path("a.yaml"))
    }
  }

  @Test("in a large file, which is read block by block, the same can stand at each place")
  func largeFile() throws {
    let desk = try EditingDesk()
    let filling = String(repeating: "# \(String(repeating: "x", count: 98))\n", count: 400)
    let bytes = Array(Samples.flow.utf8)
    // A word that is torn apart leaves a file of which either reading guesses.
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    let places = Array(stride(from: 0, through: bytes.count, by: 5))
    for (typed, offsets) in [("", places), ("x", places), ("\n    ", ends), ("\n  ", ends)] {
      for offset in offsets {
        let text =
          String(decoding: bytes[..<offset], as: UTF8.self) + typed + String(decoding: bytes[offset...], as: UTF8.self)
        let small = desk.asked("a.yaml", text, at: offset + typed.utf8.count)
        let large = desk.asked("a.yaml", text + filling, at: offset + typed.utf8.count)
        #expect(small == large, "with `\(typed)` at byte \(offset)")
      }
    }
  }

  @Test("in the text of a message, fields behind a brace and nothing else")
  func fieldsOfMessages() throws {
    let text = "  check-your-name: Check what you typed.\n"
    #expect(try labels(text, "  check-your-name: |\n") == [])
    #expect(try labels(text, "  check-your-name: Check |\n") == [])
    #expect(try labels(text, "  check-your-name: Check {|}\n").contains("userNames"))
    #expect(try labels(text, "  check-your-name: \"Check {|\"\n").contains("userNames"))
    #expect(try labels(text, "  check-your-name: { text: \"Check |\" }\n") == [])
  }

  @Test("paths of a variant, one key at a time")
  func changedPaths() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    func labels(_ lines: String) -> [String] {
      desk.completions("v.yaml", "language: mfaflow/1\nflow: v\nversion: 1.0.0\nextends: a@1.0\n\(lines)\n")
    }
    #expect(labels("change:\n  |").contains("steps"))
    #expect(labels("change:\n  steps.|") == ["steps.identify", "steps.initialize", "steps.signedIn"])
    #expect(labels("change:\n  steps.identify.|").contains("steps.identify.tries"))
    #expect(labels("remove:\n  - steps.identify.choices.|") == ["steps.identify.choices.leave"])
    // What is there is changed, not added; below it something may be added.
    let lines = labels("add:\n  steps.identify.then.|")
    #expect(lines.contains("steps.identify.then.timeout") && lines.contains("steps.identify.then.101"))
    #expect(Set(lines).isDisjoint(with: ["steps.identify.then.else", "steps.identify.then.onUserLoggedIn"]))
    #expect(labels("add:\n  interrupts.|").contains("interrupts.onSessionTimeout"))
    let keys = labels("add:\n  steps.identify.|")
    #expect(keys.contains("steps.identify.within") && !keys.contains("steps.identify.tries"))
    #expect(labels("add:\n  messages.|") == [])
  }

  @Test("a part that no flow uses yet offers what it says that it needs")
  func needed() throws {
    let desk = try EditingDesk()
    let part = Samples.part.replacingOccurrences(of: "to: signedOut", with: "to: |")
    #expect(desk.completions("session.yaml", part).contains("signedOut"))
  }
}
