// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@Suite struct LineTableTests {
  @Test(
    "Lines end at a line feed, a carriage return, or both",
    arguments: [
      ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("a\r\nb\rc\nd", ["a", "b", "c", "d"]), ("\n\n", ["", "", ""]),
      ("\r\r\n\n", ["", "", "", ""]), ("\u{FEFF}a\nb", ["a", "b"]), ("é\n日", ["é", "日"]),
      ("a\u{2028}b", ["a\u{2028}b"]),
    ])
  func lines(_ text: String, _ lines: [String]) {
    let table = LineTable(SourceFile(path: "", text: text))
    #expect(table.count == lines.count)
    for (index, line) in lines.enumerated() { #expect(table.text(ofLine: index + 1) == line) }
  }

  @Test(
    "Places and offsets are each other's inverse",
    arguments: [
      "abc\nde\n\nf", "é日🔒\r\nab\rc", "\u{FEFF}é: b\n",
      String(repeating: "é日a🔒", count: 700) + "\nb" + String(repeating: "•", count: 900),
    ])
  func inverse(_ text: String) {
    let bytes = Array(text.utf8)
    let table = LineTable(bytes)
    for line in 1...table.count {
      for offset in table.bytes(ofLine: line) where bytes[offset] & 0xC0 != 0x80 {
        let place = table.position(at: offset)
        #expect(Int(place.line) == line)
        #expect(table.offset(of: place) == offset)
      }
    }
  }

  @Test("A place that is not in the file is brought into it")
  func outside() {
    let table = LineTable(Array("ab\ncd".utf8))
    #expect(table.offset(of: SourcePosition(line: 1, column: 99)) == 2)
    #expect(table.offset(of: SourcePosition(line: 99, column: 1)) == 5)
    #expect(table.bytes(ofLine: 0).isEmpty)
    #expect(table.position(at: 99) == SourcePosition(line: 2, column: 3))
    #expect(table.position(at: -1) == .start)
  }

  @Test("The end of a file leaves white space aside")
  func end() {
    #expect(LineTable(Array("a: b  \n\n  \n".utf8)).end == SourcePosition(line: 1, column: 5))
    #expect(LineTable([]).end == .start)
    #expect(LineTable(Array("\n é".utf8)).end == SourcePosition(line: 2, column: 3))
  }
}
