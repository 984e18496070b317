// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Testing

/// A variant is the flow that somebody would have written by hand.
@Suite("Variants")
struct VariantTests {
  static let base = """
    language: mfaflow/1
    flow: base
    version: 1.2.0
    sdk: relid
    use: [words]
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 3
        choices: { leave: { to: left }, later: { to: left } }
        then: { onUserLoggedIn: signedIn, 101: { retry: again }, else: failed }
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
    ends: { done: { outcome: success } }
    """
  static let files = [
    "base.yaml": base,
    "words.yaml":
      "part: words\nsdk: relid\nends: { left: { outcome: ended }, failed: { outcome: failure, say: sorry } }\nmessages: { again: Again, sorry: Sorry }\n",
    "outer.yaml": """
    language: mfaflow/1
    flow: outer
    version: 1.0.0
    sdk: relid
    start: signIn
    steps: { signIn: { run: base, then: { done: done, else: failed } } }
    ends: { done: { outcome: success }, failed: { outcome: failure } }
    """,
  ]

  static func compile(_ text: String, _ more: [String: String] = [:]) -> Compilation {
    let files = files.merging(more) { _, new in new }
    let loader = FileLoader { path in
      files[path].map { .success(SourceFile(path: path, text: $0)) } ?? .failure(FileLoader.Problem("there is none"))
    }
    return Compiler(loader: loader).compile(SourceFile(path: "variant.yaml", text: text))
  }

  /// The flow, whatever the rules say of it.
  static func graph(_ text: String) throws -> Flow {
    let loader = FileLoader { path in
      Self.files[path].map { .success(SourceFile(path: path, text: $0)) } ?? .failure(FileLoader.Problem("none"))
    }
    return try #require(Compiler(loader: loader).unchecked(SourceFile(path: "variant.yaml", text: text)))
  }

  static func variant(_ changes: String, extends: String = "base@1.2") -> String {
    "language: mfaflow/1\nflow: variant\nversion: 1.0.0\nextends: \(extends)\n\(changes)\n"
  }

  static func flow(_ changes: String, extends: String = "base@1.2", _ more: [String: String] = [:]) throws -> Flow {
    let made = compile(variant(changes, extends: extends), more)
    #expect(made.findings.filter { $0.severity == .error }.map(\.message) == [])
    return try #require(made.flow).flow
  }

  @Test("values are changed, added and removed by their path, in the base and in its parts")
  func changes() throws {
    let flow = try Self.flow(
      """
      change: { steps.identify.tries: 5, messages.again: Once more, ends.failed.say: gone }
      add:
        steps.identify.choices.help: { to: helped }
        steps.identify.then.138: { retry: again }
        ends.helped: { outcome: ended }
        messages.gone: Gone
      remove: [steps.identify.choices.later, messages.sorry]
      """)
    #expect(flow.name == "variant" && flow.version == "1.0.0")
    let identify = try #require(flow.steps.first { $0.name.value == "identify" })
    #expect(identify.choices.map(\.name.value) == ["leave", "help"])
    #expect(identify.transitions.count == 4)
    #expect(Set(flow.messages.map(\.name.value)) == ["again", "gone"])
    #expect(flow.ends.map(\.name.value).contains("helped"))
  }

  @Test("a variant of a variant has the changes of both")
  func levels() throws {
    let middle = Self.variant("change: { steps.identify.tries: 5 }\nadd: { messages.more: More }")
    let flow = try Self.flow(
      "change: { messages.more: Even more, steps.identify.tries: 6 }\nadd: { steps.identify.say: more }",
      extends: "middle@1.0", ["middle.yaml": middle])
    #expect(flow.messages.contains { $0.name.value == "more" })
    #expect(flow.steps.first { $0.name.value == "identify" }?.say != nil)
  }

