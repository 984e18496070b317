// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Foundation
import Guide
import ReferencePages
import SDKContract
import Testing

@testable import FlowCommand
@testable import RuleBook

@Suite("Looking things up")
struct LookUpTests {
  private static let relid = EmbeddedContracts.contract(named: "relid")

  @Test("of a call: what it takes, when it is legal, what it may lead to and earn")
  func call() async throws {
    let outcome = await (try Desk()).run("contract", "relid", "setPassword")
    #expect(outcome.code == .success && outcome.errors.isEmpty)
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows[0] == "setPassword: a call of relid 1.0.0")
    #expect(rows.contains("password secret; at least 1 character"))
    #expect(rows.contains("phases preLogin, signedIn"))
    #expect(rows.contains("sends back challengeMode"))
    #expect(rows.contains("May lead to, where it answers getPassword(verify),"))
    #expect(rows.contains("onUserLoggedIn earns possession by device, knowledge by password"))
    #expect(rows.contains("getPassword(verify) 102 wrong-password: The password is wrong"))
  }

  @Test("of an event: who raises it, what answers it, fields, modes and codes")
  func event() async throws {
    let outcome = await (try Desk()).run("contract", "relid", "getActivationCode")
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows[0] == "getActivationCode: a challenge of relid 1.0.0")
    #expect(rows.contains { $0.hasPrefix("comes after") && $0.contains("setUser") })
    #expect(rows.contains("answered by setActivationCode, resendActivationCode"))
    #expect(rows.contains("attemptsLeft count; says how many attempts are left"))
    #expect(rows.contains { $0.hasPrefix("106 wrong-activation-code") })
  }

  @Test("everything that the contract names has a page, and each reply and code stands on it")
  func everything() throws {
    let contract = try #require(Self.relid)
    let pages = ContractPages(contract)
    #expect(pages.words.count > 150)
    for word in pages.words {
      let text = pages.pages(of: word).text(.plain)
      #expect(text.contains(word) && !text.hasSuffix("\n\n"), "\(word)")
    }
    for call in contract.calls {
      let lines = pages.pages(of: call.name)[0].text(.plain).split(separator: "\n")
      #expect(lines.count { $0.hasPrefix("  ") } >= call.replies.count + call.parameters.count + call.rejections.count)
    }
    for code in contract.codes {
      for event in Set(code.arrivals.map(\.event)) {
        #expect(pages.pages(of: contract[event].name).text(.plain).contains("\(code.number) \(code.name)"))
      }
      #expect(pages.pages(of: "\(code.number)").text(.plain).contains(code.name))
    }
  }

  @Test(
    "words that the program prints itself are found",
    arguments: [
      "getPassword(verify)", "getUser 141", "error 131", "rejected 141", "verifyOption", "LOW", "userID", "setuser",
    ])
  func printedWords(word: String) async throws {
    let desk = try Desk()
    let outcome = await desk.run("contract", "relid", word)
    #expect(outcome.code == .success && outcome.output.contains("of relid 1.0.0"), "\(outcome.errors)")
    #expect(await desk.run("explain", word).code == .success)
  }

  @Test("levels, factors and commands are explained", arguments: ["aal2", "possession", "knowledge", "soak", "twin"])
  func explained(word: String) async throws {
    let outcome = await (try Desk()).run("explain", word)
    #expect(outcome.code == .success && outcome.output.contains(word), "\(outcome.errors)")
  }

  @Test("a misspelt word is told with the one that is meant; a contract without it, as well")
  func slips() async throws {
    let desk = try Desk()
    let slip = await desk.run("contract", "relid", "setPasword")
    #expect(slip.code == .wrongInput && slip.errors.contains("did you mean `setPassword`?"))
    let other = await desk.run("contract", "relid", "zzzzz")
    #expect(other.errors.contains("`mfaflow contract relid` has all of them"))
    let contract = await desk.run("contract", "rel-id", "setPassword")
    #expect(contract.code == .wrongInput && contract.errors.contains("did you mean `relid`?"))
    #expect(await desk.run("contract", "@none.yaml", "setPassword").code == .broken)
    #expect(await desk.run("contract", "relid", "setPassword", "more").code == .wrongInput)
  }

  @Test(
    "a slip in one of several words is told with all of them",
    arguments: [
      ("getPassword(verfy)", "did you mean `getPassword(verify)`?"), ("getPasword(set)", "`getPassword(set)`"),
      ("getUsr 141", "did you mean `getUser 141`?"), ("getUser 999", "did you mean `getUser`?"),
      ("zzzzz(verify)", "has all of them"),
    ])
  func slipsAmongSeveral(words: String, help: String) async throws {
    let outcome = await (try Desk()).run("contract", "relid", words)
    #expect(outcome.code == .wrongInput && outcome.errors.contains(help), "\(outcome.errors)")
  }

  @Test(
    "who names a call or an event in place of a step is told the steps for it",
    arguments: [
      ("setUser", "`setUser` is a call: name a step that makes it, such as `identify`"),
      ("setUsr", "`setUser` is a call"), ("getUser", "`getUser` is an event: name a step that waits for it, such as"),
      ("onUserLogedIn", "such as `signedIn`"), ("logOff", "`logOff` is a call, which no step makes; `mfaflow show"),
      ("getPassword(verfy)", "`getPassword(verify)` is an event, for which no step waits"),
      ("identfy", "did you mean `identify`?"), ("zzzzz", "`mfaflow show FLOW` prints all"),
    ])
  func afterWords(word: String, help: String) async throws {
    let desk = try Desk()
    try desk.put("small.yaml", Samples.look)
    let outcome = await desk.run("contract", "--after", word, "@small.yaml")
    #expect(outcome.code == .wrongInput && outcome.errors.contains("the flow has no step `\(word)`"))
    #expect(outcome.errors.contains(help), "\(outcome.errors)")
  }

  @Test("a contract of one's own is looked up in its file, and no word of it commands the terminal")
  func ownFile() async throws {
    let desk = try Desk()
    let text = await desk.run("contract", "relid").output
    try desk.put("own.yaml", text.replacing("meaning: The password is wrong", with: "meaning: Not the password"))
    let outcome = await desk.run("contract", "@own.yaml", "102")
    #expect(outcome.code == .success, "\(outcome.errors)")
    #expect(outcome.output.contains("Not the password."))
    let hostile = text.replacing("meaning: The password is wrong", with: #"meaning: "Bad \e[31m word""#)
    try desk.put("hostile.yaml", hostile)
    let refused = await desk.run("contract", "@hostile.yaml", "102")
    #expect(refused.code == .wrongInput && !(refused.output + refused.errors).contains("\u{1B}"))
    try desk.put("broken.yaml", "contract: relid\n")
    #expect(await desk.run("contract", "@broken.yaml", "102").code == .wrongInput)
  }

  @Test("what may come at a step: each line of the step, what `else` takes, and the interrupts")
  func afterStep() async throws {
    let desk = try Desk()
    try desk.put("small.yaml", Samples.look)
    let outcome = await desk.run("contract", "relid", "--after", "identify", "@small.yaml")
    #expect(outcome.code == .success, "\(outcome.errors)")
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows[0] == "identify: a step, at small.yaml:8:3")
    #expect(rows.contains("After the answer, setUser"))
    #expect(rows.contains { $0.hasPrefix("onUserLoggedIn leads to the step `signedIn`; earns") })
    #expect(rows.contains { $0.hasPrefix("getUser 101 leads to the same step") })
    #expect(rows.contains { $0.hasPrefix("getUser 138 leads to the end `failed` (failure), by `else`") })
    #expect(rows.contains { $0.hasPrefix("onSessionTimeout no entry below") })
    #expect(await desk.run("contract", "--after", "identify", "@small.yaml").output == outcome.output)
  }

  @Test("a step that is not there, a flow of another contract, and a flow that cannot be read are told")
  func afterNothing() async throws {
    let desk = try Desk()
    try desk.put("small.yaml", Samples.look)
    #expect(await desk.run("contract", "--after", "identfy", "@small.yaml").errors.contains("did you mean `identify`?"))
    #expect(await desk.run("contract", "--after", "identify").errors.contains("needs the flow of the step"))
    #expect(await desk.run("contract", "relid", "--after", "identify").errors.contains("needs the flow of the step"))
    #expect(await desk.run("contract", "--after", "identify", "@gone.yaml").code == .broken)
    try desk.put("broken.yaml", "language: mfaflow/1\nflow: broken\n")
    let broken = await desk.run("contract", "--after", "identify", "@broken.yaml")
    #expect(broken.code == .wrongInput && broken.errors.contains("error["))
  }

  @Test("each key of each file is explained, with what stands behind it", arguments: FileKind.allCases)
  func keys(kind: FileKind) throws {
    for shape in kind.shapes {
      for key in shape.keys {
        let page = WordPages.pages(of: key.name).text(.plain)
        #expect(page.contains(key.sentences) && page.contains("  value  "), "\(shape.name): \(key.name)")
      }
    }
  }

  @Test("each word of the glossary is explained under all its names")
  func terms() throws {
    #expect(Glossary.terms.count > 90)
    for term in Glossary.terms {
      #expect(!term.names.isEmpty && !term.meaning.isEmpty)
      for name in term.names { #expect(WordPages.pages(of: name.uppercased()).text(.plain).contains(term.words)) }
    }
    #expect(Glossary.terms(named: "Proofs").map(\.words) == ["proof"])
    #expect(Glossary.terms(named: "resume").count == 2)
  }

  @Test(
    "a word that is a key, a word of other languages, a reserved word, and a name of the contract",
    arguments: [
      ("within", "within: a key\n"), ("goto", "goto: what other languages call these keys\n"),
      ("else", "whatever no other"),
      ("setUser", "setUser: a call of relid"), ("aal9", "there is no rule, key or word `aal9`"),
      ("wihtin", "did you mean `within`?"), ("has", "has: a word of guards\n"), ("&&", "Both must hold."),
      ("AAL2", "two kinds of factor"), ("Phishing resistant", "phishing-resistant: a key\n"),
      ("step up", "step-up: a word of the documentation\n"), ("kinds of factor", "factor, kind of factor"),
      ("getuser 141", "141 user-suspended: a status code"),
      ("Possession by Device", "device: an authenticator of relid"),
      ("high", "HIGH: a word of relid"), ("relid", "relid: a contract, 1.0.0\n"), ("psd2-rts", "psd2-rts: a value\n"),
      ("todo", "Behind expect, in scenario (scenarios)\n"), ("duration", "a time with its unit"),
    ])
  func words(word: String, shown: String) async throws {
    let outcome = await (try Desk()).run("explain", word)
    #expect((outcome.output + outcome.errors).contains(shown), "\(outcome)")
  }

  @Test(
    "what a guard, a message or an argument may read is explained, as it is written and without its marks",
    arguments: [
      ("interrupted", "interrupted: a name that guards read\n"), ("event", "event: a name that guards read\n"),
      ("event", "event: a key\n"), ("contract", "contract: a name that guards read\n"),
      ("{tries.left}", "{tries.left}: a placeholder of messages\n"), ("tries.left", "how many answers"),
      ("left", "{choices.NAME.left}: a placeholder of messages\n"), ("choices.resend.left", "how often it may still"),
      ("{choices.NAME.left}", "For a choice with `max`"), ("item", "{item}: a placeholder of messages\n"),
      ("{count}", "how many items of the list are left out"), ("$user", "The user whom the SDK last named"),
      ("$$", "A dollar sign"), ("attemptsLeft", "attemptsLeft: a key\n"),
      ("attemptsLeft", "attemptsLeft: a word of relid"), ("{attemptsLeft}", "`{attemptsLeft}` in a message"),
      ("event.userID", "`event.userID` in a guard"), ("$event.userID", "userID: a word of relid"),
      ("contract.verifyOption", "`contract.verifyOption`, which is"),
      ("passwordPolicy.msg", "passwordPolicy: a word of relid"), ("user", "user: a value\n"),
    ])
  func namesThatAreRead(word: String, shown: String) async throws {
    let outcome = await (try Desk()).run("explain", word)
    #expect(outcome.code == .success && outcome.output.contains(shown), "\(outcome)")
  }

  @Test(
    "what nothing reads is told, with what is meant",
    arguments: [
      ("interupted", "did you mean `interrupted`?"), ("event.usrID", "did you mean `event.userID`?"),
      ("contract.verifyOptin", "did you mean `contract.verifyOption`?"), ("choices.left", "there is no rule"),
      ("event.", "there is no rule"), ("event.interrupted", "there is no rule"), ("{}", "there is no rule"),
      ("login.yaml", "there is no rule"),
    ])
  func namesThatNothingReads(word: String, shown: String) async throws {
    let outcome = await (try Desk()).run("explain", word)
    #expect(outcome.code == .wrongInput && outcome.errors.contains(shown), "\(outcome)")
  }

  @Test("at a terminal a page keeps to the width, is bold only where that may be, and shows no marks")
  func looks() throws {
    let texts = RulePages.all.map { Page(markdown: $0.text) } + WordPages.words.flatMap { WordPages.pages(of: $0) }
    for page in texts {
      let plain = page.text(PageLook(columns: 60, isStyled: false))
      #expect(!plain.contains("\u{1B}") && !plain.contains("```"))
      let styled = page.text(PageLook(columns: 60, isStyled: true)).replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      #expect(!styled.contains("\u{1B}"))
      // What is typed stays whole, and may stand out.
      let prose = plain.split(separator: "\n").filter { !$0.hasPrefix("    ") && !$0.contains("`") }
      for line in prose { #expect(line.count <= 60 || !line.dropFirst(40).contains(" "), "\(line)") }
    }
  }

  @Test("colour is for a terminal, or for who asks for it")
  func colour() async throws {
    let desk = try Desk()
    #expect(!(await desk.run("explain", "within").output.contains("\u{1B}")))
    #expect(await desk.run("explain", "within", outputIsTerminal: true).output.contains("\u{1B}[1m"))
    #expect(await desk.run("explain", "within", "--color", "always").output.contains("\u{1B}[1m"))
    let none = await desk.run("explain", "within", environment: ["NO_COLOR": "1"], outputIsTerminal: true).output
    #expect(!none.contains("\u{1B}"))
  }

  @Test("shells offer the words of the contract and of the language")
  func offered() {
    #expect(Command.contract.operands.offers() == ["relid"])
    guard case .words(let contract) = Command.contract.operands.completed(behind: "relid") else {
      Issue.record("nothing is offered behind the contract")
      return
    }
    #expect(contract.contains("setPassword"))
    let words = Command.explain.operands.offers()
    #expect(words.contains("MFA301") && words.contains("missing-else") && words.contains("within"))
    #expect(!words.contains { !$0.isOneWord })
  }
}

extension Samples {
  fileprivate static let look = """
    language: mfaflow/1
    flow: look
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify: { challenge: getUser, ask: [userName], answer: setUser, tries: 3, then: { onUserLoggedIn: signedIn, 101: retry, else: failed } }
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
    ends: { done: { outcome: success }, failed: { outcome: failure } }

    """
}
