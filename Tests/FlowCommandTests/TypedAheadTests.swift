// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import FlowCommand

@Suite("What is typed ahead of a run", .serialized)
struct TypedAheadTests {
  @Test(
    "is not echoed while the flow is read, and the terminal echoes again behind each ending",
    arguments: [
      ["@flow.yaml", "--world", "@world.yaml", "--answers", "@answers.yaml"],
      ["@broken.yaml", "--world", "@world.yaml"], ["@gone.yaml", "--world", "@world.yaml"],
      ["@flow.yaml", "--world", "@flow.yaml"], ["@flow.yaml", "--world", "@world.yaml", "--contract", "@world.yaml"],
    ])
  func silent(words: [String]) async throws {
    let (pseudo, echoes, outcome) = try await run(words)
    #expect(!echoes.isEmpty && !echoes.contains(true))
    #expect(pseudo.echoes)
    // A run that was not asked about it leaves it to whoever reads next; a run that did not begin would leave answers.
    if outcome != .success { #expect(!pseudo.hasTypedAhead) }
  }

  @Test("is echoed where nobody is asked, since the terminal is a file or a program answers")
  func others() async throws {
    for more in [
      ["-", "--world", "@world.yaml"], ["@broken.yaml", "--world", "@world.yaml", "--responder", "process:true"],
    ] {
      let (pseudo, echoes, _) = try await run(more)
      #expect(!echoes.isEmpty && !echoes.contains(false))
      #expect(pseudo.echoes && pseudo.hasTypedAhead)
    }
  }

  /// Types a line ahead and runs; gives whether the terminal echoed whenever the environment was looked at.
  private func run(_ words: [String]) async throws -> (PseudoTerminal, [Bool], ExitCode) {
    let desk = try Desk.sample()
    try desk.put("broken.yaml", Samples.brokenFlow)
    let pseudo = try PseudoTerminal()
    let echoes = Mutex<[Bool]>([])
    let streams = Streams(
      output: MemoryOutput(), errors: MemoryOutput(isTerminal: true), readInput: { [] },
      variable: { _ in
        echoes.withLock { $0.append(pseudo.echoes) }
        return nil
      }, terminal: Terminal(input: pseudo.program, output: pseudo.program))
    pseudo.type("horse-battery-1\n")
    let code = await Tool.run(["run"] + words.map { $0.replacing("@", with: desk.root) }, in: streams)
    return (pseudo, echoes.withLock { $0 }, code)
  }
}
