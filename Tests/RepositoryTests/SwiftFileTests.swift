// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Reading Swift files")
struct SwiftFileTests {
  private func code(_ text: String) -> String { SwiftFile(TextFile(path: "Sources/M/F.swift", text: text)).code }

  @Test(
    "comments and the text of literals are no code",
    arguments: [
      ("a // try! b", "a "),
      ("a /* b /* c */ d */ e", "a  e"),
      ("a \"try! // b\" c", "a \"\" c"),
      ("a #\"x \"quoted\" y\"# c", "a \"\" c"),
      ("a \"\\\"b\" c", "a \"\" c"),
      ("a \"\"\"\n  b \"c\" d\n  \"\"\" e", "a \"\n\n\" e"),
      ("a \"unended", "a \"\""),
    ])
  func dropsText(text: String, expected: String) {
    #expect(code(text) == expected)
  }

  @Test("what is interpolated is code, quotes inside it included")
  func keepsInterpolations() {
    #expect(code(#"p("a \(b["c"] as! (D)) e")"#) == #"p("b[""] as! (D)")"#)
  }

  @Test("a place tells its line, comments above it notwithstanding")
  func countsLines() {
    let file = SwiftFile(TextFile(path: "F.swift", text: "/* one\n two */\n// three\nlet x = y as! Z\n"))
    #expect(file.places(of: Pattern(#"\bas!"#)) == ["F.swift:4"])
  }

  @Test("imports are known whatever stands before them")
  func readsImports() {
    let text = "public import A\n@testable import B\nimport struct C.D\n// import E\n  package import F\n"
    #expect(SwiftFile(TextFile(path: "F.swift", text: text)).imports == ["A", "B", "C", "F"])
  }
}
