// SPDX-License-Identifier: Apache-2.0

import Values

/// A password or an activation code that the simulated server knows.
///
/// It shows nothing, wherever it is printed.
struct Credential: Sendable {
  private let bytes: [UInt8]

  /// What nobody can hand in: an empty secret is none.
  static let unknown = Credential("")

  /// As a world file writes it.
  init(_ text: String) { bytes = Array(text.utf8) }

  /// As a call brought it; the call's own copy may be wiped afterwards.
  init(_ secret: Secret) { bytes = secret.withBytes { $0 } }

  /// A copy, for a call.
  var secret: Secret { Secret(bytes: bytes) }

  /// Whether the secret is this credential, byte for byte: how passwords are compared.
  func matches(_ secret: Secret) -> Bool { secret.withBytes { $0 == bytes } }

  /// Whether the secret is this credential once white space around both is dropped: how codes are compared.
  func matchesTrimmed(_ secret: Secret) -> Bool {
    secret.withBytes { $0 == bytes || $0[Trimming.bounds(of: $0)] == bytes[Trimming.bounds(of: bytes)] }
  }
}

extension Credential: CustomStringConvertible, CustomReflectable {
  var description: String { Secret.mark }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}
