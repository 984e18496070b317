// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowLanguage
import FlowScenarios
import FlowSyntax
import YAMLTree

/// How a file is laid out: by its name for a configuration, by its outermost keys for the others.
struct FormattedKind {
  /// Nil for a configuration.
  private let kind: FlowCompiler.FileKind?

  /// Nil if the tool does not know such files.
  init?(_ file: SourceFile, named path: String) {
    let name = path.split(separator: "/").last ?? ""
    if name == ".mfaflow.yaml" || name == ".mfaflow.yml" {
      kind = nil
    } else if let found = FlowCompiler.FileKind.sniff(file)?.value {
      kind = found
    } else {
      return nil
    }
  }

  /// What the file may hold.
  var shape: ValueShape {
    switch kind {
    case nil: .shape { .config }
    case .flow: .shape { .flow }
    case .part: .shape { .part }
    case .scenarios: .shape { .scenarios }
    case .answers: .shape { .answers }
    case .world: .shape { .world }
    case .contract: .shape { .contract }
    }
  }

  /// The words of the language that other parsers read as something else, and may.
  var words: YAMLWords {
    switch kind {
    case .flow, .part: .ofFlows
    case .scenarios: ScenarioReader.words
    case .answers: AnswersReader.words
    case .world, .contract, nil: YAMLWords()
    }
  }

  /// The file as it may be shown: without passwords and codes.
  func shown(_ file: SourceFile) -> SourceFile { kind?.shown(file) ?? file }

  /// Findings and the file as they may be shown.
  func covered(_ findings: [Diagnostic], in file: SourceFile) -> (findings: [Diagnostic], shown: SourceFile) {
    let harmless: HarmlessValues
    switch kind {
    case .scenarios: harmless = .ofScenarios
    case .world: harmless = .ofWorld
    case .answers: harmless = HarmlessValues(ofAnswersTo: nil)
    case .flow, .part, .contract, nil: return (findings, shown(file))
    }
    let covered = CoveredFile(file, showing: harmless)
    return (covered.covering(findings), covered.shown)
  }
}
