// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Names: where they are given, who refers to them, and other names")
struct NamesTests {
  static let session = Samples.flow(replacing: "start:", by: "use: [session]\nstart:")
    .replacingOccurrences(of: "  failed:", with: "  signedOut: { outcome: ended }\n  failed:")
  static let scenarios = """
    flow: a.yaml
    world: { users: { carol: { lda: true } }, device: { lda: face } }
    scenarios:
      - name: Carol signs in
        do:
          - expect: { step: identify, offered: [leave] }
          - identify: { userName: carol }
          - signedIn: finish
        expect: { end: done, path: [initialize, identify, signedIn] }

    """
  static let variant = """
    language: mfaflow/1
    flow: strict
    version: 1.0.0
    extends: a@1.0
    change:
      steps.identify.tries: 2
    remove: [steps.identify.choices.leave]

    """

  private func desk() throws -> EditingDesk {
    try EditingDesk([
      "a.yaml": Self.session, "session.yaml": Samples.part, "a.scenarios.yaml": Self.scenarios, "v.yaml": Self.variant,
    ])
  }

  private func renamed(_ desk: EditingDesk, _ name: String, _ word: String, to new: String) throws -> FileEdits {
    desk.workspace.settle()
    let text = try #require(desk.workspace.texts.text(desk.path(name)))
    let whole = String(decoding: text.bytes, as: UTF8.self)
    let range = try #require(whole.range(of: word))
    return try desk.workspace.renaming(
      at: whole[..<range.lowerBound].utf8.count + 1, in: desk.path(name), to: new)
  }

