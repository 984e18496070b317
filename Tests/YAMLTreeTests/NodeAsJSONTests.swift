// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

@Suite("A YAML file as JSON")
struct NodeAsJSONTests {
  private func json(_ text: String, textsUnder names: Set<String> = []) throws -> String {
    try #require(YAML.read(SourceFile(path: "a.yaml", text: text)).value).json(withTextsUnder: names)
  }

  @Test(
    "has numbers that every language reads the same, and all else as it is written",
    arguments: [
      ("a: 5", #"{"a":5}"#), ("a: '5'", #"{"a":"5"}"#), ("a: -0", #"{"a":"-0"}"#), ("a: 007", #"{"a":"007"}"#),
      ("a: 1.5", #"{"a":"1.5"}"#), ("a: [true, yes]", #"{"a":[true,"yes"]}"#),
      ("a: 9007199254740991", #"{"a":9007199254740991}"#), ("a: 9007199254740992", #"{"a":"9007199254740992"}"#),
      ("a: -9007199254740991", #"{"a":-9007199254740991}"#),
      ("a: -9223372036854775808", #"{"a":"-9223372036854775808"}"#),
    ])
  func numbers(text: String, wanted: String) throws { #expect(try json(text) == wanted) }

  @Test("has texts under the names that are given, in lists too, and nowhere else")
  func texts() throws {
    let text = "{ PIN: 1234, pin: [5, true, { a: 6 }], b: { pin: 0 }, c: 7, pins: 8 }"
    #expect(
      try json(text, textsUnder: ["pin"])
        == #"{"PIN":"1234","pin":["5","true",{"a":6}],"b":{"pin":"0"},"c":7,"pins":8}"#)
  }
}
