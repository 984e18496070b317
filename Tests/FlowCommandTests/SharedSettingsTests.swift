// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

/// A finding in a part of two flows of which one has a configuration of its own: `b/b.yaml`, in the folder of which it stands.
@Suite("What teams decide about a part that both use")
struct SharedSettingsTests {
  /// - Parameters:
  ///   - ofA: the configuration of `a/a.yaml`; nil for none.
  ///   - ofB: that of `b/b.yaml`.
  private static func desk(ofA: String? = nil, ofB: String? = nil) throws -> Desk {
    let desk = try Desk()
    for name in ["a", "b"] {
      try desk.put(
        "\(name)/\(name).yaml",
        """
        language: mfaflow/1
        flow: \(name)
        version: 1.0.0
        sdk: relid
        goal: aal1
        use: [../parts/names]
        start: initialize
        steps:
          initialize: { call: initialize, within: 60s, then: { getUser: identify, else: failed } }
        ends: { done: { outcome: success } }

        """)
    }
    try desk.put(
      "parts/names.yaml",
      """
      part: names
      sdk: relid
      needs: [done]
      steps:
        identify:
          challenge: getUser
          ask: [userName]
          answer: setUser
          tries: 3
          then: { onUserLoggedIn: home, 101: retry, 138: failed, getUser 166: retry, else: failed }
        home: { event: onUserLoggedIn, choices: { finish: { to: done } } }
      ends: { failed: { outcome: failure } }

      """)
    if let ofA { try desk.put("a/.mfaflow.yaml", ofA) }
    if let ofB { try desk.put("b/.mfaflow.yaml", ofB) }
    return desk
  }

  private static let permit = "allow: [{ rule: MFA430, path: ../parts/names.yaml, because: no secret }]\n"

  @Test(
    "what the settings of one flow hide of a part is shown with the other, in whatever order they are checked",
    arguments: ["severities: { MFA430: 'off' }\n", permit, "baseline: known.baseline\n"],
    [["@a/a.yaml", "@b/b.yaml"], ["@b/b.yaml", "@a/a.yaml"]])
  func hiddenForOne(settings: String, paths: [String]) async throws {
    let desk = try Self.desk(ofB: settings)
    if settings.hasPrefix("baseline") {
      #expect(await desk.run("check", "--write-baseline", "@b/known.baseline", "@b/b.yaml").code == .success)
    }
    let outcome = await desk.run(["check", "--fail-on", "warning", "--format", "oneline"] + paths)
    #expect(outcome.code == .failure && outcome.output.split(separator: "\n").count == 1, "\(outcome)")
    #expect(outcome.output.contains("parts/names.yaml:10:") && outcome.output.contains("warning[MFA430]"))
    #expect(outcome.errors.contains("1 warning in 1 of 2 files\n"), "\(outcome.errors)")
    // What the permit is for is there, and it is of use.
    let words = "1 finding (1 told all the same, with a flow of another configuration): no secret"
    #expect(outcome.errors.contains(words) == (settings == Self.permit), "\(outcome.errors)")
    #expect(!outcome.errors.contains("no finding any more"), "\(outcome.errors)")
  }

  @Test("what is hidden for each flow is suppressed, and counted once")
  func hiddenForAll() async throws {
    let desk = try Self.desk(ofA: "severities: { MFA430: 'off' }\n", ofB: Self.permit)
    let outcome = await desk.run("check", "--fail-on", "warning", "@a/a.yaml", "@b/b.yaml")
    #expect(outcome.code == .success && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("no other findings in 2 files; 1 suppressed (1 by configuration)"), "\(outcome)")
    #expect(outcome.errors.contains("names.yaml, 1 finding: no secret"), "\(outcome)")
  }

  @Test("it is shown with the flow for which it weighs most", arguments: ["warning", "error"])
  func gravest(weight: String) async throws {
    let desk = try Self.desk(
      ofA: "severities: { MFA430: warning }\n", ofB: "severities: { MFA430: \(weight) }\n")
    for paths in [["@a/a.yaml", "@b/b.yaml"], ["@b/b.yaml", "@a/a.yaml"]] {
      let outcome = await desk.run(["check", "--format", "oneline"] + paths)
      #expect(outcome.code == (weight == "error" ? .failure : .success), "\(outcome)")
      #expect(outcome.output.contains("\(weight)[MFA430]"), "\(outcome)")
      #expect(outcome.errors.hasPrefix("1 \(weight) in 2 of 2 files"), "\(outcome)")
    }
  }

  @Test("a baseline that is written anew knows what it knew, whatever lets it pass elsewhere")
  func knownStaysKnown() async throws {
    let desk = try Self.desk(ofA: "severities: { MFA430: 'off' }\n", ofB: "baseline: known.baseline\n")
    for paths in [["@b/b.yaml"], ["@a/a.yaml", "@b/b.yaml"], ["@a/a.yaml", "@b/b.yaml"]] {
      let written = await desk.run(["check", "--write-baseline", "@b/known.baseline"] + paths)
      #expect(written.code == .success, "\(written)")
      let outcome = await desk.run("check", "--fail-on", "warning", "@b/b.yaml")
      #expect(outcome.errors.contains("no other findings in 1 file; 1 suppressed (1 by baseline)"), "\(outcome)")
    }
  }

  @Test("the proofs of a flow list what is suppressed in it, also where another flow has the same part")
  func proofs() async throws {
    let desk = try Self.desk(ofA: "severities: { MFA430: 'off' }\n", ofB: "severities: { MFA430: 'off' }\n")
    let outcome = await desk.run("check", "--proofs", "@a/a.yaml", "@b/b.yaml")
    #expect(!outcome.output.contains("suppressed: nothing"), "\(outcome)")
  }
}
