// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import FlowExploration
import FlowGraph
import FlowRuntime
import FlowScenarios
import Foundation
import RELIDSimulator
import Testing

@testable import FlowCommand

@Suite("At worst is exactly so")
struct WorstRunTests {
  private static let cases = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "FlowChecksTests/Cases")

  /// Reads what a case names, such as its own contract.
  private static let loader = FileLoader { path in
    guard let data = FileManager.default.contents(atPath: cases.appending(path: path).path) else {
      return .failure(FileLoader.Problem("there is no such file"))
    }
    return .success(SourceFile(path: path, bytes: [UInt8](data)))
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: cases.appending(path: path + ".yaml"), encoding: .utf8)
  }

  /// Flows with a number that is too large, and the calls that it counts.
  static let floods: [(file: String, code: String, calls: [String])] = [
    ("guesses-above-profile", "MFA421", ["setPassword", "updatePassword"]),
    ("guesses-after-each-login", "MFA421", ["setPassword"]),
    ("guesses-after-a-log-off", "MFA421", ["setPassword"]),
    ("guesses-after-another-sign-in", "MFA421", ["setPassword"]),
    ("shared-budget-above-profile", "MFA421", ["setPassword", "updatePassword"]),
    ("push-by-an-answer", "MFA423", ["performVerifyAuth"]),
    ("sends-at-two-steps", "MFA423", ["resendActivationCode"]),
    ("push-in-a-round", "MFA423", ["performVerifyAuth"]),
  ]

  @Test("a number that is too large is shown by a run that comes to it", arguments: floods.map(\.file))
  func shown(_ file: String) async throws {
    let flood = try #require(Self.floods.first { $0.file == file })
    try await expectShown(file, flood.code, flood.calls, "--profile", "psd2-rts")
  }

  @Test(
    "a number over all accounts is shown by a run in which each user is somebody new",
    arguments: ["accounts-by-a-cancel", "accounts-by-tries-of-each", "accounts-at-two-steps", "accounts-by-number"])
  func shownOverAccounts(_ file: String) async throws {
    let run = try await expectShown(file, "MFA427", ["setPassword", "pin"], "--config", "@team.yaml")
    #expect(Set(run.matches(of: /(?:userName|number): "?(\w+)/).map(\.output.1)).count > 1, "\(run)")
  }

  /// - Returns: the scenario.
  @discardableResult
  private func expectShown(
    _ file: String, _ code: String, _ calls: [String], _ options: String...
  ) async throws -> String {
    let desk = try Desk()
    let flow = try Self.text("bad/\(file)").replacing("../parts/", with: "")
    try desk.put("flow.yaml", flow)
    if let contract = flow.firstMatch(of: /sdk: (.+-contract)\.yaml/)?.output.1 {
      try desk.put("\(contract).yaml", try Self.text("parts/\(contract)"))
    }
    try desk.put("team.yaml", String(flow.prefix { $0 != "\n" }.dropFirst(2)) + "\n")
    let outcome = await desk.run(["check"] + options + ["--write-scenario", "@found", "@flow.yaml"])
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.root + "found").filter { $0.contains(code) }
    let name = try #require(names.first, "\(outcome.errors)")
    let text = try String(contentsOfFile: desk.root + "found/\(name)", encoding: .utf8)
    let read = try #require(ScenarioReader.read(SourceFile(path: name, text: text), in: World.self).value)
    let graph = try #require(
      Compiler(loader: Self.loader).unchecked(SourceFile(path: "bad/flow.yaml", text: try Self.text("bad/\(file)"))))
    let played = await ScenarioRunner([Program(unsound: graph)], on: read.devices).run(read.scenarios[0])
    #expect(played.failures.map(\.message) == ["this came about, and must not"], "\(played.lines)")
    let made = played.runs[0].trace.filter { $0.kind == "call" }.compactMap { $0.text("call") }
    let told = try #require(outcome.output.firstMatch(of: /(\d+) times/)?.output.1)
    #expect("\(made.count { calls.contains($0) })" == told, "\(made)")
    return text
  }

  /// Where the number is larger than any run that is found, and why.
  static let larger = [
    "bad/check-never-holds-for-what-a-parameter-gets": "its check is never met",
    "bad/answer-passed-by-a-line": unforeseen, "bad/answer-passed-to-success": unforeseen,
    "bad/gate-denied-to-another-login": unforeseen, "bad/gate-that-decides-nothing": unforeseen,
    "bad/timeout-in-a-choice": unforeseen, "bad/gates-of-different-questions-at-two-sign-ins": unforeseen,
    "bad/check-behind-ten-choices": checks, "good/check-behind-ten-choices": checks,
    "bad/check-against-two-that-differ": checks,
    "bad/checks-of-flags-in-turn": checks, "bad/three-numbers-of-two": checks,
    "bad/circle-of-thirty-numbers": checks,
    "bad/check-lists-then-excludes": checks, "bad/check-of-two-lists": checks, "bad/checks-of-two-names": checks,
    "bad/checks-that-exclude-each-other": checks, "bad/checks-of-sizes-that-differ": checks,
    "bad/requirement-that-the-contract-refuses": checks,
    "bad/pick-that-no-check-lets-through": checks, "good/checks-that-leave-one": checks,
    "good/pattern-that-bans-a-simple-secret": checks,
    "good/checks-of-numbers-and-flags": checks, "good/constants-of-each-type": checks,
    "bad/checks-of-numbers-in-a-row": checks, "bad/checks-by-a-list-that-says-nothing": checks,
    "bad/checks-by-quantifiers-within-each-other": checks, "bad/checks-of-opposite-flags": checks,
    "bad/name-with-a-blank-in-front": checks, "bad/pattern-and-size-exclude-each-other": checks,
    "bad/patterns-that-exclude-each-other": checks, "bad/three-passwords-of-which-two-differ": checks,
    "bad/terminal-goes-on": "a terminal interrupt leads to no step: the flow is refused for that",
    "good/fifteen-steps-of-two-buttons": "there are more configurations than the search looks at",
    "bad/accounts-by-a-name-and-its-secret": "the search for one account names no other in between",
    "bad/guesses-by-a-late-reply": "the search sends no late replies",
    "bad/shared-budget-of-nobody": drawn, "good/session-budget-that-begins-again": drawn,
    "bad/session-budget-spent-before-success": drawn,
    "bad/session-limit-where-an-interrupt-signs-in-again":
      "what an interrupt leads to may begin a session at any moment",
    "bad/consent-behind-a-help-screen-with-a-time": late, "bad/consent-whose-no-the-contract-hides": late,
    "bad/consent-whose-noes-hang-on-one-field": late, "bad/left-signed-in-by-a-late-reply": late,
    "bad/pushes-that-are-declined-while-it-waits": late, "bad/texts-sent-again-by-their-reply": late,
    "good/tries-of-a-session-behind-a-wait": late,
  ]
  private static let late = "a late reply could begin tries for each user anew, so the quick number stands"
  private static let drawn = "a step on the way draws on the same budget, and nothing can be guessed there"
  private static let unforeseen =
    "the contract lets no run come there: the checker takes the flow's lines at their word"
  private static let checks = "no sample of what is typed meets the checks"

  @Test(
    "each number of guesses, for one account and over all, is that of a run, and no run comes to more",
    arguments: [false, true])
  func exact(_ isOverAccounts: Bool) throws {
    var missed: [String] = []
    let compiler = Compiler(loader: Self.loader)
    for folder in ["good", "bad"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: Self.cases.appending(path: folder).path)
      // Over accounts a run is longer: the flows that are about them.
      for name in names.sorted()
      where name.hasSuffix(".yaml") && (!isOverAccounts || name.hasPrefix("accounts-") || name.hasPrefix("tries-")) {
        let path = "\(folder)/\(name.dropLast(5))"
        let file = SourceFile(path: path + ".yaml", text: try Self.text(path))
        guard let flow = compiler.unchecked(file), flow.isWhole, flow.uses.isEmpty, flow.runs.isEmpty else {
          continue
        }
        let program = Program(unsound: flow)
        for secret in Checker.counts(in: flow).guesses {
          guard let times = (isOverAccounts ? secret.most : secret.account).number, times <= 40 else { continue }
          let calls = secret.places.map { CountedCall($0.call, counters: $0.counters) }
          func run(upTo most: Int, _ configurations: Int) -> WorstRun {
            WorstRunSearch(
              program, counting: calls, isOverAccounts: isOverAccounts, mostConfigurations: configurations
            ).run(upTo: most)
          }
          let worst = run(upTo: times, 8_000)
          let more = run(upTo: times + 1, 2_000)
          let name = "\(path) \(secret.secret)"
          if more.count > times {
            let steps = program.trace(of: more.run).map { "\($0.kind) \($0.words)" }.joined(separator: "; ")
            missed.append("\(name): \(times), and a run has \(more.count): \(steps)")
          } else if worst.count < times, Self.larger[path] == nil {
            missed.append("\(name): \(times), found \(worst.count)\(worst.isWorst ? "" : " so far")")
          }
        }
      }
    }
    #expect(missed.isEmpty, "\(missed.joined(separator: "\n"))")
  }
}
