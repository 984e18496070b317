// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// A file that goes to a translator for the first time, and where one is told what is wrong with it.
@Suite("Files of translators")
struct TranslatedFileTests {
  @Test("a catalogue that is not there yet is begun as the finding says, and then filled")
  func begun() async throws {
    let desk = try MessagesTests.desk()
    try FileManager.default.removeItem(atPath: desk.root + "de.yaml")
    let missing = await desk.run("messages", "export", "@a.yaml", "--language", "de")
    #expect(missing.errors.contains("to begin it, write `catalogue: de` and `messages: {}`"), "\(missing)")
    try desk.put("de.yaml", "catalogue: de\nmessages: {}\n")
    let po = await MessagesTests.exported(desk).replacing(
      "msgid \"Sorry.\"\nmsgstr \"\"", with: "msgid \"Sorry.\"\nmsgstr \"Nein.\"")
    try desk.put("c.po", po)
    let outcome = await desk.run("messages", "import", "@a.yaml", "@c.po", "--in-place")
    #expect(outcome.code == .success, "\(outcome)")
    #expect(try MessagesTests.text("de.yaml", on: desk).contains("sorry: Nein."))
  }

  @Test("what is wrong with one form of a number is told at its line", arguments: ["{x} Versuche.", "{x Versuche."])
  func lineOfAForm(words: String) async throws {
    let desk = try MessagesTests.desk()
    let text = await MessagesTests.exported(desk).replacing("Noch {attemptsLeft} Versuche.", with: words)
    try desk.put("c.po", text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.hasPrefix("msgstr[1]") }) + 1
    let outcome = await desk.run("messages", "import", "@a.yaml", "@c.po")
    #expect(outcome.code == .failure && outcome.errors.contains("--> c.po:\(line):1"), "\(outcome.errors)")
  }

  @Test(
    "a text that is too long is told at its line, and taken in", arguments: [("Nein.", false), ("Leider nein.", true)])
  func tooLong(words: String, isTold: Bool) async throws {
    let desk = try MessagesTests.desk()
    let flow = try MessagesTests.text("a.yaml", on: desk)
    try desk.put("a.yaml", flow.replacing("sorry: Sorry.", with: "sorry: { text: Sorry., longest: 8 }"))
    let text = await MessagesTests.exported(desk).replacing("Leider nein.", with: words)
    try desk.put("c.po", text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("\"\(words)\"") }) + 1
    let outcome = await desk.run("messages", "import", "@a.yaml", "@c.po")
    #expect(outcome.code == .success && outcome.output.contains("sorry: \(words)"), "\(outcome)")
    #expect(outcome.errors.contains("MFA278") == isTold, "\(outcome.errors)")
    #expect(outcome.errors.contains("--> c.po:\(line):1") == isTold, "\(outcome.errors)")
  }

  @Test("the comments say what a flow counts itself")
  func counts() async throws {
    let desk = try MessagesTests.desk()
    let flow = try MessagesTests.text("a.yaml", on: desk)
    try desk.put(
      "a.yaml",
      flow.replacing(
        "    tries: 3\n", with: "    tries: 3\n    say: left\n    choices: { again: { to: verify, max: 2 } }\n"
      ).replacing("sorry: Sorry.", with: "sorry: Sorry.\n  left: \"{tries.left} and {choices.again.left}\""))
    let text = await MessagesTests.exported(desk)
    #expect(text.contains("#. {tries.left}: a whole number, how many tries are left\n"), "\(text)")
    #expect(
      text.contains("#. {choices.again.left}: a whole number, how often `again` can still be chosen\n"), "\(text)")
  }
}
