// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("mfaflow schema")
struct SchemaCommandTests {
  @Test("Without a kind it lists all, one a line")
  func list() async throws {
    let outcome = await (try Desk()).run("schema")
    #expect(outcome.code == .success)
    let words = outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(words == ["flow", "part", "catalogue", "contract", "scenarios", "world", "answers", "config"])
  }

  @Test(
    "It prints the schema in the draft that is asked for", arguments: [("2020-12", "$defs"), ("07", "definitions")])
  func drafts(_ draft: String, _ definitions: String) async throws {
    let outcome = await (try Desk()).run("schema", "flow", "--draft", draft)
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("\"\(definitions)\": {"))
    #expect(outcome.output.contains("\"$id\": \"urn:mfaflow:schema:flow:\(draft)\""))
    #expect(outcome.output.hasSuffix("}\n"))
  }

  @Test("There is none for cassettes, which are only recorded", arguments: ["cassette", "cassettes"])
  func cassettes(_ name: String) async throws {
    let outcome = await (try Desk()).run("schema", name)
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("there is no schema for `\(name)`: nobody writes one by hand"))
    #expect(outcome.errors.contains("`mfaflow run --record`"))
  }

  @Test("A kind that is nearly right is suggested")
  func near() async throws {
    let outcome = await (try Desk()).run("schema", "scenario")
    #expect(outcome.code == .wrongInput)
    #expect(outcome.errors.contains("`scenarios`"))
  }
}
