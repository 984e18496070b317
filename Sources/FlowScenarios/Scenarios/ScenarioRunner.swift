// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowGraph
public import FlowRuntime
import SDKContract
import Synchronization
import Values

/// How a scenario came out.
public struct ScenarioResult: Sendable {
  /// The sentence that names it.
  public let name: String
  /// What was not as the scenario says; empty if it passed.
  public let failures: [Diagnostic]
  /// Everything that happened.
  public let trace: [TraceEntry]
  /// How the run came out.
  public let result: RunResult

  /// Whether everything was as the scenario says.
  public var passed: Bool { failures.isEmpty }
}

/// Plays scenarios, each on an SDK and a clock of its own; the clock stands still until somebody waits.
public struct ScenarioRunner: Sendable {
  private let program: Program

  /// A runner of scenarios of this flow; it can play any number of them.
  public init(_ program: Program) { self.program = program }

  /// Plays a scenario from beginning to end.
  public func run(_ scenario: Scenario) async -> ScenarioResult {
    let clock = VirtualClock()
    let sdk = scenario.sdk.make(clock)
    let trace = TraceCollector()
    let player = ScenarioPlayer(scenario, sdk, clock, trace)
    let session = FlowSession(
      machine: FlowMachine(program), backend: ScenarioSDK(sdk: sdk, player: player, clock: clock), responder: player,
      clock: clock, inbox: player.inbox, trace: { trace.add($0) })
    let result = await session.run()
    let entries = trace.entries
    var failures = player.failures
    if failures.isEmpty, let item = player.unplayed {
      failures.append(Self.unplayed(item, result.ending))
    }
    if failures.isEmpty {
      failures = EndComparison(scenario.expectation, scenario.name.range).compare(result, entries)
    }
    return ScenarioResult(name: scenario.name.value, failures: failures, trace: entries, result: result)
  }

  private static func unplayed(_ item: Scenario.Item, _ ending: RunResult.Ending) -> Diagnostic {
    guard case .waiting(let step) = ending else {
      return Diagnostic(
        ScenarioRules.unused, "the run was over before this could happen", at: item.range,
        help: "the run \(words(ending)); take the item out, or mend the flow")
    }
    return Diagnostic(
      ScenarioRules.unused, "nobody is asked any more, so that this cannot happen", at: item.range,
      help: "`\(step)` waits for the SDK, which has nothing more to say; let its event come first")
  }

  static func words(_ ending: RunResult.Ending) -> String {
    switch ending {
    case .ended(let name, let outcome, _): "ended at `\(name)` (\(outcome.rawValue))"
    case .waiting(let step): "waits at `\(step)`"
    case .failed(let failure): "stopped: \(failure.description)"
    }
  }
}

/// The trace of a run, as it grows.
final class TraceCollector: Sendable {
  private let kept = Mutex<[TraceEntry]>([])

  func add(_ entry: TraceEntry) { kept.withLock { $0.append(entry) } }

  var entries: [TraceEntry] { kept.withLock { $0 } }
}
