// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing
import YAMLTree

@testable import FlowMutation

@Suite("Judging mutants")
struct CampaignTests {
  private func mutant(_ old: String, _ new: String) -> Mutant {
    let text = SmallCorpus.flow.replacingOccurrences(of: old, with: new)
    return Mutant(
      file: "flows/small.yaml", mutation: "by-hand", place: old, line: 1, words: new,
      changed: ["flows/small.yaml": text])
  }

  private func verdict(_ old: String, _ new: String) async throws -> Verdict {
    await Self.judge(try SmallCorpus.corpus()).verdict(on: mutant(old, new))
  }

  /// With a thousand tests at once a short run may wait for minutes until it has its turn.
  private static func judge(_ corpus: Corpus) -> Judge { Judge(corpus, patience: .seconds(600)) }

  @Test("the checker finds a target that is not there")
  func found() async throws {
    guard case .found(let finding) = try await verdict("onUserLoggedIn: signedIn", "onUserLoggedIn: signdIn") else {
      Issue.record("it was not found")
      return
    }
    #expect(finding.code == "MFA205" && finding.message.contains("signdIn"))
  }

  @Test("a scenario fails where a line is missing")
  func failed() async throws {
    let verdict = try await verdict("101: { retry: again }", "102: { retry: again }")
    #expect(verdict.isCaught)
    let dropped = try await self.verdict("      101: { retry: again }\n", "      101: { retry: who }\n")
    #expect(dropped.isCaught)
  }

  @Test("a longer way to say the same is the same, and what no scenario looks at survives")
  func others() async throws {
    #expect(try await verdict("getUser: identify", "getUser: { to: identify }") == .same)
    #expect(try await verdict("tries: 3", "tries: 4") == .survived)
    #expect(try await verdict("sdk: relid", "sdk: relid") == .same)
  }

  @Test("a part is judged by the flows that use it")
  func parts() async throws {
    let text = SmallCorpus.part.replacingOccurrences(of: "failure", with: "success")
    let mutant = Mutant(
      file: "flows/parts/ends.yaml", mutation: "by-hand", place: "", line: 1, words: "",
      changed: ["flows/parts/ends.yaml": text])
    #expect(await Self.judge(try SmallCorpus.corpus()).verdict(on: mutant).isCaught)
  }

  @Test("survivors count unless they are reviewed as equivalent, and a review that fits nothing is told")
  func counting() async throws {
    let mutants = [
      mutant("tries: 3", "tries: 4"), mutant("max: 2", "max: 3"), mutant("start: initialize", "start: signedIn"),
    ]
    let list = """
      equivalents:
        - because: nobody comes so far
          mutants:
            - '\(mutants[0].key)'
            - 'flows/gone.yaml drop-line steps/a: dropped'
      unseen:
        - because: nobody can see it
          mutants: ['\(mutants[1].key)', '\(mutants[2].key)']

      """
    let reviewed = try #require(ReviewedMutants(SourceFile(path: "reviewed.yaml", text: list)))
    let judge = Self.judge(try SmallCorpus.corpus())
    let campaign = await Campaign.run(mutants, by: judge, knowing: reviewed, isWhole: true, workers: 2)
    #expect(campaign.survivors.map(\.mutant.key) == [mutants[1].key])
    #expect(campaign.outdated.map(\.key) == ["flows/gone.yaml drop-line steps/a: dropped", mutants[2].key])
    #expect(campaign.percentage == 50)
    let text = CampaignReport(campaign).text
    #expect(text.contains("survived: flows/small.yaml:1: by-hand at max: 2: max: 3: nobody can see it\n"), "\(text)")
    #expect(text.contains("equivalent: flows/small.yaml:1: by-hand at tries: 3: tries: 4: nobody comes so far\n"))
    #expect(text.contains("outdated: ") && text.contains("caught: 50.0 %"), "\(text)")
    let part = await Campaign.run(mutants, by: judge, knowing: reviewed, isWhole: false, workers: 1)
    #expect(part.outdated.map(\.key) == [mutants[2].key])
  }

  @Test(
    "a list of reviews is read strictly",
    arguments: ["[]", "others: []", "equivalents: {}", "unseen: [{ mutants: [a] }]", "unseen: [{ because: a }]"])
  func badReviews(_ text: String) { #expect(ReviewedMutants(SourceFile(path: "it.yaml", text: text + "\n")) == nil) }

  @Test("scenarios that fail before anything is mutated are told")
  func failingOriginals() async throws {
    #expect(await Judge(try SmallCorpus.corpus()).failingScenarios() == [])
    let files = SmallCorpus.files.map { file in
      let text = String(decoding: file.bytes, as: UTF8.self)
      return SourceFile(path: file.path, text: text.replacingOccurrences(of: "end: done", with: "end: left"))
    }
    let failing = await Judge(try Corpus(files)).failingScenarios()
    #expect(failing.count == 1 && failing[0].hasPrefix("flows/small.scenarios.yaml: Carol signs in: "), "\(failing)")
  }

  @Test("flows that cannot be compiled are no corpus")
  func badCorpus() {
    let file = SourceFile(path: "flows/it.yaml", text: "language: mfaflow/1\nflow: it\n")
    #expect(throws: Corpus.Problem.self) { try Corpus([file]) }
  }

  @Test("of the shipped flows at least 95 of a hundred mutants are caught: a sample, `make mutation` judges all")
  func shipped() async throws {
    let seed: UInt64 = 1
    let corpus = try Shipped.corpus()
    let mutants = corpus.mutants.sample(120, seed: seed)
    let campaign = await Campaign.run(
      mutants, by: Self.judge(corpus), knowing: try Shipped.reviewed(), isWhole: false, workers: 2)
    print("mutation: \(mutants.count) mutants, seed \(seed), \(Int(campaign.percentage)) % caught")
    #expect(campaign.percentage >= 95, "seed \(seed)\n\(CampaignReport(campaign).text)")
    #expect(campaign.different.count > 90 && campaign.outdated.isEmpty)
  }
}
