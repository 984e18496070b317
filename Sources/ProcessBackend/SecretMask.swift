// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Covers, in what a process has sent, what it was told in confidence: a message that is quoted may echo a password.
///
/// It keeps no secret: of each, the length and a number that only this run can make of it.
struct SecretMask: Sendable {
  private var known: [Int: Set<Int>] = [:]
  private var count = 0

  /// More than these are not remembered: then nothing is quoted any more.
  private static let most = 512
  /// Shorter texts of a world are no secrets, but parts of all others.
  private static let shortestOfWorld = 3

  /// Takes note of a secret, as it is and as JSON writes it.
  mutating func note(_ secret: [UInt8]) {
    guard !secret.isEmpty else { return }
    add(secret[...])
    var json = JSONWriter()
    json.string(String(decoding: secret, as: UTF8.self))
    let written = json.bytes.dropFirst().dropLast()
    if written.count != secret.count { add(written) }
  }

  /// Takes note of all texts of a world, which may be passwords.
  mutating func note(world: JSONNode) {
    switch world.value {
    case .text(let text): if text.utf8.count >= Self.shortestOfWorld { note(Array(text.utf8)) }
    case .int(let number): if number > 999 { note(Array(String(number).utf8)) }
    case .list(let nodes): for node in nodes { note(world: node) }
    case .object(let fields): for field in fields { note(world: field.node) }
    case .null, .flag: break
    }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    guard count < Self.most else { return }
    if known[bytes.count, default: []].insert(Self.number(of: bytes)).inserted { count += 1 }
  }

  private static func number(of bytes: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// What was sent, shortened, on one line and in backticks, with `•••` for each secret in it.
  func quote(_ line: ArraySlice<UInt8>, limit: Int = 120) -> String {
    guard count < Self.most else { return "a message (too many secrets were sent to quote it)" }
    let longest = known.keys.max() ?? 0
    let bytes = Array(line.prefix(limit * 4 + longest))
    var shown: [UInt8] = []
    var index = 0
    let lengths = known.keys.sorted(by: >)
    while index < bytes.count, shown.count < limit * 4 {
      let hidden = lengths.first { length in
        index + length <= bytes.count
          && known[length]?.contains(Self.number(of: bytes[index..<index + length])) ?? false
      }
      if let hidden {
        shown += "•••".utf8
        index += hidden
      } else {
        shown.append(bytes[index])
        index += 1
      }
    }
    return Diagnostic.quoting(String(decoding: shown, as: UTF8.self), limit: limit)
  }
}
