// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
  private func problem(_ text: String) -> String? {
    do {
      _ = try JSONReader.read(Array(text.utf8))
      return nil
    } catch {
      return "\(error.place): \(error.message)"
    }
  }

  /// The text that a value is written as.
  private func written(_ node: JSONNode) -> String {
    func write(_ node: JSONNode, _ json: inout JSONWriter) {
      switch node.value {
      case .null: json.null()
      case .flag(let flag): json.bool(flag)
      case .int(let number): json.int(number)
      case .text(let text): json.string(text)
      case .list(let nodes): json.array { json in for node in nodes { write(node, &json) } }
      case .object(let fields):
        json.object { json in
          for field in fields {
            json.key(field.name)
            write(field.node, &json)
          }
        }
      }
    }
    var json = JSONWriter()
    write(node, &json)
    return json.text
  }

  @Test(
    "what is written is read, and written again the same",
    arguments: [
      "{}", "[]", "null", "true", "-9223372036854775808", "9223372036854775807", "0", #""""#, #""über \"\\\n\t""#,
      #"{"a":[1,{"b":null},[]],"c":"\u0000\u001b"}"#, #""😀""#,
    ])
  func roundTrip(_ text: String) throws {
    #expect(written(try JSONReader.read(Array(text.utf8))) == text)
  }

  @Test("escapes are read: pairs of halves, slashes, all the short ones")
  func escapes() throws {
    let node = try JSONReader.read(Array(#""\ud83d\ude00\/\b\f\r\u00e9""#.utf8))
    #expect(try node.text() == "😀/\u{8}\u{C}\ré")
  }

  @Test(
    "what is none is refused, with its place",
    arguments: [
      ("", "line 1, column 1: the text is cut off"), (" \n ", "line 2, column 2: the text is cut off"),
      ("{\"a\":1,}", "line 1, column 8: a name is expected"), ("[1,]", "line 1, column 4: a value is expected"),
      ("[1 2]", "line 1, column 4: `,` or the end is expected"), ("{\"a\" 1}", "line 1, column 6: `:` is expected"),
      ("{a:1}", "line 1, column 2: a name is expected"), ("1 1", "line 1, column 3: the text goes on behind its end"),
      ("{\"a\":1,\"a\":2}", "line 1, column 11: `a` is there twice"), ("tru", "line 1, column 1: a value is expected"),
      ("'a'", "line 1, column 1: a value is expected"), ("\"a", "line 1, column 3: the text is cut off"),
      ("\"\\x\"", "line 1, column 4: there is no such escape"),
      ("\"\\u12\"", "line 1, column 4: four hexadecimal digits are expected"),
      ("\"\\u+123\"", "line 1, column 4: four hexadecimal digits are expected"),
      ("\"\\u-000\"", "line 1, column 4: four hexadecimal digits are expected"),
      ("\"\\ud800\"", "line 1, column 8: this is half a character"),
      ("\"\\ud800\\ud800\"", "line 1, column 14: this is half a character"),
      ("\"\u{1}\"", "line 1, column 3: this text has a control character"),
    ])
  func bad(_ text: String, _ wanted: String) { #expect(problem(text) == wanted) }

  @Test(
    "numbers that are not whole, too large or padded are refused",
    arguments: ["1.0", "1e3", "-", "01", "-01", "9223372036854775808", "1.", "+1", ".5", "0x10", "NaN"])
  func badNumber(_ text: String) { #expect(problem(text) != nil) }

  @Test(
    "where only the value counts, whole numbers are read however they are written",
    arguments: [
      ("0", 0), ("-0", 0), ("0.0", 0), ("0e99999999999999999999", 0), ("100", 100), ("100.0", 100), ("1e2", 100),
      ("1E+2", 100), ("-1.50e1", -15), ("1000e-1", 100), ("9007199254740991", 9_007_199_254_740_991),
      ("-9.007199254740991e15", -9_007_199_254_740_991),
    ])
  func byValue(_ text: String, _ number: Int) throws {
    let node = try JSONReader.read(Array("[\(text)]".utf8), numbers: .wholeByValue)
    #expect(try node.list { node throws(JSONProblem) in try node.int(in: Int.min...Int.max) } == [number])
  }

  @Test(
    "and those that are not whole, that some language reads otherwise, or that are no numbers are refused",
    arguments: [
      "1.5", "1e-1", "9007199254740992", "-9007199254740992", "1e16", "1e99999999999999999999", "01", "-", "1.", ".5",
      "1e", "1e+", "+1", "--1", "1-2", "0x10", "1e1.0", "1_000",
    ])
  func notByValue(_ text: String) {
    #expect(throws: JSONProblem.self) { try JSONReader.read(Array("[\(text)]".utf8), numbers: .wholeByValue) }
  }

  @Test("bytes that are not UTF-8 are refused")
  func notUTF8() {
    #expect(throws: JSONProblem.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
    #expect(throws: JSONProblem.self) { try JSONReader.read([0xFF]) }
  }

  @Test("nesting is limited, whatever the size of the text")
  func nesting() {
    let open = { (count: Int) in String(repeating: "[", count: count) }
    let close = { (count: Int) in String(repeating: "]", count: count) }
    #expect(problem(open(65) + close(65)) == nil)
    #expect(problem(open(66) + close(66)) == "line 1, column 66: this is nested too deeply")
    #expect(problem(open(1_000_000)) != nil)
  }

  @Test("every beginning of a text is refused")
  func cutOff() throws {
    let text = Array(#"{"a":[true,{"b":"c\u00e9"},-12],"d":null}"#.utf8)
    _ = try JSONReader.read(text)
    for length in text.indices { #expect(throws: JSONProblem.self) { try JSONReader.read(Array(text[..<length])) } }
  }

  @Test("a field of another type, one that is missing and one that is unknown are told with their place")
  func fields() throws {
    let node = try JSONReader.read(Array("{\"a\":\n 5,\"b\":[true,7]}".utf8))
    var fields = try node.object()
    #expect(throws: JSONProblem("`a`: a text is expected", at: try fields.take("a").place)) {
      var fields = try node.object()
      _ = try fields.take("a").text()
    }
    #expect(throws: JSONProblem("`c` is missing", at: node.place)) { try fields.take("c") }
    #expect(throws: JSONProblem.self) { try fields.finish() }
    let list = try fields.take("b")
    #expect(throws: JSONProblem.self) { try list.list { node throws(JSONProblem) in try node.flag() } }
    #expect(throws: JSONProblem.self) { try list.int(in: 0...1) }
    #expect(throws: JSONProblem.self) { try list.object() }
    try fields.finish()
    #expect(throws: JSONProblem.self) {
      var fields = try node.object()
      _ = try fields.take("a").int(in: 6...9)
    }
  }
}
