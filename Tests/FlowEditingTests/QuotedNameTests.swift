// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowEditing

@Suite("Names that need quotes")
struct QuotedNameTests {
  @Test(
    "a name that reads as something else without quotes is put in with them, unless they are there",
    arguments: ["no", "null", "Null", "y", "on"])
  func completed(name: String) throws {
    let flow = Samples.flow(
      replacing: "  failed: { outcome: failure }\n",
      by: "  failed: { outcome: failure }\n  \"\(name)\": { outcome: ended }\n")
    func completed(_ target: String) throws -> String? {
      let marked = flow.replacingOccurrences(
        of: "getUser: identify, else: failed }", with: "getUser: identify, else: \(target) }")
      return try EditingDesk().completed("a.yaml", marked, name)
    }
    #expect(try completed("|")?.contains("else: \"\(name)\" }") == true)
    #expect(try completed("\"|\"")?.contains("else: \"\(name)\" }") == true)
    #expect(try completed("'|'")?.contains("else: '\(name)' }") == true)
  }

  @Test("a name that needs no quotes gets none", arguments: ["nothing", "noon", "nullable", "yes-please"])
  func plain(name: String) throws {
    let flow = Samples.flow(
      replacing: "  failed: { outcome: failure }\n",
      by: "  failed: { outcome: failure }\n  \(name): { outcome: ended }\n")
    let marked = flow.replacingOccurrences(
      of: "getUser: identify, else: failed }", with: "getUser: identify, else: | }")
    #expect(try EditingDesk().completed("a.yaml", marked, name)?.contains("else: \(name) }") == true)
  }

  @Test("a part that is extracted names in quotes what it needs, where that needs them")
  func extracted() throws {
    let desk = try EditingDesk()
    let flow = Samples.flow(replacing: "failed", by: "\"no\"")
    desk.edit("a.yaml", flow)
    let range = try #require(flow.range(of: "identify:\n"))
    let start = flow.utf8.distance(from: flow.startIndex, to: range.lowerBound)
    let offer = try #require(desk.workspace.refactorings(in: start..<start + 8, of: desk.path("a.yaml")).first)
    let text = try #require(try desk.workspace.edits(for: offer).created[desk.path("parts/identify.yaml")])
    #expect(text.hasPrefix("part: identify\nsdk: relid\nneeds: [\"no\", signedIn]\n"), "\(text)")
  }
}
