// SPDX-License-Identifier: Apache-2.0

import Cassettes
import Diagnostics
import FlowRuntime
import Values

/// One thing that happened in one of the two runs.
enum TwinItem: Sendable {
  case trace(TraceEntry)
  /// What passed between the run and its SDK, without secrets.
  case passed(CassetteEntry.What)
  /// How the run came out.
  case result(String)

  /// The line of the trace; nil for what the trace tells of by itself.
  var line: String? {
    switch self {
    case .trace(let entry): "\(entry.kind)  \(entry.words)"
    case .result(let text): "result  \(text)"
    case .passed: nil
    }
  }

  /// What it is, where the other run has something else.
  var words: String {
    switch self {
    case .trace, .result: line ?? ""
    case .passed(.call(let call, _)): "call  \(call.name)"
    case .passed(.event(let event)): "event  \(event.name)"
    case .passed(let what): what.words
    }
  }
}
