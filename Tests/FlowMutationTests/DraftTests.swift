// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowRuntime
import Testing
import YAMLTree

@testable import FlowMutation

@Suite("A document that can be changed")
struct DraftTests {
  private func draft(_ text: String) throws -> Draft {
    Draft(try #require(YAML.read(SourceFile(path: "it.yaml", text: text)).value))
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
    #expect(try self.draft(draft.yaml).yaml == draft.yaml)
    #expect(draft[DraftPath("one", "two") / 2 / "c"]?.text == "d: \"e\" \\")
    #expect(draft[DraftPath("three") / 0 / "six"]?.text == "line\nbreak")
    #expect(draft[DraftPath("three")]?.line == 2)
  }

  @Test("what has become empty goes, too")
  func dropping() throws {
    let draft = try draft("a: { b: { c: d }, e: [f] }\n")
    #expect(draft.with(nil, at: DraftPath("a", "b", "c")).yaml == "a:\n  e:\n    - f\n")
    #expect(draft.with(nil, at: DraftPath("a", "e") / 0).yaml == "a:\n  b:\n    c: d\n")
    #expect(draft.with(nil, at: DraftPath("a", "nothing", "c")) == draft)
  }

  @Test("a shipped flow that is rewritten is the same flow")
  func flows() throws {
    let corpus = try Shipped.corpus()
    for flow in corpus.flows {
      let shapes = corpus.shapes.filter { flow.files.contains($0.path) }
      let anew = Dictionary(uniqueKeysWithValues: shapes.map { ($0.path, $0.draft.yaml) })
      let mutant = Mutant(file: flow.path, mutation: "", place: "", line: 1, words: "", changed: anew)
      let file = try #require(corpus.file(flow.path, in: mutant))
      let compilation = Compiler(loader: corpus.loader(mutant)).compile(file)
      let valid = try #require(compilation.flow, "\(flow.path): \(compilation.findings.map(\.message))")
      #expect(FlowImage(valid.flow) == FlowImage(flow.program.flow), "\(flow.path)")
    }
    #expect(corpus.flows.count > 8)
  }
}
