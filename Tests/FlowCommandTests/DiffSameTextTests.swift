// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("mfaflow diff: texts that are written otherwise and say the same")
struct DiffSameTextTests {
  private static let forms = ("one: One attempt.", #"other: "{attemptsLeft} attempts.""#)
  private static let flow = login("{ \(forms.0), \(forms.1) }")

  /// The flow with a text that ends with a number, in English.
  ///
  /// - Parameters:
  ///   - forms: of the words for the number.
  ///   - none: the line of what stands for a number that is missing; empty for none.
  private static func login(_ forms: String, none: String = "none: Try again.") -> String {
    DiffTests.login.replacing("sdk: relid\n", with: "sdk: relid\nmessages-in: en\n")
      .replacing(
        "  your-word: Your password, please.\n",
        with: """
            your-word:
              text: "Your password. {attemptsLeft}"
              plural: { attemptsLeft: \(forms) }
              \(none)

          """)
  }

  /// What is told of two flows, each with its part for threats and its German texts.
  private func diff(
    _ old: String, _ new: String, threats: (String) -> String = { $0 }, german: (String, String)? = nil
  ) async throws -> Outcome {
    let desk = try Desk()
    for (folder, flow) in [("old", old), ("new", new)] {
      try DiffTests.putParts(in: "\(folder)/", of: desk)
      try desk.put("\(folder)/login.yaml", flow)
    }
    let part = try ShippedFlows.text("parts/threats.yaml")
    try desk.put("new/parts/threats.yaml", threats(part))
    if let german {
      for (folder, forms) in [("old", german.0), ("new", german.1)] {
        let text = #"text: "Ihr Passwort. {attemptsLeft}", plural: { attemptsLeft: \#(forms) }, none: Noch einmal."#
        try desk.put("\(folder)/login.de.yaml", "catalogue: de\nmessages:\n  your-word: { \(text) }\n")
      }
    }
    return await desk.run("diff", "--fail-on", "any", "@old/login.yaml", "@new/login.yaml")
  }

  private func expectEqual(_ outcome: Outcome) {
    #expect(outcome.code == .success && outcome.output.contains(": equal ("), "\(outcome)")
  }

  @Test("the forms of a number may stand in any order, in the flow and in a catalogue")
  func order() async throws {
    expectEqual(try await diff(Self.flow, Self.login("{ \(Self.forms.1), \(Self.forms.0) }")))
    let (one, other) = ("one: Ein Versuch.", #"other: "{attemptsLeft} Versuche.""#)
    let names = Self.flow.replacing("use: [", with: "catalogues: [login.de]\nuse: [")
    expectEqual(try await diff(names, names, german: ("{ \(one), \(other) }", "{ \(other), \(one) }")))
  }

  @Test("another form is told, in whatever order they stand")
  func otherForm() async throws {
    let outcome = try await diff(Self.flow, Self.login("{ \(Self.forms.1), one: A single attempt. }"))
    #expect(outcome.code == .failure, "\(outcome)")
    #expect(outcome.output.contains("; `one`: One attempt.; `other`: {attemptsLeft} attempts.; `none`"), "\(outcome)")
    #expect(outcome.output.contains("; `one`: A single attempt.; `other`: {attemptsLeft} attempts.;"), "\(outcome)")
  }

  @Test("blanks that nobody is shown say nothing: at the end of a text, of an item and of what stands for the rest")
  func blanks() async throws {
    let forms = #"{ one: "One attempt. ", other: "{attemptsLeft} attempts.  " }"#
    expectEqual(try await diff(Self.flow, Self.login(forms, none: #"none: "Try again.  ""#)))
    let more = #"more: "- and {count} more"#
    let item = #"{threatSeverity}). {threatMsg}"#
    for (written, other) in [(more, more + "  "), (item, item + " ")] {
      expectEqual(
        try await diff(Self.flow, Self.flow) { part in
          #expect(part.contains(written + "\""))
          return part.replacing(written + "\"", with: other + "\"")
        })
    }
  }

  @Test("blanks before something that is shown are told")
  func blanksInside() async throws {
    let inside = Self.flow.replacing("Your password. {attemptsLeft}", with: "{attemptsLeft} That is all.")
    let outcome = try await diff(inside, inside.replacing("one: One attempt.", with: #"one: "One attempt.  ""#))
    #expect(outcome.code == .failure && outcome.output.contains("  1 wording\n"), "\(outcome)")
  }

  @Test(
    "a number that the screen counts down is told by its text, too; one that it does not is told by the text alone",
    arguments: [true, false])
  func countdown(isCounted: Bool) async throws {
    let shipped = try ShippedFlows.text("parts/session.yaml")
    let line = try #require(shipped.split(separator: "\n").first { $0.contains(" countdown: ") })
    let part = isCounted ? shipped : shipped.replacing(line + "\n", with: "")
    let telling = part.replacing("signed out soon.", with: "signed out in {timeLeftInSeconds} seconds.")
    #expect(telling != part)
    for (old, new, verdict) in [(part, telling, "weaker"), (telling, part, "stronger")] {
      let desk = try Desk()
      for (folder, text) in [("old", old), ("new", new)] {
        try DiffTests.putParts(in: "\(folder)/", of: desk)
        try desk.put("\(folder)/parts/session.yaml", text)
        try desk.put("\(folder)/login.yaml", DiffTests.login)
      }
      let told = await desk.run("diff", "--summary", "@old/login.yaml", "@new/login.yaml").output
      #expect(told.contains("  wording: the message `session-ends-soon` says something else\n"), "\(told)")
      #expect(told.contains(isCounted ? "  1 wording\n" : "  \(verdict): `onSessionTimeOutNotification` "), "\(told)")
    }
  }

  @Test("a message of another key that says the same but in another language is told with that language")
  func otherLanguage() async throws {
    let old = DiffTests.login.replacing("use: [", with: "catalogues: [login.de]\nuse: [")
    let new = old.replacing("your-word", with: "other-word")
    for (german, isSame) in [("Ihr Passwort, bitte.", true), ("Etwas ganz anderes.", false)] {
      let desk = try Desk()
      let texts = [("old", old, "your-word: Ihr Passwort, bitte."), ("new", new, "other-word: \(german)")]
      for (folder, flow, line) in texts {
        try DiffTests.putParts(in: "\(folder)/", of: desk)
        try desk.put("\(folder)/login.yaml", flow)
        try desk.put("\(folder)/login.de.yaml", "catalogue: de\nmessages:\n  \(line)\n")
      }
      let told = await desk.run("diff", "--fail-on", "any", "@old/login.yaml", "@new/login.yaml")
      if isSame { expectEqual(told) }
      #expect(told.output.contains("  wording: `word` says something else in `de`\n") != isSame, "\(told)")
    }
  }
}
