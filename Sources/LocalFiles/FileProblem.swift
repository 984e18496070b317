// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Why a file cannot be had.
package struct FileProblem: Error, Equatable {
  package enum Kind: Equatable {
    case missing
    /// A folder where a file is meant.
    case folder
    /// A pipe, a socket or a device, which may never end.
    case notAFile
    case tooLarge
    case forbidden
    /// A pattern that fits no file.
    case unmatched
    /// What git says of a revision, and what to do about it.
    case revision(String, help: String)
    /// What the system says.
    case other(String)
  }

  package let path: String
  package let kind: Kind

  package init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// Headline that quotes the path as it was written.
  package var message: String {
    let name = Diagnostic.quoting(path: path)
    return switch kind {
    case .missing where isNotUTF8: "the name \(name) is not written in UTF-8"
    case .missing: "\(name) does not exist"
    case .folder: "\(name) is a folder, not a file"
    case .notAFile: "\(name) is a pipe or a device, not a file"
    case .tooLarge: "\(name) is larger than \(FileReader.limit >> 20) MiB"
    case .unmatched: "no file matches \(name)"
    case .forbidden: "\(name) may not be read by you"
    case .revision(let reason, _), .other(let reason): "\(name) cannot be read: \(reason)"
    }
  }

  /// The path that is most likely meant; nil if none is near.
  package var near: String? { kind == .missing && !isNotUTF8 ? NearFile.path(insteadOf: path) : nil }

  /// Whether bytes stand in the path that are no UTF-8, such as the accents of an old archive; each became U+FFFD.
  private var isNotUTF8: Bool { path.unicodeScalars.contains("\u{FFFD}") }

  package var help: String {
    switch kind {
    case .missing where isNotUTF8: "rename the file, or the folder above it: use letters of UTF-8"
    case .missing:
      near.map { "did you mean `\($0)`?" } ?? "look at the spelling of the path, and at the folder you are in"
    case .folder: "name a file in it"
    case .notAFile: "to read what a program writes, give `-` and pipe it in"
    case .tooLarge: "split it; files written by hand have some kilobytes"
    case .unmatched: "look at the pattern, and at the folder you are in"
    case .forbidden: "look at the permissions of the file and of the folders above it"
    case .revision(_, let help): help
    case .other: "look at the file with other tools"
    }
  }
}
