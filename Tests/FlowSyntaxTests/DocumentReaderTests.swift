// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import Testing

@Suite("The words of a flow")
struct DocumentReaderTests {
  @Test("a key of `then:` is read as what may come back")
  func outcomeKeys() throws {
    let written = [
      "getUser", "getPassword(set)", "getPassword(1) 164", "getUser user-blocked", "getUser error",
      "getUser error 131", "106", "error", "error 131", "rejected", "rejected 170", "accepted", "timeout", "exhausted",
      "else",
    ]
    let step = try DocumentText.step(
      "call: initialize\nthen:\n" + written.map { "  \($0): done" }.joined(separator: "\n"))
    #expect(step.then.map { Self.describe($0.key) } == written)
  }

  @Test("a target names a step or a move, and may bear a message")
  func targets() throws {
    let step = try DocumentText.step(
      """
      challenge: getUser
      answer: setUser
      then:
        101: retry
        138: { retry: wrong }
        141: { stay: true, say: wrong }
        getUser error: { to: done, say: wrong }
        else: done
      """)
    #expect(step.then.map(\.target.move) == [.retry, .retry, .stay, .to("done"), .to("done")])
    #expect(step.then.map(\.target.say?.value) == [nil, "wrong", "wrong", "wrong", nil])
  }

  @Test("a scalar that begins with a dollar sign is a reference, two of them are the sign")
  func arguments() throws {
    let step = try DocumentText.step(
      "challenge: getUser\nchoices:\n  go: { call: setUser, with: { a: $event.userID, b: $$5, c: plain } }")
    guard case .call(let call)? = step.choices.first?.action else {
      Issue.record("the choice makes no call")
      return
    }
    let words = call.arguments.map { argument in
      switch argument.content {
      case .literal(let text): "literal \(text)"
      case .reference(let reference): "reference \(reference.path.joined(separator: "/"))"
      }
    }
    #expect(words == ["reference event/userID", "literal $5", "literal plain"])
  }

  @Test(
    "what cannot be read is one finding, at its word",
    arguments: [
      ("call: initialize\nthen: { 0106: done }", "MFA141", "0106"),
      ("call: initialize\nthen: { getUser(): done }", "MFA141", "getUser()"),
      ("call: initialize\nthen: { getUser 1 2: done }", "MFA141", "getUser 1 2"),
      ("call: initialize\nthen: { else: { retry: a, to: done } }", "MFA142", "to"),
      ("call: initialize\nsay: hello", "MFA143", "say"),
      ("challenge: getUser\nask: [userName]\nchoices: { a: { to: done } }", "MFA143", "ask"),
      ("challenge: getUser\ntries: 3\nchoices: { a: { to: done } }", "MFA143", "tries"),
      ("challenge: getUser\nchoices: { a: { to: done, when: x = 1 } }", "MFA144", "="),
      ("challenge: getUser\nchoices: { resume: { to: done } }", "MFA146", "resume"),
      ("challenge: getUser\nchoices: { true: { to: done } }", "MFA146", "true"),
      ("challenge: getUser\nchoices: { 'false': { to: done } }", "MFA146", "'false'"),
      ("challenge: getUser\nask: ['FALSE']\nanswer: setUser", "MFA146", "'FALSE'"),
      ("challenge: getUser\nask: { 'True': text }\nanswer: setUser", "MFA146", "'True'"),
      ("challenge: getUser\nanswer: { call: setUser, with: { userName: $event. } }", "MFA148", "$event."),
      ("challenge: getUser\nanswr: setUser", "MFA120", "answr"),
    ])
  func flaws(step: String, code: String, word: String) throws {
    let findings = try DocumentText.read(step: step).findings
    #expect(findings.map(\.code.id) == [code])
    let range = try #require(findings.first?.range)
    let line = step.split(separator: "\n")[Int(range.start.line) - DocumentText.stepLine]
    let start = Int(range.start.column) - 1 - DocumentText.stepIndent
    #expect(line.dropFirst(start).prefix(Int(range.end.column - range.start.column)) == word)
  }

