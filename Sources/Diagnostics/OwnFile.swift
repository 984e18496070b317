// SPDX-License-Identifier: Apache-2.0

/// A file that the tool writes for itself, and that nobody edits: its first word says what it is.
package enum OwnFile: String, Sendable {
  case savedRun = "saved run"
  case cassette

  /// Nil for any other file.
  package init?(_ bytes: [UInt8]) {
    for kind in [OwnFile.savedRun, .cassette] where bytes.starts(with: "{\"mfaflow\":\"\(kind.rawValue)\"".utf8) {
      self = kind
      return
    }
    return nil
  }

  /// With its article, as in `this looks like a cassette`.
  package var name: String { "a \(rawValue)" }

  /// What to do with a file of this kind.
  package var use: String {
    switch self {
    case .savedRun: "give it to `mfaflow run` with `--resume`"
    case .cassette: "give it to `mfaflow run` with `--backend replay:FILE`"
    }
  }
}