  @Test("a step is renamed in the flow, its scenarios and its variants, and all of them stay sound")
  func step() throws {
    let desk = try desk()
    let edits = try renamed(desk, "a.yaml", "identify:", to: "askName")
    let flow = try #require(desk.applied(edits, to: "a.yaml"))
    #expect(flow == Self.session.replacingOccurrences(of: "identify", with: "askName"))
    #expect(
      desk.applied(edits, to: "a.scenarios.yaml")
        == Self.scenarios.replacingOccurrences(of: "identify", with: "askName"))
    #expect(desk.applied(edits, to: "v.yaml") == Self.variant.replacingOccurrences(of: "identify", with: "askName"))
    #expect(desk.applied(edits, to: "session.yaml") == Samples.part)
  }

  @Test("an end that a part needs is renamed there, too")
  func end() throws {
    let desk = try desk()
    let edits = try renamed(desk, "session.yaml", "signedOut", to: "gone")
    #expect(desk.applied(edits, to: "session.yaml") == Samples.part.replacingOccurrences(of: "signedOut", with: "gone"))
    #expect(desk.applied(edits, to: "a.yaml") == Self.session.replacingOccurrences(of: "signedOut", with: "gone"))
  }

  @Test("a choice is renamed in scenarios and in paths of changes")
  func choice() throws {
    let desk = try desk()
    let edits = try renamed(desk, "a.yaml", "leave:", to: "goAway")
    #expect(
      desk.applied(edits, to: "a.scenarios.yaml") == Self.scenarios.replacingOccurrences(of: "leave", with: "goAway"))
    #expect(desk.applied(edits, to: "v.yaml") == Self.variant.replacingOccurrences(of: "leave", with: "goAway"))
  }

  @Test("a message is renamed with all that show it")
  func message() throws {
    let desk = try desk()
    let edits = try renamed(desk, "a.yaml", "check-your-name }", to: "look-again")
    #expect(
      desk.applied(edits, to: "a.yaml") == Self.session.replacingOccurrences(of: "check-your-name", with: "look-again"))
  }

  @Test(
    "what cannot be renamed says why",
    arguments: [
      ("getUser:", "x", "contract"), ("userName", "x", "from the call"), ("identify:", "done", "already"),
      ("identify:", "retry", "word of the language"), ("identify:", "true", "word of the language"),
      ("identify:", "y", "YAML takes `y` for `true`"), ("check-your-name }", "No", "YAML takes `No` for `false`"),
      ("check-your-name:", "false", "word of the language"), ("identify:", "9x", "a letter"),
      ("identify:", "", "a letter"), ("session]", "x", "path"), ("small", "x", "found by the path"),
      ("outcome", "x", "no name here"),
    ])
  func refused(word: String, new: String, reason: String) throws {
    let desk = try desk()
    do {
      _ = try renamed(desk, "a.yaml", word, to: new)
      Issue.record("`\(word)` was renamed")
    } catch let problem as RenamingProblem {
      #expect(problem.words.contains(reason), "\(problem.words)")
    }
  }

  @Test("a step of a flow that another one runs is renamed in what is written of the outer one")
  func inner() throws {
    let outer = """
      language: mfaflow/1
      flow: outer
      version: 1.0.0
      sdk: relid
      goal: aal2
      start: signIn
      steps:
        signIn: { run: a, then: { done: done, else: failed } }
      ends: { done: { outcome: success }, failed: { outcome: failure } }
      change:
        steps.signIn/identify.tries: 2

      """
    let played = """
      flow: outer.yaml
      world: { users: { carol: { lda: true } }, device: { lda: face } }
      scenarios:
        - name: Carol signs in
          do:
            - expect: { step: signIn/identify, offered: [leave] }
            - signIn/identify: { userName: carol }
            - signIn/signedIn: finish
          expect: { end: done, path: [signIn/initialize, signIn/identify, signIn/signedIn] }

      """
    let desk = try EditingDesk(["a.yaml": Samples.flow, "outer.yaml": outer, "outer.scenarios.yaml": played])
    #expect(desk.codes("outer.yaml") == [] && desk.codes("outer.scenarios.yaml") == [])
    for (file, word) in [("a.yaml", "identify:"), ("outer.scenarios.yaml", "identify: {")] {
      let edits = try renamed(desk, file, word, to: "askName")
      #expect(desk.applied(edits, to: "a.yaml") == Samples.flow.replacingOccurrences(of: "identify", with: "askName"))
      #expect(desk.applied(edits, to: "outer.yaml") == outer.replacingOccurrences(of: "identify", with: "askName"))
      #expect(
        desk.applied(edits, to: "outer.scenarios.yaml") == played.replacingOccurrences(of: "identify", with: "askName"))
    }
    let choice = try renamed(desk, "a.yaml", "leave:", to: "goAway")
    #expect(
      desk.applied(choice, to: "outer.scenarios.yaml") == played.replacingOccurrences(of: "leave", with: "goAway"))
    let step = try renamed(desk, "outer.yaml", "signIn:", to: "login")
    #expect(desk.applied(step, to: "outer.scenarios.yaml") == played.replacingOccurrences(of: "signIn", with: "login"))
  }

  @Test("where a name is given, across files")
  func definitions() throws {
    let desk = try desk()
    let offset = desk.edit(
      "session.yaml", Samples.part.replacingOccurrences(of: "to: signedOut", with: "to: signe|dOut"))
    desk.workspace.settle()
    let name = try #require(desk.workspace.name(at: offset, in: desk.path("session.yaml")))
    let places = desk.workspace.definitions(of: name, in: desk.path("session.yaml"))
    #expect(places.map(\.path) == [desk.path("a.yaml")])
    let text = try #require(desk.workspace.texts.text(desk.path("a.yaml")))
    #expect(places.map { text.text($0.range) } == ["signedOut"])
  }

  @Test("a path leads to its file")
  func paths() throws {
    let desk = try desk()
    for (name, marked, file) in [
      ("a.yaml", Self.session.replacingOccurrences(of: "[session]", with: "[ses|sion]"), "session.yaml"),
      ("v.yaml", Self.variant.replacingOccurrences(of: "a@1.0", with: "a|@1.0"), "a.yaml"),
      ("a.scenarios.yaml", Self.scenarios.replacingOccurrences(of: "a.yaml", with: "a.y|aml"), "a.yaml"),
    ] {
      let offset = desk.edit(name, marked)
      let place = try #require(desk.workspace.name(at: offset, in: desk.path(name)))
      #expect(desk.workspace.definitions(of: place, in: desk.path(name)).map(\.path) == [desk.path(file)])
    }
  }

  @Test("names in quotes, with escapes and in broken files are no trap")
  func hostile() throws {
    let desk = try EditingDesk()
    for text in [
      "steps: { \"a\": { then: { x: 'a' } }, 'b''c': 1, \"d\\ne\": 2 }\nflow: x\nlanguage: mfaflow/1\n",
      "steps:\n  a: {{{\n  b: [\nlanguage: mfaflow/1\n", "change: { ....: 1, steps.: 2, .a: 3 }\nlanguage: mfaflow/1\n",
      "language: mfaflow/1\nsteps: &a { x: *a }\n",
    ] {
      desk.edit("x.yaml", text)
      desk.workspace.settle()
      for offset in 0...text.utf8.count {
        guard let name = desk.workspace.name(at: offset, in: desk.path("x.yaml")) else { continue }
        _ = desk.workspace.occurrences(of: name, in: desk.path("x.yaml"))
      }
    }
  }

  @Test("a message is renamed where a scenario names it by its key, and an end where another flow runs the flow")
  func elsewhere() throws {
    let desk = try desk()
    let more = """
      offered: [leave] }
            - identify: { userName: nobody }
            - expect: { step: identify, say: check-your-name }
      """
    let scenarios = Self.scenarios.replacingOccurrences(of: "offered: [leave] }", with: more)
    try desk.put("a.scenarios.yaml", scenarios)
    let outer = """
      language: mfaflow/1
      flow: outer
      version: 1.0.0
      sdk: relid
      goal: aal2
      start: inner
      steps: { inner: { run: a, then: { done: done, failed: failed, else: failed } } }
      ends: { done: { outcome: success }, failed: { outcome: failure } }

      """
    try desk.put("outer.yaml", outer)
    desk.workspace.filesChanged([desk.path("a.scenarios.yaml"), desk.path("outer.yaml")])
    let message = try renamed(desk, "a.yaml", "check-your-name:", to: "try-again")
    #expect(desk.applied(message, to: "a.scenarios.yaml")?.contains("say: try-again") == true)
    let end = try renamed(desk, "a.yaml", "done: { outcome", to: "through")
    let text = try #require(desk.applied(end, to: "outer.yaml"))
    #expect(text.contains("then: { through: done, failed: failed"), "\(text)")
  }

  @Test("a name is whole before any file has been checked, also while another thread has one of them")
  func unchecked() throws {
    let desk = try desk()
    let start = try #require(Self.session.range(of: "identify:")).lowerBound
    let beside = desk.workspace.takeCheckBeside()
    #expect(beside != nil)
    let edits = try desk.workspace.renaming(
      at: Self.session[..<start].utf8.count + 1, in: desk.path("a.yaml"), to: "askName")
    #expect(Set(edits.changes.keys) == Set(["a.yaml", "a.scenarios.yaml", "v.yaml"].map { desk.path($0) }))
  }
}