  @Test("a check beside what must have been shown is told to be two items")
  func mixedRequirement() throws {
    let outcome = try DocumentText.read(
      step: "challenge: getUser\nask: [userName]\nanswer: setUser\nrequire: [{ check: userName != \"\", kinds: 2 }]")
    #expect(outcome.findings.map(\.message) == ["a check has no key `kinds`"])
    #expect(
      outcome.findings.map(\.help) == [
        "write `kinds` in an item of its own: it says what must have been shown, and checks no input"
      ])
    let apart = try DocumentText.read(
      step: "challenge: getUser\nask: [userName]\nanswer: setUser\n"
        + "require: [{ check: userName != \"\", say: m }, { kinds: 2 }]")
    #expect(apart.findings.map(\.message) == [])
  }

  @Test(
    "a word that only some parsers take for a yes or no names a choice",
    arguments: ["y", "n", "'yes'", "'null'", "truth"])
  func namesLikeFlags(name: String) throws {
    let step = try DocumentText.step("challenge: getUser\nchoices: { \(name): { to: done } }")
    #expect(step.choices.map(\.name.value) == [name.filter { $0 != "'" }])
  }

  @Test("no flow can be named `true`, in whichever way it is written", arguments: ["true", "'true'", "FALSE"])
  func flowNamedTrue(name: String) throws {
    let outcome = try DocumentText.read(
      """
      language: mfaflow/1
      flow: \(name)
      version: 1.0.0
      sdk: relid
      start: first
      steps:
        first: { call: initialize }
      ends:
        done: { outcome: success }

      """)
    let found = outcome.findings.filter { !$0.code.yields }
    #expect(found.map(\.code.id) == ["MFA146"])
    let word = name.filter { $0 != "'" }
    #expect(found.map(\.message) == ["`\(word)` is a word of the language and cannot name a flow"])
    #expect(found.map(\.help) == ["choose another name, such as `\(word)Flow`"])
  }

  @Test("a message is texts and placeholders; doubled braces are braces")
  func messages() throws {
    let outcome = try DocumentText.read(
      """
      language: mfaflow/1
      flow: example
      version: 1.0.0
      sdk: relid
      start: first
      steps:
        first: { call: initialize }
      ends:
        done: { outcome: success }
      messages:
        plain: Hello.
        mixed: "{{x}} has {a.b} left"
        open: "left: {a"
        shut: "left: a}"
        empty: "left: {}"
        blank: "  "

      """)
    let pieces = outcome.value?.messages.map(\.pieces)
    #expect(pieces == [[.text("Hello.")], [.text("{x} has "), .placeholder(["a", "b"]), .text(" left")]])
    #expect(outcome.findings.map(\.code.id) == ["MFA147", "MFA147", "MFA147", "MFA123"])
  }

  @Test("a message may say what is shown of each item of a list")
  func listMessages() throws {
    let outcome = try DocumentText.read(
      """
      language: mfaflow/1
      flow: example
      version: 1.0.0
      sdk: relid
      start: first
      steps:
        first: { call: initialize }
      ends:
        done: { outcome: success }
      messages:
        found: { text: "Found: {a.b}.", each: { a.b: "- {c}" }, most: 3, more: "{count} more", none: nothing }
        usual: { text: "{a}{d}", each: { a: "{item}" } }
        bare: { text: "{d} and {e}", none: "{{}}" }

      """)
    #expect(outcome.findings.map(\.message) == [])
    let messages = try #require(outcome.value?.messages)
    guard case .list(["a", "b"], let list) = messages[0].pieces[1], case .list(["a"], let usual) = messages[1].pieces[0]
    else {
      Issue.record("\(messages)")
      return
    }
    #expect(list.each == [.text("- "), .placeholder(["c"])])
    #expect(
      list.most == 3 && list.more == [.placeholder(["count"]), .text(" more")] && list.none == [.text("nothing")])
    #expect(usual.most == 10 && usual.more.isEmpty && usual.none.isEmpty)
    #expect(messages[1].pieces[1] == .placeholder(["d"]))
    #expect(messages[2].pieces == [.placeholder(["d"], none: "{}"), .text(" and "), .placeholder(["e"], none: "{}")])
  }

  @Test("a document knows which part of it could not be read, and what was written there")
  func damage() throws {
    let outcome = try DocumentText.read(
      """
      language: mfaflow/1
      flow: example
      version: 1.0.0
      sdk: relid
      start: first
      steps:
        first: { call: initialize, then: { else: second } }
        second: { calls: initialize }
        third:
      ends:
        done: { outcome: success }

      """)
    let document = try #require(outcome.value)
    #expect(!document.isWhole)
    #expect(document.steps.map(\.name.value) == ["first"])
    #expect(document.unreadPlaces == ["first", "second", "third", "done"])
    #expect(document.isDamaged(document.range))
    #expect(!document.isDamaged(try #require(document.steps.first).range))
    #expect(outcome.findings.map(\.code.id) == ["MFA120"])
  }

  private static func describe(_ key: KeySyntax) -> String {
    func numbered(_ word: String, _ number: String?) -> String { word + (number.map { " \($0)" } ?? "") }
    switch key {
    case .allow: return "allow"
    case .deny: return "deny"
    case .event(let event):
      let name = event.name.value + (event.mode.map { "(\($0))" } ?? "")
      switch event.outcome {
      case .success: return name
      case .code(let code): return "\(name) \(code)"
      case .error(let number): return numbered("\(name) error", number)
      }
    case .code(let number): return String(number)
    case .error(let number): return numbered("error", number)
    case .rejected(let number): return numbered("rejected", number)
    case .accepted: return "accepted"
    case .timeout: return "timeout"
    case .exhausted: return "exhausted"
    case .otherwise: return "else"
    }
  }
}
