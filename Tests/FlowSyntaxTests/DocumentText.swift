// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import Testing
import YAMLTree

/// A flow with one step between a fixed head and foot, read as a document.
enum DocumentText {
  /// The line on which the text of the step begins, and how far it is moved to the right.
  static let stepLine = 8
  static let stepIndent = 4

  static func read(step: String) throws -> Outcome<FlowDocument> {
    let body = step.split(separator: "\n").map { String(repeating: " ", count: stepIndent) + $0 }
    return try read(
      """
      language: mfaflow/1
      flow: example
      version: 1.0.0
      sdk: relid
      start: first
      steps:
        first:
      \(body.joined(separator: "\n"))
      ends:
        done: { outcome: success }

      """)
  }

  static func read(_ text: String) throws -> Outcome<FlowDocument> {
    let tree = YAML.read(SourceFile(path: "example.yaml", text: text))
    return DocumentReader.read(try #require(tree.value), knowing: tree.findings)
  }

  /// The only step, which must be without flaw.
  static func step(_ step: String) throws -> StepSyntax {
    let outcome = try read(step: step)
    #expect(outcome.findings.map(\.message) == [])
    return try #require(outcome.value?.steps.first)
  }
}
