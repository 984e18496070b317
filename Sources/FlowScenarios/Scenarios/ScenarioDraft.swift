// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import SimulatedWorlds
import YAMLTree

/// A file of scenarios whose flows were not looked at yet: what its worlds may say depends on their SDK.
package struct ScenarioDraft: Sendable {
  /// The devices of the file and their flows; empty if it does not tell them.
  package let devices: [ScenarioDevice]
  /// The file of the SDK contract, as a path from the folder of the scenario file; nil if it names none.
  package let contract: Spanned<String>?
  /// The scenario files whose scenarios are played on this file's flow, too, as paths from its folder.
  package let bases: [Spanned<String>]
  /// The scenarios of those files that are not, by name, and why.
  package let leftOut: [(name: Spanned<String>, reason: String)]
  private let tree: Outcome<YAMLNode>

  /// A file as it is written.
  package init(_ file: SourceFile, as id: FileID = .first) {
    tree = YAML.read(file, as: id, words: ScenarioReader.words)
    // What is wrong with all that is told when the file is read.
    var decoder = ScenarioDecoder(worlds: nil)
    var findings: [Diagnostic] = []
    let root = tree.value?.mapping("a scenario file", keys: ScenarioDecoder.fileKeys, &findings)
    let map = root?.value(of: "scenarios") == nil ? nil : root
    devices = map.flatMap { decoder.devices($0) } ?? []
    contract = map?["contract"]?.text("`contract`", &findings)
    bases = map.map { decoder.bases($0) } ?? []
    leftOut = map.map { decoder.leftOut($0) } ?? []
  }

  /// The scenarios, and what is wrong with how they are written.
  ///
  /// - Parameter worlds: those of the SDK of the flows, which are read as strictly as world files; nil if there is no
  ///   simulator for it: then they are what its program says they are.
  package func read(in worlds: (any SimulatedWorld.Type)?) -> Outcome<ScenarioFile> {
    guard let root = tree.value else { return Outcome(nil, tree.findings) }
    var decoder = ScenarioDecoder(worlds: worlds)
    let scenarios = decoder.file(root)
    let findings = tree.findings.refined(by: decoder.findings)
    return Outcome(findings.hasErrors ? nil : scenarios, findings)
  }
}
