// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowChecks
import FlowGraph
import FlowLanguage
import Foundation
import Testing

@testable import FlowEditing

@Suite("What is proved at a step, and what can still be guessed")
struct StepProofsTests {
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
    let part = """
      part: verify
      sdk: relid
      needs: [done, failed]
      steps:
        verify:
          challenge: getPassword(verify)
          ask: [password]
          answer: setPassword
          tries: 4
          then: { onUserLoggedIn: done, 102: retry, exhausted: failed, else: failed }

      """
    let flow = Samples.flow(replacing: "start:", by: "use: [verify]\nstart:")
      .replacingOccurrences(of: "      101:", with: "      getPassword(verify): verify\n      101:")
    let desk = try EditingDesk(["a.yaml": flow])
    let offset = desk.edit("verify.yaml", part.replacingOccurrences(of: "  verify:", with: "  ver|ify:"))
    desk.workspace.settle()
    let text = try #require(desk.workspace.meaning(at: offset, in: desk.path("verify.yaml"))?.text)
    #expect(text.contains("`password` can be guessed here, in a run and at worst: 3."))
    #expect(text.contains("Guesses left from here on, at worst: `password` 3 over all accounts"))
    let behind = desk.edit("a.yaml", flow.replacingOccurrences(of: "  signedIn: {", with: "  sign|edIn: {"))
    desk.workspace.settle()
    let none = try #require(desk.workspace.meaning(at: behind, in: desk.path("a.yaml"))?.text)
    #expect(none.contains("From here on no secret can be guessed."))
  }

  @Test("behind the last place where a secret is asked for, none is left; before it, no more than in a whole run")
  func left() throws {
    let workspace = FlowWorkspace()
    var (behind, before) = (0, 0)
    for path in Samples.someFlows(["login.yaml", "sign-in.yaml"]) {
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
    #expect(behind > 0 && before > 3, "\(behind) \(before)")
  }
}
