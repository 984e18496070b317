// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import YAMLTree

/// Flows that others of the same check run, and that begin where these have brought the SDK: that nothing starts it is no fault of theirs,
/// and what was shown and called before they begin is judged where they are run.
enum RunInside {
  /// The files, without such findings in those that others run, and without that nothing starts the SDK in those that others extend.
  static func withoutStart(_ files: [CheckedFile], in reports: [any CheckReport]) -> [CheckedFile] {
    guard files.contains(where: { $0.found?.findings.contains(where: isOfStart) ?? false }) else { return files }
    let (inside, bases) = (Set(files.flatMap(\.others)), Set(files.flatMap(\.bases)))
    return files.map { file in
      guard var check = file.found, check.findings.contains(where: isOfStart) else { return file }
      let isInside = inside.contains(check.path)
      guard isInside || bases.contains(check.path) else { return file }
      func isLeft(_ finding: Diagnostic) -> Bool { isInside ? !isOfBeginning(finding) : !isOfStart(finding) }
      let left = check.findings.filter(isLeft)
      var file = file
      file.errors = left.count { $0.severity == .error }
      file.warnings = left.count - file.errors
      check.findings = left
      file.found = left.isEmpty && check.suppressed.isEmpty ? nil : check
      file.toldOnce = left
      let shown = check.shown
      file.codes = (shown.findings + shown.suppressed.map(\.finding)).map(\.code)
      file.pieces = reports.map { $0.piece(of: shown) }
      file.flow = file.flow.map {
        CheckedFlow(file: $0.file, findings: $0.findings.filter(isLeft), sources: $0.sources)
      }
      return file
    }
  }

  /// The paths of the flows that others extend: a base is no flow inside, and is judged as if it were alone, but for where it begins.
  static func bases(in sources: SourceMap) -> Set<String> {
    let key = "extends"
    return Set(
      sources.files.compactMap { file in
        guard has(file.bytes, Array(key.utf8)),
          let pin = YAMLOutline(file, of: [key]).keys.first?.value,
          let path = pin.split(separator: "@").first
        else { return nil }
        return FilePath.place(String(path), from: file.path)
      })
  }

  /// Whether a word stands somewhere in a file.
  ///
  /// Why byte by byte: every file of every flow is looked at, and the search of the library takes some hundred times as long.
  private static func has(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      while place + word.count <= bytes.count {
        if bytes[place] == word[0], word.indices.allSatisfy({ bytes[place + $0] == word[$0] }) { return true }
        place += 1
      }
      return false
    }
  }

  private static func isOfStart(_ finding: Diagnostic) -> Bool {
    finding.code.id == CheckRules.ofRunsAlone.id
  }

  private static func isOfBeginning(_ finding: Diagnostic) -> Bool {
    CheckRules.ofBeginnings.contains { $0.id == finding.code.id }
  }
}
