// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A password, a code, a token: a value that goes into a call and nowhere else.
///
/// It has no text to print: description, debug description and mirror all show `•••`. The bytes live in one place,
/// are overwritten by ``wipe()`` and when the last holder lets go, and are reached only through ``withBytes(_:)``.
public final class Secret: Sendable {
  private let storage: Mutex<[UInt8]>

  /// Takes over what was typed; the text itself is the caller's to forget.
  public init(_ text: String) { storage = Mutex(Array(text.utf8)) }

  /// Takes over the UTF-8 bytes of what was typed.
  public init(bytes: [UInt8]) { storage = Mutex(bytes) }

  deinit { wipe() }

  /// Lends the UTF-8 bytes of the secret; empty once it is wiped.
  ///
  /// For a backend that hands them to its SDK.
  public func withBytes<Result>(_ body: ([UInt8]) throws -> Result) rethrows -> Result {
    try storage.withLock { bytes in try body(bytes) }
  }

  /// The number of characters (Unicode scalars); 0 once it is wiped.
  public var count: Int {
    withBytes { bytes in
      // Mostly there is a byte for each, and no text has to be made.
      bytes.allSatisfy { $0 < 0x80 } ? bytes.count : String(decoding: bytes, as: UTF8.self).unicodeScalars.count
    }
  }

  /// Whether both hold the same bytes: how a form finds out that a password was typed twice alike.
  public func matches(_ other: Secret) -> Bool {
    guard self !== other else { return true }
    let mine = withBytes { $0 }
    return other.withBytes { theirs in
      guard mine.count == theirs.count else { return false }
      return zip(mine, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
  }

  /// Overwrites the bytes with zeros and drops them.
  public func wipe() {
    storage.withLock { bytes in
      bytes.withUnsafeMutableBytes { buffer in
        for index in buffer.indices { buffer[index] = 0 }
      }
      bytes = []
    }
  }
}

extension Secret: Hashable {
  /// Whether both are the same object: what it holds is compared by ``matches(_:)`` only.
  public static func == (left: Secret, right: Secret) -> Bool { left === right }

  /// Hashes which object it is, never what it holds.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What stands wherever a secret was.
  package static let mark = "•••"

  /// Three dots, whatever it holds.
  public var description: String { Self.mark }
  /// Three dots, whatever it holds.
  public var debugDescription: String { Self.mark }
  /// An empty mirror, so that a dump shows nothing.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
