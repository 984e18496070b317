// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import Foundation
import Testing

@testable import FlowCompiler

@Suite("A file that is read after each of its changes")
struct LastReadingTests {
  private static let seed = ProcessInfo.processInfo.environment["READING_SEED"].flatMap { UInt64($0) } ?? 1

  private static let share: UInt64 = 12

  /// What comes of a file: the findings, and the steps of the graph.
  private struct Outcome: Equatable {
    let findings: [Diagnostic]
    let graph: String

    init(_ compilation: Compilation, showingGraph: Bool) {
      findings = compilation.findings
      var graph = ""
      if showingGraph, let flow = compilation.flow?.flow { dump(flow.steps, to: &graph) }
      self.graph = graph
    }
  }

  /// A change of one line, as somebody makes it who types.
  private static func change(_ text: inout [UInt8], _ dice: inout SplitMix64) {
    let signs = Array("x {}[],:#'\"-1\n".utf8)
    let place = Int.random(in: 0..<max(1, text.count), using: &dice)
    switch Int.random(in: 0..<5, using: &dice) {
    case 0, 1:
      text.insert(signs[Int.random(in: 0..<signs.count, using: &dice)], at: place)
    case 2:
      if !text.isEmpty { text.remove(at: place) }
    default:
      // One word for another, so that the file can still be read.
      let words = text.split { !(0x61...0x7A ~= $0 | 0x20 || $0 == 0x2D) }
      guard let old = words.randomElement(using: &dice), let new = words.randomElement(using: &dice) else { return }
      text.replaceSubrange(old.startIndex..<old.endIndex, with: Array(new))
    }
  }

  @Test(
    "has the findings and the graph of one that is read for the first time",
    arguments: [CaseFolder.good, CaseFolder.bad])
  private func changes(of cases: [Case]) throws {
    var dice = SplitMix64(seed: Self.seed)
    // A few of them; all of them by as many seeds.
    for (index, example) in cases.enumerated() where UInt64(index) % Self.share == Self.seed % Self.share {
      let compiler = Compiler(loader: CaseFolder.loader)
      let (file, last) = (try example.file(), LastReading())
      var text = file.bytes
      for number in 0..<8 {
        // Most changes are taken back, so that most texts are nearly whole.
        if number % 2 == 0 { text = file.bytes } else { Self.change(&text, &dice) }
        if number == 6 { Self.change(&text, &dice) }
        let now = SourceFile(path: file.path, bytes: text)
        let showingGraph = Int.random(in: 0..<10, using: &dice) == 0
        let told = Outcome(compiler.compile(now, after: last), showingGraph: showingGraph)
        let fresh = Outcome(compiler.compile(now), showingGraph: showingGraph)
        if told != fresh {
          let place = "\(example.path), seed \(Self.seed), change \(number)"
          #expect(told.findings == fresh.findings, "\(place): \(String(decoding: text, as: UTF8.self))")
          #expect(told.graph == fresh.graph, "\(place)")
          return
        }
      }
    }
  }

  /// A flow in which each step leads to the next.
  private static func flow(_ change: (Int) -> (old: String, new: String)? = { _ in nil }) -> String {
    let steps = (1...9).map { number in
      let step = """
          s\(number):
            challenge: getUser
            say: hello
            ask: [userName]
            answer: setUser
            tries: 3
            then: { getUser 101: { retry: hello }, getUser: \(number < 9 ? "s\(number + 1)" : "failed"), else: failed }

        """
      return change(number).map { step.replacing($0.old, with: $0.new) } ?? step
    }
    return """
      language: mfaflow/1
      flow: row
      version: 1.0.0
      sdk: relid
      start: s0
      steps:
        s0: { call: initialize, then: { getUser: s1, else: failed } }
      \(steps.joined())ends:
        failed: { outcome: failure }
      messages:
        hello: "{tries.left} left"

      """
  }

  @Test(
    "knows of a step what depends on another one that has changed",
    arguments: [
      // A name that is gone, one that is there twice, and one that is an end.
      ("  s5:", "  s55:"), ("  s5:", "  s4:"), ("  s5:", "  failed:"),
      // What the message of the step before needs of the next one.
      ("    tries: 3", "    tries:"), ("    tries: 3", "    #ries: 3"),
      // What the step takes.
      ("challenge: getUser", "challenge: getPassword(set)"), ("challenge: getUser", "challenge: nowhere"),
      ("answer: setUser", "answer: setPassword"), ("say: hello", "say: hallo"), ("{ getUser 101", "{{ getUser 101"),
    ])
  func dependence(old: String, new: String) {
    let (compiler, last) = (Compiler(), LastReading())
    let texts = [Self.flow(), Self.flow { $0 == 5 ? (old, new) : nil }, Self.flow()]
    for text in texts + texts {
      let file = SourceFile(path: "row.yaml", text: text)
      let told = compiler.compile(file, after: last).findings
      #expect(told == compiler.compile(file).findings, "\(text)")
    }
    #expect(!compiler.compile(SourceFile(path: "row.yaml", text: texts[1])).findings.isEmpty)
  }
}
