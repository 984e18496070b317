// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("mfaflow story: attempts and tries")
struct StoryTriesTests {
  private func story(tries: Int) async throws -> String {
    let desk = try Desk()
    try desk.put(
      "a.yaml",
      """
      language: mfaflow/1
      flow: small
      version: 1.0.0
      sdk: relid
      start: initialize
      steps:
        initialize: { call: initialize, then: { getPassword(verify): verify, else: failed } }
        verify:
          challenge: getPassword(verify)
          ask: [password]
          answer: setPassword
          tries: \(tries)
          then: { onUserLoggedIn: done, 102: { retry: wrong }, else: failed }
      ends: { done: { outcome: success, require: { kinds: 1 } }, failed: { outcome: failure } }
      messages: { wrong: Not right. }

      """)
    return await desk.run("story", "@a.yaml").output
  }

  @Test("where the flow takes fewer answers than the SDK, both counts are told")
  func fewer() async throws {
    let story = try await story(tries: 2)
    #expect(story.contains("- 3 attempts left\n- the flow takes only 2 answers more\n"), "\(story)")
    #expect(story.contains("- 2 attempts left\n- the flow takes only 1 answer more\n"), "\(story)")
  }

  @Test("where it takes as many, or more, the count of the SDK is enough", arguments: [3, 8])
  func enough(tries: Int) async throws {
    let story = try await story(tries: tries)
    #expect(story.contains("- 3 attempts left\n") && !story.contains("the flow takes only"), "\(story)")
  }
}
