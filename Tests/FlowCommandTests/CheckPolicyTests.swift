// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("What a team decides about findings")
struct CheckPolicyTests {
  /// A flow with one finding, MFA302, in the line of `lost`.
  private static func flow(_ comment: String = "", above: String = "") -> String {
    """
    language: mfaflow/1
    flow: a
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { 101: retry, onUserLoggedIn: done, else: failed, 138: retry, getUser 166: retry }
    \(above)
      lost: \(comment)
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 2
        then: { onUserLoggedIn: done, else: failed }
    ends: { done: { outcome: success, require: { kinds: 1 } }, failed: { outcome: failure } }

    """
  }

  private func check(
    _ flow: String, configuration: String = "fail-on: error\n", baseline: String? = nil
  ) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("flows/a.yaml", flow)
    try desk.put("policy.yaml", configuration)
    guard let baseline else {
      return await desk.run("check", "--format", "oneline", "--config", "@policy.yaml", "@flows")
    }
    try desk.put("known.txt", baseline.replacingOccurrences(of: "@", with: desk.root))
    return await desk.run(
      "check", "--format", "oneline", "--config", "@policy.yaml", "--baseline", "@known.txt", "@flows")
  }

  @Test("the flow of these tests has its finding")
  func finding() async throws {
    let outcome = try await check(Self.flow())
    #expect(outcome.code == .failure)
    #expect(outcome.output.hasPrefix("flows/a.yaml:15:3: error[MFA302] `lost` cannot be reached"), "\(outcome.output)")
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test(
    "an allowance with a reason lets a finding pass, behind the line or alone above it",
    arguments: [
      ("# mfaflow: allow MFA302 because the next release leads to it", ""),
      ("# mfaflow: allow unreachable-step because of the next release", ""),
      ("", "  # mfaflow: allow MFA302 because of the next release"),
      ("", "  # mfaflow: allow MFA302 because of the next release\n\n  # and of the one after that"),
    ])
  func allowed(comment: String, above: String) async throws {
    let outcome = try await check(Self.flow(comment, above: above))
    #expect(outcome.code == .success, "\(outcome.output)")
    #expect(outcome.output.isEmpty)
  }

  @Test(
    "a comment that only looks like an allowance is an error of its own, and allows nothing",
    arguments: [
      ("# mfaflow: allow MFA302", "an allowance says why"),
      ("# mfaflow: allow MFA302 because", "an allowance says why"),
      ("# mfaflow: allow", "says `allow`, a rule, and why"), ("# mfaflow: ignore MFA302", "says `allow`"),
      ("# mfaflow:", "says `allow`"), ("# mfaflow allow MFA302 because of it", "begins with `# mfaflow:`"),
      ("#mfaflow: allow MFA302 because of it", "begins with `# mfaflow:`"),
      ("# Mfaflow: allow MFA302 because of it", "begins with `# mfaflow:`"),
      ("# mfaflow allow MFA302 because of it", "write `# mfaflow: allow MFA302 because of it`"),
      ("# mfaflow: ignore MFA302 because of it", "write `# mfaflow: allow MFA302 because of it`"),
      ("# mfaflow: allow MFA302: it comes", "write `# mfaflow: allow MFA302 because it comes`"),
      ("# mfaflow: allow unreachable-stp because of it", "did you mean `unreachable-step`?"),
      ("# mfaflow: allow MFA205 because of it", "no comment can allow"),
      ("# mfaflow: allow MFA930 because of it", "no comment can allow"),
    ])
  func badAllowance(comment: String, message: String) async throws {
    let outcome = try await check(Self.flow(comment))
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("error[MFA302]"))
    #expect(outcome.output.contains("error[MFA962]"))
    #expect(outcome.output.contains(message), "\(outcome.output)")
  }

  @Test(
    "a misspelt name of the program is told where a rule follows, and is no error: the comment may be something else")
  func misspeltName() async throws {
    for comment in ["# mfalow: allow MFA302 because of it", "# mfaflwo ignore unreachable-step because of it"] {
      let outcome = try await check(Self.flow(comment))
      #expect(outcome.output.contains("warning[MFA962]"), "\(outcome.output)")
      #expect(outcome.output.contains("write `# mfaflow: allow MFA302 because of it`"), "\(outcome.output)")
    }
    for comment in ["# mfalow: allow the next release", "# most allow MFA302 because of it", "# mfalow: see MFA302"] {
      #expect(try await !check(Self.flow(comment)).output.contains("MFA962"), "\(comment)")
    }
  }

  @Test("an allowance for another rule allows nothing, and is told to be of no use")
  func uselessAllowance() async throws {
    let outcome = try await check(Self.flow("# mfaflow: allow MFA304 because of it"))
    #expect(outcome.output.contains("error[MFA302]"))
    #expect(outcome.output.contains("warning[MFA963] nothing breaks `MFA304` here any more"))
  }

  @Test("a text that holds the words of an allowance is none")
  func noComment() async throws {
    let flow = Self.flow().replacingOccurrences(
      of: "    tries: 2", with: "    say: \"x# mfaflow: allow\"\n    tries: 2")
    #expect(try await !check(flow).output.contains("MFA962"))
  }

  @Test(
    "the configuration makes a rule weigh more or less, by its code or its slug",
    arguments: ["MFA302", "unreachable-step"])
  func severities(name: String) async throws {
    let lighter = try await check(Self.flow(), configuration: "severities: { \(name): warning }\n")
    #expect(lighter.code == .success)
    #expect(lighter.output.contains("warning[MFA302]"))
    let strict = try await check(Self.flow(), configuration: "fail-on: warning\nseverities: { \(name): warning }\n")
    #expect(strict.code == .failure)
  }

  @Test("what is excluded is skipped in folders, and never where it is named")
  func excluded() async throws {
    for pattern in ["flows", "**/a.yaml", "fl*/?.yaml"] {
      let desk = try Desk()
      try desk.put("flows/a.yaml", Self.flow())
      try desk.put("b.yaml", Samples.flow)
      try desk.put("policy.yaml", "exclude: [\"\(desk.root)\(pattern)\"]\n")
      let folder = await desk.run("check", "--config", "@policy.yaml", "@")
      #expect(folder.code == .success, "\(pattern): \(folder.output)")
      let named = await desk.run("check", "--config", "@policy.yaml", "@flows/a.yaml")
      #expect(named.code == .failure)
    }
  }

  @Test(
    "a configuration that is wrong is told, and nothing is checked",
    arguments: [
      ("fail-on: warnings\n", "did you mean `warning`?"), ("severty: {}\n", "has no key"),
      ("severities: { MFA302: off }\n", "error[MFA961] `MFA302` finds what must never run"),
      ("severities: { MFA205: warning }\n", "it is always an error"),
      ("severities: { MFA399: error }\n", "error[MFA960]"),
      ("severities: { MFA302: high }\n", "`error`, `warning`, `off`"), ("exclude: flows\n", "must be a list"),
      ("fail-on: error\nfail-on: none\n", "MFA111"), ("- x\n", "must be a map"),
      ("rule-pages: rules\n", "MFA970"),
      ("rule-pages: \"https://a b\"\n", "MFA970"), ("rule-pages: https://me:secret@a\n", "MFA970"),
      ("rule-pages: https://a/b#c\n", "MFA970"), ("rule-pages: https://\n", "MFA970"),
      ("rule-pages: [a]\n", "must be a text"), ("rule-pages: javascript:x\n", "MFA970"),
    ])
  func badConfiguration(text: String, message: String) async throws {
    let outcome = try await check(Self.flow(), configuration: text)
    #expect(outcome.code == .wrongInput)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("a baseline that the configuration names must be there")
  func noBaseline() async throws {
    let outcome = try await check(Self.flow(), configuration: "baseline: nowhere\n")
    #expect(outcome.code == .broken && outcome.output.isEmpty && outcome.errors.contains("`nowhere` does not exist"))
  }

  @Test("the ending of a baseline may be left out")
  func baselineWithoutEnding() async throws {
    let desk = try Desk()
    try desk.put("flows/a.yaml", Self.flow())
    try desk.put("policy.yaml", "baseline: known\n")
    _ = await desk.run("check", "--write-baseline", "@known.yaml", "@flows")
    let outcome = await desk.run("check", "--config", "@policy.yaml", "@flows")
    #expect(outcome.code == .success, "\(outcome.output)\(outcome.errors)")
  }

  @Test("a configuration that is named must be there")
  func noConfiguration() async throws {
    let outcome = await (try Desk()).run("check", "--config", "@nowhere.yaml", "@")
    #expect(outcome.code == .broken)
    #expect(outcome.errors.contains("`nowhere.yaml` does not exist"))
  }

  @Test("what a baseline lists is left out, and the next finding of the kind is not")
  func knownFindings() async throws {
    let desk = try Desk()
    try desk.put("flows/a.yaml", Self.flow())
    let written = await desk.run("check", "--write-baseline", "@known.txt", "@flows")
    #expect(written.code == .success)
    let known = try String(contentsOfFile: desk.root + "known.txt", encoding: .utf8)
    #expect(known.contains("MFA302\t"))
    try desk.put("flows/a.yaml", "# a line above\n" + Self.flow())
    #expect(await desk.run("check", "--baseline", "@known.txt", "@flows").code == .success)
    try desk.put("flows/b.yaml", Self.flow())
    let next = await desk.run("check", "--format", "oneline", "--baseline", "@known.txt", "@flows")
    #expect(next.code == .failure)
    #expect(next.output.hasPrefix("flows/b.yaml:"), "\(next.output)")
  }

  /// A flow with MFA403 in line 8, whose page says that nobody can allow it.
  private static func open(_ comment: String = "") -> String {
    """
    language: mfaflow/1
    flow: a
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: done, else: failed } } \(comment)
    ends: { done: { outcome: success }, failed: { outcome: failure } }

    """
  }

  private static let permit = "allow:\n  - { rule: MFA403, path: \"**/a.yaml\", because: nobody signs in }\n"

  @Test(
    "a text allows nothing, whatever it looks like",
    arguments: [
      "\"x # mfaflow: allow MFA311 because of it\"", "'x # mfaflow: allow MFA311 because of it'",
      "\"x\\\n      # mfaflow: allow MFA311 because of it\"",
      "|\n      # mfaflow: allow MFA311 because of it", "'x\n      # mfaflow: allow MFA311 because of it\n\n      y'",
      ">-\n      x\n      # mfaflow: allow MFA311 because of it", "\"x\n      # mfaflow: allow MFA311 because of it\"",
    ])
  func textAllowsNothing(text: String) async throws {
    // In the text right above the message that nothing shows, and in its own.
    for messages in [
      "  shown: \(text)\n  lost: never\n", "  shown: hello\n  lost: \(text)\n", "  lost: \(text)\n  shown: x\n",
    ] {
      let flow = Samples.signIn.replacingOccurrences(of: "outcome: success", with: "outcome: success, say: shown")
      let outcome = try await check(flow + "\nmessages:\n" + messages)
      #expect(outcome.output.contains("warning[MFA311]"), "\(messages)\(outcome.output)")
      #expect(!outcome.errors.contains("suppressed"), "\(outcome.errors)")
      #expect(!outcome.output.contains("MFA96"), "\(outcome.output)")
    }
    let allowed = try await check(Samples.signIn + "\nmessages:\n  lost: x # mfaflow: allow MFA311 because of it\n")
    #expect(allowed.errors.contains("1 suppressed (1 by allowance)"), "\(allowed.errors)\(allowed.output)")
  }

  @Test(
    "what a page says nobody can allow cannot be allowed in a flow",
    arguments: [
      "# mfaflow: allow MFA403 because x", "# mfaflow: allow goal-not-proved because of the kiosk",
      "# mfaflow: allow mfa403 because nobody signs in",
    ])
  func neverAllowed(comment: String) async throws {
    let outcome = try await check(Self.open(comment))
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("error[MFA403]") && outcome.output.contains("error[MFA962]"), "\(outcome.output)")
    #expect(!outcome.errors.contains("suppressed"))
  }

  @Test("nor in a baseline, which leaves it out and refuses it")
  func neverKnown() async throws {
    let desk = try Desk()
    try desk.put("flows/a.yaml", Self.open())
    _ = await desk.run("check", "--write-baseline", "@known.txt", "@flows")
    let written = try String(contentsOfFile: desk.root + "known.txt", encoding: .utf8)
    #expect(!written.contains("MFA403"), "\(written)")
    let line = "MFA403\t\(desk.root)flows/a.yaml\tthe success end `done` can be reached with nobody signed in\n"
    try desk.put("known.txt", line)
    let outcome = await desk.run("check", "--baseline", "@known.txt", "@flows")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("error[MFA964]: no baseline can suppress what `MFA403` finds"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("nobody signed in"))
  }

  @Test(
    "nor by its weight",
    arguments: ["MFA403: warning", "goal-not-proved: warning", "MFA403: off", "MFA401: warning", "MFA313: off"])
  func neverLighter(severity: String) async throws {
    let outcome = try await check(Self.open(), configuration: "severities: { \(severity) }\n")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("error[MFA961]"), "\(outcome.errors)")
    let heavier = try await check(Self.flow(), configuration: "severities: { MFA403: error, MFA313: error }\n")
    #expect(heavier.output.contains("error[MFA302]"))
  }

  @Test("the configuration lets it pass for a file, with a reason, and each run tells of it")
  func permitted() async throws {
    let outcome = try await check(Self.open(), configuration: Self.permit)
    #expect(outcome.code == .success, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        mfaflow: policy.yaml:2:13 lets MFA403 pass in **/a.yaml, 1 finding: nobody signs in
        no other findings in 1 file; 1 suppressed (1 by configuration)

        """)
    let mended = try await check(Samples.flow, configuration: Self.permit)
    #expect(mended.errors.contains("no finding any more, take it out"), "\(mended.errors)")
    let other = try await check(Self.open(), configuration: Self.permit.replacing("a.yaml", with: "b.yaml"))
    #expect(other.code == .failure && !other.errors.contains("lets"), "\(other.errors)")
  }

  @Test(
    "a permit names a rule, a path and a reason",
    arguments: [
      ("allow: [{ rule: MFA403, path: a.yaml }]", "MFA121"), ("allow: [{ rule: MFA403, because: x }]", "MFA121"),
      ("allow: [{ path: a.yaml, because: x }]", "MFA121"),
      (
        "allow: [{ rule: MFA403, path: a, because: \"\" }]",
        "MFA123"
      ),
      ("allow: [{ rule: MFA205, path: a, because: x }]", "MFA961"),
      ("allow: [{ rule: MFA399, path: a, because: x }]", "MFA960"), ("allow: { MFA403: x }", "MFA122"),
      ("allow: [MFA403]", "MFA122"), ("allow: [{ rule: MFA403, path: a, because: x, until: y }]", "MFA120"),
    ])
  func badPermit(text: String, code: String) async throws {
    let outcome = try await check(Self.open(), configuration: text + "\n")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("error[\(code)]"), "\(outcome.errors)")
  }

  @Test(
    "what is wrong in a configuration is shown, once, with what to write",
    arguments: [
      ("exclude: flows/drafts", "write `[flows/drafts]`"),
      ("allow:\n  - MFA403: flows/a.yaml", "write `{ rule: MFA403, path: flows/a.yaml, because: … }`"),
    ])
  func shownConfiguration(text: String, help: String) async throws {
    let desk = try Desk()
    try desk.put("flows/a.yaml", Self.open())
    try desk.put(".mfaflow.yaml", text + "\n")
    let outcome = await desk.run("check", "@flows")
    #expect(outcome.code == .wrongInput && outcome.errors.contains("help: \(help)\n"), "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "error[").count == 2, "\(outcome.errors)")
  }

  @Test("what was suppressed is counted, by whom, in the summary and in each report")
  func counted() async throws {
    let desk = try Desk()
    try desk.put("flows/a.yaml", Self.open())
    try desk.put("flows/b.yaml", Self.flow("# mfaflow: allow MFA302 because of the next release"))
    try desk.put("flows/c.yaml", Self.flow())
    try desk.put("known.txt", "")
    _ = await desk.run("check", "--write-baseline", "@known.txt", "@flows/c.yaml")
    try desk.put("policy.yaml", Self.permit)
    func run(_ format: String) async -> Outcome {
      await desk.run(
        "check", "--format", format, "--config", "@policy.yaml", "--baseline", "@known.txt", "@flows")
    }
    let text = await run("text")
    #expect(text.code == .success && text.output.isEmpty, "\(text.output)")
    let words = "3 suppressed (1 by allowance, 1 by baseline, 1 by configuration)"
    #expect(text.errors.hasSuffix("no other findings in 3 files; \(words)\n"), "\(text.errors)")
    let json = await run("json").output
    #expect(
      json.contains(#""suppressed":{"allowance":1,"baseline":1,"configuration":1},"permits":[{"rule":"MFA403""#),
      "\(json)")
    let sarif = await run("sarif").output
    #expect(
      sarif.contains(
        #""suppressions":[{"kind":"inSource","status":"accepted","justification":"of the next release"}]"#), "\(sarif)")
    #expect(sarif.contains(#""suppressions":[{"kind":"external","status":"accepted","justification":"by baseline"}]"#))
    #expect(sarif.contains(#""suppressedByConfiguration":1"#))
    let junit = await run("junit").output
    #expect(junit.contains(#"<property name="suppressed by baseline" value="1"/>"#), "\(junit)")
    #expect(junit.contains("(by allowance: of the next release)"))
    #expect(await run("github").output.contains("::notice title=suppressed::\(words)"))
  }

  @Test("no findings at all is said only where nothing was suppressed")
  func nothingSuppressed() async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.flow)
    let outcome = await desk.run("check", "--format", "json", "@a.yaml")
    #expect(outcome.errors == "no findings in 1 file\n")
    #expect(outcome.output.contains(#""suppressed":{"allowance":0,"baseline":0,"configuration":0},"permits":[]"#))
  }

  @Test("thousands of allowances are read one after the other")
  func manyAllowances() async throws {
    let comments = String(repeating: "# mfaflow: allow MFA304 because of it\n", count: 4_000)
    let outcome = try await check(Self.flow("# mfaflow: allow MFA302 because of it") + comments)
    #expect(outcome.output.contains("MFA963"))
    #expect(outcome.errors.contains("1 suppressed (1 by allowance)"), "\(outcome.errors)")
  }

  @Test("a baseline that mfaflow did not write is refused", arguments: ["x\n", "MFA302 a b\n", "MFA302\t\tx\n"])
  func badBaseline(text: String) async throws {
    let outcome = try await check(Self.flow(), baseline: text)
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("MFA964"), "\(outcome.errors)")
  }
}
