// SPDX-License-Identifier: Apache-2.0

import Guide

/// What `mfaflow new` makes.
enum NewKind: String, CaseIterable {
  case flow, part, scenario, contract, backend, project

  /// What stands behind it on the command line, for a prompt.
  var wanted: String {
    switch self {
    case .flow: "name of the flow, your own or one of \(ShippedFlows.names.joined(separator: ", "))"
    case .part: "name of the part"
    case .scenario: "file of the flow"
    case .contract: "name of the contract"
    case .backend: "language, \(BackendLanguage.allCases.map(\.rawValue).joined(separator: " or "))"
    case .project: "folder of the project"
    }
  }

  /// For the command line.
  var placeholder: String {
    switch self {
    case .flow, .part, .contract: "NAME"
    case .scenario: "FLOW"
    case .backend: BackendLanguage.allCases.map(\.rawValue).joined(separator: "|")
    case .project: "DIR"
    }
  }
}
