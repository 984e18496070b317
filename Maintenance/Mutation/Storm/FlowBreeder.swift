// SPDX-License-Identifier: Apache-2.0

import FlowCompiler
import FlowFormatting
import FlowRuntime

/// Makes new flows of shipped ones, by a few random slips each.
struct FlowBreeder {
  private let corpus: Corpus
  private let drafts: [String: SourceValue]

  init(_ corpus: Corpus) {
    self.corpus = corpus
    drafts = Dictionary(corpus.shapes.map { ($0.path, $0.draft) }) { first, _ in first }
  }

  /// A change of one of the files: many have nothing for most mutations to change.
  private func change(
    of drafts: [String: SourceValue], among paths: [String], _ names: NameUniverse, _ dice: inout Dice
  ) -> (path: String, mutation: Mutation, change: Change)? {
    for _ in 0..<8 {
      let path = dice.pick(paths)
      guard let draft = drafts[path] else { continue }
      let mutation = dice.pick(Mutation.all)
      let changes = mutation.changes(names.shape(of: path, draft))
      if !changes.isEmpty { return (path, mutation, dice.pick(changes)) }
    }
    return nil
  }

  /// A flow of which the checker says nothing that it does not say of the original, and what was done to it.
  ///
  /// Nil if what came of the dice is none.
  func next(_ dice: inout Dice) -> (program: Program, words: String)? {
    let flow = dice.pick(corpus.flows)
    let paths = flow.files.filter { drafts[$0] != nil }.sorted()
    var bred = drafts.filter { flow.files.contains($0.key) }
    var words: [String] = []
    for _ in 0..<dice.pick([1, 1, 2, 3]) {
      let names = NameUniverse(bred, flows: [flow.files])
      guard let (path, mutation, change) = change(of: bred, among: paths, names, &dice) else { continue }
      words.append("\(path) \(mutation.name) \(change.place): \(change.words)")
      bred[path] = change.draft
      guard let (step, target) = change.replaced else { continue }
      for (path, draft) in bred { bred[path] = draft.replacing(step, by: target, in: names.shape(of: path, draft)) }
    }
    guard !words.isEmpty else { return nil }
    let changed = bred.filter { $0.value != drafts[$0.key] }.mapValues(\.fileText)
    let mutant = Mutant(
      file: flow.path, mutation: "bred", place: "", line: 1, words: words.joined(separator: " + "), changed: changed)
    let compilation = corpus.file(flow.path, in: mutant).map { Compiler(loader: corpus.loader(mutant)).compile($0) }
    guard let compilation, let valid = compilation.flow,
      flow.findings.isSuperset(of: compilation.findings.map { Finding($0) })
    else { return nil }
    return (Program(valid), mutant.words)
  }
}
