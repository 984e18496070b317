// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Names in what several scenarios share")
struct SharedScenarioNameTests {
  private static let played = """
    flow: a.yaml
    world: { users: { carol: { lda: true } }, device: { lda: face } }
    scenarios:
      - name: Carol signs in
        do:
          - identify: { userName: carol }
          - signedIn: finish
        expect: { end: done }

    """
  private static let variant = """
    language: mfaflow/1
    flow: polite
    version: 1.0.0
    extends: a@1.0
    change:
      steps.signedIn.choices.finish: { to: houseRules }
    add:
      steps.houseRules: { wait: rules, choices: { agree: { to: done }, quit: { to: failed } }, then: { else: failed } }
      messages.rules: No shoes in the house.

    """
  private static let detour = """
    flow: polite.yaml
    extends: a.scenarios.yaml
    at:
      houseRules: [{ expect: { offered: [agree, quit] } }, { houseRules: agree }]
    scenarios: []

    """

  private func polite() throws -> EditingDesk {
    try EditingDesk([
      "a.yaml": Samples.flow, "a.scenarios.yaml": Self.played, "polite.yaml": Self.variant,
      "polite.scenarios.yaml": Self.detour,
    ])
  }

  private func renamed(_ desk: EditingDesk, _ name: String, _ word: String, to new: String) throws -> FileEdits {
    desk.workspace.settle()
    let text = try #require(desk.workspace.texts.text(desk.path(name)))
    let whole = String(decoding: text.bytes, as: UTF8.self)
    let range = try #require(whole.range(of: word))
    return try desk.workspace.renaming(at: whole[..<range.lowerBound].utf8.count + 1, in: desk.path(name), to: new)
  }

  @Test(
    "a step below `at` and its choices are renamed, wherever the pointer is",
    arguments: [
      ("polite.yaml", "houseRules: {", "houseRules", "rulesOfHouse"),
      ("polite.scenarios.yaml", "houseRules: [", "houseRules", "rulesOfHouse"),
      ("polite.scenarios.yaml", "houseRules: agree", "houseRules", "rulesOfHouse"),
      ("polite.yaml", "agree:", "agree", "accept"), ("polite.scenarios.yaml", "agree }]", "agree", "accept"),
      ("polite.yaml", "quit:", "quit", "leaveNow"),
    ])
  func detours(file: String, word: String, old: String, new: String) throws {
    let desk = try polite()
    #expect(desk.codes("polite.yaml") == [] && desk.codes("polite.scenarios.yaml") == [])
    let edits = try renamed(desk, file, word, to: new)
    #expect(desk.applied(edits, to: "polite.yaml") == Self.variant.replacingOccurrences(of: old, with: new))
    #expect(desk.applied(edits, to: "polite.scenarios.yaml") == Self.detour.replacingOccurrences(of: old, with: new))
    #expect(
      desk.applied(edits, to: "a.yaml") == Samples.flow && desk.applied(edits, to: "a.scenarios.yaml") == Self.played)
  }

  @Test("below `at`, steps and then their choices are offered")
  func completion() throws {
    let desk = try polite()
    func labels(_ old: String, _ marked: String) -> [String] {
      desk.completions("polite.scenarios.yaml", Self.detour.replacingOccurrences(of: old, with: marked))
    }
    #expect(labels("  houseRules: [", "  hou|: [").contains("houseRules"))
    #expect(labels("{ houseRules: agree }", "{ hou|: agree }").contains("houseRules"))
    #expect(labels("houseRules: agree", "houseRules: |").contains("agree"))
  }

  private static let cases = """
    flow: a.yaml
    world: { users: { carol: { lda: true } }, device: { lda: face } }
    beginnings:
      asked: [{ expect: { step: $at } }]
      offered: { begin: asked, do: [{ expect: { step: $at, offered: [leave] } }] }
    scenarios:
      - name: Nobody comes anywhere
        begin: offered
        cases:
          by the device: { at: identify, way: { userName: carol }, out: done }
          by the button: { at: identify, way: leave, out: failed }
        do:
          - identify: $way
        never: { end: $out }

    """

  @Test(
    "a value of a case is renamed as what stands where its `$name` stands, also in scenarios that tell what must not be",
    arguments: [
      ("a.yaml", "done:", "done", "through"), ("n.scenarios.yaml", "done }", "done", "through"),
      ("a.yaml", "identify:", "identify", "askName"), ("n.scenarios.yaml", "identify, way", "identify", "askName"),
      ("a.yaml", "leave:", "leave", "goAway"), ("n.scenarios.yaml", "leave, out", "leave", "goAway"),
    ])
  func cases(file: String, word: String, old: String, new: String) throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow, "n.scenarios.yaml": Self.cases])
    #expect(desk.codes("n.scenarios.yaml") == [])
    let edits = try renamed(desk, file, word, to: new)
    #expect(desk.applied(edits, to: "a.yaml") == Samples.flow.replacingOccurrences(of: old, with: new))
    #expect(desk.applied(edits, to: "n.scenarios.yaml") == Self.cases.replacingOccurrences(of: old, with: new))
  }

  @Test("a word that is about another step in each case is renamed at all of them")
  func severalSteps() throws {
    let flow = ExpectedNameTests.flow
    let scenarios = """
      flow: a.yaml
      world: { users: { carol: { lda: true } }, device: { lda: face } }
      scenarios:
        - name: Nobody can leave
          cases: { at first: { at: identify }, in the end: { at: signedIn } }
          do:
            - identify: { userName: carol }
            - expect: { step: $at, offered: [leave] }
          never: { waiting: $at }

      """
    let desk = try EditingDesk(["a.yaml": flow, "n.scenarios.yaml": scenarios])
    let edits = try renamed(desk, "a.yaml", "leave:", to: "goAway")
    #expect(desk.applied(edits, to: "a.yaml") == flow.replacingOccurrences(of: "leave:", with: "goAway:"))
    #expect(
      desk.applied(edits, to: "n.scenarios.yaml") == scenarios.replacingOccurrences(of: "[leave]", with: "[goAway]"))
    let step = try renamed(desk, "a.yaml", "signedIn: {", to: "home")
    #expect(
      desk.applied(step, to: "n.scenarios.yaml") == scenarios.replacingOccurrences(of: "signedIn", with: "home"))
  }

  @Test("what no case gives is no name, and values that ask for themselves are no trap")
  func hostile() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    for cases in ["{ a: { x: [$x, $x], y: { identify: $y } } }", "{ a: 1, b: [$x] }", "$x", "{}", "[{ x: $y }]"] {
      desk.edit(
        "n.scenarios.yaml",
        """
        flow: a.yaml
        beginnings: { one: { begin: two, do: $x }, two: { begin: one, do: [$y, { expect: { step: $z } }] } }
        scenarios:
          - name: $100 are lost
            begin: one
            cases: \(cases)
            do: [$x, $y, { expect: { step: $x, offered: [$y, leave] } }, { identify: $z }]
            never: { end: $x, path: $y }

        """)
      let names = desk.workspace.names(in: desk.path("n.scenarios.yaml"))
      #expect(!names.contains { $0.name.hasPrefix("$") && $0.kind != .scenario }, "\(names)")
      #expect(Set(names).count == names.count)
    }
  }
}
