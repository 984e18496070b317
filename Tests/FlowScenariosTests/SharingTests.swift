// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import SimulatedWorlds
import Testing

/// What scenarios of a file have in common, against the same scenarios written out by hand.
@Suite struct SharingTests {
  private static func read(_ text: String) -> Outcome<ScenarioFile> {
    ScenarioReader.read(SourceFile(path: "s.scenarios.yaml", text: "flow: f.yaml\n" + text), in: World.self)
  }

  /// What a file comes to, but for the places of its values.
  private static func meaning(_ text: String) throws -> [String] {
    let read = read(text)
    #expect(read.findings.map(\.message) == [])
    return try #require(read.value).scenarios.map { scenario in
      let world = if case .simulated(let world?) = scenario.sdk { world.json } else { "\(scenario.sdk)" }
      let items = scenario.items.map { item in
        switch item.what {
        case .answer(let answer):
          switch answer.reply {
          case .choice(let choice): "\(answer.step.value): \(choice.value)"
          case .inputs(let inputs):
            "\(answer.step.value): \(inputs.map { "\($0.name.value)=\($0.value.value)" })"
          }
        case .after(let time): "after \(time)"
        case .background(let time): "background \(time)"
        case .expect(let expectation): "expect \(expectation.step?.value ?? "")"
        default: "something else"
        }
      }
      return "\(scenario.name.value) | \(world ?? "") | \(items) | \(scenario.expectations.map { $0.end?.value ?? "" })"
    }
  }

  @Test func whatIsSharedMeansWhatIsWrittenOut() throws {
    let shared = """
      world: { users: { a: { password: p-1, activationCode: "1" } }, device: { lda: face }, newDeviceOptions: [x, y] }
      worlds:
        second: { extends: first, users: { b: { password: q-2 } } }
        first: { extends: default, users: { a: { passwordAttempts: 2 } }, newDeviceOptions: [z] }
      beginnings:
        two: { begin: one, do: [{ after: 2s }] }
        one: [{ identify: { userName: $who } }]
      scenarios:
        - name: S
          cases:
            first: { who: a, where: first, then: { end: done } }
            second: { who: b, where: { extends: second, latency: 3s }, then: { end: stopped } }
          begin: two
          world: $where
          do: [{ verify: stop }]
          expect: $then
        - name: T
          begin: three
          expect: { end: done }
      """
      .replacing("  one:", with: "  three: [{ after: 9s }]\n  one:")
    let written = """
      scenarios:
        - name: "S: first"
          world: { users: { a: { password: p-1, activationCode: "1", passwordAttempts: 2 } }, device: { lda: face },
            newDeviceOptions: [z] }
          do: [{ identify: { userName: a } }, { after: 2s }, { verify: stop }]
          expect: { end: done }
        - name: "S: second"
          world: { users: { a: { password: p-1, activationCode: "1", passwordAttempts: 2 }, b: { password: q-2 } },
            device: { lda: face }, newDeviceOptions: [z], latency: 3s }
          do: [{ identify: { userName: b } }, { after: 2s }, { verify: stop }]
          expect: { end: stopped }
        - name: T
          world: { users: { a: { password: p-1, activationCode: "1" } }, device: { lda: face }, newDeviceOptions: [x, y] }
          do: [{ after: 9s }]
          expect: { end: done }
      """
    #expect(try Self.meaning(shared) == Self.meaning(written))
  }

  @Test("a beginning comes before items that a case gives all at once, be they none")
  func aBeginningBeforeAValue() throws {
    let shared = """
      beginnings:
        one: [{ identify: { userName: $who } }]
      scenarios:
        - name: S
          cases:
            first: { who: a, items: [{ after: 2s }, { verify: stop }] }
            second: { who: b, items: [] }
          begin: one
          do: $items
          expect: { end: done }
        - name: T
          cases: { only: { items: [{ after: 3s }] } }
          do: $items
          expect: { end: done }
      """
    let written = """
      scenarios:
        - name: "S: first"
          do: [{ identify: { userName: a } }, { after: 2s }, { verify: stop }]
          expect: { end: done }
        - name: "S: second"
          do: [{ identify: { userName: b } }]
          expect: { end: done }
        - name: "T: only"
          do: [{ after: 3s }]
          expect: { end: done }
      """
    #expect(try Self.meaning(shared) == Self.meaning(written))
  }

  @Test("a value that is no list is told as the `do` that it stands for", arguments: ["begin: b\n    ", ""])
  func aValueThatIsNoList(begin: String) {
    let read = Self.read(
      """
      beginnings: { b: [{ after: 1s }] }
      scenarios:
        - name: S
          begin: b
          expect: { end: done }
        - name: T
          cases: { c: { items: word } }
          \(begin)do: $items
          expect: { end: done }
      """)
    #expect(read.findings.count == 1 && read.findings.allSatisfy { $0.message.contains("`do`") }, "\(read.findings)")
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let text: String
    let finding: String
    var testDescription: String { finding }

    init(_ text: String, _ finding: String) {
      self.text = text
      self.finding = finding
    }
  }

  private static let one = "scenarios: [{ name: S, expect: { end: done }"

  @Test(arguments: [
    Bad("\(one), world: first }]", "MFA990 this file has no world `first` | write it below `worlds` of the file"),
    Bad(
      "worlds: { firts: {} }\n\(one), world: first }, { name: T, world: firts, expect: { end: e } }]",
      "MFA990 this file has no world `first` | did you mean `firts`?"),
    Bad(
      "\(one), world: { extends: default } }]",
      "MFA990 this file has no world `default` | write it below `world` of the file"),
    Bad(
      "worlds: { default: {} }\n\(one) }]",
      "MFA990 the world of the file is called `default` already | write it below `world` of the file, or give this one another name"
    ),
    Bad(
      "worlds: { w: {} }\n\(one) }]",
      "MFA991 the world `w` is used by no scenario | write `world: NAME` or `extends: NAME`, or take it out"),
    Bad(
      "worlds: { users: {}, device: {} }\n\(one) }]",
      "MFA991 `users` is a key of a world, and below `worlds` stand names of worlds | write `world:` in place of `worlds:`"
    ),
    Bad(
      "worlds: { v: { extends: w }, w: { extends: v } }\n\(one), world: w }]",
      "MFA992 the world `w` builds on itself | let one of them stand on its own"),
    Bad(
      "world: { extends: default }\n\(one), world: { extends: default } }]",
      "MFA992 the world `default` builds on itself | let one of them stand on its own"),
    Bad(
      "\(one), begin: b }]", "MFA990 this file has no beginning `b` | write it below `beginnings` of the file"),
    Bad(
      "beginnings: { b: [] }\n\(one) }]",
      "MFA991 the beginning `b` is used by no scenario | write `begin: NAME`, or take it out"),
    Bad(
      "beginnings: { b: { begin: b, do: [] } }\n\(one), begin: b }]",
      "MFA992 the beginning `b` builds on itself | let one of them stand on its own"),
    Bad(
      "\(one), cases: {} }]",
      "MFA993 there are no cases here | write each as a name with its values: `a wrong code: { code: \"000000\" }`; or take `cases` out"
    ),
    Bad(
      "\(one), cases: { a: { x: 1s }, b: { y: 1s } }, do: [{ after: $x }] }]",
      "MFA993 this case has no `x` | each case gives the same values; what only some need is a scenario of its own"),
    Bad(
      "\(one), cases: { a: { x: 1s }, b: { x: 2s, y: 1s } }, do: [{ after: $x }] }]",
      "MFA993 only this case has `y` | each case gives the same values; what only some need is a scenario of its own"),
    Bad(
      "\(one), cases: { a: { code: 1s } }, do: [{ after: $code }, { verify: $cod }] }]",
      "MFA990 no case gives `$cod` | did you mean `code`?"),
    Bad(
      "\(one), cases: { a: { x: 1s } } }]",
      "MFA991 no item asks for `x` | write `$x` where the value is to stand, or take it out"),
  ])
  func whatIsWrongIsTold(_ bad: Bad) {
    let findings = Self.read(bad.text).findings
    #expect(findings.map { "\($0.code.id) \($0.message) | \($0.help ?? "")" } == [bad.finding])
  }

  @Test func aSmallFileDoesNotComeToMoreThanALargeOneMayHold() {
    let items = Array(repeating: "{ after: 1s }", count: 2_000).joined(separator: ", ")
    let scenarios = (0..<2_000).map { "- { name: S\($0), begin: b, expect: { end: done } }" }.joined(separator: "\n")
    let begun = Self.read("beginnings: { b: [\(items)] }\nscenarios:\n\(scenarios)")
    #expect(Set(begun.findings.map(\.code.id)) == ["MFA994"])
    let users = (0..<2_000).map { "u\($0): { password: horse-battery-1 }" }.joined(separator: ", ")
    let built = (0..<2_000).map { "- { name: S\($0), world: { extends: default }, expect: { end: done } }" }
    let worlds = Self.read("world: { users: { \(users) } }\nscenarios:\n\(built.joined(separator: "\n"))")
    #expect(Set(worlds.findings.map(\.code.id)) == ["MFA994"])
  }

  @Test func aValueOfACaseCountsWhereverItIsWrittenOut() {
    let value = Array(repeating: "x", count: 10_000).joined(separator: ", ")
    let items = Array(repeating: "{ after: $x }", count: 10_000).joined(separator: ", ")
    let read = Self.read(
      "scenarios: [{ name: S, cases: { c: { x: [\(value)] } }, do: [\(items)], expect: { end: done } }]")
    #expect(read.findings.map(\.code.id) == ["MFA994"])
  }

  @Test func aWorldOfAProgramIsHiddenWholeWhereTheSimulatorReadsItToo() throws {
    let flow = try SmallFlow.relid()
    let text = """
      flow: f.yaml
      worlds: { w: { users: { alice: { activationCode: "493021" } }, device: { id: behind-it } } }
      scenarios:
        - { name: S, world: w, expect: { end: done } }
        - { name: T, sdk: program, world: w, expect: { end: done } }
      """
    let file = SourceFile(path: "s.yaml", text: text)
    let scenarios = try #require(ScenarioReader.read(file, in: World.self).value)
    let shown = scenarios.shown(file, for: [flow.program.flow])
    let lines = String(decoding: shown.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[1].dropFirst(12).allSatisfy { "• }".contains($0) }, "\(lines[1])")
    #expect(lines[1].count == text.split(separator: "\n")[1].count)
  }

  @Test func aPasswordIsHiddenWhereverItIsShared() throws {
    let flow = try SmallFlow.relid()
    let text = """
      flow: f.yaml
      worlds:
        low: { users: { alice: { activationCode: "493021" } } }
        high: { extends: low, users: { alice: { activationCode: "777123" } } }
      beginnings: { b: [{ enterCode: { activationCode: "555888" } }] }
      scenarios:
        - name: S
          cases: { c: { code: "111222" } }
          world: high
          begin: b
          do: [{ enterCode: { activationCode: $code } }]
          expect: { end: done }
      """
    let file = SourceFile(path: "s.yaml", text: text)
    let scenarios = try #require(ScenarioReader.read(file, in: World.self).value)
    let shown = String(decoding: scenarios.shown(file, for: [flow.program.flow]).bytes, as: UTF8.self)
    for secret in ["493021", "777123", "555888", "111222"] { #expect(!shown.contains(secret)) }
  }
}
