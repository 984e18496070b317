// SPDX-License-Identifier: Apache-2.0

import FlowExploration
import FlowGraph
import FlowPages
import FlowPictures
import FlowRuntime
import FlowStories
import Testing

@Suite("What a page says of translations")
struct TranslatedTextTests {
  private func country() throws -> ValidFlow {
    try #require(try ShippedFlows.all().first { $0.path == "flows/variants/country.yaml" }).flow
  }

  private func page(_ flow: ValidFlow, _ wording: FlowWording) throws -> String {
    var paged = PagedFlow(path: "test.yaml", flow: flow.flow, picture: try picture(of: flow.flow))
    paged.walk = WalkGraph(Program(flow))
    paged.wording = wording
    return FlowPage([paged]).text
  }

  @Test("a language in which no text is missing is named")
  func whole() throws {
    let flow = try country()
    let wording = FlowWording(flow, seen: [], isComplete: false)
    #expect(wording.languages == ["own", "de"])
    #expect(wording.translated == "No text is missing in de.")
    #expect(try page(flow, wording).contains("<p class=\"note\">No text is missing in de.</p>"))
  }

  @Test("a language in which texts are missing is not named, and where there is no other nothing is said")
  func partial() throws {
    let flow = try country()
    let two = FlowWording(flow, in: ["own", "fr", "de"], seen: [], isComplete: false)
    #expect(two.translated == "No text is missing in de.")
    #expect(two.remarks.contains { $0.hasPrefix("not translated into fr: ") })
    let one = FlowWording(flow, in: ["own", "fr"], seen: [], isComplete: false)
    #expect(one.translated == nil)
    #expect(try !page(flow, one).contains("No text is missing"))
  }

  @Test("a flow with its own texts only says so, and one without texts says that")
  func own() throws {
    let flow = try ShippedFlows.read(Samples.small)
    let wording = FlowWording(flow, seen: [], isComplete: false)
    #expect(wording.translated == "The flow has texts in one language only, and does not say in which.")
    #expect(try page(flow, wording).contains("<p class=\"note\">The flow has texts in one language only"))
    let broken = FlowWording(ofBroken: flow.flow)
    var paged = PagedFlow(path: "test.yaml", flow: flow.flow, picture: try picture(of: flow.flow))
    paged.wording = broken
    #expect(!FlowPage([paged]).text.contains("in one language only"))
  }
}
