// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Guide

extension NewFiles {
  /// A flow of one's own to begin with, and its scenarios.
  mutating func addFlow(named name: String, in folder: String = "") {
    add("\(folder)\(name).yaml", Handout.flow.text.named(name, inPlaceOf: "new-flow"))
    add("\(folder)\(name).scenarios.yaml", Handout.flowScenarios.text.named(name, inPlaceOf: "new-flow"))
  }

  /// A flow that the program holds, under a name; with the parts and flows that it uses, and the scenarios.
  mutating func addShipped(_ original: String, as name: String, in folder: String = "") {
    for path in ShippedFlows.closure(of: original) {
      guard let text = ShippedFlows.text(of: path) else { continue }
      if path == "\(original).yaml" {
        add("\(folder)\(name).yaml", text.replacingLine("flow: \(original)", by: "flow: \(name)"))
      } else if path == "\(original).scenarios.yaml" {
        add(
          "\(folder)\(name).scenarios.yaml", text.replacingLine("flow: \(original).yaml", by: "flow: \(name).yaml"))
      } else {
        add(folder + path, text)
      }
    }
  }

  /// A variant of a flow.
  ///
  /// - Parameters:
  ///   - base: the base's path from the folder of the variant, and what stands behind `@`.
  ///   - scenarios: the path of the base's scenarios; nil if there are none.
  mutating func addVariant(named name: String, of base: String, scenarios: String?) {
    add(
      "\(name).yaml",
      Handout.variant.text.named(name, inPlaceOf: "new-flow").replacing("new-base@1.0", with: base))
    // Without scenarios, `new scenario` can make the file.
    guard let scenarios else { return }
    add("\(name).scenarios.yaml", "flow: \(name).yaml\nextends: \(scenarios)\nscenarios: []\n")
  }

  mutating func addPart(named name: String) {
    add("\(name).yaml", Handout.part.text.named(name, inPlaceOf: "new-part"))
  }

  mutating func addContract(named name: String) {
    add("\(name).yaml", Handout.contract.text.named(name, inPlaceOf: "new-contract"))
  }

  mutating func addBackend(_ language: BackendLanguage) {
    add(language.file, language.text, isProgram: language == .python)
    var page = Handout.backendPage.text.replacing("COMMAND", with: language.command)
    if language == .swift { page = page.replacing("```sh\n", with: "```sh\nswiftc -O sdk.swift -o sdk\n") }
    add("README.md", page)
    add("probe.yaml", Handout.backendProbe.text)
    add("world.yaml", ShippedFlows.text(of: "activation.world.yaml") ?? "")
  }

  /// A folder with flows, scenarios and all that looks at them.
  mutating func addProject(flow name: String, from original: String?) {
    if let original {
      addShipped(original, as: name, in: "flows/")
    } else {
      addFlow(named: name, in: "flows/")
    }
    add("README.md", Handout.projectPage.text.named(name, inPlaceOf: "new-flow"))
    add(".github/workflows/flows.yml", Handout.github.text)
    add(".gitlab-ci.yml", Handout.gitlab.text)
    add(".mfaflow.yaml", Handout.projectConfiguration.text)
    add(".pre-commit-config.yaml", Handout.preCommit.text)
    add(".editorconfig", Handout.editorConfig.text)
    add(".vscode/settings.json", Handout.editorSettings.text)
    for kind in [FileKind.flow, .part, .contract, .scenarios, .world] {
      add("schemas/\(kind.rawValue).schema.json", JSONSchema(of: kind, .latest).text)
    }
  }
}

extension String {
  /// The text with another name in the place of that of a handout.
  fileprivate func named(_ name: String, inPlaceOf old: String) -> String { replacing(old, with: name) }

  fileprivate func replacingLine(_ line: String, by other: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0 == line ? other : String($0) }
      .joined(separator: "\n")
  }
}
