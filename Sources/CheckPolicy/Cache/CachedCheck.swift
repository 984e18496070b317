// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What a check of one file found, before the team judged it, and the texts that it came from.
///
/// It stands on one line: a digest and a path for each file, then the findings; tabs between. The digest of a file of which no
/// finding speaks begins with a plus sign.
struct CachedCheck: Sendable {
  /// A file as it was when it was checked.
  struct File: Sendable, Equatable {
    let path: String
    /// As sixty-four hexadecimal digits.
    let digest: String
  }

  /// The checked file first, then those it is made of, in the order of the findings' ``FileID``.
  let files: [File]
  /// What else was read for the check, such as the flow behind `refines:`; no finding speaks of a place there.
  let others: [File]
  let findings: [Diagnostic]

  init(files: [File], others: [File] = [], findings: [Diagnostic]) {
    self.files = files
    self.others = others
    self.findings = findings
  }

  /// Nil for a check that has no line: a path may hold what parts two fields, and no line may grow without bound.
  var line: String? {
    guard (files + others).allSatisfy({ !$0.path.utf8.contains { $0 < 0x20 } }) else { return nil }
    let fields = files.map { "\($0.digest)\t\($0.path)\t" } + others.map { "+\($0.digest)\t\($0.path)\t" }
    let text = fields.joined() + CachedFinding.text(of: findings)
    return text.utf8.count <= Self.longestLine ? text : nil
  }

  private static let longestLine = 1 << 16

  /// Nil for a line that no check of ours wrote.
  init?(line: some Collection<UInt8>) {
    var fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard let last = fields.popLast(), fields.count >= 2, fields.count % 2 == 0 else { return nil }
    var (files, others): ([File], [File]) = ([], [])
    for index in stride(from: 0, to: fields.count, by: 2) {
      let digest = fields[index]
      let path = String(decoding: fields[index + 1], as: UTF8.self)
      if digest.first == UInt8(ascii: "+") {
        others.append(File(path: path, digest: String(decoding: digest.dropFirst(), as: UTF8.self)))
      } else {
        files.append(File(path: path, digest: String(decoding: digest, as: UTF8.self)))
      }
    }
    (self.files, self.others) = (files, others)
    guard let findings = CachedFinding.findings(Array(last), ofFiles: files.count) else { return nil }
    self.findings = findings
  }
}
