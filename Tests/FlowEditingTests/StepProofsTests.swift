// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowChecks
import FlowGraph
import FlowLanguage
import Foundation
import LocalFiles
import Testing

@testable import FlowEditing

@Suite("What is proved at a step, and what can still be guessed")
struct StepProofsTests {
  private func meaning(_ name: String, _ word: String) throws -> String {
    let workspace = FlowWorkspace()
    let path = Samples.shippedFlows + "/" + name
    let text = try #require(workspace.texts.text(path))
    let file = String(decoding: text.bytes, as: UTF8.self)
    let place = try #require(file.range(of: "  \(word):"))
    let offset = file.utf8.distance(from: file.startIndex, to: place.lowerBound) + 3
    return try #require(workspace.meaning(at: offset, in: path)?.text)
  }

  @Test("a step tells what has been shown when it is reached, and how often secrets can be guessed from there on")
  func shown() throws {
    let desk = try EditingDesk()
    let offset = desk.edit("a.yaml", Samples.flow(replacing: "  signedIn: {", by: "  sign|edIn: {"))
    let text = try #require(desk.workspace.meaning(at: offset, in: desk.path("a.yaml"))?.text)
    #expect(text.contains("Proved when it is reached: possession by device, inherence by device."))
    let first = desk.edit("a.yaml", Samples.flow(replacing: "  initialize: {", by: "  initi|alize: {"))
    let begin = try #require(desk.workspace.meaning(at: first, in: desk.path("a.yaml"))?.text)
    #expect(begin.contains("Proved when it is reached: nothing."))
  }

  @Test("of a part, too, in the first flow that has it")
  func inPart() throws {
    let text = try meaning("activation.yaml", "activate")
    #expect(text.contains("can be guessed here"))
    #expect(text.contains("Guesses left from here on"))
  }

  @Test("behind the last place where a secret is asked for, none is left; before it, no more than in a whole run")
  func left() throws {
    let workspace = FlowWorkspace()
    var (behind, before) = (0, 0)
    for path in PathWalker.find([Samples.shippedFlows]).map(\.path) {
      guard let text = workspace.texts.text(path), text.kind == .flow, let flow = workspace.check.graph(of: text.file)
      else { continue }
      let all = Checker.counts(in: flow).guesses
      for step in flow.steps where !step.isInterrupt {
        let left = Checker.guessesLeft(in: flow, at: step.id, of: all)
        for secret in left {
          let whole = try #require(all.first { $0.secret == secret.secret })
          if let most = whole.most.number { #expect(secret.most.number ?? .max <= most, "\(path) \(step.name.value)") }
          before += 1
        }
        // Whoever is at a step where a secret can be guessed can guess it.
        for secret in all where secret.places.contains(where: { $0.step.value == step.name.value }) {
          #expect(left.contains { $0.secret == secret.secret }, "\(path) \(step.name.value) \(secret.secret)")
        }
        if left.count < all.count { behind += 1 }
      }
    }
    #expect(behind > 10 && before > 10)
  }
}
