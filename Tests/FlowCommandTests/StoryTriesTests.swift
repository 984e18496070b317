// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("mfaflow story: attempts and tries")
struct StoryTriesTests {
  private func story(tries: Int) async throws -> String {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.password(tries: tries))
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
