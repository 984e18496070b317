// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowFormatting
import FlowLanguage
import FlowRuntime
import FlowSyntax
import Foundation
import Testing

/// What `show` prints is the flow: it may stand in the place of the file that it is made of.
@Suite("Flows shown as one file")
struct ShownFlowTests {
  private static let flows: [String] = ((try? Repository.yamlFiles()) ?? []).map(\.path).filter { path in
    path.contains("/flows/") && !path.contains("/parts/")
      && (try? file(path)).flatMap { FileKind.sniff($0)?.value } == .flow
  }

  private static func file(_ path: String) throws -> SourceFile { try Repository.file(URL(filePath: path)) }

  private static let loader = FileLoader { path in
    (try? file(path)).map { .success($0) } ?? .failure(FileLoader.Problem("there is none"))
  }

  @Test("each shipped flow runs as before where it is shown in its place", arguments: flows)
  func shown(_ path: String) throws {
    let compiler = Compiler(loader: Self.loader)
    let file = try Self.file(path)
    let merged = compiler.merged(file)
    let root = try #require(merged.root, "\(merged.findings)")
    let printed = try #require(PrintedTree(root, as: .shape { .flow }, words: .ofFlows))
    let shown = SourceFile(path: path, text: printed.lines.map { $0 + "\n" }.joined())
    let flows = try [file, shown].map { file in
      let made = compiler.compile(file)
      return try #require(made.flow, "\(made.findings.map(\.message))")
    }
    #expect(Program(flows[0]).fingerprint == Program(flows[1]).fingerprint)
    guard case .formatted(let again) = Formatter.format(shown, as: .shape { .flow }, words: .ofFlows) else {
      Issue.record("\(path) cannot be laid out")
      return
    }
    #expect(again == printed.lines.map { $0 + "\n" }.joined(), "it is laid out already")
    // Each line that holds a word knows where it was written, and there stands that word.
    for (line, origin) in zip(printed.lines, printed.origins) where line.contains(where: \.isLetter) {
      let origin = try #require(origin, "\(path): \(line)")
      let source = try #require(merged.sources.file(origin.file))
      let written = LineTable(source).text(ofLine: Int(origin.start.line))
      let word = line.split { !($0.isLetter || $0.isNumber) }.first.map(String.init) ?? ""
      #expect(written.contains(word) || path.contains("variants"), "\(line) is not \(written)")
    }
  }

  /// A base with entries of a part, each in one line.
  private static let layers = [
    "words.yaml": """
    part: words
    sdk: relid
    ends:
      blocked: { outcome: failure, say: sorry }
      failed: { outcome: failure, say: sorry }
    messages:
      sorry: Sorry.

    """,
    "base.yaml": """
    language: mfaflow/1
    flow: base
    version: 1.0.0
    sdk: relid
    use: [words]
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: done, 101: { to: blocked }, else: failed } }
    ends: { done: { outcome: ended } }
    messages: { other: Other. }

    """,
    "middle.yaml": """
    language: mfaflow/1
    flow: middle
    version: 1.0.0
    extends: base@1.0
    change: { ends.failed.say: other }
    add: { steps.initialize.then.102: { to: failed } }

    """,
  ]

  @Test(
    "an entry of one line comes from the last file that changed a word of it",
    arguments: [
      ("", "blocked:", "words.yaml:4"), ("", "failed:", "middle.yaml:5"), ("", "102:", "middle.yaml:6"),
      ("change: { ends.blocked.say: other }\n", "blocked:", "variant.yaml:5"),
      ("change: { ends.failed.say: sorry }\n", "failed:", "variant.yaml:5"),
      ("add: { steps.initialize.then.102.say: sorry }\n", "102:", "variant.yaml:5"),
      ("change: { ends.failed.say: sorry }\n", "blocked:", "words.yaml:4"),
      ("remove: [ends.blocked.say]\n", "blocked:", "words.yaml:4"),
    ])
  func layered(changes: String, word: String, place: String) throws {
    let files = Self.layers
    let loader = FileLoader { path in
      files[path].map { .success(SourceFile(path: path, text: $0)) } ?? .failure(FileLoader.Problem("there is none"))
    }
    let head = "language: mfaflow/1\nflow: variant\nversion: 1.0.0\nextends: middle@1.0\n"
    let merged = Compiler(loader: loader).merged(SourceFile(path: "variant.yaml", text: head + changes))
    let root = try #require(merged.root, "\(merged.findings)")
    let printed = try #require(PrintedTree(root, as: .shape { .flow }, words: .ofFlows))
    let line = try #require(printed.lines.firstIndex { $0.contains(word + " {") }, "\(printed.lines)")
    let origin = try #require(printed.origins[line])
    #expect("\(merged.sources.file(origin.file)?.path ?? ""):\(origin.start.line)" == place, "\(printed.lines[line])")
  }

  @Test("a line that a variant changes comes from the variant")
  func origins() throws {
    let path = Repository.root.appending(path: "flows/variants/country.yaml").path
    let merged = Compiler(loader: Self.loader).merged(try Self.file(path))
    let root = try #require(merged.root)
    let printed = try #require(PrintedTree(root, as: .shape { .flow }, words: .ofFlows))
    let files = zip(printed.lines, printed.origins).filter { $0.0.hasSuffix("tries: 3") }.map { $0.1?.file }
    #expect(files == [FileID.first, FileID.first])
  }
}
