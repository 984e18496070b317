// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowPages
import FlowPictures
import Testing

@Suite("The list of the flows of a page")
struct FlowListTests {
  private func paged(_ text: String) throws -> PagedFlow {
    let flow = try ShippedFlows.read(text).flow
    return PagedFlow(path: "test.yaml", flow: flow, picture: try picture(of: flow))
  }

  @Test("in the list of flows those of one name have their files beside them, and no other has")
  func tellsFlowsOfOneNameApart() throws {
    let one = try paged(Samples.small)
    let other = PagedFlow(path: "a<b/small.yaml", flow: one.flow, picture: one.picture)
    let third = try paged(Samples.small.replacing("flow: small", with: "flow: large"))
    let text = FlowPage([one, third, other]).text
    #expect(text.contains("<a href=\"#f0\">small <small>test.yaml</small></a>"))
    #expect(text.contains("<a href=\"#f2\">small <small>a&lt;b/small.yaml</small></a>"))
    #expect(text.contains("<a href=\"#f1\">large</a>"))
    #expect(FlowPage([one, third]).text.contains("<a href=\"#f0\">small</a>"))
    #expect(!FlowPage([one]).text.contains("class=\"flows\""))
  }
}
