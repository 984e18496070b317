// SPDX-License-Identifier: Apache-2.0

import Values

/// The arguments of a call, as the simulated SDK reads them: nil for what is missing, empty or of another type.
extension Record {
  /// Without the white space around it.
  func trimmedText(_ name: String) -> String? {
    guard case .text(let text)? = self[name] else { return nil }
    let trimmed = Trimming.trimmed(text)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// Letter by letter.
  func text(_ name: String) -> String? {
    guard case .text(let text)? = self[name], !text.isEmpty else { return nil }
    return text
  }

  /// A text counts as a secret, since some callers have no such type.
  func secret(_ name: String) -> Secret? {
    switch self[name] {
    case .secret(let secret): secret.withBytes { $0.isEmpty } ? nil : secret
    case .text(let text): text.isEmpty ? nil : Secret(text)
    default: nil
    }
  }

  /// A secret with something else than white space in it.
  func code(_ name: String) -> Secret? {
    secret(name).flatMap { secret in secret.withBytes { $0.allSatisfy(Trimming.isSpace) } ? nil : secret }
  }

  /// An SDK's 0 and 1 count as false and true.
  func flag(_ name: String) -> Bool? {
    switch self[name] {
    case .flag(let flag): flag
    case .int(0): false
    case .int(1): true
    default: nil
    }
  }

  func number(_ name: String) -> Int? {
    if case .int(let number)? = self[name] { number } else { nil }
  }

  func list(_ name: String) -> [Value]? {
    if case .list(let values)? = self[name] { values } else { nil }
  }
}
