// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Redaction

extension SecretMask {
  /// The failure with `•••` for each secret in its words.
  func cover(_ failure: BackendFailure) -> BackendFailure {
    BackendFailure(failure.kind, cover(failure.description))
  }
}
