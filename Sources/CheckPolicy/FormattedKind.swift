// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowLanguage
import FlowScenarios
import FlowSyntax
import Redaction
package import YAMLTree

/// How a file is laid out: by its name for a configuration, by its outermost keys for the others.
package struct FormattedKind: Sendable {
  package let kind: FileKind

  /// Nil if the tool does not know such files.
  package init?(_ file: SourceFile, named path: String) {
    if CheckConfiguration.isUsualName(path) {
      kind = .config
    } else if OwnFile(file.bytes) == nil, let found = FileKind.sniff(file)?.value, found != .config {
      // Why not a configuration: other tools have files with such keys, too.
      kind = found
    } else {
      return nil
    }
  }

  /// What the file may hold.
  package var shape: ValueShape { .shape { [kind] in kind.shape } }

  /// The words of the language that other parsers read as something else, and may.
  package var words: YAMLWords {
    switch kind {
    case .flow, .part, .catalogue: .ofFlows
    case .scenarios: ScenarioReader.words
    case .answers: AnswersReader.words
    case .world, .contract, .config: YAMLWords().fitting(kind)
    }
  }

  /// The file as it may be shown: without passwords and codes.
  package func shown(_ file: SourceFile) -> SourceFile { kind.shown(file) }

  /// Findings and the file as they may be shown.
  package func covered(_ findings: [Diagnostic], in file: SourceFile) -> (findings: [Diagnostic], shown: SourceFile) {
    let harmless: HarmlessValues
    switch kind {
    case .scenarios: harmless = .ofScenarios
    case .world: harmless = .ofWorld
    case .answers: harmless = HarmlessValues(ofAnswersTo: nil)
    case .flow, .part, .catalogue, .contract, .config: return (findings, shown(file))
    }
    let covered = CoveredFile(file, showing: harmless)
    return (covered.covering(findings), covered.shown)
  }
}
