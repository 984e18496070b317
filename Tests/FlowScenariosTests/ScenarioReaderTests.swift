// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowScenarios
import RELIDSimulator
import Testing

/// A file of scenarios is read strictly: a typing mistake never makes a test pass for the wrong reason.
@Suite struct ScenarioReaderTests {
  struct Good: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String

    init(_ what: String, _ text: String) { (testDescription, self.text) = (what, text) }
  }

  static let good = [
    Good("no items", "flow: f.yaml\nscenarios: [{ name: a, expect: { end: done } }]"),
    Good("no scenarios", "flow: f.yaml\nscenarios: []"),
    Good("none to skip", "flow: f.yaml\nextends: g.scenarios.yaml\nskip: {}\nscenarios: []"),
    Good("a world for all", "flow: f.yaml\nworld: { seed: 3 }\nscenarios: [{ name: a, expect: { end: done } }]"),
    Good("a world of its own", "flow: f.yaml\nscenarios: [{ name: a, world: { seed: 3 }, expect: { end: done } }]"),
    Good("inputs", item("identify: { userName: alice }")),
    Good("a choice", item("consent: approve")),
    Good(
      "an expectation of all",
      item(
        "expect: { step: s, event: getUser, status: 101, error: -3, attemptsLeft: 0, refused: a, rejected: 906, say: b }"
      )),
    Good("an expectation of data", item("expect: { data: { a: 1, b: { c: [x, { d: true }] } } }")),
    Good("an expectation of the run so far", item("expect: { proofs: [knowledge], enrolled: [], path: [a, b] }")),
    Good("a choice that is not confirmed", item("signedIn: { choice: logOff, confirm: no }")),
    Good("a choice that is confirmed", item("signedIn: { choice: logOff, confirm: yes }")),
    Good("inputs of the names of a choice", item("signedIn: { choice: logOff }")),
    Good("time in the background", item("background: 5m")),
    Good(
      "what happens during an answer",
      item(
        "a: { b: c }\n        during: [{ event: e }, { reject: { call: setUser, code: 3 } }, { x: y }, { after: 3s }]")),
    Good("what happens during a choice", item("during: [{ event: e }]\n        a: b")),
    Good("events by hand", "flow: f.yaml\nsdk: byHand\nscenarios: [{ name: a, expect: { end: done } }]"),
    Good("one scenario by hand", "flow: f.yaml\nscenarios: [{ name: a, sdk: byHand, expect: { end: done } }]"),
    Good(
      "one scenario that is not by hand",
      "flow: f.yaml\nsdk: byHand\nscenarios: [{ name: a, sdk: simulated, world: { seed: 3 }, expect: { end: done } }]"),
    Good(
      "calls of any name by hand",
      "flow: f.yaml\nsdk: byHand\ncontract: c.yaml\nscenarios: [{ name: a, do: [{ reject: { call: any, code: 3 } }], expect: { end: done } }]"
    ),
    Good("an expectation of no choices", item("expect: { offered: [] }")),
    Good("time", item("after: 2999ms")),
    Good("an event alone", item("event: onSomething")),
    Good(
      "an event with everything",
      item(
        "event: getUser\n        with: { a: 1, b: \"1\", c: [true, x], d: { e: f } }\n        status: 138\n        error: 7"
      )),
    Good("a refusal", item("reject: { call: setUser, code: 500 }")),
    Good("held replies", item("hold: replies")),
    Good("held and released replies", item("hold: replies\n      - release: replies\n      - hold: replies")),
    Good(
      "an end with everything",
      end("{ end: done, outcome: success, say: a, proofs: [], enrolled: [knowledge], path: [a, b] }")),
    Good("a step that waits", end("{ waiting: identify }")),
    Good("reasons of security modules", end("{ end: refused, reasons: [a, \"b, c\"] }")),
    Good(
      "security modules",
      "flow: f.yaml\nmodules: { a: allow, b: { deny: x }, c: { isDeviceSecure: allow, allowLogin: { deny: y } } }\n"
        + "scenarios: [{ name: a, modules: {}, expect: { end: done } }]"),
    Good("a module that denies from now on", item("deny: { root-check: Rooted. }")),
    Good("a module that denies one question", item("deny: { root-check: { isDeviceSecure: Rooted. } }")),
    Good("a module that allows from now on", item("allow: root-check")),
    Good("a step of the name of a key", item("on: here")),
  ]

  @Test("what is written well is read", arguments: good)
  func reads(_ good: Good) throws {
    let read = ScenarioReader.read(SourceFile(path: "s.yaml", text: good.text), in: World.self)
    #expect(read.findings.map(\.message) == [])
    #expect(read.value?.devices.map(\.flow.value) == ["f.yaml"])
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    /// The author's words at the place of the finding.
    let at: String

    init(_ text: String, _ message: String, at: String) { (self.text, self.message, self.at) = (text, message, at) }

    var testDescription: String { message }
  }

  static let bad = [
    Bad("scenarios: []", "the scenario file must have the key `flow`", at: "scenarios"),
    Bad("language: mfaflow/1\nflow: f\nsteps: {}", "this is a flow, not a scenario file", at: "language"),
    Bad("flow: f.yaml", "the scenario file must have the key `scenarios`", at: "flow"),
    Bad("flow: f.yaml\nscenarios: {}", "`scenarios` must be a list, not a map", at: "{}"),
    Bad(
      "flow: f.yaml\nskip: {}\nscenarios: []",
      "`skip` is for scenarios of other files, and this file takes over none", at: "skip"),
    Bad(
      "flow: f.yaml\nat: { consent: [{ consent: approve }] }\nscenarios: []",
      "`at` is for scenarios of other files, and this file takes over none", at: "at"),
    Bad("flow: f.yaml\nscenario: []\nscenarios: []", "a scenario file has no key `scenario`", at: "scenario"),
    Bad(
      "flow: f.yaml\nscenarios: [{ expect: { end: done } }]", "the scenario must have the key `name`",
      at: "{ expect: { end: done } }"),
    Bad("flow: f.yaml\nscenarios: [{ name: a }]", "the scenario must have the key `expect`", at: "{ name: a }"),
    Bad("flow: f.yaml\nscenarios: [a]", "a scenario must be a map, not `a`", at: "a"),
    Bad("flow: f.yaml\nworld: { user: {} }\nscenarios: []", "a world has no key `user`", at: "user"),
    Bad(
      "flow: f.yaml\nscenarios: [{ name: a, expect: { end: x } }, { name: a, expect: { end: x } }]",
      "there are two scenarios of this name", at: "a"),
    Bad(
      item("identify: { userName: alice }\n        consent: approve"), "an item is one thing that happens",
      at: "consent"),
    Bad(item("{}"), "an item is one thing that happens, and this one is empty", at: "{}"),
    Bad(item("identify: [alice]"), "`identify` is answered with a list", at: "identify"),
    Bad(item("hold: everything"), "only `replies` can be held and released", at: "everything"),
    Bad(item("release: replies"), "no replies are held here", at: "release: replies"),
    Bad(
      item("hold: replies\n      - release: replies\n      - release: replies"), "no replies are held here",
      at: "release: replies"),
    Bad(item("hold: replies\n      - hold: replies"), "the replies are held already", at: "hold: replies"),
    Bad(
      item("hold: replies\n      - a: b\n        during: [{ event: e }]"), "the replies are held already", at: "during"),
    Bad(
      item("a: b\n        during: [{ event: e }]\n      - release: replies"), "no replies are held here",
      at: "release: replies"),
    Bad(item("release: [replies]"), "`release` must be a text, not a list", at: "[replies]"),
    Bad(item("after: 3"), "`after` must have a unit of time, not just `3`", at: "3"),
    Bad(item("reject: { call: setUser }"), "`reject` must have the key `code`", at: "{ call: setUser }"),
    Bad(item("reject: { call: setUser, code: 0 }"), "`code` must be at least 1, not 0", at: "0"),
    Bad(item("reject: setUser"), "`reject` must be a map, not `setUser`", at: "setUser"),
    Bad(item("reject: { call: setUsers, code: 500 }"), "the simulated SDK has no call `setUsers`", at: "setUsers"),
    Bad(
      item("reject: { call: authenticateUserAndSignData, code: 170 }"),
      "the simulated SDK has no call `authenticateUserAndSignData`", at: "authenticateUserAndSignData"),
    Bad(
      "flow: f.yaml\nsdk: byhand\nscenarios:\n  - name: a\n    do: [{ reject: { call: authenticateUserAndSignData, code: 170 } }]\n    expect: { end: done }\n",
      "`sdk` cannot be `byhand`", at: "byhand"),
    Bad(
      item("event: getUser\n        status: wrong-password"), "`status` must be a number, not `wrong-password`",
      at: "wrong-password"),
    Bad(item("event: getUser\n        statuscode: 101"), "an event has no key `statuscode`", at: "statuscode"),
    Bad(item("expect: { stepp: identify }"), "`expect` has no key `stepp`", at: "stepp"),
    Bad(item("expect: { status: many }"), "`status` must be a number, not `many`", at: "many"),
    Bad(item("expect: { offered: resend }"), "`offered` must be a list, not `resend`", at: "resend"),
    Bad(item("background: 3"), "`background` must have a unit of time, not just `3`", at: "3"),
    Bad(item("expect: { data: {} }"), "`data` must say something", at: "{}"),
    Bad(item("expect: { data: [a] }"), "`data` must be a map, not a list", at: "[a]"),
    Bad(item("expect: { proofs: [posession] }"), "`proofs` cannot be `posession`", at: "posession"),
    Bad(item("event: getUser\n        with: alice"), "`with` must be a map, not `alice`", at: "alice"),
    Bad(item("a: { choice: b, confirm: never }"), "`confirm` cannot be `never`", at: "never"),
    Bad(item("a: { choice: b, confirm: no, then: c }"), "a choice has no key `then`", at: "then"),
    Bad(item("a: b\n        during: []"), "nothing happens during this answer", at: "during"),
    Bad(item("a: b\n        during: { event: e }"), "`during` must be a list, not a map", at: "{ event: e }"),
    Bad(item("during: [{ event: e }]"), "`during` belongs to an answer", at: "during"),
    Bad(item("after: 3s\n        during: [{ event: e }]"), "`during` belongs to an answer", at: "during"),
    Bad(
      item("a: b\n        during: [{ c: d, during: [{ event: e }] }]"),
      "what happens during an answer has no `during` of its own", at: "during"),
    Bad(
      item("a: b\n        during: [{ release: replies }]"), "during an answer the replies are held already",
      at: "release"),
    Bad(item("a: b\n        c: d\n        during: [{ event: e }]"), "an item is one thing that happens", at: "c"),
    Bad("flow: f.yaml\nsdk: byhand\nscenarios: []", "`sdk` cannot be `byhand`", at: "byhand"),
    Bad("flow: f.yaml\nsdk: byHand\nworld: {}\nscenarios: []", "a world needs an SDK that lives in it", at: "world"),
    Bad(
      "flow: f.yaml\nsdk: byHand\nscenarios: [{ name: a, world: {}, expect: { end: done } }]",
      "a world needs an SDK that lives in it", at: "world"),
    Bad(
      "flow: f.yaml\nsdk: byHand\nscenarios: [{ name: a, do: [{ hold: replies }], expect: { end: done } }]",
      "with `byHand` there are no replies to hold", at: "hold"),
    Bad(end("{ ends: done }"), "`expect` has no key `ends`", at: "ends"),
    Bad(end("{}"), "`expect` must say something", at: "{}"),
    Bad(item("expect: {}"), "`expect` must say something", at: "{}"),
    Bad(end("{ end: done, waiting: identify }"), "a run either ends or waits", at: "waiting"),
    Bad(end("{ end: done, outcome: succes }"), "`outcome` cannot be `succes`", at: "succes"),
    Bad(end("{ end: done, reasons: no }"), "`reasons` must be a list, not `no`", at: "no"),
    Bad(modules("[a]"), "`modules` must be a map, not a list", at: "[a]"),
    Bad(modules("{ a: yes }"), "`a` neither allows nor denies", at: "yes"),
    Bad(modules("{ a: [deny] }"), "`a` neither allows nor denies", at: "[deny]"),
    Bad(modules("{ a: {} }"), "`a` neither allows nor denies", at: "{}"),
    Bad(modules("{ a: { denies: x } }"), "a module has no key `denies`", at: "denies"),
    Bad(modules("{ a: { isDeviceSecur: { deny: x } } }"), "a module has no key `isDeviceSecur`", at: "isDeviceSecur"),
    Bad(modules("{ a: { deny: x, alow: y } }"), "a module has no key `alow`", at: "alow"),
    Bad(item("deny: root-check"), "`deny` must be a map, not `root-check`", at: "root-check"),
    Bad(item("deny: { a: b, c: d }"), "an item has one module deny", at: "{ a: b, c: d }"),
    Bad(item("deny: { a: {} }"), "`a` denies nothing", at: "{}"),
    Bad(item("deny: { a: { allowLogn: x } }"), "what a module denies has no key `allowLogn`", at: "allowLogn"),
    Bad(item("allow: { a: b }"), "`allow` must be a text, not a map", at: "{ a: b }"),
    Bad(item("event: getUser\n        unknown: false"), "`unknown` can only be `true`", at: "false"),
    Bad(
      "flow: f.yaml\nworld: { session: { idel: 5m } }\nscenarios: []", "`session` has no key `idel`", at: "idel"),
    Bad(
      "devices: { phone: { flow: f.yaml }, tablet: { flow: f.yaml } }\nworld: { device: { id: phone }, "
        + "devices: { tablt: {} } }\nscenarios: []",
      "nothing is played on the device `tablt` of this world", at: "tablt"),
    Bad(modules("{ a: { deny: [x] } }"), "`deny` must be a text, not a list", at: "[x]"),
    Bad(modules("{ a: { allowLogin: no } }"), "`allowLogin` neither allows nor denies", at: "no"),
    Bad(modules("{ a: { deny: x, allowLogin: allow } }"), "`allowLogin` cannot stand beside `deny`", at: "allowLogin"),
    Bad(
      modules("{ a: { allowLogin: allow, allowLogon: allow } }"), "a module has no key `allowLogon`", at: "allowLogon"),
    Bad(item("on: phone\n        do: [{ a: b }]"), "there is one device only", at: "on"),
    Bad(end("{ end: done, proofs: [posession] }"), "`proofs` cannot be `posession`", at: "posession"),
  ]

  @Test("what is not is found at its place, with a cure", arguments: bad)
  func finds(_ bad: Bad) throws {
    let file = SourceFile(path: "s.yaml", text: bad.text)
    let read = ScenarioReader.read(file, in: World.self)
    #expect(read.value == nil)
    #expect(read.findings.map(\.message) == [bad.message])
    let finding = try #require(read.findings.first)
    #expect(finding.words(in: file) == bad.at)
    #expect(finding.help != nil)
    #expect(finding.message.count <= 90)
  }

  @Test(
    "each kind of slip has a code of its own",
    arguments: [
      ("MFA940", item("hold: everything")),
      (
        "MFA941",
        "flow: f.yaml\nscenarios: [{ name: a, expect: { end: x } }, { name: a, expect: { end: x } }]"
      ),
      ("MFA944", item("expect: {}")), ("MFA945", end("{ end: done, waiting: identify }")),
      ("MFA946", end("{ outcome: succes }")), ("MFA948", "flow: f.yaml\nsdk: byHand\nworld: {}\nscenarios: []"),
      ("MFA950", item("a: b\n        during: []")), ("MFA951", item("on: phone\n        do: [{ a: b }]")),
      ("MFA952", modules("{ a: yes }")), ("MFA958", item("release: replies")),
    ])
  func code(_ code: String, _ text: String) {
    #expect(
      ScenarioReader.read(SourceFile(path: "s.yaml", text: text), in: World.self).findings.map(\.code.id) == [code])
  }

  @Test("every code has a number and a name of its own")
  func codes() {
    #expect(Set(ScenarioRules.all.map(\.id)).count == ScenarioRules.all.count)
    #expect(Set(ScenarioRules.all.map(\.slug)).count == ScenarioRules.all.count)
  }

  private static func item(_ text: String) -> String {
    "flow: f.yaml\nscenarios:\n  - name: a\n    do:\n      - \(text)\n    expect: { end: done }\n"
  }

  private static func modules(_ text: String) -> String {
    "flow: f.yaml\nmodules: \(text)\nscenarios: [{ name: a, expect: { end: done } }]"
  }

  private static func end(_ text: String) -> String { "flow: f.yaml\nscenarios: [{ name: a, expect: \(text) }]" }
}

extension Diagnostic {
  /// What stands in the file at the place of the finding, on its first line.
  func words(in file: SourceFile) -> String {
    let table = LineTable(file)
    let (start, end) = (table.offset(of: range.start), table.offset(of: range.end))
    return String(decoding: file.bytes[start..<end], as: UTF8.self)
  }
}
