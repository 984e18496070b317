// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowEditing

@Suite("Keys in quotes")
struct QuotedKeyTests {
  @Test(
    "a key in quotes is the same key in outlines, above steps, behind lines and beside calls",
    arguments: [
      "flow", "steps", "identify", "challenge", "answer", "choices", "leave", "then", "retry", "ends", "done",
      "messages",
    ], ["\"", "'"])
  func quoted(key: String, quote: String) throws {
    func told(_ flow: String) throws -> [String] {
      let desk = try EditingDesk()
      let path = desk.path("a.yaml")
      let offset = desk.edit("a.yaml", flow)
      let text = try #require(desk.workspace.texts.text(path))
      func words(_ symbol: FileSymbol) -> [String] {
        ["\(symbol.kind) \(symbol.name) \(symbol.detail)"] + symbol.children.flatMap(words)
      }
      return text.symbols.flatMap(words) + desk.workspace.lenses(in: path).map { "\($0.title) \($0.task)" }
        + desk.workspace.asides(in: 0..<text.bytes.count, of: path).map(\.words)
        + desk.workspace.signatures(at: offset, in: path).map(\.label)
    }
    let plain = Samples.flow(replacing: "answer: setUser", by: "answer: setUs|er")
    let quoted = plain.replacingOccurrences(of: "\(key):", with: "\(quote)\(key)\(quote):")
    #expect(quoted != plain)
    #expect(try told(quoted) == told(plain))
    let all = plain.replacingOccurrences(of: "setUs|er", with: "\(quote)setUs|er\(quote)")
    #expect(try told(all) == told(plain))
  }

  @Test("a step in quotes can be extracted, under its name without them")
  func extraction() throws {
    let desk = try EditingDesk()
    let flow = Samples.flow(replacing: "identify:\n", by: "\"identify\":\n")
    desk.edit("a.yaml", flow)
    let start = try #require(flow.range(of: "\"identify\":"))
    let offset = flow.utf8.distance(from: flow.startIndex, to: start.lowerBound)
    let offers = desk.workspace.refactorings(in: offset..<offset + 6, of: desk.path("a.yaml"))
    #expect(offers.map(\.title) == ["Extract `identify` into the part `parts/identify`"])
  }
}
