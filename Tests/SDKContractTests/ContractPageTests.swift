// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import SDKContract
import Testing

@Suite struct ContractPageTests {
  let page: String

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    page = try String(contentsOf: root.appending(path: "Documentation/Contract.md"), encoding: .utf8)
  }

  @Test("the example of the page is a contract without findings")
  func example() throws {
    let blocks = page.components(separatedBy: "```yaml contract\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    let example = try #require(blocks.first { $0.hasPrefix("contract:") })
    let outcome = ContractReader.read(SourceFile(path: "Contract.md", text: example + "\n"))
    #expect(outcome.findings.map(\.message) == [])
    #expect(outcome.value?.events.count == 6)
  }

  @Test("the page names every rule")
  func rules() {
    for rule in ContractRules.all { #expect(page.contains("`\(rule.slug)`"), "\(rule.id)") }
  }
}
