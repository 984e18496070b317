// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowCompiler
package import FlowLanguage
import FlowScenarios
import FlowSyntax
import LocalFiles
import Redaction

/// A file that was given where another kind of file is meant: that is said, and not what is wrong with it as that kind.
package struct MisplacedFile {
  package let finding: Diagnostic
  /// The file as it may be shown beside the finding.
  package let shown: SourceFile

  /// Nil if the file may be what is meant.
  package init?(_ file: SourceFile, meant: FileKind, as id: FileID = .first) {
    if let own = OwnFile(file.bytes) {
      finding = Self.finding(own.name, meant, at: .beginning(of: id), use: own.use)
      shown = SourceFile(path: file.path, bytes: [])
      return
    }
    guard let found = Self.kind(of: file, id, meant), found.value != meant else { return nil }
    finding = Self.finding(found.value.name, meant, at: found.range, use: found.value.use)
    // A key proves nothing, and what may be shown of a configuration is all of it.
    let isUnsure = found.value == .config && !CheckConfiguration.isUsualName(file.path)
    shown = isUnsure ? SourceFile(path: file.path, bytes: []) : found.value.shown(file)
  }

  /// By its keys; a configuration also by its name.
  private static func kind(of file: SourceFile, _ id: FileID, _ meant: FileKind) -> Spanned<FileKind>? {
    if let found = FileKind.sniff(file, as: id, meant: meant) { return found }
    return CheckConfiguration.isUsualName(file.path) ? Spanned(.config, .beginning(of: id)) : nil
  }

  private static func finding(_ name: String, _ meant: FileKind, at range: SourceRange, use: String) -> Diagnostic {
    Diagnostic(
      FileRules.misplacedFile, "this looks like \(name), and \(meant.name) is meant", at: range, help: use)
  }

  /// Nil if the file is a flow or a part, be it right or wrong, or if nothing tells what it is.
  package init?(asFlow file: SourceFile) {
    guard !FileKind.isFlowOrPart(file) else { return nil }
    self.init(file, meant: .flow)
  }

  /// Nil for a file that was rightly read as a flow.
  ///
  /// - Parameter findings: what was found in it as a flow.
  init?(_ file: SourceFile, asFlowWith findings: [Diagnostic]) {
    guard findings.hasErrors else { return nil }
    self.init(asFlow: file)
  }
}

extension FileKind {
  /// A file of this kind as it may be shown, without the passwords and codes that such a file may hold.
  package func shown(_ file: SourceFile) -> SourceFile {
    switch self {
    case .flow, .part, .catalogue, .contract: isSurely(file) ? file : SourceFile(path: file.path, bytes: [])
    case .scenarios: CoveredFile(file, showing: .ofScenarios).shown
    case .answers: CoveredFile(file, showing: HarmlessValues(ofAnswersTo: nil)).shown
    case .world: CoveredFile(file, showing: .ofWorld).shown
    case .config: file
    }
  }
}
