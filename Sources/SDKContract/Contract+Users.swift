// SPDX-License-Identifier: Apache-2.0

import Values

extension Contract {
  /// Whether a call says who the user is: it answers what is asked of nobody yet, by a text.
  package func namesUser(_ call: CallSpec) -> Bool {
    let isAskedOfNobody = call.answers.contains { self[$0].kind == .challenge && self[$0].userField == nil }
    return isAskedOfNobody && !call.namesNobody && call.parameters.contains { $0.type == .text }
  }

  /// Whether some call says who the user is; otherwise whatever loses the proofs may bring another user.
  package var letsUsersBeNamed: Bool { calls.contains { namesUser($0) } }
}
