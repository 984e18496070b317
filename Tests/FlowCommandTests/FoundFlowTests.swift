// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

/// What a folder's search must not skip.
@Suite("Flows that are found in a folder") struct FoundFlowTests {
  /// A flow in which nobody signs in: MFA403.
  private static let flow = """
    language: mfaflow/1
    flow: a
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: done, else: failed } }
    ends: { done: { outcome: success }, failed: { outcome: failure } }

    """
  private static let json = #"""
    {"language":"mfaflow/1","flow":"a","version":"1.0.0","sdk":"relid","goal":"aal1","start":"initialize","steps":
    {"initialize":{"call":"initialize","then":{"getUser":"done","else":"failed"}}},"ends":{"done":{"outcome":"success"},
    "failed":{"outcome":"failure"}}}

    """#

  private static func with(_ old: String, _ new: String) -> String { flow.replacingOccurrences(of: old, with: new) }

  private static let sound: [(String, String)] = [
    ("a.yaml", with("flow: a", "&a flow: a")), ("a.yaml", with("flow: a", "? flow\n: a")),
    ("a.yaml", with("flow: a", "\"\\x66low\": a")), ("a.yaml", with("language:", "? 'language'\n:")),
    ("a.yaml", "--- \(json)"), ("a.yaml", "# c\n\n---\n\(flow)"), ("a.yaml", with("\n", "\r")),
    ("a.yaml", with("\n", "\r\n")), ("a.yaml", "\u{FEFF}\(flow)"), ("a.YAML", flow), ("a.Yml", flow), ("a.YML", json),
    ("a.yaml", "    \(with("\n", "\n    "))\n"), ("a.yaml", "&x\n\(flow)"), ("a.yml", json),
  ]

  @Test(
    "a sound spelling is checked as every other",
    arguments: sound)
  func isChecked(name: String, text: String) async throws {
    let desk = try Desk()
    try desk.put("flows/" + name, text)
    let outcome = await desk.run("check", "--format", "oneline", "@flows")
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("error[MFA403]"), "\(outcome.output)\(outcome.errors)")
  }

  private static let broken: [String] = [
    "%YAML 9.9\n---\n\(flow)", "%YAML 1.1\n---\n\(flow)", "!!map\n\(flow)", with("\n", "\u{85}"),
    with("\n", "\u{2028}"),
    with("  initialize", "\tinitialize"), "\(flow)a: b: c\n", String(json.dropLast(4)), "a: 1\n---\n\(flow)",
    "steps: { a: [ }\n? \"fl\\u006fw\"\n: a\n", "x: &f flow\n*f : a\n", "flow: a\n\u{0}",
    with("flow: a", "flow: \u{202E}a"),
    "--- {flow: a, steps: {b: [}", "flow: a\nx: 'y\n",
  ]

  @Test(
    "what begins like a flow and cannot be read is an error, and so is the check",
    arguments: broken)
  func isError(text: String) async throws {
    let desk = try Desk()
    try desk.put("flows/a.yaml", text)
    try desk.put("flows/b.yaml", Samples.flow)
    let outcome = await desk.run("check", "--format", "oneline", "@flows")
    #expect(outcome.code == .failure, "\(outcome.errors)")
    #expect(outcome.output.contains("a.yaml:"), "\(outcome.output)")
  }

  @Test(
    "other files are skipped",
    arguments: [
      "apiVersion: v1\nspec:\n  flow: x\n---\nkind: y\n",
      "{{- if .Values.flow }}\nspec: {{ .x }}\n  part: y\n{{ end }}\n",
      "flow: a.yaml\nscenarios: []\n", "flow: a.yaml\nscenarios: [\n", "a: |\n  flow: b\n", "a: \"\\\n  flow: b\"\n",
      "metadata: { part-of: x }\n", "flows: []\nparts: []\n", "- flow: a\n- part: b\n",
    ])
  func others(text: String) async throws {
    let desk = try Desk()
    try desk.put("flows/a.yaml", text)
    try desk.put("flows/b.yaml", Samples.flow)
    let outcome = await desk.run("check", "@flows")
    #expect(outcome.code == .success, "\(outcome.output)")
    #expect(outcome.errors.contains("1 other YAML file skipped"), "\(outcome.errors)")
  }
}
