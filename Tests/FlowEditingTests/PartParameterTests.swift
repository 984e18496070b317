// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Parameters of a part to which its flow gives nothing")
struct PartParameterTests {
  private static let part = """
    part: verify
    sdk: relid
    needs: { signedIn: required, failed: required, passwords: 3, wrong: That is not right., asked: [isDeviceSecure] }
    steps:
      verify:
        challenge: getPassword(verify)
        tries: passwords
        ask: [password]
        answer: setPassword
        gate: asked
        then: { onUserLoggedIn: signedIn, 102: { retry: wrong }, exhausted: failed, deny: failed, else: failed }

    """
  private static let base = """
    language: mfaflow/1
    flow: two
    version: 1.0.0
    summary: A user signs in with a password.
    sdk: relid
    goal: aal1
    use: [parts/verify]
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 1
        then: { getPassword(verify): verify, else: failed }
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }

    """
  private static let variant = """
    language: mfaflow/1
    flow: var
    version: 1.0.0
    extends: two@1.0
    change:
      budgets.passwords: 2
      gates.asked: [allowLogin]
      messages.wrong: Once more.

    """

  private func desk(_ base: String = Self.base) throws -> EditingDesk {
    let desk = try EditingDesk(["parts/verify.yaml": Self.part, "two.yaml": base, "var.yaml": Self.variant])
    desk.workspace.settle()
    return desk
  }

  private func offset(of word: String, in text: String) throws -> Int {
    text[..<(try #require(text.range(of: word)).lowerBound)].utf8.count + 1
  }

  @Test(
    "it is renamed in the part and in the paths of variants, wherever the pointer is",
    arguments: [
      ("passwords", "guesses"), ("wrong", "once-more"), ("asked", "questions"),
    ])
  func renaming(old: String, new: String) throws {
    let desk = try desk()
    #expect(desk.codes("var.yaml") == [] && desk.codes("two.yaml") == [])
    for (file, text, word) in [
      ("var.yaml", Self.variant, ".\(old)"), ("parts/verify.yaml", Self.part, " \(old):"),
      ("parts/verify.yaml", Self.part, "\(old)\(old == "wrong" ? " }" : "\n")"),
    ] {
      let edits = try desk.workspace.renaming(
        at: try offset(of: word, in: text), in: desk.path(file), to: new)
      #expect(desk.applied(edits, to: "var.yaml") == Self.variant.replacingOccurrences(of: old, with: new))
      #expect(desk.applied(edits, to: "parts/verify.yaml") == Self.part.replacingOccurrences(of: old, with: new))
      #expect(desk.applied(edits, to: "two.yaml") == Self.base)
    }
  }

  @Test("the path of a variant leads to the value in the part, and its message is shown there")
  func definitions() throws {
    let desk = try desk()
    let path = desk.path("var.yaml")
    for name in ["passwords", "asked", "wrong"] {
      let place = try #require(desk.workspace.name(at: try offset(of: ".\(name)", in: Self.variant), in: path))
      #expect(
        desk.workspace.definitions(of: place, in: path).map(\.path) == [desk.path("parts/verify.yaml")], "\(name)")
    }
    let text = try #require(desk.workspace.texts.text(path))
    let places = ChangedPath.all(in: text).map { desk.workspace.place(of: $0, in: path) }
    #expect(places.map { $0?.path } == Array(repeating: desk.path("parts/verify.yaml"), count: 3))
    #expect(places.map { $0?.value } == ["3", nil, "That is not right."])
    let meaning = desk.workspace.meaning(at: try offset(of: ".wrong", in: Self.variant), in: path)
    #expect(meaning?.text.contains("That is not right.") == true, "\(meaning?.text ?? "")")
  }

  @Test("what a variant may change of them is offered, and what a flow must have is not")
  func completion() throws {
    let desk = try desk()
    func labels(_ typed: String) -> [String] {
      desk.completions(
        "var.yaml", Self.variant.replacingOccurrences(of: "  gates.asked: [allowLogin]\n", with: "  \(typed)|\n"))
    }
    #expect(Set(labels("g")).isSuperset(of: ["budgets", "gates", "messages", "steps"]))
    #expect(labels("gates.").contains("gates.asked"))
    #expect(labels("budgets.").contains("budgets.passwords"))
    #expect(!labels("messages.").contains { $0.contains("signedIn") })
  }

  @Test("a name that the part has for a parameter is no other message's, and a word of `needs` is no name")
  func refusals() throws {
    let desk = try desk(Self.base + "messages: { hello: Hello. }\n")
    let offset = try offset(of: "hello:", in: Self.base + "messages: { hello: Hello. }\n")
    do {
      _ = try desk.workspace.renaming(at: offset, in: desk.path("two.yaml"), to: "wrong")
      Issue.record("it was renamed")
    } catch {
      #expect(error.words.contains("already"), "\(error.words)")
    }
    #expect(!desk.workspace.names(in: desk.path("parts/verify.yaml")).contains { $0.name == "required" })
  }
}
