// SPDX-License-Identifier: Apache-2.0

import Cassettes
package import Diagnostics
import FlowChecks
import FlowCompiler
import FlowGraph
import FlowLinking
import FlowScenarios
import FlowSyntax
import Gettext
import LocalFiles
import RELIDSimulator
import SDKContract
import YAMLTree

/// All rules; a module that finds something has a line here.
package enum RuleBook {
  /// In the order of their codes.
  package static let all = [
    YAMLRules.all, ContractRules.all, SyntaxRules.all, LinkRules.all, GraphRules.all, CheckRules.all,
    CompilerRules.all, WorldRules.all,
    AnswerRules.all, ScenarioRules.all, SharingRules.all, FileRules.all, CassetteRules.all, RunFileRules.all,
    PolicyRules.all,
    TestRules.all, GettextRules.all,
  ].flatMap(\.self).sorted { $0.id < $1.id }

  /// The codes and the slugs of all.
  package static var names: [String] { all.flatMap { [$0.id, $0.slug] } }

  private static let byName: [String: DiagnosticCode] = {
    let names = all.flatMap { rule in [(rule.id, rule), (rule.slug, rule)] }
    return Dictionary(names) { first, _ in first }
  }()

  /// A rule by its code or its slug, in any case; nil if there is no such rule.
  package static func rule(named name: String) -> DiagnosticCode? {
    byName[name.uppercased()] ?? byName[name.lowercased()]
  }

  /// What to write in place of a name that no rule has.
  ///
  /// - Parameter count: how many findings there are already: where there are more than anybody reads, no name is looked for.
  package static func cure(for name: String, after count: Int) -> Cure {
    let list = "`mfaflow explain --list` has all rules"
    return count < 100 ? Suggestion.cure(for: name, among: names, otherwise: list) : Cure(list)
  }
}
