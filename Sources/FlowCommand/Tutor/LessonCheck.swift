// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Guide
import LocalFiles
import SystemCalls

/// What is still missing of a lesson, in the words of who learns.
struct LessonCheck {
  /// Something that is missing: a sentence, and what a command says of it.
  struct Missing {
    let words: String
    var output = ""
  }

  private let lesson: Lesson
  /// With a slash at its end; empty for the folder in which the command runs.
  private let folder: String
  private let streams: Streams

  init(_ lesson: Lesson, in folder: String, _ streams: Streams) {
    self.lesson = lesson
    self.folder = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    self.streams = streams
  }

  /// In the order of the conditions; empty if the lesson is done.
  func missing() async -> [Missing] {
    var missing: [Missing] = []
    for condition in lesson.conditions {
      guard let one = await self.missing(condition) else { continue }
      missing.append(one)
      // What is said of a file that is not there, or that cannot be read, is said once.
      if case .there = condition { break }
    }
    return missing
  }

  private func missing(_ condition: LessonCondition) async -> Missing? {
    switch condition {
    case .there(let name):
      return FileStatus(of: folder + name) == nil ? Missing(words: "There is no file `\(name)` yet.") : nil
    case .sound(let name):
      let (code, output) = await run(["check", "--fail-on", "warning", folder + name])
      return code == .success ? nil : Missing(words: "`mfaflow check` is not content with `\(name)`:", output: output)
    case .holds(let name, let words, let holds):
      // Where the flow cannot be read, `sound` says why.
      guard let flow = flow(name) else { return Missing(words: "Not so yet: \(words).") }
      return holds(flow) ? nil : Missing(words: "Not so yet: \(words).")
    case .says(let name, let words, let holds):
      guard let file = try? FileReader.file(folder + name) else { return Missing(words: "There is no file `\(name)`.") }
      return holds(String(decoding: file.bytes, as: UTF8.self)) ? nil : Missing(words: "Not so yet: \(words).")
    case .passes(let name, let coverage):
      let words = ["test", "--coverage", "--min-coverage", "\(coverage)", folder + name]
      let (code, output) = await run(words)
      return code == .success
        ? nil
        : Missing(words: "`mfaflow test --min-coverage \(coverage)` is not content with `\(name)`:", output: output)
    case .runs(let words):
      let (code, output) = await run(["run"] + words.map { $0.replacing("@", with: folder) })
      return code == .success ? nil : Missing(words: "The run does not come to a success end:", output: output)
    }
  }

  /// The flow as far as it can be read; nil if it cannot.
  private func flow(_ name: String) -> Flow? {
    guard let file = try? FileReader.file(folder + name) else { return nil }
    return Compiler(loader: streams.loader).unchecked(file).flatMap { $0.isWhole ? $0 : nil }
  }

  /// Runs a command as somebody who learns would.
  ///
  /// - Returns: its exit code, and all that it says, with paths from the folder of the lesson.
  private func run(_ words: [String]) async -> (code: ExitCode, output: String) {
    let heard = HeardOutput()
    let code = await Tool.run(words, in: streams.unattended(to: heard))
    return (code, folder.isEmpty ? heard.text : heard.text.replacing(folder, with: ""))
  }
}

/// What a command says, kept.
private final class HeardOutput: Output {
  private let heard = OverheardOutput(Silence())

  var isTerminal: Bool { false }
  var failure: String? { nil }
  var text: String { heard.text }

  func write(_ text: String) { heard.write(text) }
}
