// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import FlowStories
import FlowTesting
import Synchronization

/// What the users of scenarios see while these are tested, on all cores.
struct SeenScenarios {
  /// A scenario by its file and its place there.
  struct Key: Hashable {
    let file: Int
    let number: Int
  }

  struct Seen: Sendable {
    /// By device.
    fileprivate(set) var boards: [Storyboard]
    /// By device, the question that was shown last.
    fileprivate var requests: [Int]
    /// By device.
    fileprivate let flows: [Flow]
    /// Nil until it is over.
    fileprivate(set) var result: ScenarioResult?
  }

  /// What came of the scenarios of each file, how much was taken of each flow, and what was seen.
  static func play(
    _ plan: TestPlan
  ) async -> (played: [[PlayedScenario]], coverage: [Coverage], seen: [Key: Seen]) {
    let book = BoardBook()
    let spectator = TestSpectator(
      watch: { file, number in
        guard case .sound(let sound) = plan.files[file].state else { return { _, _ in } }
        let name = sound.scenarios[number].name.value
        let boards = sound.devices.map { device in
          Storyboard(device.name.map { "\(name) (\($0.value))" } ?? name)
        }
        let key = Key(file: file, number: number)
        book.open(key, boards, sound.flows.map { plan.flows[$0].program.flow })
        return { device, seen in book.note(seen, key, device) }
      },
      ended: { file, number, result in book.close(Key(file: file, number: number), result) })
    let (played, coverage) = await TestWorkers.play(plan, spectator: spectator)
    return (played, coverage, book.seen)
  }
}

/// Where what is seen is written down, by several threads.
private final class BoardBook: Sendable {
  private let all = Mutex<[SeenScenarios.Key: SeenScenarios.Seen]>([:])

  var seen: [SeenScenarios.Key: SeenScenarios.Seen] { all.withLock { $0 } }

  func open(_ key: SeenScenarios.Key, _ boards: [Storyboard], _ flows: [Flow]) {
    all.withLock { $0[key] = SeenScenarios.Seen(boards: boards, requests: boards.map { _ in 0 }, flows: flows) }
  }

  func note(_ seen: SeenInScenario, _ key: SeenScenarios.Key, _ device: Int) {
    switch seen {
    case .happened(let entry): all.withLock { $0[key]?.boards[device].note(entry) }
    case .asked(let question, let time):
      all.withLock { all in
        guard let known = all[key], known.requests[device] != question.request else { return }
        all[key]?.requests[device] = question.request
        all[key]?.boards[device].show(Screen(question, at: time, of: known.flows[device]))
      }
    }
  }

  func close(_ key: SeenScenarios.Key, _ result: ScenarioResult) {
    all.withLock { all in
      for (device, run) in result.runs.enumerated() {
        if case .ended(let end, let outcome, _) = run.result.ending {
          all[key]?.boards[device].end(end, outcome.rawValue, run.result.said)
        }
        all[key]?.boards[device].finish()
      }
      all[key]?.result = result
    }
  }
}
