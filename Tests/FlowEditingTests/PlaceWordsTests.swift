// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowEditing

@Suite("What places take that no name of a flow is for")
struct PlaceWordsTests {
  private func labels(_ old: String, _ new: String) throws -> [String] {
    try EditingDesk().completions("a.yaml", Samples.flow(replacing: old, by: new))
  }

  @Test("times: usual ones, or a number that is begun with its units")
  func times() throws {
    #expect(try labels("    tries: 3\n", "    within: |\n").contains("30s"))
    #expect(try labels("    tries: 3\n", "    within: 45|\n") == ["45s", "45m", "45h"])
    #expect(try labels("leave: { to: failed }", "leave: { every: |, to: failed }").contains("1m"))
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    #expect(desk.completions("w.yaml", "users: {}\nlatency: |\n").contains("5s"))
    #expect(
      desk.completions("s.yaml", "flow: a.yaml\nscenarios:\n  - name: x\n    do:\n      - after: |\n").contains("1h"))
  }

  @Test("a countdown takes a number of seconds, an input a type, `earns` what the step's calls earn")
  func ofSteps() throws {
    let session =
      "interrupts:\n  onSessionTimeOutNotification: { countdown: |, choices: { go: { resume: true } } }\nends:\n"
    #expect(try labels("ends:\n", session) == ["$event.timeLeftInSeconds"])
    #expect(try labels("ask: [userName]", "ask: { note: | }") == ["count", "flag", "int", "secret", "text"])
    let step = "ends:\n"
    let earning = """
        password:
          challenge: getPassword(verify)
          ask: [password]
          answer: setPassword
          earns: [|]
      ends:

      """
    #expect(try labels(step, earning).contains("knowledge by password"))
  }

  @Test("what the check would refuse is not offered: other kinds of events, other types, other values of a parameter")
  func ofContract() throws {
    let events = try labels("event: onUserLoggedIn", "event: |")
    #expect(events.contains("onUserLoggedIn") && events.contains("onSessionTimeout"))
    #expect(Set(events).isDisjoint(with: ["getUser", "getPassword(verify)", "onInitialized"]))
    #expect(try labels("challenge: getUser", "challenge: |").contains("getUser"))
    #expect(try labels("ask: [userName]", "ask: { userName: | }") == ["text"])
    #expect(try labels("goal: aal2\n", "goal: aal2\nthreats: { silent: [|] }\n") == ["HIGH", "LOW", "MEDIUM"])
    let step = "finish: { call: logOff, with: { userID: | }, then: { else: failed } }"
    #expect(try labels("finish: { to: done }", step) == ["$user", "$event.userID"])
    let typed = step.replacingOccurrences(of: "|", with: "$event.|")
    #expect(try labels("finish: { to: done }", typed) == ["$event.userID"])
  }

  @Test("a pick is from a list, in the order of a field, and shows fields of its items")
  func picks() throws {
    func labels(_ pick: String) throws -> [String] {
      let step = """
          inbox:
            event: onGetNotifications
            pick:
              notice: \(pick)
              action: { from: \(pick.contains("|") ? "x" : "|") }
        ends:

        """
      return try self.labels("ends:\n", step)
    }
    #expect(try labels("{ from: | }") == ["event.notifications"])
    #expect(try labels("{ from: event.notifications }").contains("notice.actions"))
    #expect(try labels("{ from: event.notifications, order: | }").contains("descending createdAtEpoch"))
    #expect(try labels("{ from: event.notifications, show: \"{|}\" }").contains("subject"))
  }

  @Test("in a message, what the flow counts at the steps that show it")
  func counts() throws {
    let text = "  check-your-name: Check what you typed.\n"
    #expect(try labels(text, "  check-your-name: Left {|}\n").contains("tries"))
    #expect(try labels(text, "  check-your-name: Left {tries.|}\n") == ["left"])
  }

  private static let contract = """
    contract: own
    version: 1.0.0
    success: [0]
    phases:
      idle: { abandon: forget }
      inside: {}
    signedIn: inside
    modes: { enter: 0, choose: 1 }
    types:
      Level: [LOW, HIGH]
    authenticators:
      phone: { channel: sms }
    codes:
      4: { name: wrong, in: [askPin], source: chosen }
    events:
      askPin: { kind: challenge, modes: { pinMode: [enter] }, fields: { level: Level }, source: chosen }
      onIn: { kind: result, source: chosen }
    calls:
      start: { leadsTo: askPin(enter), source: chosen }
      forget: { phases: [idle], leadsTo: askPin 4, source: chosen }
      send:
        answers: askPin
        takes: { pin: secret }
        leadsTo: { onIn: { earns: { possession: phone } } }
        source: chosen

    """

  @Test(
    "what a contract names is offered where it is named again",
    arguments: [
      ("signedIn: inside", "signedIn: |", ["idle", "inside"]),
      ("abandon: forget", "abandon: |", ["forget", "send", "start"]),
      ("in: [askPin]", "in: [|]", ["askPin", "onIn"]), ("level: Level", "level: |", ["Level"]),
      ("success: [0]\n", "success: [0]\npatience: |\n", ["5s"]),
      ("pinMode: [enter]", "pinMode: [|]", ["choose", "enter"]),
      ("answers: askPin", "answers: |", ["askPin", "onIn"]), ("phases: [idle]", "phases: [|]", ["idle", "inside"]),
      ("possession: phone", "possession: |", ["phone"]),
      ("{ possession: phone }", "{ | }", ["inherence", "knowledge", "possession"]),
      ("leadsTo: { onIn: { earns: { possession: phone } } }", "leadsTo: { | }", ["askPin", "onIn"]),
      ("answers: askPin\n", "answers: askPin\n    echo: |\n", ["level", "pinMode"]),
      ("answers: askPin\n", "answers: askPin\n    accepts: |\n", ["always", "pin"]),
      ("source: chosen\n", "source: |\n", ["given", "sample", "documented", "weak", "chosen"]),
    ])
  func contracts(old: String, marked: String, expected: [String]) throws {
    let text = Self.contract.replacingOccurrences(of: old, with: marked)
    guard text != Self.contract else { return }
    let first = text.range(of: "|").map {
      text[..<$0.upperBound] + text[$0.upperBound...].replacingOccurrences(of: "|", with: "chosen")
    }
    let labels = try EditingDesk().completions("c.yaml", String(try #require(first)))
    #expect(labels.starts(with: expected), "\(labels)")
  }

  @Test("a name of a contract leads to where it is given, and to everywhere else, in flows on it, too")
  func namesOfContracts() throws {
    let flow =
      "language: mfaflow/1\nflow: f\nversion: 1.0.0\nsdk: ./c.yaml\nstart: a\nsteps:\n  a: { event: onIn, then: { else: x } }\n"
    let desk = try EditingDesk(["c.yaml": Self.contract, "f.yaml": flow])
    func definitions(_ marked: String) throws -> [FoundPlace] {
      let text = Self.contract.replacingOccurrences(of: marked.filter { $0 != "|" }, with: marked)
      let offset = desk.edit("c.yaml", text)
      desk.workspace.settle()
      let name = try #require(desk.workspace.name(at: offset, in: desk.path("c.yaml")))
      return desk.workspace.definitions(of: name, in: desk.path("c.yaml"))
    }
    for marked in [
      "signedIn: ins|ide", "abandon: for|get", "in: [ask|Pin]", "possession: ph|one", "askPin(en|ter)", "askPin |4",
    ] {
      #expect(try definitions(marked).count == 1, "\(marked)")
    }
    let offset = desk.edit("c.yaml", Self.contract.replacingOccurrences(of: "  onIn: {", with: "  on|In: {"))
    desk.workspace.settle()
    let name = try #require(desk.workspace.name(at: offset, in: desk.path("c.yaml")))
    let found = desk.workspace.occurrences(of: name, in: desk.path("c.yaml"))
    #expect(found.count == 3 && found.contains { $0.path == desk.path("f.yaml") })
    #expect(throws: RenamingProblem.self) { try desk.workspace.renamable(at: offset, in: desk.path("c.yaml")) }
    #expect(desk.workspace.meaning(at: offset, in: desk.path("c.yaml"))?.text.hasPrefix("**onIn** (result)") == true)
  }

  @Test(
    "worlds and scenarios: their own worlds, beginnings, modules and users, calls of the SDK, fields of a step's event")
  func worlds() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    let head =
      "flow: a.yaml\nmodules: { root: allow }\nworlds: { empty: { users: { bob: {} } } }\nbeginnings: { in: [] }\n"
    func labels(_ scenario: String) -> [String] {
      desk.completions("s.scenarios.yaml", "\(head)scenarios:\n  - name: x\n    \(scenario)\n")
    }
    #expect(labels("world: |") == ["empty"])
    #expect(labels("begin: |") == ["in"])
    #expect(labels("do: [allow: |]") == ["root"])
    #expect(labels("do:\n      - expect: { step: identify, data: { | } }").contains("userNames"))
    #expect(labels("do:\n      - expect: { step: identify, status: | }").contains("101"))
    let threat = "do:\n      - event: onUserConsentThreats\n        with: { threats: [{ "
    #expect(labels(threat + "| }] }").contains("threatSeverity"))
    #expect(labels(threat + "threatSeverity: | }] }") == ["HIGH", "LOW", "MEDIUM"])
    let world = "users: { bob: {} }\n"
    #expect(desk.completions("w.yaml", world + "device: { recentUser: | }\n") == ["bob"])
    #expect(desk.completions("w.yaml", world + "faults: [ { call: | } ]\n").contains("setUser"))
    #expect(desk.completions("w.yaml", world + "threats: [ { during: | } ]\n").contains("initialize"))
  }

  @Test("answers are those to the flow beside them that has their name")
  func answers() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow, "b/a.yaml": "x: 1\n"])
    #expect(desk.completions("a.answers.yaml", "answers:\n  - |\n").contains("identify"))
    #expect(desk.completions("a.answers.yaml", "answers:\n  - identify: { | }\n").contains("userName"))
    #expect(desk.completions("a.answers.yaml", "answers:\n  - signedIn: |\n") == ["finish"])
    #expect(desk.completions("b.answers.yaml", "answers:\n  - |\n").isEmpty, "no flow has its name")
    #expect(desk.completions("b/a.answers.yaml", "answers:\n  - |\n").isEmpty, "it is no flow")
  }

  private func meaning(_ old: String, _ new: String, _ files: [String: String] = [:]) throws -> String? {
    let desk = try EditingDesk(files)
    let offset = desk.edit("a.yaml", Samples.flow(replacing: old, by: new))
    desk.workspace.settle()
    return desk.workspace.meaning(at: offset, in: desk.path("a.yaml"))?.text
  }

  @Test("placeholders, questions of gates, moves and paths are explained")
  func meanings() throws {
    let text = "  check-your-name: Check what you typed.\n"
    let field = try meaning(text, "  check-your-name: \"Not {recently|LoggedInUser}.\"\n")
    #expect(field?.hasPrefix("**recentlyLoggedInUser**: a field of `getUser`") == true)
    #expect(try meaning(text, "  check-your-name: \"{tries.le|ft} left\"\n") == "**left**: counted by the flow")
    let gate = try meaning("answer: setUser\n", "answer: setUser\n    gate: [is|DeviceSecure]\n")
    #expect(gate?.hasPrefix("**isDeviceSecure**: a question to the security modules.") == true)
    #expect(try meaning("101: { retry: check-your-name }", "101: ret|ry")?.hasPrefix("**retry**: Asks again") == true)
    let part = Samples.part.replacingOccurrences(of: "sdk:", with: "summary: Ends a session.\nsdk:")
    let path = try meaning("start:", "use: [parts/ses|sion]\nstart:", ["parts/session.yaml": part])
    #expect(path?.contains("Ends a session.") == true)
    #expect(path?.contains("Interrupts: `onUserLoggedOff`") == true && path?.contains("Needs: `signedOut`") == true)
    #expect(try meaning("sdk: relid", "sdk: re|lid")?.contains("a contract, built in") == true)
  }

  @Test("who names a file is found from its path and from its name")
  func uses() throws {
    let desk = try EditingDesk(["parts/session.yaml": Samples.part])
    let offset = desk.edit("a.yaml", Samples.flow(replacing: "start:", by: "use: [parts/ses|sion]\nstart:"))
    desk.workspace.settle()
    let path = try #require(desk.workspace.name(at: offset, in: desk.path("a.yaml")))
    #expect(desk.workspace.occurrences(of: path, in: desk.path("a.yaml")).map(\.path) == [desk.path("a.yaml")])
    let part = try #require(desk.workspace.names(in: desk.path("parts/session.yaml")).first { $0.kind == .part })
    #expect(
      desk.workspace.occurrences(of: part, in: desk.path("parts/session.yaml")).map(\.path) == [desk.path("a.yaml")])
    // Who looks for it hears of its own name, too, as that which gives it.
    for (place, name) in [(path, "a.yaml"), (part, "parts/session.yaml")] {
      let found = desk.workspace.references(of: place, in: desk.path(name))
      #expect(found.map(\.path) == [desk.path("parts/session.yaml"), desk.path("a.yaml")])
      #expect(found.map(\.place.isDefinition) == [true, false])
    }
  }

  @Test("the references of a flow's name are its own word, its variants and its scenarios")
  func flowsOfName() throws {
    let desk = try EditingDesk([
      "a.yaml": Samples.flow, "v.yaml": NamesTests.variant, "a.scenarios.yaml": NamesTests.scenarios,
    ])
    desk.workspace.settle()
    let flow = try #require(desk.workspace.names(in: desk.path("a.yaml")).first { $0.kind == .flow })
    let found = desk.workspace.references(of: flow, in: desk.path("a.yaml"))
    #expect(Set(found.map(\.path)) == Set(["a.yaml", "v.yaml", "a.scenarios.yaml"].map { desk.path($0) }))
    #expect(found.filter(\.place.isDefinition).map(\.path) == [desk.path("a.yaml")])
  }
}
