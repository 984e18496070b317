// SPDX-License-Identifier: Apache-2.0

import Testing
import Values

@testable import Guards

/// Laws over generated guards; a failure shows its seed and the guard.
@Suite("Laws of guards")
struct GuardPropertyTests {
  @Test("what is printed reads back as the same tree", arguments: 1...8 as ClosedRange<UInt64>)
  func printing(seed: UInt64) throws {
    var maker = GuardMaker(seed: seed)
    for _ in 0..<400 {
      let expression = maker.anything(depth: 4)
      let text = Guard(text: "", expression: expression).description
      guard text.utf8.count <= Guard.longestText else { continue }
      let parsed = try Guard.parse(text).get()
      #expect(parsed.expression == expression, "seed \(seed): \(text)")
      #expect(parsed.description == text, "seed \(seed)")
    }
  }

  @Test("evaluation ends with a verdict, whatever the guard and the facts", arguments: 1...8 as ClosedRange<UInt64>)
  func total(seed: UInt64) {
    var maker = GuardMaker(seed: seed)
    for _ in 0..<400 {
      let made = Guard(text: "", expression: maker.anything(depth: 4))
      _ = made.check(in: GuardWorld.scope)
      let facts = Facts(["event": maker.value(depth: 3), "newPassword": maker.value(depth: 1)])
      for candidate in [made, made.bound(in: GuardWorld.scope)] {
        _ = candidate.evaluate(facts)
        _ = candidate.decide { facts.values[$0] }
      }
    }
  }

  @Test(
    "a guard that was checked never meets a wrong type in facts of its types", arguments: 1...8 as ClosedRange<UInt64>)
  func sound(seed: UInt64) {
    var maker = GuardMaker(seed: seed)
    var seen: Set<String> = []
    for _ in 0..<400 {
      let made = Guard(text: "", expression: maker.flag(depth: 3))
      #expect(made.check(in: GuardWorld.scope) == [], "seed \(seed): \(made)")
      let bound = made.bound(in: GuardWorld.scope)
      let facts = maker.facts()
      let decision = bound.decide { _ in nil }
      let possible = [true: bound.canBe(true), false: bound.canBe(false)]
      do throws(GuardFailure) {
        let verdict = try bound.verdict(facts)
        seen.insert(String(verdict))
        #expect(possible[verdict] == true, "seed \(seed): \(made)")
        #expect(decision == nil || decision == verdict, "seed \(seed): \(made)")
      } catch {
        #expect(decision != true, "seed \(seed): \(made)")
        switch error {
        case .absent, .unknownWord, .wiped, .tooMuchWork: seen.insert("error")
        case .mismatch, .unbound: Issue.record("seed \(seed): \(error) in \(made) with \(facts.values)")
        }
      }
    }
    #expect(seen == ["true", "false", "error"])
  }

  @Test("any bytes are read or refused, with a place inside the text", arguments: 1...8 as ClosedRange<UInt64>)
  func bytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "event", ".", "threats", "all", "exists", "(", ")", "[", "]", ",", "\"LOW\"", "'", "\"", "==", "=", "!", "&&",
      "||", "in", " ", "size", "has", "1", "-", "007", "true", "not", "null", "é", "🙂", "\\", "<", ">", "x", "\u{0}",
    ]
    for round in 0..<2_000 {
      let text =
        if round.isMultiple(of: 2) {
          String(
            decoding: (0..<Int.random(in: 0...40, using: &generator)).map { _ in
              UInt8.random(in: 0...255, using: &generator)
            }, as: UTF8.self)
        } else {
          (0..<Int.random(in: 0...20, using: &generator))
            .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        }
      switch Guard.parse(text) {
      case .success(let parsed):
        #expect((try? Guard.parse(parsed.description).get().expression) == parsed.expression, "seed \(seed): \(text)")
        for problem in parsed.check(in: GuardWorld.scope) { inspect(problem, of: text, seed) }
      case .failure(let problem): inspect(problem, of: text, seed)
      }
    }
  }

  private func inspect(_ problem: GuardProblem, of text: String, _ seed: UInt64) {
    let count = text.unicodeScalars.count
    let isInside = 0 <= problem.start && problem.start <= problem.end && problem.end <= count
    #expect(isInside, "seed \(seed): \(problem) in \(text)")
    #expect(problem.message.unicodeScalars.count <= 90, "seed \(seed): \(problem)")
  }
}
