// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowPages
import FlowPictures
import Testing

@Suite("The words of what has changed")
struct ChangedWordsTests {
  private func paged(_ text: String) throws -> PagedFlow {
    let flow = try ShippedFlows.read(text).flow
    return PagedFlow(path: "test.yaml", flow: flow, picture: try picture(of: flow))
  }

  @Test("in what has changed the words of a flow stand out, and what its author wrote is told as it is written")
  func quotesInChanges() throws {
    var paged = try paged(Samples.small)
    var change = PagedFlow.Change(verdict: "weaker", words: "more guesses", ways: [], steps: [])
    change.old = PagedFlow.Change.Side(place: nil, text: "3 at `identify`")
    change.new = PagedFlow.Change.Side(place: "a.yaml:1:1", text: "Say `yes`.", said: "Say `yes`.")
    var other = PagedFlow.Change(verdict: "stronger", words: "a choice is gone", ways: [], steps: [])
    other.old = PagedFlow.Change.Side(
      place: "a.yaml:2:1", text: "`cancel`, says: Leave `now`?", said: "Leave `now`?")
    other.new = PagedFlow.Change.Side(place: "a.yaml:3:1", text: "to `done`")
    paged.changes = [change, other]
    let text = FlowPage([paged]).text
    #expect(text.contains("<pre>3 at <code>identify</code></pre>") && text.contains("<pre>Say `yes`.</pre>"))
    #expect(text.contains("<pre><code>cancel</code>, says: Leave `now`?</pre>"))
    #expect(text.contains("<pre>to <code>done</code></pre>"))
  }
}
