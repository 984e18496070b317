// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics

/// A form in which findings are written.
enum CheckFormat: String, CaseIterable {
  case text, oneline, json, github, gitlab, junit, sarif

  func report(color: Bool, _ pages: RuleAddress?) -> any CheckReport {
    switch self {
    case .text: FindingFormat.text(color: color)
    case .oneline: FindingFormat.oneline
    case .json: FindingFormat.json
    case .sarif: SARIFReport(pages: pages)
    case .github: GitHubReport()
    case .gitlab: GitLabReport()
    case .junit: CheckJUnitReport()
    }
  }
}
