// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Keys that what stands beside them bars")
struct BarredKeyTests {
  private func completions(_ name: String, _ text: String) throws -> [String] {
    try EditingDesk().completions(name, text)
  }

  @Test("an event of a contract is offered the keys of interrupts only where it may be one")
  func interrupts() throws {
    let keys = ["rank", "terminal", "again", "needsAnswer", "barsCalls", "after"]
    func offered(_ kind: String) throws -> [String] {
      let text = "contract: x\nversion: 1.0.0\nevents:\n  a:\n    \(kind)status: false\n    |\n"
      return try completions("c.yaml", text).filter(keys.contains).sorted()
    }
    #expect(try offered("kind: interrupt\n    ") == keys.sorted())
    #expect(try offered("") == keys.sorted(), "it may still become one")
    #expect(try offered("kind: notice\n    ") == [])
    #expect(try offered("kind: result\n    ") == [])
  }

  @Test("an end is offered a requirement only where it may be a success")
  func ends() throws {
    func offered(_ outcome: String) throws -> Bool {
      let text = Samples.flow(replacing: "done: { outcome: success }", by: "done: { outcome: \(outcome), | }")
      return try completions("a.yaml", text).contains("require")
    }
    #expect(try offered("success"))
    #expect(try !offered("failure"))
  }
}
