// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemCalls
import Testing

@testable import ProcessBackend

/// `make siege` lays a long one; the suite has a short one.
///
/// Both in a process of its own, whose descriptors, children and memory are those of the siege.
@Suite("A crowd of programs that do what no SDK may, on busy processors")
struct SiegeTests {
  @Test("each comes to one clear error, and nothing is left: no process, no descriptor, no memory")
  func siege() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await Self.lay()
    }
    print(String(decoding: result.standardOutputContent, as: UTF8.self), terminator: "")
  }

  private static func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  private static var hasChild: Bool { Residue.hasChild(mayRun: number("SIEGE_SYMBOLIZER", 0) > 0) }

  private static func lay() async throws {
    let runs = number("SIEGE_RUNS", 3 * Attack.allCases.count)
    let only = try ProcessInfo.processInfo.environment["SIEGE_ATTACK"].map { [try #require(Attack(rawValue: $0))] }
    let siege = try Siege(
      seed: UInt64(number("SIEGE_SEED", 1)), runs: runs, crowd: number("SIEGE_CROWD", 24),
      attacks: only ?? Attack.allCases)
    // What is opened once and kept is opened here.
    _ = try await Siege(seed: 0, runs: Attack.allCases.count, crowd: 1).lay()
    let (open, memory) = (try Residue.descriptors(), Residue.peakMemory)
    let start = ContinuousClock.now
    let burning = ChildProcesses()
    let burners = try (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in
      try burning.start(["sh", "-c", burner])
    }
    let outcomes = await siege.lay()
    burning.endAll()
    for burner in burners {
      burner.closeInput()
      burner.closeOutput()
    }
    let time = ContinuousClock.now - start
    let grown = Residue.peakMemory - memory
    try await settle(siege)
    siege.end()

    let left = try Residue.descriptors().subtracting(open)
    let behind = try Residue.processes(with: siege.token)
    // They would keep the output open that others wait for the end of.
    for pid in behind.compactMap({ Int32($0.prefix { $0.isNumber }) }) { kill(pid, SIGKILL) }
    let problems =
      outcomes.compactMap(\.complaint) + left.map { "the descriptor \($0) was left open" }
      + behind.map { "this was left behind: \($0.prefix(80))" }
      + (siege.left == 0 ? [] : ["\(siege.left) programs are still noted"])
      + (hasChild ? ["a child was not collected"] : [])
      + (grown < number("SIEGE_MEMORY", 64) << 20 ? [] : ["\(grown >> 20) MB more memory were needed"])
    // A process of its own tells its issues without their words.
    for problem in problems { print("siege (SIEGE_SEED=\(siege.seed)): \(problem)") }
    #expect(outcomes.count == runs && problems.isEmpty)
    let slowest = outcomes.max { $0.time < $1.time }
    print(
      "siege (SIEGE_SEED=\(siege.seed)): \(runs) runs of \(Attack.allCases.count) attacks, \(siege.crowd) at a time, in "
        + "\(time.formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1)))); \(left.count) descriptors "
        + "left, \(grown >> 20) MB more memory, the slowest "
        + "\(slowest.map { "\($0.attack) with \($0.time.formatted(.units(allowed: [.milliseconds])))" } ?? "none")")
  }

  /// Those that were let go end on threads of their own; the system takes back what was killed a moment later.
  private static func settle(_ siege: Siege) async throws {
    for _ in 0..<1_000 where try siege.left > 0 || hasChild || !Residue.processes(with: siege.token).isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Keeps a processor busy until its input ends.
  private static let burner = """
    exec 3<&0
    cat <&3 >/dev/null &
    while kill -0 $! 2>/dev/null; do i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; done
    """
}
