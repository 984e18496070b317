// SPDX-License-Identifier: Apache-2.0

import FlowLanguage

extension KeyFrame {
  /// A frame for each map of the table.
  static let all = FileKind.allCases.map { KeyFrame($0) } + ofFlows + ofContracts + ofWorlds + ofScenarios + ofOthers

  private static let ofFlows = [
    KeyFrame(.flow, .silentThreats, "threats: { @ }", ["silent: [LOW]"]),
    KeyFrame(.flow, .requirement, "require: { @ }", ["kinds: 1"]),
    KeyFrame(.flow, .budget, "budgets: { b: { @ } }", ["count: 1"]),
    KeyFrame(.flow, .message, "messages: { m: { @ } }", ["text: '{n}'", "each: { n: x }"]),
    KeyFrame(.flow, .plural, "messages: { m: { text: '{n}', plural: { n: { @ } } } }", ["other: x"]),
    KeyFrame(.flow, .step, "steps: { a: { @ } }", ["challenge: getUser"]),
    KeyFrame(.flow, .interrupt, "interrupts: { onUserLoggedOff: { @ } }", ["answer: setUser"]),
    KeyFrame(.flow, .end, "ends: { b: { @ } }", ["outcome: success"]),
    KeyFrame(.flow, .answer, "steps: { a: { challenge: getUser, answer: { @ } } }", ["call: setUser"]),
    ofStep(.input, "ask: { i: { @ } }", ["type: text"]), ofStep(.pickOfStep, "pick: { p: { @ } }", ["from: event.x"]),
    ofStep(.check, "require: [{ @ }]", ["check: x"]), ofStep(.choice, "choices: { c: { @ } }", ["to: b"]),
    ofStep(.target, "then: { else: { @ } }", ["to: b"]),
    ofStep(.limit, "choices: { c: { to: b, max: { @ } } }", ["count: 1"]),
  ]

  private static func ofStep(_ shape: Shape, _ text: String, _ entries: [String]) -> KeyFrame {
    KeyFrame(.flow, shape, "steps: { a: { challenge: getUser, answer: setUser, \(text) } }", entries)
  }

  private static let ofContracts = [
    KeyFrame(.contract, .phase, "phases: { p: { @ } }"),
    KeyFrame(.contract, .authenticator, "authenticators: { pin: { @ } }", ["channel: typed"]),
    KeyFrame(.contract, .statusCode, "codes: { 5: { @ } }", ["name: wrong", "in: e", "source: chosen"]),
    KeyFrame(.contract, .errorNumber, "errors: { 5: { @ } }", ["name: bad", "calls: x", "source: chosen"]),
    KeyFrame(.contract, .contractEvent, "events: { e: { @ } }", ["kind: interrupt", "rank: 1", "source: chosen"]),
    KeyFrame(.contract, .contractCall, "calls: { x: { @ } }", ["source: chosen", "leadsTo: e"]),
    KeyFrame(.contract, .population, "populations: { u: { @ } }", ["comes: e", "source: chosen"]),
    KeyFrame(.contract, .reply, "calls: { x: { source: chosen, leadsTo: { e: { @ } } } }"),
  ]

  private static let ofWorlds = [
    KeyFrame(.world, .user, "users: { u: { @ } }", ["password: x"]), KeyFrame(.world, .device, "device: { @ }"),
    KeyFrame(.world, .furtherDevice, "devices: { d: { @ } }"), KeyFrame(.world, .policy, "policy: { @ }"),
    KeyFrame(.world, .approval, "approval: { @ }"), KeyFrame(.world, .session, "session: { @ }", ["idle: 5m"]),
    KeyFrame(.world, .forcedLogOff, "forcedLogOff: { @ }", ["after: 1s"]),
    KeyFrame(.world, .fault, "faults: [{ @ }]", ["call: setUser", "error: 5"]),
    KeyFrame(.world, .threatFinding, "threats: [{ @ }]", ["consent: [{ threatId: 1 }]"]),
    KeyFrame(.world, .threat, "threats: [{ consent: [{ @ }] }]", ["threatId: 1"]),
    KeyFrame(.world, .networkInfo, "threats: [{ consent: [{ threatId: 1, networkInfo: { @ } }] }]"),
    KeyFrame(.world, .appInfo, "threats: [{ consent: [{ threatId: 1, appInfo: { @ } }] }]"),
    KeyFrame(.world, .notification, "users: { u: { password: x, notifications: [{ @ }] } }", ["uuid: n"]),
    KeyFrame(
      .world, .action, "users: { u: { password: x, notifications: [{ uuid: n, actions: [{ @ }] }] } }", ["action: ok"]),
  ]

  private static let ofScenarios = [
    KeyFrame(
      .scenarios, .scenarioDevice, "devices: { a: { @ }, b: { flow: g.yaml } }\nscenarios: []", ["flow: f.yaml"]),
    KeyFrame(.scenarios, .verdict, "modules: { m: { @ } }", ["deny: x"]),
    KeyFrame(.scenarios, .verdicts, "modules: { m: { @ } }", ["isDeviceSecure: allow"]),
    KeyFrame(.scenarios, .builtWorld, "worlds: { w: { @ } }\nscenarios: [{ name: n, world: w, expect: todo }]"),
    KeyFrame(
      .scenarios, .beginning, "beginnings: { b: { @ } }\nscenarios: [{ name: n, begin: b, expect: todo }]",
      ["do: [{ after: 1s }]"]),
    KeyFrame(.scenarios, .scenario, "scenarios: [{ @ }]", ["name: n", "expect: todo"]),
    KeyFrame(.scenarios, .ending, "scenarios: [{ name: n, expect: { @ } }]", ["end: b"]),
    ofItem(.reasons, "deny: { m: { @ } }", ["isDeviceSecure: x"]),
    ofItem(.stepExpectation, "expect: { @ }", ["step: a"]),
    ofItem(.rejection, "reject: { @ }", ["call: setUser", "code: 5"]),
    ofItem(.chosen, "a: { @ }", ["choice: c", "confirm: no"]),
    ofItem(.shownItem, "expect: { shown: { p: [{ @ }] } }", ["text: x"]),
    ofItem(
      .item, "@", [],
      only: ["expect", "after", "background", "event", "reject", "allow", "deny", "hold", "release"]),
    ofItem(.item, "@", ["event: x"], only: ["unknown", "with", "status", "error"]),
    ofItem(.item, "@", ["a: c"], only: ["during"]), ofDevices(["do: []"], only: ["on"]),
    ofDevices(["on: p"], only: ["do"]),
  ]

  private static func ofItem(_ shape: Shape, _ text: String, _ entries: [String], only: [String]? = nil) -> KeyFrame {
    KeyFrame(
      .scenarios, shape, "scenarios: [{ name: n, expect: todo, do: [{ \(text) }] }]", entries, only: only)
  }

  /// An item of one of several devices.
  private static func ofDevices(_ entries: [String], only: [String]) -> KeyFrame {
    let scenario = "{ name: n, expect: { p: { end: b }, q: { end: b } }, do: [{ @ }] }"
    return KeyFrame(
      .scenarios, .item, "devices: { p: { flow: f.yaml }, q: { flow: f.yaml } }\nscenarios: [\(scenario)]", entries,
      only: only)
  }

  private static let ofOthers = [
    KeyFrame(.answers, .chosen, "answers: [{ a: { @ } }]", ["choice: c", "confirm: no"]),
    KeyFrame(.config, .permit, "allow: [{ @ }]", ["rule: MFA304", "path: x", "because: y"]),
  ]
}
