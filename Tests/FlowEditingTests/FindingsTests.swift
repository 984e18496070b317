// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Findings while somebody types")
struct FindingsTests {
  @Test("a buffer that nobody has saved is checked, and its file is not")
  func unsaved() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    #expect(desk.codes("a.yaml") == [])
    desk.edit("a.yaml", Samples.flow(replacing: "onUserLoggedIn: signedIn", by: "onUserLoggedIn: signdIn"))
    #expect(desk.codes("a.yaml") == ["MFA205"])
    desk.workspace.close(desk.path("a.yaml"))
    #expect(desk.codes("a.yaml") == [])
  }

  @Test("a change in a part is told in each flow that uses it, though nobody has opened that")
  func parts() throws {
    let flow = Samples.flow(replacing: "start:", by: "use: [session]\nstart:")
      .replacingOccurrences(of: "  failed:", with: "  signedOut: { outcome: ended }\n  failed:")
    let desk = try EditingDesk(["a.yaml": flow, "b.yaml": flow, "session.yaml": Samples.part])
    #expect(desk.codes("a.yaml") == [])
    desk.edit("session.yaml", Samples.part.replacingOccurrences(of: "[signedOut]", with: "[signedOut, elsewhere]"))
    desk.workspace.settle()
    #expect(["a.yaml", "b.yaml"].map { desk.codes($0) } == [["MFA192"], ["MFA192"]])
    desk.edit("session.yaml", Samples.part)
    #expect(["a.yaml", "b.yaml"].map { desk.codes($0) } == [[], []])
  }

  @Test(
    "what is mended in a part is gone at once, before the flows that use it are checked again",
    arguments: [
      ("sdk: relid", "sdkx: relid"), ("to: signedOut", "to: signedOutt"), ("interrupts:", "interruptsx:"),
      ("{ to: signedOut }", "{ tox: signedOut }"),
    ])
  func mended(right: String, wrong: String) throws {
    let flow = Samples.flow(replacing: "start:", by: "use: [session]\nstart:")
      .replacingOccurrences(of: "  failed:", with: "  signedOut: { outcome: ended }\n  failed:")
    let desk = try EditingDesk(["a.yaml": flow, "session.yaml": Samples.part])
    desk.edit("session.yaml", Samples.part.replacingOccurrences(of: right, with: wrong))
    #expect(!desk.codes("session.yaml").isEmpty)
    desk.edit("session.yaml", Samples.part)
    desk.workspace.settle(desk.path("session.yaml"), alone: true)
    #expect(desk.workspace.findings(of: desk.path("session.yaml")).map(\.finding.code.id) == [])
  }

  @Test("what only a flow finds in its part moves along with the text of the part")
  func moved() throws {
    let flow = Samples.flow(replacing: "start:", by: "use: [session]\nstart:")
      .replacingOccurrences(of: "  failed:", with: "  signedOut: { outcome: ended }\n  failed:")
    let desk = try EditingDesk(["a.yaml": flow])
    // The end is a success, which only the flow knows.
    let wrong = Samples.part.replacingOccurrences(of: "signedOut", with: "done")
    desk.edit("session.yaml", wrong)
    let first = desk.codes("session.yaml")
    let line = desk.workspace.findings(of: desk.path("session.yaml")).first?.finding.range.start.line ?? 0
    #expect(!first.isEmpty && line > 1)
    desk.edit("session.yaml", wrong.replacingOccurrences(of: "sdk:", with: "# one\n# two\nsdk:"))
    desk.workspace.settle(desk.path("session.yaml"), alone: true)
    let found = desk.workspace.findings(of: desk.path("session.yaml"))
    #expect(found.map(\.finding.code.id) == first)
    #expect(found.first?.finding.range.start.line == line + 2)
  }

  @Test("what is found in a flow with its variant is told once while somebody types above it, and not of what is gone")
  func variantOfTyped() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow, "v.yaml": NamesTests.variant])
    let wrong = Samples.flow(replacing: "version: 1.0.0", by: "version: 1.0.0\nversionx: 1")
    desk.edit("a.yaml", wrong)
    #expect(desk.codes("a.yaml") == ["MFA120"])
    desk.edit("a.yaml", "# one\n# two\n" + wrong)
    desk.workspace.settle(desk.path("a.yaml"), alone: true)
    #expect(desk.workspace.findings(of: desk.path("a.yaml")).map(\.finding.range.start.line) == [6])
    desk.edit("a.yaml", Samples.flow)
    desk.workspace.settle(desk.path("a.yaml"), alone: true)
    #expect(desk.workspace.findings(of: desk.path("a.yaml")).isEmpty)
  }

  @Test("who asks about a catalogue or a part hears what its flow finds there, though nobody has checked that")
  func uncheckedFlow() throws {
    let flow = Samples.flow(replacing: "start:", by: "use: [session]\ncatalogues: [a.de]\nmessages-in: en\nstart:")
      .replacingOccurrences(of: "  failed:", with: "  signedOut: { outcome: ended }\n  failed:")
    let desk = try EditingDesk(["a.yaml": flow, "session.yaml": Samples.part])
    desk.edit("a.de.yaml", "catalogue: de\nmessages:\n  chek-your-name: Prüfen Sie Ihre Eingabe.\n")
    desk.workspace.settle(desk.path("a.de.yaml"))
    let found = desk.workspace.findings(of: desk.path("a.de.yaml")).map(\.finding.code.id)
    #expect(found.contains("MFA271"), "\(found)")
    let texts = "catalogue: de\nmessages: { check-your-name: Prüfen. }\n"
    let other = try EditingDesk(["a.yaml": flow, "a.de.yaml": texts])
    // The end is a success, which only the flow knows.
    other.edit("session.yaml", Samples.part.replacingOccurrences(of: "signedOut", with: "done"))
    other.workspace.settle(other.path("session.yaml"))
    #expect(!other.workspace.findings(of: other.path("session.yaml")).isEmpty)
  }

  @Test("who asks about a flow hears what its variant finds there, though nobody has checked that")
  func uncheckedVariant() throws {
    let desk = try EditingDesk(["v.yaml": NamesTests.variant])
    let circle = Samples.flow(replacing: "sdk: relid\n", by: "extends: v@1.0\n")
    desk.edit("a.yaml", circle)
    desk.workspace.settle(desk.path("a.yaml"))
    let asked = desk.workspace.findings(of: desk.path("a.yaml")).map(\.finding.code.id)
    #expect(asked == desk.codes("a.yaml"))
  }

  @Test("a part that is made, and one that vanishes, are noticed by the flows that name it")
  func vanishing() throws {
    let flow = Samples.flow(replacing: "start:", by: "use: [session]\nstart:")
      .replacingOccurrences(of: "  failed:", with: "  signedOut: { outcome: ended }\n  failed:")
    let desk = try EditingDesk(["a.yaml": flow])
    #expect(desk.codes("a.yaml").contains("MFA190") || !desk.codes("a.yaml").isEmpty)
    try desk.put("session.yaml", Samples.part)
    desk.workspace.filesChanged([desk.path("session.yaml")])
    #expect(desk.codes("a.yaml") == [])
    try FileManager.default.removeItem(atPath: desk.path("session.yaml"))
    desk.workspace.filesChanged([desk.path("session.yaml")])
    #expect(!desk.codes("a.yaml").isEmpty)
  }

  @Test("what changes on the disk untold is noticed once when it is looked at; a new file, when it is looked for")
  func untold() throws {
    let flow = Samples.flow(replacing: "start:", by: "use: [session]\nstart:")
      .replacingOccurrences(of: "  failed:", with: "  signedOut: { outcome: ended }\n  failed:")
    let desk = try EditingDesk(["a.yaml": flow])
    #expect(!desk.codes("a.yaml").isEmpty && !desk.workspace.lookAtDisk(forNew: true))
    try desk.put("session.yaml", Samples.part)
    #expect(desk.workspace.lookAtDisk(forNew: false) && desk.codes("a.yaml") == [])
    #expect(!desk.workspace.lookAtDisk(forNew: true))
    try desk.put("session.yaml", "part: session\n")
    #expect(desk.workspace.lookAtDisk(forNew: false) && !desk.codes("session.yaml").isEmpty)
    try FileManager.default.removeItem(atPath: desk.path("session.yaml"))
    #expect(desk.workspace.lookAtDisk(forNew: false) && !desk.codes("a.yaml").isEmpty)
    try desk.put("b.yaml", flow)
    #expect(!desk.workspace.lookAtDisk(forNew: false) && desk.codes("b.yaml") == [])
    #expect(desk.workspace.lookAtDisk(forNew: true) && !desk.codes("b.yaml").isEmpty)
  }

  @Test("what somebody edits counts, whatever is written to the disk below it")
  func untoldBelowEdits() throws {
    let desk = try EditingDesk(["a.yaml": "language: mfaflow/1\n"])
    _ = desk.codes("a.yaml")
    desk.edit("a.yaml", Samples.flow)
    try desk.put("a.yaml", "language: mfaflow/1\nflow: other\n")
    #expect(!desk.workspace.lookAtDisk(forNew: true) && desk.codes("a.yaml") == [])
    desk.workspace.close(desk.path("a.yaml"))
    #expect(!desk.codes("a.yaml").isEmpty)
  }

  @Test(
    "a folder that vanishes or comes, and of which its own path alone is told, is noticed by the flows that name its files"
  )
  func vanishingFolder() throws {
    let flow = Samples.flow(replacing: "start:", by: "use: [parts/in/session]\nstart:")
      .replacingOccurrences(of: "  failed:", with: "  signedOut: { outcome: ended }\n  failed:")
    let desk = try EditingDesk(["a.yaml": flow, "parts/in/session.yaml": Samples.part])
    #expect(desk.codes("a.yaml") == [])
    try FileManager.default.moveItem(atPath: desk.path("parts"), toPath: desk.path("others"))
    #expect(desk.workspace.filesChanged([desk.path("parts"), desk.path("others")]))
    #expect(!desk.codes("a.yaml").isEmpty)
    #expect(desk.workspace.texts.text(desk.path("parts/in/session.yaml")) == nil)
    #expect(desk.codes("parts/in/session.yaml") == [])
    try FileManager.default.moveItem(atPath: desk.path("others"), toPath: desk.path("parts"))
    #expect(desk.workspace.filesChanged([desk.path("others"), desk.path("parts")]))
    #expect(desk.codes("a.yaml") == [])
  }

  @Test(
    "what is none of ours and changes on the disk is passed over", arguments: ["notes.txt", ".git/index.lock", "node"])
  func foreignChange(name: String) throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow, "node/x.js": "x"])
    #expect(desk.codes("a.yaml") == [])
    #expect(!desk.workspace.filesChanged([desk.path(name)]))
    #expect(desk.workspace.filesChanged([desk.path("a.yaml")]))
  }

  @Test("a configuration that nobody has saved yet counts, and counts no more once it is closed")
  func newConfiguration() throws {
    let flow = Samples.flow(replacing: "messages:", by: "messages:\n  unused: Never shown.")
    let desk = try EditingDesk(["flows/a.yaml": flow])
    #expect(desk.codes("flows/a.yaml") == ["MFA311"])
    desk.edit(".mfaflow.yaml", "severities: { unused-message: 'off' }\n")
    #expect(desk.codes("flows/a.yaml") == [])
    // The nearest one decides.
    desk.edit("flows/.mfaflow.yaml", "severities: { unused-message: error }\n")
    #expect(desk.codes("flows/a.yaml") == ["MFA311"])
    desk.workspace.close(desk.path("flows/.mfaflow.yaml"))
    #expect(desk.codes("flows/a.yaml") == [])
    desk.workspace.close(desk.path(".mfaflow.yaml"))
    #expect(desk.codes("flows/a.yaml") == ["MFA311"])
  }

  @Test("a baseline that is missing or broken is told, and counts as soon as it is there")
  func baseline() throws {
    let flow = Samples.flow(replacing: "messages:", by: "messages:\n  unused: Never shown.")
    let desk = try EditingDesk(["a.yaml": flow])
    desk.edit(".mfaflow.yaml", "severities: { unused-message: 'off' }\nbaseline: known.baseline\n")
    #expect(desk.codes("a.yaml") == ["MFA311"], "the configuration is not in force")
    #expect(desk.codes(".mfaflow.yaml") == ["MFA930"])
    try desk.put("known.baseline", "no line of a baseline\n")
    #expect(desk.workspace.filesChanged([desk.path("known.baseline")]))
    #expect(desk.codes(".mfaflow.yaml") == [] && desk.codes("known.baseline") == ["MFA964"])
    #expect(desk.codes("a.yaml") == ["MFA311"])
    try desk.put("known.baseline", "# Nothing.\n")
    #expect(desk.workspace.filesChanged([desk.path("known.baseline")]))
    #expect(desk.codes("known.baseline") == [] && desk.codes("a.yaml") == [])
    desk.edit("known.baseline", "no line\n")
    #expect(desk.codes("known.baseline") == ["MFA964"] && desk.codes("a.yaml") == [], "the last good one is in force")
    desk.workspace.close(desk.path("known.baseline"))
    #expect(desk.codes("known.baseline") == [] && desk.codes(".mfaflow.yaml") == [])
  }

  @Test("an allowance for a file that is not there is told in the configuration, as a check tells it")
  func staleAllowance() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    desk.edit(".mfaflow.yaml", "allow:\n  - { rule: MFA311, path: gone.yaml, because: nobody knows }\n")
    #expect(desk.codes(".mfaflow.yaml") == ["MFA963"])
    desk.edit(".mfaflow.yaml", "allow:\n  - { rule: MFA311, path: a.yaml, because: nobody knows }\n")
    #expect(desk.codes(".mfaflow.yaml") == [])
  }

  @Test("the configuration counts, a broken one changes nothing")
  func configuration() throws {
    let flow = Samples.flow(
      replacing: "  check-your-name: Check", by: "  unused: Never shown.\n  check-your-name: Check")
    let desk = try EditingDesk(["a.yaml": flow, ".mfaflow.yaml": "severities: { unused-message: 'off' }\n"])
    #expect(desk.codes("a.yaml") == [])
    desk.edit(".mfaflow.yaml", "severities: { unused-message: error }\n")
    desk.workspace.settle()
    #expect(desk.workspace.findings(of: desk.path("a.yaml")).map(\.finding.severity) == [.error])
    desk.edit(".mfaflow.yaml", "severities: { unused-message: loud }\n")
    desk.workspace.settle()
    #expect(desk.workspace.findings(of: desk.path("a.yaml")).map(\.finding.severity) == [.error])
    #expect(!desk.codes(".mfaflow.yaml").isEmpty)
  }

  @Test("an allowance in the buffer counts")
  func allowance() throws {
    let desk = try EditingDesk()
    let line = "  unused: Never shown.\n  check-your-name: Check"
    desk.edit("a.yaml", Samples.flow(replacing: "  check-your-name: Check", by: line))
    #expect(desk.codes("a.yaml") == ["MFA311"])
    desk.edit(
      "a.yaml",
      Samples.flow(replacing: "  check-your-name: Check", by: "  # mfaflow: allow MFA311 because later\n" + line))
    #expect(desk.codes("a.yaml") == [])
  }

  @Test(
    "a file of every kind is looked at",
    arguments: [
      ("w.world.yaml", "users: { bob: { pasword: x } }\n"), ("a.answers.yaml", "answers: { a: b }\n"),
      (
        "s.scenarios.yaml",
        "flow: a.yaml\nscenarios:\n  - { name: x, do: [{ nowhere: { a: b } }], expect: { end: done } }\n"
      ),
      ("c.yaml", "contract: own\nversion: 1\n"), ("t.yaml", "catalogue: de\nmessages: [a]\n"),
      (".mfaflow.yaml", "exlude: [a]\n"), ("p.yaml", "part: p\nsdk: relid\nstepps: {}\n"),
    ])
  func kinds(name: String, text: String) throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    desk.edit(name, text)
    #expect(!desk.codes(name).isEmpty)
  }

  @Test("a finding in a world or in answers quotes no password")
  func secrets() throws {
    let desk = try EditingDesk()
    desk.edit(
      "w.world.yaml",
      "users: { bob: { password: [hunter-2-secret], activationCode: { hunter-2-secret: hunter-2-secret } } }\n")
    desk.workspace.settle()
    for finding in desk.workspace.findings(of: desk.path("w.world.yaml")) {
      #expect(!finding.words.contains("hunter-2-secret"), "\(finding.words)")
    }
  }

  @Test(
    "what is none of ours is left alone",
    arguments: ["a: b\n", "", "services: { web: { image: x } }\n", "{{{", "\u{0}"])
  func foreign(text: String) throws {
    let desk = try EditingDesk()
    desk.edit("compose.yaml", text)
    #expect(desk.codes("compose.yaml") == [])
  }

  @Test("what an editor calls a flow is checked as one, be it empty")
  func calledFlow() throws {
    let desk = try EditingDesk()
    desk.workspace.edit(SourceFile(path: desk.path("new.yaml"), text: "a: b\n"), isFlow: true)
    #expect(!desk.codes("new.yaml").isEmpty)
  }
}
