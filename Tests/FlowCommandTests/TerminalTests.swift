// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowRuntime
import ProcessBackend
import SDKContract
import SystemCalls
import Testing
import Values

@testable import FlowCommand

@Suite("Asking at a terminal", .serialized)
struct TerminalTests {
  private let pseudo: PseudoTerminal
  private let terminal: Terminal
  private let clock = StillClock()
  private let responder: TerminalResponder

  init() throws {
    pseudo = try PseudoTerminal()
    terminal = Terminal(input: pseudo.program, output: pseudo.program)
    responder = TerminalResponder(terminal, try #require(EmbeddedContracts.contract(named: "relid")), clock: clock)
  }

  private func question(
    inputs: [Question.Input] = [], choices: [Question.Choice] = [], later: [Question.Later] = [],
    closed: [Question.Closed] = [], event: SDKEvent? = nil, message: String? = nil, attemptsLeft: Int? = nil,
    countdown: Duration? = nil,
    refusal: Int? = nil
  ) -> Question {
    var question = Question(
      request: 1, step: "step", event: event, message: message, inputs: inputs, canSubmit: !inputs.isEmpty,
      choices: choices, later: later, attemptsLeft: attemptsLeft, refusal: refusal, countdown: countdown, deadline: nil,
      isInterrupt: false)
    question.closed = closed
    return question
  }

  /// Asks, types each line once its prompt stands there, and gives what was answered and all that was shown.
  private func ask(
    _ question: Question, of person: TerminalResponder? = nil, _ lines: [(prompt: String, line: String)]
  ) async -> (said: String, shown: String) {
    let responder = person ?? responder
    async let response = responder.respond(to: question)
    let pseudo = pseudo
    let shown = await OwnThread.run {
      lines.reduce(into: "") { shown, step in
        shown += pseudo.read(until: step.prompt)
        pseudo.type(step.line)
      }
    }
    return (described(await response), shown)
  }

  private func described(_ response: Response) -> String {
    switch response {
    case .answer(let answer):
      (answer.choice ?? "") + answer.values.description + (answer.isConfirmed ? "" : " not confirmed")
    case .wait: "wait"
    case .waitUntil(let time): "until \(time)"
    case .leave: "leave"
    }
  }

  @Test("the head tells who asks, the message, the SDK's own word and the attempts that are left")
  func head() async {
    let event = SDKEvent("e", status: 106, statusMessage: "wrong\u{1B}[2J code", error: 131)
    let input = Question.Input(name: "code", type: .text, suggestion: nil)
    let asked = question(inputs: [input], event: event, attemptsLeft: 2)
    let (said, shown) = await ask(asked, [("\r\n  code: ", "42\n")])
    #expect(said == "{code: 42}")
    let (_, told) = await ask(question(inputs: [input], event: event, message: "Mistyped."), [("\r\n  code: ", "42\n")])
    #expect(told.contains("Mistyped.") && !told.contains("106"), "what the flow says of it is for the user")
    for words in [
      "# step", "error 131 step-up-cancelled: The device check",
      "status 106 wrong-activation-code: wrong?[2J code", "attempts left: 2",
    ] {
      #expect(shown.contains(words))
    }
  }

  @Test(
    "a refused call is told with the contract's name and meaning, where it has them",
    arguments: [
      (88, "the SDK refused the call: error 88 already-initialized: The SDK runs already\r\n"),
      (4711, "the SDK refused the call: error 4711\r\n"),
    ])
  func refusedCall(number: Int, words: String) async {
    let (_, shown) = await ask(question(choices: Self.choices, refusal: number), [("choose 1-2: ", "1\n")])
    #expect(shown.contains(words))
  }

  @Test("why an answer is refused is told in the words of the flow, and once")
  func refusedAnswer() async {
    let asked = question(choices: Self.choices, message: "They differ.")
    await responder.refused(.failedCheck("passwords-differ"), to: asked)
    let (_, shown) = await ask(asked, [("choose 1-2: ", "1\n")])
    #expect(shown.hasPrefix("  not accepted: They differ.\r\n\r\n# step\r\n  1  resend\r\n"))
    #expect(await ask(asked, [("choose 1-2: ", "1\n")]).shown.contains("# step\r\n  They differ.\r\n"))
  }

  @Test("a secret is not echoed, and the terminal echoes again behind the run")
  func secret() async {
    let pseudo = pseudo
    async let response = responder.respond(
      to: question(inputs: [.init(name: "pin", type: .secret, suggestion: nil)]))
    let echoed = await OwnThread.run {
      _ = pseudo.read(until: "(not shown): ")
      let echoed = pseudo.echoes
      pseudo.type("123456\n")
      return echoed
    }
    #expect(!echoed)
    guard case .answer(let answer) = await response, case .secret(let secret)? = answer.values["pin"] else {
      Issue.record("no secret")
      return
    }
    #expect(secret.matches(Secret("123456")))
    #expect(!pseudo.echoes)
    terminal.end()
    #expect(pseudo.echoes)
  }

  @Test("values are read by their types, and asked again where they are of another")
  func types() async {
    let inputs: [Question.Input] = [
      .init(name: "count", type: .count, suggestion: nil), .init(name: "sure", type: .flag, suggestion: nil),
      .init(name: "name", type: .text, suggestion: .text("alice")),
    ]
    let (said, _) = await ask(
      question(inputs: inputs),
      [("negative): ", "-1\n"), ("write a whole number", "3\n"), ("(y/n): ", "y\n"), ("[alice]: ", "\n")])
    #expect(said == "{count: 3, sure: true, name: alice}")
  }

  private static let choices: [Question.Choice] = [
    .init(name: "resend", confirm: nil), .init(name: "cancel", confirm: "Really?"),
  ]

  @Test(
    "a choice is made by its number or its name; what is to be confirmed is confirmed with a yes only",
    arguments: [
      ([("choose 1-2: ", "1\n")], "resend{}"), ([("choose 1-2: ", " resend \n")], "resend{}"),
      ([("choose 1-2: ", "0\n"), ("numbers or names", "3\n"), ("numbers or names", "1\n")], "resend{}"),
      ([("choose 1-2: ", "2\n"), ("Really? [y/N]: ", "y\n")], "cancel{}"),
      ([("choose 1-2: ", "2\n"), ("Really? [y/N]: ", "\n")], "cancel{} not confirmed"),
      ([("choose 1-2: ", "2\n"), ("Really? [y/N]: ", "yess\n"), ("`y` or `n`", "n\n")], "cancel{} not confirmed"),
      ([("choose 1-2: ", "Resend\n")], "resend{}"),
    ] as [([(String, String)], String)])
  func choices(lines: [(String, String)], expected: String) async {
    let (said, _) = await ask(question(choices: Self.choices), lines.map { (prompt: $0.0, line: $0.1) })
    #expect(said == expected)
  }

  @Test("where there are choices and inputs, an input is asked for at once, and a number behind a colon is a choice")
  func both() async {
    let asked = question(inputs: [.init(name: "code", type: .text, suggestion: nil)], choices: Self.choices)
    let (value, shown) = await ask(asked, [("  code: ", "1\n")])
    #expect(value == "{code: 1}")
    #expect(shown.contains("  :1  resend\r\n  :2  cancel\r\n  code: "))
    #expect(await ask(asked, [("  code: ", " :1 \n")]).said == "resend{}")
    #expect(await ask(asked, [("  code: ", ":resend\n")]).said == "resend{}")
    let (said, _) = await ask(
      asked, [("  code: ", ":3\n"), ("no choice of that number\r\n  code: ", ":-\n")])
    #expect(said == "{code: :-}")
  }

  @Test("a default is shown in brackets, and none where it is empty")
  func defaults() async {
    let asked = question(inputs: [.init(name: "name", type: .text, suggestion: .text(""))])
    #expect(await ask(asked, [("  name: ", "\n")]).said == "{name: }")
  }

  private static let pin: [Question.Input] = [.init(name: "pin", type: .secret, suggestion: nil)]
  private static let resend = [Question.Later(name: "resend", at: .seconds(9), confirm: "Send?")]
  private static let hidden = "pin (not shown): "

  @Test("the name of a choice is never sent as a secret: it is chosen, or said not to be offered now")
  func namedAtSecret() async {
    clock.set(.milliseconds(1_400))
    let asked = question(
      inputs: Self.pin, choices: Self.choices.filter { $0.name == "cancel" }, later: Self.resend,
      closed: [.init(name: "spent", isSpent: true), .init(name: "shut", isSpent: false)])
    let (said, shown) = await ask(
      asked,
      [
        (Self.hidden, "resend\n"),
        ("again in 8 s\r\n  \(Self.hidden)", " spent \n"),
        ("`spent` is not offered now: it was made as often as it may be\r\n  \(Self.hidden)", "shut\n"),
        ("`shut` is not offered now\r\n  \(Self.hidden)", "4930\n"),
      ])
    #expect(said == "{pin: •••}")
    #expect(shown.contains("  :1  cancel\r\n   -  resend (again in 8 s)\r\n"))
    for word in ["cancel\n", ":1\n"] {
      let (chosen, told) = await ask(asked, [(Self.hidden, word), ("Really? [y/N]: ", "y\n")])
      #expect(chosen == "cancel{}")
      #expect(told.contains("\r\n  chosen: cancel\r\n"))
    }
    let text = question(inputs: [.init(name: "name", type: .text, suggestion: nil)], later: Self.resend)
    let (name, _) = await ask(text, [("name: ", "resend\n"), ("again in 8 s\r\n  name: ", "resent\n")])
    #expect(name == "{name: resent}")
  }

  @Test("a choice that is offered again while a secret is typed: that is told, and what was typed stays")
  func offeredAgainAtInput() async {
    let (pseudo, clock, terminal, responder) = (pseudo, clock, terminal, responder)
    async let response = responder.respond(to: question(inputs: Self.pin, later: Self.resend))
    await OwnThread.run {
      _ = pseudo.read(until: Self.hidden)
      pseudo.type("12")
      clock.set(.seconds(9))
      terminal.breakPrompt()
      _ = pseudo.read(until: "offered again: `resend`; to choose it, write its name\r\n  \(Self.hidden)")
      pseudo.type("34\n")
    }
    guard case .answer(let answer) = await response, case .secret(let secret)? = answer.values["pin"] else {
      Issue.record("no secret")
      return
    }
    #expect(secret.matches(Secret("1234")))
    let (said, _) = await ask(
      question(inputs: Self.pin, later: Self.resend),
      [
        ("offered again: `resend`; to choose it, write its name\r\n  \(Self.hidden)", "resend\n"),
        ("Send? [y/N]: ", "y\n"),
      ])
    #expect(said == "resend{}")
  }

  @Test("at a menu the question is asked again when a choice is offered again; a choice that cools down is not made")
  func offeredAgainAtMenu() async {
    let cancel = [Question.Choice(name: "cancel", confirm: nil)]
    let asked = question(choices: cancel, later: Self.resend)
    let (said, _) = await ask(
      asked, [("choose 1: ", "resend\n"), ("`resend` is not offered now, but again in 9 s", "cancel\n")])
    #expect(said == "cancel{}")
    clock.set(.seconds(9))
    #expect(described(await responder.respond(to: asked)) == "until 0.0 seconds")
  }

  @Test("a countdown stands in the prompt, and ticks by the clock of the run down to zero")
  func countdown() async {
    let (pseudo, clock, responder) = (pseudo, clock, responder)
    async let response = responder.respond(to: question(choices: Self.choices, countdown: .milliseconds(9_500)))
    await OwnThread.run {
      for (time, left) in [(Int64(0), 10), (1_100, 9), (8_900, 1), (60_000, 0)] {
        clock.set(.milliseconds(time))
        _ = pseudo.read(until: "  [\(left) s]  choose 1-2: ")
      }
      pseudo.type("1\n")
    }
    #expect(described(await response) == "resend{}")
  }

  @Test("where nothing else can be answered, the question waits for the choice; a virtual clock is not waited for")
  func onlyCooling() async throws {
    #expect(described(await responder.respond(to: question(later: Self.resend))) == "until 9.0 seconds")
    #expect(pseudo.read(until: "in 9 s)").contains("-  resend (again in 9 s)"))
    let hasty = TerminalResponder(
      terminal, try #require(EmbeddedContracts.contract(named: "relid")), clock: VirtualClock())
    let asked = question(inputs: Self.pin, later: Self.resend)
    #expect(await ask(asked, of: hasty, [(Self.hidden, "resend\n")]).said == "until 9.0 seconds")
  }

  @Test("what is written while a prompt is open has lines of its own, and the prompt stands behind it again")
  func asides() async {
    let (pseudo, terminal, responder) = (pseudo, terminal, responder)
    async let response = responder.respond(to: question(inputs: Self.pin))
    let shown = await OwnThread.run {
      var shown = pseudo.read(until: Self.hidden)
      for word in ["one", "two"] {
        terminal.breakPrompt()
        terminal.write(word + "\n")
      }
      shown += pseudo.read(until: Self.hidden)
      pseudo.type("1\n")
      return shown
    }
    #expect(described(await response) == "{pin: •••}")
    let taken = "\r" + String(repeating: " ", count: Self.hidden.count + 2) + "\r"
    #expect(shown.hasSuffix("\(Self.hidden)\(taken)one\r\ntwo\r\n  \(Self.hidden)"))
  }

  @Test("when the run is over, its result has a line of its own, and nothing is said about the open prompt")
  func closing() async {
    let (pseudo, terminal, responder) = (pseudo, terminal, responder)
    let asked = question(inputs: Self.pin)
    let task = Task { await responder.respond(to: asked) }
    _ = await OwnThread.run { pseudo.read(until: Self.hidden) }
    terminal.end()
    #expect(pseudo.echoes)
    terminal.write("result\n")
    task.cancel()
    #expect(described(await task.value) == "wait")
    terminal.write("end\n")
    #expect(pseudo.read(until: "end\r\n") == "\r\nresult\r\nend\r\n")
  }

  @Test("the end of the input leaves the run; a step that asks nothing waits")
  func leaving() async {
    let (said, _) = await ask(question(choices: Self.choices), [("choose 1-2: ", "\u{4}")])
    #expect(said == "leave")
    #expect(described(await responder.respond(to: question())) == "wait")
  }

  @Test("a question that became stale ends its prompt, and half a line does not answer the next one")
  func stale() async {
    let (pseudo, responder) = (pseudo, responder)
    let asked = question(inputs: [.init(name: "pin", type: .secret, suggestion: nil)])
    let task = Task { await responder.respond(to: asked) }
    await OwnThread.run {
      _ = pseudo.read(until: "(not shown): ")
      pseudo.type("half")
    }
    task.cancel()
    #expect(described(await task.value) == "wait")
    #expect(pseudo.read(until: "asked)") == "\r\n  (no longer asked)")
    let next = question(inputs: [.init(name: "code", type: .text, suggestion: nil)])
    let (said, shown) = await ask(next, [("code: (press Enter first)", "rest\n"), ("code: ", "whole\n")])
    #expect(said == "{code: whole}")
    #expect(!shown.contains("rest"))
  }

  @Test("what cannot be shown safely on a terminal shows as a question mark")
  func plainText() {
    #expect("a\u{1B}[31mb\nc\u{202E}d é".onOneLine == "a?[31mb?c?d é")
    #expect("plain".onOneLine == "plain")
  }

  @Test("items are listed with their places, and picked by them or by a text that only one of them has")
  func picks() async throws {
    let text = """
      language: mfaflow/1
      flow: small
      version: 1.0.0
      sdk: relid
      start: inbox
      steps:
        inbox:
          event: onGetNotifications
          pick:
            notification: { from: event.notifications }
            action: { from: notification.actions, where: [{ check: action.action != "Reject", say: no }], show: "do {action}" }
          answer: { call: updateNotification, with: { notificationID: $notification.uuid, response: $action.action } }
          tries: 3
          then: { else: closed }
      ends: { closed: { outcome: ended } }
      messages: { no: "not {action}" }
      """
    let flow = try #require(Compiler().unchecked(SourceFile(path: "small.yaml", text: text)))
    var machine = FlowMachine(Program(ValidFlow(checked: flow)))
    var effects = Effects(tracing: false)
    machine.receive(.start, at: 0, into: &effects)
    let actions = Value.list(["Reject", "Approve", "La\u{1B}ter"].map { .record(["action": .text($0)]) })
    let items = ["n1", "n\u{1B}[2J2"].map { Value.record(["uuid": .text($0), "actions": actions]) }
    for event in [SDKEvent("onUserLoggedIn"), SDKEvent("onGetNotifications", data: ["notifications": .list(items)])] {
      machine.receive(.event(try machine.program.occurrence(of: event)), at: 0, into: &effects)
    }
    let asked = try #require(machine.question(at: 0))
    let (said, shown) = await ask(
      asked,
      [
        ("notification (1-2): ", "3\n"), ("notification (1-2): ", "2\n"), ("action (1-2): ", "Reject\n"),
        ("action (1-2): ", "Approve\n"),
      ])
    #expect(said == "{notification: 2, action: 1}")
    for words in [
      "    1  uuid: n1\r\n", "    2  uuid: n<U+001B>[2J2\r\n", "only one of the items",
      "    -  do Reject (not Reject)\r\n", "    1  do Approve\r\n", "    2  do La?ter\r\n",
    ] {
      #expect(shown.contains(words), "\(words)")
    }
  }
}
