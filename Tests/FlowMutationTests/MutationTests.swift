// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Testing

@testable import FlowMutation

@Suite("Slips in a flow")
struct MutationTests {
  private func keys(_ mutation: String) throws -> [String] {
    try SmallCorpus.corpus().mutants.filter { $0.mutation == mutation && $0.file == "flows/small.yaml" }.map { mutant in
      "\(mutant.place): \(mutant.words)"
    }
  }

  @Test(
    "each kind of slip is made wherever it can be made",
    arguments: [
      (
        "drop-line",
        [
          "steps/initialize/then/getUser: dropped", "steps/identify/then/onUserLoggedIn: dropped",
          "steps/identify/then/exhausted: dropped",
        ]
      ),
      ("drop-code", ["steps/identify/then/101: dropped", "steps/identify/then/138: dropped"]),
      (
        "drop-else",
        [
          "steps/initialize/then/else: dropped", "steps/identify/then/else: dropped",
          "steps/signedIn/then/else: dropped",
        ]
      ),
      (
        "else-to-success",
        [
          "steps/initialize/then/else: `failed` to `done`", "steps/identify/then/else: `failed` to `done`",
          "steps/signedIn/then/else: `failed` to `done`",
        ]
      ),
      ("raise-budget", ["steps/identify/tries: 3 to 4", "steps/identify/choices/leave/max: 2 to 3"]),
      ("drop-budget", ["steps/identify/tries: dropped", "steps/identify/choices/leave/max: dropped"]),
      (
        "drop-step",
        [
          "steps/initialize: dropped, its users go to `identify`",
          "steps/identify: dropped, its users go to `signedIn`", "steps/signedIn: dropped, its users go to `failed`",
        ]
      ),
      ("drop-part", ["use/0: dropped `parts/ends`"]),
      ("drop-answer", ["steps/identify/answer: dropped"]),
      (
        "drop-say",
        [
          "steps/identify/say: dropped", "steps/identify/then/101/say: dropped", "steps/identify/then/138/say: dropped",
        ]
      ),
      (
        "change-outcome",
        [
          "ends/done/outcome: `success` to `failure`", "ends/done/outcome: `success` to `ended`",
          "ends/left/outcome: `ended` to `success`", "ends/left/outcome: `ended` to `failure`",
        ]
      ),
      ("gate-moved", []), ("end-to-resume", []),
    ])
  func slips(mutation: String, expected: [String]) throws { #expect(try keys(mutation) == expected) }

  @Test("a gate is removed, moved, passed after a denial, and asked less")
  func gates() throws {
    let kinds = Set(try Shipped.corpus().mutants.filter { $0.mutation.hasPrefix("gate") }.map(\.mutation))
    #expect(kinds == ["gate-removed", "gate-bypassed", "gate-moved"])
  }

  @Test("the words that are left to other mutations are words of the language")
  func otherWords() {
    #expect(Mutation.changedFileWords.isSubset(of: Shape.flow.names + Shape.part.names))
    #expect(
      Mutation.changedPlaceWords.isSubset(of: Shape.step.names + Shape.interrupt.names + Shape.choice.names))
  }

  @Test("every kind of slip is made in some shipped flow, no mutant comes twice, and each has a name of its own")
  func all() throws {
    let mutants = try Shipped.corpus().mutants
    let kinds = Set(mutants.map(\.mutation))
    let missing = Mutation.all.map(\.name).filter { !kinds.contains($0) }
    #expect(missing.isEmpty)
    #expect(Set(mutants.map(\.changed)).count == mutants.count)
    #expect(Set(mutants.map(\.key)).count == mutants.count)
  }

  @Test("a sample depends on the seed, and a new mutant moves few of it")
  func samples() throws {
    let mutants = try Shipped.corpus().mutants
    let one = mutants.sample(50, seed: 1).map(\.key)
    #expect(one.count == 50 && mutants.sample(50, seed: 1).map(\.key) == one)
    #expect(mutants.sample(50, seed: 2).map(\.key) != one)
    let fewer = Set(mutants.dropFirst().map { $0 }.sample(50, seed: 1).map(\.key))
    #expect(fewer.intersection(one).count >= 49)
  }
}
