// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Synchronization

/// The traces of a scenario's devices, as they grow.
final class ScenarioLog: Sendable {
  private let names: [String?]
  private let kept = Mutex<[(device: Int, entry: TraceEntry)]>([])

  init(devices: [ScenarioDevice]) { names = devices.map(\.name?.value) }

  func add(_ entry: TraceEntry, on device: Int) { kept.withLock { $0.append((device, entry)) } }

  func entries(of device: Int) -> [TraceEntry] {
    kept.withLock { $0.filter { $0.device == device }.map(\.entry) }
  }

  /// How many things have happened, on all devices.
  var count: Int { kept.withLock { $0.count } }

  /// What happened on a device behind the first so many things.
  func entries(of device: Int, behind count: Int) -> [TraceEntry] {
    kept.withLock { $0[count...].filter { $0.device == device }.map(\.entry) }
  }

  /// A line for each thing that happened on any device, behind the name of that device if it has one.
  var lines: [String] {
    let width = names.compactMap { $0?.count }.max() ?? 0
    return kept.withLock { kept in
      kept.map { device, entry in
        guard let name = names[device] else { return entry.text }
        return name + String(repeating: " ", count: width - name.count) + "  " + entry.text
      }
    }
  }
}
