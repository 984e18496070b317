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
    guard let found = FileKind.sniff(file, as: id, meant: meant), found.value != meant else { return nil }
    finding = Diagnostic(
      FileRules.misplacedFile, "this looks like \(found.value.name), and \(meant.name) is meant", at: found.range,
      help: found.value.use)
    shown = found.value.shown(file)
  }

  /// Nil for a file that was rightly read as a flow.
  ///
  /// - Parameter findings: what was found in it as a flow.
  init?(_ file: SourceFile, asFlowWith findings: [Diagnostic]) {
    guard findings.hasErrors, !FileKind.isFlowOrPart(file) else { return nil }
    self.init(file, meant: .flow)
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
