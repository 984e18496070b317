// SPDX-License-Identifier: Apache-2.0

import BackendConformance
import Diagnostics
import FlowRuntime
import SDKContract

/// Why nothing of a backend could be looked at: what the reports tell in place of ``ConformanceTelling``.
struct ConformanceObstacle {
  /// On one line.
  private let reason: String
  private let contract: Contract

  init(_ failure: BackendFailure, _ contract: Contract) {
    reason = failure.description.onOneLine
    self.contract = contract
  }

  /// For standard error.
  var summary: String { "mfaflow: \(reason)\n" }

  /// In the words of a format; that for people leaves the reason to the line of summary.
  func text(as format: String) -> String {
    switch format {
    case "json": ErrorObject(.broken, message: reason).json
    case "junit": junit
    default: "no clause was looked at\n"
    }
  }

  private var junit: String {
    ConformanceTelling.suite(contract, tests: 1, errors: 1) { xml in
      xml.element("testcase", [("classname", contract.name), ("name", "the backend starts and takes the world")]) {
        xml in
        xml.element("error", [("type", "backend"), ("message", reason)], text: "\n\(reason)\n")
      }
    }
  }
}
