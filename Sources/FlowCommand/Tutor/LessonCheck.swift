// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowScenarios
import Guide
import LocalFiles
import RELIDSimulator
import SystemCalls
import YAMLTree

/// What is still missing of a lesson, in the words of who learns.
struct LessonCheck {
  /// Something that is missing: a sentence, and what a command says of it.
  struct Missing {
    let words: String
    var output = ""

    static func notSo(_ words: String) -> Missing { Missing(words: "Not so yet: \(words).") }
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
      // Where the flow cannot be read, `sound` says why, and nobody can tell the rest.
      return flow(name).map(holds) ?? true ? nil : .notSo(words)
    case .says(let name, let words, let key, let text):
      guard let file = try? FileReader.file(folder + name), let tree = YAML.read(file).value else { return nil }
      let value = tree.entries.first { $0.key.value == key }?.value.text
      return value == text || value == "./" + text ? nil : .notSo(words)
    case .kept(let name, let words):
      guard let file = try? FileReader.file(folder + name) else { return Missing(words: "There is no file `\(name)`.") }
      // Editors may end lines in their own way.
      let text = String(decoding: file.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      return lesson.files.contains { $0.name == name && $0.text == text } ? nil : .notSo(words)
    case .plays(let name, let words, let holds):
      guard let file = try? FileReader.file(folder + name),
        let scenarios = ScenarioReader.read(file, in: World.self).value
      else { return nil }
      return scenarios.scenarios.contains { $0.items.contains { holds($0.what) } } ? nil : .notSo(words)
    case .passes(let name, let coverage):
      let words = ["test", "--coverage", "--min-coverage", "\(coverage)", folder + name]
      let (code, output) = await run(words)
      return code == .success
        ? nil
        : Missing(words: "`mfaflow test --min-coverage \(coverage)` is not content with `\(name)`:", output: output)
    case .runs(let words):
      let (code, output) = await run(
        ["run"]
          + words.map { word in
            // Between double quotes, a backslash takes the meaning from these.
            let isQuoted = word.contains("\"")
            let path = isQuoted ? folder.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") : folder
            return word.replacing("@", with: path)
          })
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
