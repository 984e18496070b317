// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Guide
import LocalFiles
import RuleBook
import SystemCalls

extension Command {
  static let tutor = Command(
    name: "tutor", summary: "learn the language in eight lessons of five minutes, offline",
    details: [
      """
      Without an argument, the lessons are listed, with those that are done. `start N` writes the files of a lesson
      into a folder of its own below `tutorial`, or into DIR, and shows the lesson; `page N` shows it again. Change
      the files with any editor; `check` says what is still missing, and `solution N` shows one solution.
      """
    ],
    operands: Operands(
      placeholder: "start|check|page|solution [N] [DIR]", minimum: 0, maximum: 3,
      meaning: "what to do, the number of a lesson, and its folder; `check` without a number looks at the lesson of "
        + "this folder, or at those that were started, up to the first that is not done",
      offersBehind: {
        let numbers = CompletedWords.words((1...Lesson.all.count).map(String.init))
        return Dictionary(uniqueKeysWithValues: ["start", "check", "page", "solution"].map { ($0, numbers) })
      }),
    options: [.color],
    exits: [
      Exit(.success, "shown or written, or the lesson is done"),
      Exit(.failure, "something is still missing"),
      Exit(.wrongInput, "the command line is wrong, or a file of the lesson was changed and is not overwritten"),
      Exit(.broken, "a file could not be read or written"),
    ],
    examples: [
      Example("mfaflow tutor", "the lessons, and which are done"),
      Example("mfaflow tutor start 1", "begin with the first one"),
      Example("mfaflow tutor check", "what is still missing"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      try await TutorRun(invocation, streams).perform()
    })
}

/// One run of `mfaflow tutor`.
private struct TutorRun {
  private let operands: [String]
  private let look: PageLook
  private let streams: Streams

  /// Where lessons are written, and looked for.
  private static let folder = "tutorial"
  private static let words = ["start", "check", "page", "solution"]

  init(_ invocation: Invocation, _ streams: Streams) {
    operands = invocation.operands
    look = PageLook(invocation, in: streams)
    self.streams = streams
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    guard let word = operands.first else { return await list() }
    switch word {
    case "start": return try start(try lesson())
    case "check": return try await check()
    case "page": return show(Page(markdown: try lesson().task))
    case "solution": return show(Page(markdown: "# \(try lesson().title): one solution\n" + (try lesson().solution)))
    default:
      throw UsageProblem(
        message: "`tutor` cannot \(Diagnostic.quoting(word))",
        help: Suggestion.help(
          for: word, among: Self.words,
          otherwise: "write `mfaflow tutor start 1`, or one of " + Self.words.map { "`\($0)`" }.joined(separator: ", ")),
        command: "tutor")
    }
  }

  /// The lesson of the command line.
  private func lesson() throws(UsageProblem) -> Lesson {
    guard operands.count > 1 else {
      throw UsageProblem(
        message: "`tutor \(operands[0])` needs the number of a lesson", help: "write `mfaflow tutor \(operands[0]) 1`",
        command: "tutor")
    }
    guard let lesson = Lesson.all.first(where: { "\($0.number)" == operands[1] }) else {
      throw UsageProblem(
        message: "there is no lesson \(Diagnostic.quoting(operands[1]))",
        help: "there are lessons 1 to \(Lesson.all.count)",
        command: "tutor")
    }
    return lesson
  }

  private func folder(of lesson: Lesson) -> String {
    if operands.count == 3 { return operands[2] }
    return isHere(lesson) ? "." : usualFolder(of: lesson)
  }

  private func usualFolder(of lesson: Lesson) -> String { "\(Self.folder)/\(lesson.folder)" }

  /// Whether the folder in which the command runs is that of a lesson: its page has commands that are given there.
  private func isHere(_ lesson: Lesson) -> Bool {
    let name = RelativePath.absolute(".").split(separator: "/").last.map(String.init)
    return name == lesson.folder && !isStarted(lesson, usualFolder(of: lesson)) && isStarted(lesson, ".")
  }

  /// Whether a lesson was started in its folder.
  private func isStarted(_ lesson: Lesson, _ folder: String) -> Bool {
    lesson.files.contains { FileStatus(of: "\(folder)/\($0.name)") != nil }
  }

