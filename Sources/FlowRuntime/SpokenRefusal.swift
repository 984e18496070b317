// SPDX-License-Identifier: Apache-2.0

import Values

/// The SDK's words for a call that it has just refused: they are shown with the question, and never traced.
struct SpokenRefusal: Sendable {
  let code: Int
  let words: String

  /// Nil where the SDK took the call, said nothing, or repeats a secret of the call.
  init?(_ answer: SDKAnswer, to call: SDKCall) {
    guard case .rejected(let code, let words?) = answer, !words.isEmpty else { return nil }
    for argument in call.arguments.fields {
      if case .secret(let secret) = argument.value, secret.isPart(of: words) { return nil }
    }
    (self.code, self.words) = (code, words)
  }
}

extension Secret {
  fileprivate func isPart(of text: String) -> Bool {
    let text = Array(text.utf8)
    return withBytes { bytes in
      guard !bytes.isEmpty, bytes.count <= text.count else { return false }
      return (0...text.count - bytes.count).contains { text[$0...].starts(with: bytes) }
    }
  }
}
