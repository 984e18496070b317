// SPDX-License-Identifier: Apache-2.0

import Cassettes
import FlowRuntime
import Synchronization

/// What happens in one of the two runs, noted as it happens.
final class TwinNotes: Sendable {
  private enum Note {
    case trace(TraceEntry)
    /// The number of an entry of the recording.
    case recorded(Int)
  }

  private let notes = Mutex<[Note]>([])

  func note(_ entry: TraceEntry) { notes.withLock { $0.append(.trace(entry)) } }

  func note(recorded number: Int) { notes.withLock { $0.append(.recorded(number)) } }

  /// Everything in its order, with the result behind it; nil if the run was too long to be recorded.
  func items(_ recorder: CassetteRecorder, _ identity: Cassette.Identity, _ report: RunReport) -> [TwinItem]? {
    guard let cassette = recorder.cassette(identity) else { return nil }
    let items = notes.withLock { notes in
      notes.map { note -> TwinItem in
        switch note {
        case .trace(let entry): .trace(entry)
        case .recorded(let number): .passed(cassette.entries[number].what)
        }
      }
    }
    return items + [.result(report.text)]
  }
}
