// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("Words that are missing in a language")
struct MissingWordsTests {
  private static func desk(_ message: String, french: String) throws -> Desk {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.password(head: "catalogues: [fr]\nmessages-in: en", message: message))
    try desk.put("fr.yaml", "catalogue: fr\nmessages: \(french)\n")
    return desk
  }

  @Test(
    "a message is not translated wherever its words stand: the check, the list, the storyboard and the page say so",
    arguments: [
      "Not right.", #"{ text: "{attemptsLeft}", none: Not stated. }"#,
      #"{ text: "{attemptsLeft}", plural: { attemptsLeft: { one: One is left., other: "{attemptsLeft} are left." } } }"#,
    ])
  func missing(message: String) async throws {
    let desk = try Self.desk(message, french: "{}")
    #expect(await desk.run("check", "@a.yaml").output.contains("MFA270"))
    #expect(await desk.run("messages", "list", "@a.yaml").output.contains("without a text: `wrong`\n"))
    let story = await desk.run("story", "@a.yaml")
    #expect(story.output.contains("not translated into fr: wrong"), "\(story)")
    let page = await desk.run("page", "@a.yaml")
    #expect(page.output.contains("<small>1 missing</small>"), "\(page.errors)")
  }

  @Test("a message without words of its own needs no text")
  func wordless() async throws {
    let desk = try Self.desk(#""{attemptsLeft}!""#, french: "{}")
    #expect(await desk.run("messages", "list", "@a.yaml").output.contains("fr  complete: 0 of 0\n"))
    #expect(!(await desk.run("story", "@a.yaml").output.contains("not translated")))
  }

  @Test("a text that lacks the words beside it is not complete")
  func partial() async throws {
    let desk = try Self.desk(
      #"{ text: "{attemptsLeft}", none: Not stated. }"#, french: #"{ wrong: "{attemptsLeft} restants" }"#)
    let list = await desk.run("messages", "list", "@a.yaml")
    #expect(list.output.contains("fr  incomplete: 1 of 1; without all words: `wrong` (none)\n"), "\(list)")
    let json = await desk.run("messages", "list", "--format", "json", "@a.yaml")
    #expect(json.output.contains(#""partial":["wrong"]"#), "\(json)")
    let story = await desk.run("story", "@a.yaml")
    #expect(story.output.contains("without all words in fr: wrong (none)"), "\(story)")
  }

  @Test("a text that has all words of its message is complete")
  func whole() async throws {
    let desk = try Self.desk(
      #"{ text: "{attemptsLeft}", none: Not stated. }"#,
      french: #"{ wrong: { text: "{attemptsLeft} restants", none: Non. } }"#)
    #expect(await desk.run("messages", "list", "@a.yaml").output.contains("fr  complete: 1 of 1\n"))
    #expect(!(await desk.run("story", "@a.yaml").output.contains("without all words")))
  }
}