  @Test("what a flow runs is changed by the name of the step that runs it, by a variant and without a base")
  func innerFlows() throws {
    let change = "change: { steps.signIn/identify.tries: 7, messages.signIn/again: Now }"
    let inVariant = try Self.flow(change, extends: "outer@1.0")
    #expect(inVariant.steps.contains { $0.name.value == "signIn/identify" })
    let alone = Self.compile(try #require(Self.files["outer.yaml"]) + "\n" + change)
    #expect(alone.findings.hasErrors == false)
    let flow = try #require(alone.flow).flow
    #expect(flow.messages.first { $0.name.value == "signIn/again" }?.range.file == FileID.first)
  }

  @Test("an interrupt of a flow that is run is that of the outer flow, and is changed there")
  func innerInterrupts() {
    let made = Self.compile(Self.variant("change: { interrupts.signIn/onSessionTimeout.to: x }", extends: "outer@1.0"))
    #expect(made.findings.filter { $0.severity == .error }.map(\.code.id) == ["MFA262"])
    #expect(made.findings.contains { $0.help == "write `interrupts.onSessionTimeout`" })
  }

  @Test("a step that a variant adds may run a flow, and that flow be changed in the same file")
  func addedRun() throws {
    let flow = try Self.graph(
      Self.variant(
        """
        add:
          steps.more: { run: outer, then: { done: done, else: failed } }
          steps.identify.gate: allowLogin
        change: { steps.signedIn.choices.finish.to: more, steps.more/signIn/identify.tries: 4 }
        """))
    #expect(flow.steps.first { $0.name.value == "more/signIn/identify" }?.tries?.value == 4)
  }

  @Test("the base stays as it is: another flow that runs it does not see the changes")
  func baseStays() throws {
    let text = """
      language: mfaflow/1
      flow: both
      version: 1.0.0
      sdk: relid
      start: one
      steps:
        one: { run: base, then: { done: two, else: failed } }
        two: { run: base, then: { done: done, else: failed } }
      ends: { done: { outcome: success }, failed: { outcome: failure } }
      change: { steps.one/identify.tries: 9 }
      """
    let flow = try Self.graph(text)
    func tries(_ name: String) -> SourceRange? {
      flow.steps.first { $0.name.value == name }?.tries?.range
    }
    #expect(tries("one/identify")?.file == FileID.first)
    #expect(tries("two/identify")?.file != FileID.first)
  }

  static let bad: [(changes: String, code: String, words: String)] = [
    ("change: { steps.identfy.tries: 5 }", "MFA263", "did you mean `steps.identify.tries`?"),
    ("change: { identify.tries: 5 }", "MFA263", "did you mean `steps.identify.tries`?"),
    ("change: { mesages.again: Now }", "MFA263", "did you mean `messages.again`?"),
    ("change: { needs.again: Now }", "MFA263", "did you mean `messages.again`?"),
    ("change: { steps.failed.outcome: ended }", "MFA263", "did you mean `ends.failed.outcome`?"),
    ("change: { steps.sorry: Now }", "MFA263", "did you mean `messages.sorry`?"),
    ("change: { steps.identify.trie: 5 }", "MFA263", "did you mean `steps.identify.tries`?"),
    ("change: { messages.agin: Now }", "MFA263", "did you mean `messages.again`?"),
    ("remove: [steps.identify.choices.leav]", "MFA263", "did you mean `steps.identify.choices.leave`?"),
    ("remove: [steps.identify.leave]", "MFA263", "did you mean `steps.identify.choices.leave`?"),
    ("change: { steps.identify.101: left }", "MFA263", "did you mean `steps.identify.then.101`?"),
    ("change: { steps.identify.try: 5 }", "MFA263", "did you mean `steps.identify.tries`?"),
    (
      "change: { ends.gone: { outcome: failure }, messages.more: More }", "MFA263",
      "nothing that stands below `change:` exists yet: if it is new, write `add:` in place of `change:`"
    ),
    ("remove: [steps.identify.then.138]", "MFA263", "has `onUserLoggedIn`, `101`, `else`"),
    ("change: { steps.signIn/identify.tries: 5 }", "MFA263", ""),
    ("change: { steps.identify.tries: 3 }", "MFA264", "take the line out"),
    ("change: { messages.again: \"Again\" }", "MFA264", ""),
    ("add: { steps.identify.tries: 5 }", "MFA265", "below `change:`"),
    ("add: { steps.identify: { event: onUserLoggedIn } }", "MFA265", ""),
    ("add: { use: words }", "MFA265", "take it out"),
    ("change: { steps.identify.then.getUser 101: left }", "MFA263", "did you mean `steps.identify.then.101`?"),
    ("remove: [steps.identify.then.getUser 101]", "MFA263", "did you mean `steps.identify.then.101`?"),
    ("change: { steps.identify.choices: {} }", "MFA266", "below `remove:`"),
    ("change: { steps.identify.tries: 5 }\nremove: [steps.identify]", "MFA267", "keep one of the two"),
    ("change: { steps.identify.tries: 5 }\nremove: [steps.identify.tries]", "MFA267", ""),
    ("change: { version: 2.0.0 }", "MFA262", "beside `extends:`"),
    ("add: { refines: true }", "MFA262", "beside `extends:`"),
    ("change: { sdk: other }", "MFA262", "contract of its base"),
    ("change: { steps: {} }", "MFA262", "such as `steps.identify`"),
    ("change: { .: 1 }", "MFA262", ""),
    ("steps: { more: { event: onUserLoggedIn } }", "MFA262", "`add: { steps.NAME: … }`"),
    ("goal: aal1", "MFA262", "below `change:`"),
    ("chnage: { steps.identify.tries: 5 }", "MFA120", "did you mean `change`?"),
    ("change: { steps.identify.tries: }", "MFA266", "below `remove:`"),
    ("change: { steps.identify.tries: ~ }", "MFA266", "behind the colon"),
    ("change:\n  steps.identify.tries:", "MFA266", "below `remove:`"),
    ("change: { steps: { identify: { tries: 5 } } }", "MFA262", "`steps.identify.tries: 5`"),
    ("change: { steps.identify.then.138: left }", "MFA263", "is written below `add:`"),
    ("change: { steps.identify.then.no-such-user: left }", "MFA263", "another name of the code of `101`, write that"),
    ("change: { steps.signedIn.tries: 2 }", "MFA263", "`tries` has no meaning there: `steps.signedIn` has no `answer`"),
    ("ad: { messages.more: Hello }", "MFA120", "did you mean `add`?"),
    ("add: { ends.left.require: { kinds: 1 }, messages.again: No }", "MFA265", "below `change:`"),
    ("change: [steps.identify.tries]", "MFA122", ""),
    ("remove: { steps.identify.tries: 1 }", "MFA122", ""),
    ("add: { steps.identify.gate: [] }", "MFA266", "what is added"),
    ("remove: [steps.identify.then.101.retry]", "MFA142", ""), ("remove: [ends.left.outcome]", "MFA121", ""),
    ("change: { steps/identify.tries: 4 }", "MFA262", "`steps.identify.tries`"),
    ("remove: [flow]", "MFA262", "each flow has its own"), ("remove: [change]", "MFA262", "a place of the base"),
    ("change: {}", "MFA266", "take it out"), ("remove: []", "MFA266", "take it out"),
    ("remove: { steps.identify.tries: , goal: , messages.again: }", "MFA122", "`remove: [steps.identify.tries, goal"),
    ("remove: {}", "MFA122", "take it out"), ("change: { steps.identify.tries: 0 }", "MFA127", "1 or more"),
    ("change: { steps.identify.tries: { count: 0, per: user } }", "MFA127", "1 or more"),
    ("change: { messages.again.text: Anew }", "MFA263", "write `messages.again: …` below `change:`"),
    ("add: { messages.again.none: Anew }", "MFA263", "write `messages.again: …` below `change:`"),
    ("add: { steps.identify.tries.per: user }", "MFA263", "write `steps.identify.tries: …` below `change:`"),
    ("remove: [messages.again.none]", "MFA263", "take the line out"),
    ("add: { steps.identify.choices.leav.confirm: again }", "MFA263", "`steps.identify.choices.leave.confirm`?"),
    ("add: { steps.identify.choices.more.max: 2 }", "MFA263", "has `leave`, `later`"),
    ("add: { steps.identify.then.102.say: again }", "MFA263", "has `onUserLoggedIn`, `101`, `else`"),
  ]

  @Test("several lines may add one choice together")
  func choiceOfTwoLines() {
    let lines = "add: { steps.identify.choices.more.confirm: again, steps.identify.choices.more.to: left }"
    #expect(Self.compile(Self.variant(lines)).findings.filter { $0.severity == .error } == [])
  }

  @Test("a change that does not fit is one error, with its cure", arguments: bad)
  func misfits(_ changes: String, _ code: String, _ words: String) {
    let findings = Self.compile(Self.variant(changes)).findings
    #expect(findings.filter { $0.severity == .error }.map(\.code.id) == [code], "\(findings)")
    let helps = findings.map { $0.help ?? "" }
    #expect(words.isEmpty || helps.contains { $0.contains(words) }, "\(findings)")
    // What stands in the base without a key that is removed is told there.
    #expect(code == "MFA121" || code == "MFA142" || findings.allSatisfy { $0.range.file == FileID.first })
  }

  @Test("a variant may require more than its base: what it adds is required as well")
  func requiringMore() throws {
    for (base, added, expected) in [
      ("require: { kinds: 1 }\n", "add: { require: { authenticators: 2 } }", "kinds: 1, authenticators: 2"),
      ("", "add: { require: { kinds: 1 } }", "kinds: 1"), ("", "add: { ends.done.require: { kinds: 1 } }", "kinds: 1"),
      (
        "require: { proofs: [password] }\n", "add: { require: { proofs: [device] } }",
        "proofs: password, proofs: device"
      ),
    ] {
      let text = Self.base.replacing("start: initialize\n", with: base + "start: initialize\n")
      let compiled = Self.compile(Self.variant(added), ["base.yaml": text])
      let misfits = compiled.findings.filter { $0.code.id < "MFA300" && $0.severity == .error }
      #expect(misfits.isEmpty, "\(added): \(expected): \(misfits)")
    }
    let twice = Self.base.replacing("start: initialize\n", with: "require: { kinds: 1 }\nstart: initialize\n")
    let refused = Self.compile(Self.variant("add: { require: { kinds: 2 } }"), ["base.yaml": twice])
    #expect(refused.findings.map(\.code.id) == ["MFA265"], "\(refused.findings)")
  }

  @Test("a change in whose place others change something is one error, and so is an addition without its section")
  func overlaps() {
    let changes =
      "change: { steps.identify: { tries: 5 }, steps.identify.tries: 4 }\nremove: [steps.identify.choices.leave]"
    let told = Self.compile(Self.variant(changes)).findings
    #expect(told.map(\.code.id) == ["MFA267"] && told.first?.notes.count == 2, "\(told)")
    #expect(told.first?.help?.contains("as in `steps.identify.tries`") ?? false, "\(told)")
    let end = Self.compile(Self.variant("add: { gone: { outcome: ended } }")).findings
    #expect(end.map(\.help) == ["did you mean `ends.gone`?"], "\(end)")
  }

  @Test("a variant whose base is not named is one error")
  func namelessBase() {
    let text = Self.variant("change: { steps.identify.tries: 5, messages.again: Never }")
    let slip = Self.compile(text.replacing("extends:", with: "extend:")).findings
    #expect(slip.map(\.code.id) == ["MFA120"] && slip.first?.help == "did you mean `extends`?", "\(slip)")
    let gone = Self.compile(text.split(separator: "\n").filter { !$0.hasPrefix("extends:") }.joined(separator: "\n"))
    #expect(gone.findings.map(\.code.id) == ["MFA121"], "\(gone.findings)")
  }

  @Test("a thousand changes are made, and one more is too many (MFA268)")
  func many() {
    func codes(_ count: Int) -> [String] {
      let lines = (1...count).map { "  messages.word\($0): Hello" }.joined(separator: "\n")
      return Self.compile(Self.variant("add:\n" + lines)).findings.filter { $0.severity == .error }.map(\.code.id)
    }
    #expect(codes(1_000).isEmpty)
    #expect(codes(1_001) == ["MFA268"])
  }

  @Test("a base is a flow of that version, in a file that can be had")
  func bases() {
    func codes(_ extends: String, _ more: [String: String] = [:]) -> [String] {
      Self.compile(Self.variant("", extends: extends), more).findings.filter { $0.severity == .error }.map(\.code.id)
    }
    #expect(codes("base@1.2").isEmpty)
    #expect(codes("base.yaml@1.2").isEmpty)
    #expect(codes("base@1.3") == ["MFA261"])
    #expect(codes("base") == ["MFA260"])
    #expect(codes("base@1") == ["MFA260"])
    #expect(codes("base@1.2.0") == ["MFA260"])
    let unnamable = Self.compile(Self.variant("", extends: "2fa/base@1.2")).findings
    #expect(unnamable.map(\.code.id) == ["MFA260"] && unnamable.first?.help?.hasPrefix("rename `2fa`: ") ?? false)
    #expect(codes("nothing@1.0") == ["MFA194"])
    #expect(codes("words@1.0") == ["MFA231"])
    #expect(codes("secrets@1.0", ["secrets.yaml": "password: hunter2\n"]) == ["MFA231"])
    #expect(codes("variant@1.0") == ["MFA193"])
    let other = Self.variant("", extends: "one@1.0")
    #expect(codes("one@1.0", ["one.yaml": Self.variant("", extends: "two@1.0"), "two.yaml": other]) == ["MFA193"])
  }

  @Test("a file that is no flow is never shown, whatever names it as a base")
  func secretsStay() {
    let made = Self.compile(
      Self.variant("change: { steps.x.tries: 1 }", extends: "secrets@1.0"),
      ["secrets.yaml": "flow: token-4711\nhunter2: steps\nversion: 1.0.0\n"])
    let shown = TextRenderer().render(made.findings, in: made.sources)
    #expect(!shown.contains("hunter2") && !shown.contains("4711"))
  }

  @Test("a flow changes what comes from its parts, and writes its own where it stands")
  func ownFiles() {
    let own = Self.compile(Self.base + "\nchange: { steps.identify.tries: 4 }")
    #expect(own.findings.map(\.code.id).contains("MFA262"))
    let ofPart = Self.compile(Self.base + "\nchange: { messages.again: Once more }")
    #expect(!ofPart.findings.hasErrors)
  }

  @Test(
    "what a variant removed and something still names is told once, where it is removed, with the lines that name it",
    arguments: [("steps.signedIn", 1), ("ends.failed", 3), ("messages.again", 1)])
  func removedNames(path: String, count: Int) throws {
    let made = Self.compile(Self.variant("remove: [\(path)]"))
    let errors = made.findings.filter { $0.severity == .error }
    let finding = try #require(errors.first)
    #expect(errors.count == 1 && finding.range.file == .first, "\(made.findings)")
    #expect(finding.notes.count == count && finding.notes.allSatisfy { $0.range.map { $0.file != .first } ?? false })
  }

  @Test(
    "what a part needs and a variant removed is told at the removal alone; what nothing names any more needs no word")
  func removedNeeds() {
    let part =
      "part: words\nsdk: relid\nneeds: [signedIn]\nends: { left: { outcome: ended }, failed: { outcome: failure, say: sorry } }\nmessages: { again: Again, sorry: Sorry }\n"
    let made = Self.compile(Self.variant("remove: [steps.signedIn]"), ["words.yaml": part])
    #expect(made.findings.filter { $0.severity == .error }.map(\.code.id) == ["MFA205"], "\(made.findings)")
  }

  @Test("what is weaker than the refined flow is left out where another error is of the very same line")
  func weakerBesideAnError() {
    let both = Self.compile(Self.variant("refines: true\nchange: { steps.identify.then.else: done }"))
    #expect(both.findings.filter { $0.severity == .error }.map(\.code.id) == ["MFA401"], "\(both.findings)")
    let weaker = Self.compile(
      Self.variant("refines: true\nchange: { steps.identify.then.else: done, steps.identify.tries: 5 }"))
    #expect(Set(weaker.findings.filter { $0.severity == .error }.map(\.code.id)) == ["MFA291", "MFA401"])
  }

  @Test("what a variant leaves unused of its base is no finding; an unreachable step of its own is one")
  func unreachable() {
    let way = "change: { steps.identify.then.onUserLoggedIn: { to: left } }"
    let made = Self.compile(Self.variant(way))
    #expect(!made.findings.contains { $0.code.id == "MFA302" }, "\(made.findings)")
    let own = Self.compile(
      Self.variant(way + "\nadd: { steps.more: { event: onUserLoggedIn, choices: { finish: { to: done } } } }"))
    let found = own.findings.filter { $0.code.id == "MFA302" }
    #expect(found.count == 1 && found.first?.range.file == .first, "\(own.findings)")
  }

  @Test("a part of which a variant leaves nothing in use is no finding; one that it adds is")
  func unusedPart() {
    let lines = """
      change:
        steps.identify.then.else: ended
        steps.identify.then.101: { retry: own }
        steps.identify.choices.leave.to: ended
        steps.identify.choices.later.to: ended
        steps.initialize.then.else: ended
        steps.signedIn.then.else: ended
      add: { ends.ended: { outcome: failure }, messages.own: Own }
      """
    #expect(!Self.compile(Self.variant(lines)).findings.contains { $0.code.id == "MFA320" })
    let more = ["more.yaml": "part: more\nsdk: relid\nends: { gone: { outcome: ended } }\n"]
    let own = Self.compile(Self.variant("add: { use: [more] }"), more)
    #expect(own.findings.filter { $0.code.id == "MFA320" }.count == 1, "\(own.findings)")
  }

  @Test(
    "what a variant lacks is to be written below `add:`",
    arguments: [
      ("change: { steps.identify.then.101: { retry: own } }", "MFA206", "add it below `add:`, as `messages.own: …`"),
      ("change: { steps.identify.then.onUserLoggedIn: away }", "MFA205", "as `steps.away: …` or `ends.away: …`"),
      ("change: { steps.identify.tries: guesses }", "MFA228", "add it below `add:`, such as `budgets.guesses: 5`"),
      ("add: { more: { event: onUserLoggedIn } }", "MFA263", "did you mean `steps.more`?"),
      ("add: { greeting: Hello }", "MFA263", "did you mean `messages.greeting`?"),
      ("add: { mesages: { hello: Hello } }", "MFA263", "did you mean `messages`?"),
      ("change: { messages.again: \"{triesLeft} left\" }", "MFA222", "did you mean `{tries.left}`?"),
    ])
  func whatIsMissing(lines: String, code: String, help: String) {
    let made = Self.compile(Self.variant(lines))
    let errors = made.findings.filter { $0.severity == .error }
    #expect(errors.count == 1, "\(made.findings)")
    #expect(errors.first?.code.id == code && errors.first?.help?.contains(help) == true, "\(made.findings)")
  }
}
