// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowExploration
import FlowGraph
import FlowRuntime
import RELIDSimulator
import SDKContract
import Testing

@testable import FlowMutation

@Suite("Random runs of flows that the checker calls clean")
struct StormTests {
  private static let seed = Setting.seed("STORM_SEED")

  @Test(
    "no run breaks what the checker proved, and no simulated SDK does what its contract calls impossible: some rounds")
  func nothingBroken() async throws {
    let storm = Storm(try Shipped.corpus(), seed: Self.seed)
    var report = Storm.Report()
    for number in 0..<3 { report.add(await storm.round(number)) }
    for story in report.broken { Issue.record("\(story)") }
    print(
      "storm: seed \(Self.seed), \(report.contractRuns) runs against the contract with \(report.moments) moments, "
        + "\(report.simulatedRuns) against the simulated SDK, \(report.bred) new flows")
    #expect(report.contractRuns > 220 && report.simulatedRuns > 150 && report.bred > 5)
    // Runs that never come far would show nothing.
    #expect(report.moments > 8 * report.contractRuns && report.ends["done", default: 0] > 10)
  }

  @Test("a round is the same whenever it is played, and another one is another")
  func deterministic() async throws {
    let effort = Storm.Effort(shipped: 2, tries: 3, bred: 1)
    let storm = Storm(try Shipped.corpus(), seed: 7, effort: effort)
    let (one, again, other) = (await storm.round(3), await storm.round(3), await storm.round(4))
    #expect(one.ends == again.ends && one.moments == again.moments && one.bred == again.bred)
    #expect(one.moments != other.moments)
  }

  @Test("no event that comes twice or too late leads to a success without its proofs")
  func strays() throws {
    var ends = 0
    for flow in try Shipped.corpus().flows {
      let prospects = Prospects(flow.program)
      for seed in 1...20 {
        let outcome = ContractRun.play(
          flow.program, prospects, Dice(seed: UInt64(seed)), length: 150, hasStrays: true)
        #expect(outcome.broken.isEmpty, "\(flow.path), seed \(seed): \(outcome.broken)")
        ends += outcome.end == nil ? 0 : 1
      }
    }
    #expect(ends > 60)
  }

  @Test("an answer to what is answered already is refused as the contract says")
  func answeredTwice() async throws {
    let corpus = try Shipped.corpus()
    let path = "flows/notifications.yaml"
    func slip(_ changed: [String: String]) -> Mutant {
      Mutant(file: path, mutation: "by hand", place: "", line: 1, words: "offers what is answered", changed: changed)
    }
    let original = try #require(corpus.file(path, in: slip([:])))
    let shipped = String(decoding: original.bytes, as: UTF8.self).split(separator: "\n")
    let careless = shipped.filter { !$0.contains("say: answered-already") }
    #expect(careless.count == shipped.count - 1)
    let mutant = slip([path: careless.joined(separator: "\n") + "\n"])
    let file = try #require(corpus.file(path, in: mutant))
    let program = Program(try #require(Compiler(loader: corpus.loader(mutant)).compile(file).flow))
    var refused = 0
    for seed in UInt64(1)...400 {
      let outcome = await SimulatedRun.play(program, Dice(seed: seed), patience: 60, isShipped: true)
      let broken = outcome?.broken ?? []
      #expect(broken.isEmpty, "seed \(seed): \(broken)")
      refused += outcome?.trace.count { $0.text.contains("onUpdateNotification 921") } ?? 0
    }
    #expect(refused > 0, "no run answered anything twice: the test shows nothing")
  }

  @Test("worlds that are made up can be read, and differ")
  func worlds() {
    var dice = Dice(seed: 5)
    let texts = (0..<200).map { _ in RandomWorld.text(&dice) }
    for text in texts {
      let read = WorldReader.read(SourceFile(path: "world.yaml", text: text))
      #expect(read.findings.isEmpty, "\(read.findings.map(\.message))\n\(text)")
    }
    #expect(Set(texts).count == 200)
  }

  @Test("new flows are made by slips, and the checker says nothing of them")
  func breeding() throws {
    let corpus = try Shipped.corpus()
    let breeder = FlowBreeder(corpus)
    var dice = Dice(seed: 3)
    var words: Set<String> = []
    for _ in 0..<30 {
      guard let bred = breeder.next(&dice) else { continue }
      #expect(bred.program.flow.isWhole)
      words.insert(bred.words)
    }
    #expect(words.count > 3)
  }
}
