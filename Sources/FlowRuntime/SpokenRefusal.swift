// SPDX-License-Identifier: Apache-2.0

/// The SDK's words for a call that it has just refused: they are shown with the question, and never traced.
struct SpokenRefusal: Sendable {
  let code: Int
  let words: String

  /// Nil where the SDK took the call, said nothing, or repeats a secret that it was handed.
  init?(_ answer: SDKAnswer, _ handed: HandedSecrets) {
    guard case .rejected(let code, let words?) = answer else { return nil }
    if words.isEmpty || handed.isRepeated(in: words) { return nil }
    (self.code, self.words) = (code, words)
  }
}