  private func list() async -> ExitCode {
    var blocks: [Page.Block] = [.heading([Page.Piece("The lessons")], level: 1)]
    var next: Lesson?
    for lesson in Lesson.all {
      let folder = folder(of: lesson)
      var state = "not started"
      if isStarted(lesson, folder) {
        let isDone = await LessonCheck(lesson, in: folder, streams).missing().isEmpty
        state = isDone ? "done" : "started, in \(folder)"
        if !isDone, next == nil { next = lesson }
      } else if next == nil {
        next = lesson
      }
      let name = lesson.title.split(separator: ": ", maxSplits: 1).last ?? ""
      blocks.append(.row("\(lesson.number). \(name)", [Page.Piece(state)]))
    }
    let hint =
      next.map { lesson in
        isStarted(lesson, folder(of: lesson))
          ? "`mfaflow tutor check` says what is missing, `mfaflow tutor page \(lesson.number)` shows the page again."
          : "Begin with `mfaflow tutor start \(lesson.number)`."
      } ?? "All are done. `mfaflow new project` begins one of your own."
    blocks += [.blank, .prose(lead: "", [Page.pieces(ofMarkdown: hint)])]
    return show(Page(blocks))
  }

  private func start(_ lesson: Lesson) throws(UsageProblem) -> ExitCode {
    let folder = operands.count == 3 ? operands[2] : usualFolder(of: lesson)
    var files = NewFiles(into: folder, by: "tutor")
    files.cureWhereKept =
      "`mfaflow tutor page \(lesson.number)` shows the page again; to begin anew, name another folder: "
      + "`mfaflow tutor start \(lesson.number) FOLDER`"
    for file in lesson.files { files.add(file.name, file.text) }
    guard try files.write(streams) else { return .broken }
    streams.output.write("\n")
    _ = show(Page(markdown: lesson.task))
    let path = folder.onOneLine
    let own = operands.count == 3 ? " \(lesson.number) \(path.asShellWord)" : ""
    let again = "`mfaflow tutor check\(own)`"
    return show(
      Page([
        .blank, .prose(lead: "", [Page.pieces(ofMarkdown: "The files are in `\(path)`. When you are done: \(again).")]),
      ]))
  }

  private func check() async throws(UsageProblem) -> ExitCode {
    guard operands.count == 1 else {
      let lesson = try lesson()
      let folder = folder(of: lesson)
      guard isStarted(lesson, folder) else {
        throw UsageProblem(
          message: "lesson \(lesson.number) was not started in \(Diagnostic.quoting(path: folder))",
          help: "write `mfaflow tutor start \(lesson.number)`", command: "tutor")
      }
      return await tell(lesson, in: folder) ? .success : .failure
    }
    // In the folder of a lesson, whatever its name, that lesson is meant.
    if let lesson = Lesson.all.first(where: isHere) ?? ofOwnFolder {
      return await tell(lesson, in: ".") ? .success : .failure
    }
    let started = Lesson.all.filter { isStarted($0, usualFolder(of: $0)) }
    guard !started.isEmpty else {
      throw UsageProblem(
        message: "no lesson was started in this folder",
        help: "write `mfaflow tutor start 1`; of a lesson in a folder of your own, `mfaflow tutor check 1 FOLDER`",
        command: "tutor")
    }
    for lesson in started where !(await tell(lesson, in: usualFolder(of: lesson))) { return .failure }
    return .success
  }

  /// The lesson whose files are all in the folder in which the command runs; nil where lessons were started below it.
  private var ofOwnFolder: Lesson? {
    guard !Lesson.all.contains(where: { isStarted($0, usualFolder(of: $0)) }) else { return nil }
    return Lesson.all.first { lesson in lesson.files.allSatisfy { FileStatus(of: $0.name) != nil } }
  }

  /// - Returns: whether it is done.
  private func tell(_ lesson: Lesson, in folder: String) async -> Bool {
    let missing = await LessonCheck(lesson, in: folder, streams).missing()
    guard !missing.isEmpty else {
      _ = show(Page([.prose(lead: "✓ ", [[Page.Piece("\(lesson.title): done.")]])]))
      return true
    }
    var blocks: [Page.Block] = [.heading([Page.Piece("\(lesson.title): not done yet")], level: 2)]
    for one in missing {
      blocks.append(.prose(lead: "✗ ", [Page.pieces(ofMarkdown: one.words)]))
      if !one.output.isEmpty {
        blocks.append(.example(one.output.split(separator: "\n").map { String($0).onOneLine }))
      }
    }
    _ = show(Page(blocks))
    return false
  }

  private func show(_ page: Page) -> ExitCode {
    streams.output.write([page].text(look))
    return .success
  }
}
