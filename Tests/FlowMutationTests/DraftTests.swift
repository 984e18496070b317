// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowFormatting
import FlowGraph
import FlowRuntime
import Testing
import YAMLTree

@testable import FlowMutation

@Suite("What a file says, as a draft that can be changed")
struct DraftTests {
  private func draft(_ text: String) throws -> SourceValue {
    SourceValue(try #require(YAML.read(SourceFile(path: "it.yaml", text: text)).value))
  }

  @Test("rewritten it is the same document")
  func roundTrip() throws {
    let text = """
      one: { two: [a, b, { c: "d: \\"e\\" \\\\", f: [g] }], "yes": '' }
      three:
        - four: five   # a comment
          six: "line\\nbreak"

      """
    let draft = try draft(text)
    #expect(try self.draft(draft.fileText).fileText == draft.fileText)
    #expect(draft[SourcePath("one", "two") / 2 / "c"]?.text == "d: \"e\" \\")
    #expect(draft[SourcePath("three") / 0 / "six"]?.text == "line\nbreak")
  }

  @Test("a slip is told at the line of the deepest thing on the way to it")
  func lines() throws {
    let file = SourceFile(path: "it.yaml", text: "part: it\nsdk: relid\nends:\n  done: { outcome: success }\n")
    let corpus = try Corpus([file])
    #expect(corpus.line(of: SourcePath("ends", "done", "outcome"), in: "it.yaml") == 4)
    #expect(corpus.line(of: SourcePath("ends", "other"), in: "it.yaml") == 3)
    #expect(corpus.line(of: SourcePath("steps"), in: "it.yaml") == 1)
  }

  @Test("what has become empty goes, too")
  func dropping() throws {
    let draft = try draft("a: { b: { c: d }, e: [f] }\n")
    #expect(draft.with(nil, at: SourcePath("a", "b", "c")).fileText == "a:\n  e:\n    - f\n")
    #expect(draft.with(nil, at: SourcePath("a", "e") / 0).fileText == "a:\n  b:\n    c: d\n")
    #expect(draft.with(nil, at: SourcePath("a", "nothing", "c")) == draft)
  }

  @Test("a shipped flow that is rewritten is the same flow")
  func flows() throws {
    let corpus = try Shipped.corpus()
    for flow in corpus.flows {
      let shapes = corpus.shapes.filter { flow.files.contains($0.path) }
      let anew = Dictionary(uniqueKeysWithValues: shapes.map { ($0.path, $0.draft.fileText) })
      let mutant = Mutant(file: flow.path, mutation: "", place: "", line: 1, words: "", changed: anew)
      let file = try #require(corpus.file(flow.path, in: mutant))
      let compilation = Compiler(loader: corpus.loader(mutant)).compile(file)
      let valid = try #require(compilation.flow, "\(flow.path): \(compilation.findings.map(\.message))")
      #expect(FlowImage(valid.flow) == FlowImage(flow.program.flow), "\(flow.path)")
    }
    #expect(corpus.flows.count > 8)
  }
}
