// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import RELIDSimulator
import Testing

@Suite("The page about worlds")
struct WorldPageTests {
  private let page: String

  init() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation/World.md")
    page = try String(contentsOf: path.standardizedFileURL, encoding: .utf8)
  }

  @Test("its example is a world without a finding")
  func example() throws {
    let blocks = page.components(separatedBy: "```yaml world\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == 1)
    for block in blocks {
      let outcome = WorldReader.read(SourceFile(path: "World.md", text: block))
      #expect(outcome.findings.map(\.line) == [])
      #expect(outcome.value != nil)
    }
  }

  @Test(
    "it explains every key",
    arguments: [
      "nokey: 1", "users: { a: { nokey: 1 } }", "device: { nokey: 1 }", "policy: { nokey: 1 }",
      "approval: { nokey: 1 }", "session: { nokey: 1 }", "forcedLogOff: { nokey: 1 }", "threats: [ { nokey: 1 } ]",
      "threats: [ { consent: [ { nokey: 1 } ] } ]", "devices: { d: { nokey: 1 } }",
      "users: { a: { notifications: [ { nokey: 1 } ] } }",
      "users: { a: { notifications: [ { uuid: u, actions: [ { nokey: 1 } ] } ] } }", "faults: [ { nokey: 1 } ]",
    ])
  func keys(yaml: String) throws {
    let outcome = WorldReader.read(SourceFile(path: "w", text: yaml))
    let finding = try #require(outcome.findings.first { $0.code.id == "MFA120" })
    let words = (finding.help ?? "").split(separator: "`")
    let allowed = words.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    #expect(!allowed.isEmpty)
    for key in allowed { #expect(page.contains("| `\(key)` |") || page.contains("`\(key)` ("), "\(key)") }
  }

  @Test("its table of refusals is complete", arguments: Rejection.allCases)
  func refusals(rejection: Rejection) {
    #expect(page.contains("| \(rejection.rawValue) | \(rejection.message)"), "\(rejection)")
  }

  @Test("its statuses and errors of our own are those that are used", arguments: [910, 912, 913, 921, 922, 923, 924])
  func numbers(number: Int) {
    #expect(page.contains("| \(number) |") || page.contains("\(number) ("), "\(number)")
  }
}
