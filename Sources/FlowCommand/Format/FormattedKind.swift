// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowLanguage
import FlowScenarios
import FlowSyntax
import Redaction
import YAMLTree

/// How a file is laid out: by its name for a configuration, by its outermost keys for the others.
struct FormattedKind {
  private let kind: FileKind

  /// Nil if the tool does not know such files.
  init?(_ file: SourceFile, named path: String) {
    if CheckConfiguration.usualNames.contains(where: { $0 == path.split(separator: "/").last ?? "" }) {
      kind = .config
    } else if let found = FileKind.sniff(file)?.value {
      kind = found
    } else {
      return nil
    }
  }

  /// What the file may hold.
  var shape: ValueShape { .shape { [kind] in kind.shape } }

  /// The words of the language that other parsers read as something else, and may.
  var words: YAMLWords {
    switch kind {
    case .flow, .part, .catalogue: .ofFlows
    case .scenarios: ScenarioReader.words
    case .answers: AnswersReader.words
    case .world, .contract, .config: YAMLWords()
    }
  }

  /// The file as it may be shown: without passwords and codes.
  func shown(_ file: SourceFile) -> SourceFile { kind.shown(file) }

  /// Findings and the file as they may be shown.
  func covered(_ findings: [Diagnostic], in file: SourceFile) -> (findings: [Diagnostic], shown: SourceFile) {
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
