// SPDX-License-Identifier: Apache-2.0

import Foundation
import Guide
import RuleBook
import Testing

@testable import FlowCommand

/// Every lesson is told as not done when it begins, and as done with the solution of its page.
@Suite("mfaflow tutor")
struct TutorTests {
  private func solve(_ lesson: Lesson, on desk: Desk, in folder: String) throws {
    for file in lesson.solvedFiles { try desk.put("\(folder)/\(file.name)", file.text) }
  }

  @Test("a lesson begins with something missing, and its solution is done", arguments: Lesson.all.map(\.number))
  func lesson(number: Int) async throws {
    let lesson = try #require(Lesson.all.first { $0.number == number })
    let desk = try Desk()
    let started = await desk.run("tutor", "start", "\(number)", "@lesson")
    #expect(started.code == .success, "\(started.errors)")
    #expect(started.output.contains(lesson.title) && !started.output.contains("One solution"))
    for file in lesson.files { #expect(started.output.contains("made lesson/\(file.name)\n")) }
    let missing = await desk.run("tutor", "check", "\(number)", "@lesson")
    #expect(missing.code == .failure && missing.output.contains("✗ "), "\(missing.output)")
    if number == 8, !FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") { return }
    try solve(lesson, on: desk, in: "lesson")
    let done = await desk.run("tutor", "check", "\(number)", "@lesson")
    #expect(done.code == .success && done.output == "✓ \(lesson.title): done.\n", "\(done.output)")
  }

  @Test("half of a solution is told as what is still missing, in words")
  func halves() async throws {
    let desk = try Desk()
    let lesson = Lesson.all[1]
    _ = await desk.run("tutor", "start", "2", "@lesson")
    let text = lesson.solvedFiles[0].text.replacing("{ retry: wrong-code }", with: "retry")
      .replacing("  wrong-code: \"That code is not right. Attempts left: {attemptsLeft}.\"\n", with: "")
    try desk.put("lesson/code.yaml", text)
    let half = await desk.run("tutor", "check", "2", "@lesson")
    #expect(half.code == .failure)
    #expect(!half.output.contains("leads to `retry`"))
    #expect(half.output.contains("✗ Not so yet: the line for 106 says the message `wrong-code`."), "\(half.output)")
    try desk.put("lesson/code.yaml", "language: mfaflow/1\n")
    let broken = await desk.run("tutor", "check", "2", "@lesson")
    #expect(
      broken.output.contains("`mfaflow check` is not content with `code.yaml`:") && broken.output.contains("error["))
    try FileManager.default.removeItem(atPath: desk.root + "lesson/code.yaml")
    #expect(await desk.run("tutor", "check", "2", "@lesson").code == .wrongInput)
  }

