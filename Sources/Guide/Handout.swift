// SPDX-License-Identifier: Apache-2.0

import EmbeddedTexts

/// A file that the program writes for people who begin, as it is before names are put in.
package enum Handout: CaseIterable, Sendable {
  case flow, flowScenarios, variant, part, contract
  case projectPage, projectConfiguration, preCommit, editorConfig, editorSettings, github, gitlab
  case backendPage, pythonBackend, swiftBackend, backendProbe

  /// Its text; the names in it are `new-flow`, `new-base@1.0`, `new-part` and `new-contract`.
  package var text: String { EmbeddedText.text(of: path) }

  /// From the top of the repository.
  private var path: String {
    switch self {
    case .flow: "Sources/Guide/Handouts/new-flow.yaml"
    case .flowScenarios: "Sources/Guide/Handouts/new-flow.scenarios.yaml"
    case .variant: "Sources/Guide/Handouts/new-variant.yaml"
    case .part: "Sources/Guide/Handouts/new-part.yaml"
    case .contract: "Sources/Guide/Handouts/new-contract.yaml"
    case .projectPage: "Sources/Guide/Handouts/project-README.md"
    case .projectConfiguration: "Sources/Guide/Handouts/project-configuration.yaml"
    case .preCommit: "Sources/Guide/Handouts/project-pre-commit.yaml"
    case .editorConfig: "Sources/Guide/Handouts/project-editorconfig"
    case .editorSettings: "Sources/Guide/Handouts/project-settings.json"
    case .github: "Examples/CI/github.yml"
    case .gitlab: "Examples/CI/gitlab.yml"
    case .backendPage: "Sources/Guide/Handouts/backend-README.md"
    case .pythonBackend: "Examples/python-backend/sdk.py"
    case .swiftBackend: "Sources/Guide/Handouts/sdk-swift.txt"
    case .backendProbe: "Examples/python-backend/probe.yaml"
    }
  }
}
