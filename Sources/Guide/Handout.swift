// SPDX-License-Identifier: Apache-2.0

/// A file that the program writes for people who begin, as it is before names are put in.
package enum Handout: CaseIterable, Sendable {
  case flow, flowScenarios, variant, part, contract
  case projectPage, preCommit, editorConfig, editorSettings, github, gitlab
  case backendPage, pythonBackend, swiftBackend, backendProbe

  /// Its text; the names in it are `new-flow`, `new-base@1.0`, `new-part` and `new-contract`.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] {
    switch self {
    case .flow: PackageResources.new_flow_yaml
    case .flowScenarios: PackageResources.new_flow_scenarios_yaml
    case .variant: PackageResources.new_variant_yaml
    case .part: PackageResources.new_part_yaml
    case .contract: PackageResources.new_contract_yaml
    case .projectPage: PackageResources.project_README_md
    case .preCommit: PackageResources.project_pre_commit_yaml
    case .editorConfig: PackageResources.project_editorconfig
    case .editorSettings: PackageResources.project_settings_json
    case .github: PackageResources.github_yml
    case .gitlab: PackageResources.gitlab_yml
    case .backendPage: PackageResources.backend_README_md
    case .pythonBackend: PackageResources.sdk_python_py
    case .swiftBackend: PackageResources.sdk_swift_txt
    case .backendProbe: PackageResources.backend_probe_yaml
    }
  }
}
