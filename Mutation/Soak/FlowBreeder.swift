// SPDX-License-Identifier: Apache-2.0

/// Makes new flows of shipped ones, by a few random slips each.
struct FlowBreeder {
  private let corpus: Corpus

  init(_ corpus: Corpus) { self.corpus = corpus }

  /// A flow of which the checker says nothing that it does not say of the original, and what was done to it.
  ///
  /// Nil if what came of the dice is none.
  func next(_ dice: inout Dice) -> (flow: Corpus.Flow, words: String)? {
    let original = dice.pick(corpus.flows)
    guard var bred = try? corpus.only(original) else { return nil }
    var words: [String] = []
    for _ in 0..<dice.pick([1, 1, 2, 3]) {
      let shape = dice.pick(bred.shapes)
      let mutation = dice.pick(Mutation.all)
      let changes = mutation.changes(shape)
      guard !changes.isEmpty else { continue }
      let mutant = bred.mutant(of: shape, mutation, dice.pick(changes))
      guard let changed = try? bred.with(mutant) else { return nil }
      words.append(mutant.key)
      bred = changed
    }
    guard let flow = bred.flows.first(where: { $0.path == original.path }), !words.isEmpty,
      flow.findings.isSubset(of: original.findings)
    else { return nil }
    return (flow, words.joined(separator: " + "))
  }
}
