// SPDX-License-Identifier: Apache-2.0

/// A file that the tool writes in a format of its own, or of other tools, and that has no keys of the language: its beginning says
/// what it is.
package enum OwnFile: String, Sendable, CaseIterable {
  case savedRun = "saved run"
  case cassette
  case baseline
  case translations = "PO file"

  /// The comment with which a baseline begins.
  package static let beginningOfBaseline = "# Findings that mfaflow check knows"

  /// Nil for any other file.
  package init?(_ bytes: [UInt8]) {
    guard let kind = Self.allCases.first(where: { $0.isBegun(bytes) }) else { return nil }
    self = kind
  }

  private func isBegun(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .savedRun, .cassette: bytes.starts(with: "{\"mfaflow\":\"\(rawValue)\"".utf8)
    case .baseline: bytes.starts(with: Self.beginningOfBaseline.utf8)
    case .translations: Self.isPO(bytes)
    }
  }

  /// Whether the first line that says something begins an entry for translators.
  private static func isPO(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while let start = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D }) {
      rest = rest[start...]
      guard rest.first == UInt8(ascii: "#") else {
        return rest.starts(with: "msgid \"".utf8) || rest.starts(with: "msgctxt \"".utf8)
      }
      rest = rest.drop { $0 != 0x0A }
    }
    return false
  }

  /// With its article, as in `this looks like a cassette`.
  package var name: String { "a \(rawValue)" }

  /// What to do with a file of this kind.
  package var use: String {
    switch self {
    case .savedRun: "give it to `mfaflow run` with `--resume`"
    case .cassette: "give it to `mfaflow run` with `--backend replay:FILE`"
    case .baseline: "give it to `mfaflow check` with `--baseline`"
    case .translations: "give it to `mfaflow messages import FLOW FILE.po`"
    }
  }
}
