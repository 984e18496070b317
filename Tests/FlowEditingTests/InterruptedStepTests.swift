// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Names of steps in guards")
struct InterruptedStepTests {
  private static let flow = Samples.flow(
    replacing: "ends:\n",
    by: #"""
      interrupts:
        onUserConsentThreats:
          choices:
            leave: { when: interrupted == "identify", to: failed }
            out: { when: 'interrupted in ["signedIn", "initialize"]', to: failed }
            away: { when: "\"identify\" != interrupted", to: failed }
          then: { else: failed }
      ends:

      """#)

  @Test(
    "what a guard holds against `interrupted` is the name of a step",
    arguments: [
      (#"interrupted == "home""#, ["home"]), (#""home" != interrupted"#, ["home"]),
      (#"interrupted in ["a", 'b'] && !(interrupted == 'c')"#, ["a", "b", "c"]),
      (#"interrupted=="signIn/verify""#, ["signIn/verify"]),
      // What YAML has escaped.
      (#"interrupted ==  "home ""#, ["home"]),
      (#"event.level == "HIGH""#, []), (#"event.interrupted == "home""#, []),
      (#"interrupted == event.step || event.kind == "x""#, []), (#"event.kind in ["interrupted", "x"]"#, []),
      (#"interrupted in contract.steps && "x" == "y""#, []), (#"interrupted == """#, []),
      (#"interrupted == "ho"#, ["ho"]),
      ("", []), ("[", []), ("\"\"", []), (#"in ["a"]"#, []),
    ])
  func names(guarding: String, expected: [String]) {
    let names = InterruptedSteps(in: guarding).names
    #expect(names.map(\.text) == expected)
    let bytes = Array(guarding.utf8)
    for name in names {
      #expect(bytes[name.start..<name.start + name.text.utf8.count].elementsEqual(name.text.utf8))
    }
  }

  @Test(
    "a step is renamed in the guards that name it, however they are written",
    arguments: [("identify", "identify:\n"), ("identify", "identify\", to"), ("signedIn", "signedIn\", \"init")])
  func renaming(old: String, word: String) throws {
    let desk = try EditingDesk(["a.yaml": Self.flow])
    desk.workspace.settle()
    let start = try #require(Self.flow.range(of: word)).lowerBound
    let edits = try desk.workspace.renaming(
      at: Self.flow[..<start].utf8.count + 1, in: desk.path("a.yaml"), to: "elsewhere")
    #expect(desk.applied(edits, to: "a.yaml") == Self.flow.replacingOccurrences(of: old, with: "elsewhere"))
  }

  @Test("a part that is extracted needs the steps that its guards name, and is sound alone")
  func extraction() throws {
    let desk = try EditingDesk()
    desk.edit("a.yaml", Self.flow)
    let path = desk.path("a.yaml")
    let before = desk.codes("a.yaml")
    let start = Self.flow[..<(try #require(Self.flow.range(of: "onUserConsentThreats:")).lowerBound)].utf8.count
    let offer = try #require(desk.workspace.refactorings(in: start..<start + 4, of: path).first)
    let edits = try desk.workspace.edits(for: offer)
    let (made, text) = try #require(edits.created.first)
    #expect(text.contains("\nneeds: [identify, failed, signedIn, initialize]\n"), "\(text)")
    desk.edit("a.yaml", try #require(desk.applied(edits, to: "a.yaml")))
    desk.workspace.edit(SourceFile(path: made, text: text))
    #expect(!desk.codes("a.yaml").contains("MFA218"))
    #expect(!desk.workspace.findings(of: made).map(\.finding.code.id).contains { !before.contains($0) })
  }
}
