// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What a check of one file found, before the team judged it, and the texts that it came from.
///
/// It stands on one line: a digest and a path for each file, then the findings; tabs between.
struct CachedCheck: Sendable {
  /// A file as it was when it was checked.
  struct File: Sendable, Equatable {
    let path: String
    /// As sixty-four hexadecimal digits.
    let digest: String
  }

  /// The checked file first, then those it is made of, in the order of the findings' ``FileID``.
  let files: [File]
  let findings: [Diagnostic]

  init(files: [File], findings: [Diagnostic]) {
    self.files = files
    self.findings = findings
  }

  /// Nil for a check that has no line: a path may hold what parts two fields, and no line may grow without bound.
  var line: String? {
    guard files.allSatisfy({ !$0.path.utf8.contains { $0 < 0x20 } }) else { return nil }
    let text = files.map { "\($0.digest)\t\($0.path)\t" }.joined() + CachedFinding.text(of: findings)
    return text.utf8.count <= Self.longestLine ? text : nil
  }

  private static let longestLine = 1 << 16

  /// Nil for a line that no check of ours wrote.
  init?(line: some Collection<UInt8>) {
    var fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard let last = fields.popLast(), fields.count >= 2, fields.count % 2 == 0 else { return nil }
    files = stride(from: 0, to: fields.count, by: 2).map { index in
      File(
        path: String(decoding: fields[index + 1], as: UTF8.self), digest: String(decoding: fields[index], as: UTF8.self)
      )
    }
    guard let findings = CachedFinding.findings(Array(last), ofFiles: files.count) else { return nil }
    self.findings = findings
  }
}
