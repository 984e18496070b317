// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SDKContract

extension ReplyOutcome {
  /// Whether an event came out so.
  func fits(_ event: SDKEvent) -> Bool {
    switch self {
    case .success: event.error == 0 && (event.status ?? 0) == 0
    case .code(let code): event.error == 0 && event.status == code
    case .error(let number): event.error != 0 && number.map { $0 == event.error } ?? true
    }
  }
}