  @Test("a point that is left out is told, whatever else the file says", arguments: TutorSlip.all)
  func points(slip: TutorSlip) async throws {
    let desk = try Desk()
    let lesson = Lesson.all[slip.number - 1]
    _ = await desk.run("tutor", "start", "\(slip.number)", "@lesson")
    for file in lesson.solvedFiles {
      try desk.put("lesson/\(file.name)", file.text.replacing(slip.written, with: slip.instead))
    }
    #expect(lesson.solvedFiles.contains { $0.text.contains(slip.written) })
    let outcome = await desk.run("tutor", "check", "\(slip.number)", "@lesson")
    #expect(outcome.code == .failure, "\(outcome.output)")
    #expect(
      outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(slip.missing),
      "\(outcome.output)")
  }

  @Test("what is written in another way is done all the same")
  func otherWriting() async throws {
    let desk = try Desk()
    for number in [5, 7] {
      let lesson = Lesson.all[number - 1]
      _ = await desk.run("tutor", "start", "\(number)", "@lesson-\(number)")
      for file in lesson.files {
        try desk.put("lesson-\(number)/\(file.name)", file.text.replacing("\n", with: "\r\n"))
      }
      for file in lesson.solvedFiles {
        let text = file.text.replacing("extends: door@1.0", with: "extends:  \"door@1.0\"  # the base")
        try desk.put("lesson-\(number)/\(file.name)", text)
      }
      let outcome = await desk.run("tutor", "check", "\(number)", "@lesson-\(number)")
      #expect(outcome.code == .success, "\(outcome.output)")
    }
  }

  @Test("while a file has errors of its own, nothing is said of what nobody can tell")
  func errorsFirst() async throws {
    let desk = try Desk()
    let lesson = Lesson.all[0]
    _ = await desk.run("tutor", "start", "1", "@lesson")
    try desk.put("lesson/first.yaml", lesson.solvedFiles[0].text.replacing("version:", with: "verson:"))
    let outcome = await desk.run("tutor", "check", "1", "@lesson")
    #expect(outcome.code == .failure && outcome.output.contains("verson") && !outcome.output.contains("Not so yet"))
  }

  @Test("a folder of one's own is told as a shell reads it, and may have signs of the shell in its name")
  func ownFolder() async throws {
    let desk = try Desk()
    let started = await desk.run("tutor", "start", "1", "@it's mine")
    let words = started.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("'\\''s mine'`"), "\(started.output)")
    #expect(await desk.run("tutor", "check").errors.contains("mfaflow tutor check 1 FOLDER"))
  }

  @Test("the base of a variant, and the flow of a scenario, stay as they are")
  func untouched() async throws {
    let desk = try Desk()
    for (number, name) in [(5, "door.yaml"), (7, "gate.yaml")] {
      let folder = "lesson-\(number)"
      _ = await desk.run("tutor", "start", "\(number)", "@\(folder)")
      try solve(Lesson.all[number - 1], on: desk, in: folder)
      try desk.put(
        "\(folder)/\(name)", (Lesson.all[number - 1].files.first { $0.name == name }?.text ?? "") + "# mine\n")
      let outcome = await desk.run("tutor", "check", "\(number)", "@\(folder)")
      #expect(outcome.code == .failure && outcome.output.contains("`\(name)` is as it was"), "\(outcome.output)")
    }
  }

  @Test("the list has every lesson; a page and a solution are shown, and no marks of Markdown")
  func list() async throws {
    let desk = try Desk()
    let list = await desk.run("tutor")
    #expect(list.code == .success)
    for lesson in Lesson.all {
      #expect(list.output.contains("  \(lesson.number). "))
      let page = await desk.run("tutor", "page", "\(lesson.number)").output
      let solution = await desk.run("tutor", "solution", "\(lesson.number)").output
      #expect(page.contains("What to do") && !page.contains("```") && !page.contains("](") && !page.contains("\n#"))
      #expect(solution.contains("one solution") && !solution.contains("```"))
      for file in lesson.solvedFiles { #expect(solution.contains("    " + file.text.prefix { $0 != "\n" })) }
    }
  }

  @Test("nothing is written over, and a wrong command line is told")
  func slips() async throws {
    let desk = try Desk()
    try desk.put("lesson/first.yaml", "mine\n")
    let again = await desk.run("tutor", "start", "1", "@lesson")
    #expect(again.code == .wrongInput && again.errors.contains("`mfaflow tutor page 1` shows the page again"))
    #expect(again.errors.contains("see `mfaflow tutor --help`") && !again.errors.contains("--into"))
    #expect(await desk.run("tutor", "start", "9").errors.contains("there are lessons 1 to 8"))
    #expect(await desk.run("tutor", "start").errors.contains("needs the number of a lesson"))
    #expect(await desk.run("tutor", "strat", "1").errors.contains("did you mean `start`?"))
    #expect(await desk.run("tutor", "check", "1", "@none").code == .wrongInput)
  }
}

/// A solution with one point of the page left out, or done elsewhere.
struct TutorSlip: Sendable, CustomTestStringConvertible {
  let number: Int
  let written: String
  let instead: String
  let missing: String

  init(_ number: Int, _ written: String, _ instead: String, _ missing: String) {
    (self.number, self.written, self.instead, self.missing) = (number, written, instead, missing)
  }

  var testDescription: String { "\(number): \(missing)" }

  private static let told = "\"That code is not right. Attempts left: {attemptsLeft}.\""

  static let all = [
    TutorSlip(1, "    then: { else: failed }\nends", "ends", "whatever else comes leads to `failed`"),
    TutorSlip(2, told, "Wrong # {attemptsLeft}", "tells `{attemptsLeft}`"),
    TutorSlip(
      2, "Type the code from your letter.\n  wrong-code: \(told)",
      "\"Type the code from your letter. {attemptsLeft}\"\n  wrong-code: Wrong.", "tells `{attemptsLeft}`"),
    TutorSlip(3, "shouldProceedWithThreats: false", "shouldProceedWithThreats: true", "with `false` for both"),
    TutorSlip(
      3, "shouldProceedWithThreats: true, rememberActionForSession: true",
      "shouldProceedWithThreats: true, rememberActionForSession: false", "with `true` for both"),
    TutorSlip(4, "        when: event.sessionCanBeExtended\n", "", "offered only `when: event.sessionCanBeExtended`"),
    TutorSlip(4, "onSessionExtensionResponse: { resume: true }, ", "", "resumes at `onSessionExtensionResponse`"),
    TutorSlip(5, "door@1.0", "door@1.1", "`extends: door@1.0`"),
    TutorSlip(
      5, "Not right. Call us if you do not know it. Attempts left", "That is not right. Attempts left",
      "is not content with `strict-door.yaml`"),
    TutorSlip(7, "      - expect: { step: identify, offered: [cancel] }\n", "", "offered: [cancel]"),
  ]
}
