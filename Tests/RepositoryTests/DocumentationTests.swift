// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCommand
import FlowScenarios
import FlowSyntax
import Foundation
import RELIDSimulator
import SDKContract
import Testing
import YAMLTree

@testable import CheckPolicy

/// What the pages show is true: their YAML is checked and their commands are run.
///
/// A block says behind its fence what it holds:
///
/// - `yaml flow`, `yaml part`, `yaml catalogue`, `yaml contract`, `yaml world`, `yaml answers`, `yaml scenario`: a whole file. A name
///   behind it, such as `yaml flow login.yaml`, makes it a file for the commands and files further down the page. It
///   must be without errors; `bad` behind it says that it must have one.
/// - `yaml configuration`: a `.mfaflow.yaml`.
/// - `yaml example`: a flow without what any flow has, in the entry of a rule; ``RuleExampleTests`` judges it.
/// - `yaml part-of-flow`: a fragment, which must at least be sound YAML of our kind.
/// - `po file`: a file of translators for the commands further down the page, with its name behind it.
/// - `console`: lines that begin with `$ mfaflow` and what they print, or `$ echo $?` and the exit code before it.
/// - `text screen NAME`: what the keyboard session of that name shows; `KeyboardTests` compares.
///
/// Blocks of other languages, `sh` for instance, are not looked at. `RECORD=1` records the outputs of `console` again.
@Suite("What the pages show is true")
struct DocumentationTests {
  /// What a block may hold, and who judges it.
  private static let readers: [String: @Sendable (SourceFile) -> [Diagnostic]] = [
    "contract": { ContractReader.read($0).findings },
    "catalogue": { file in
      let tree = YAML.read(file, words: .ofFlows)
      return tree.findings + (tree.value.map { DocumentReader.readCatalogue($0).findings } ?? [])
    },
    "world": { WorldReader.read($0).findings },
    "answers": { AnswersReader.read($0).findings },
    "scenario": { ScenarioReader.read($0, in: World.self).findings },
    "configuration": { CheckConfiguration.read($0).findings },
    "part-of-flow": { YAML.read($0).findings },
  ]
  /// What `mfaflow check` judges.
  private static let checked: Set<String> = ["flow", "part"]

  @Test("each block says what it holds", arguments: MarkdownPage.all)
  func blocksAreTagged(page: MarkdownPage) {
    for block in page.blocks where block.language == "yaml" {
      let kind = block.info.dropFirst().first ?? ""
      #expect(
        Self.checked.contains(kind) || Self.readers[kind] != nil || kind == "example",
        "\(page.file.path):\(block.line) is `\(block.info.joined(separator: " "))`; say what it holds, as in `yaml flow`"
      )
    }
    #expect(page.blocks.allSatisfy { !["yml", "YAML", "shell"].contains($0.language) }, "write `yaml`, and `sh`")
  }

  @Test("each YAML block holds what it says", arguments: MarkdownPage.all)
  func yamlIsTrue(page: MarkdownPage) async throws {
    let blocks = page.blocks.filter { $0.language == "yaml" && $0.info.count > 1 && $0.info[1] != "example" }
    guard !blocks.isEmpty else { return }
    let folder = try PageFolder()
    defer { folder.remove() }
    for block in blocks {
      let place = "\(page.file.path):\(block.line)"
      let isBad = block.info.contains("bad")
      let name = try store(block, in: folder)
      if let reader = Self.readers[block.info[1]] {
        let found = reader(SourceFile(path: place, text: block.text))
        #expect(found.hasErrors == isBad, "\(place): \(found.map(\.message))")
      } else {
        let (output, code) = await folder.run(["check", name])
        #expect(code == (isBad ? 1 : 0), "\(place) \(isBad ? "is said to be bad" : "has errors")\n\(output)")
      }
    }
  }

  @Test("each command prints what its page shows", arguments: MarkdownPage.all)
  func commandsAreTrue(page: MarkdownPage) async throws {
    guard page.blocks.contains(where: { $0.language == "console" }) else { return }
    let folder = try PageFolder()
    defer { folder.remove() }
    var lines = page.file.lines.map(String.init)
    // How many lines the blocks above have gained in the recording.
    var moved = 0
    for block in page.blocks {
      if ["yaml", "po"].contains(block.language), block.info.count > 1 { _ = try store(block, in: folder) }
      guard block.language == "console" else { continue }
      let actual = await ConsoleBlock(block.text).run(in: folder)
      let recorded = actual.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      lines.replaceSubrange((block.body.lowerBound + moved)..<(block.body.upperBound + moved), with: recorded)
      moved += recorded.count - block.body.count
      guard !Self.isRecording else { continue }
      #expect(actual == block.text, "\(page.file.path):\(block.line); `make record` rewrites it")
    }
    let text = lines.joined(separator: "\n")
    if Self.isRecording, text != page.file.text {
      try Data(text.utf8).write(to: Repository.here.root.appending(path: page.file.path))
      Issue.record("\(page.file.path) was recorded again: look at the difference, then run without RECORD")
    }
  }

  @Test("each link leads to a place that is there", arguments: MarkdownPage.all)
  func linksLead(page: MarkdownPage) {
    let folder = page.file.path.split(separator: "/").dropLast()
    for (target, line) in page.localLinks {
      let place = "\(page.file.path):\(line) links to `\(target)`"
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      var path = page.file.path
      if let name = parts.first, !name.isEmpty {
        path = URL(filePath: "/" + (folder + [name]).joined(separator: "/")).standardized.path.dropFirst().description
      }
      let there = FileManager.default.fileExists(atPath: Repository.here.root.appending(path: path).path)
      #expect(there, "\(place), which is not there")
      guard there, parts.count == 2 else { continue }
      let anchors = Self.anchors[path] ?? []
      #expect(anchors.contains(String(parts[1])), "\(place): no such heading")
    }
  }

  /// By page: where its headings can be led to.
  ///
  /// Each page is led to many times.
  private static let anchors = Dictionary(
    uniqueKeysWithValues: MarkdownPage.all.map { ($0.file.path, Set($0.anchors)) })

  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  /// Puts the block into the folder under its own name, or under one that tells its line.
  private func store(_ block: MarkdownPage.Block, in folder: PageFolder) throws -> String {
    let name = block.info.dropFirst(2).first { $0 != "bad" } ?? "line-\(block.line).yaml"
    try folder.write(block.text, to: name)
    return name
  }
}
