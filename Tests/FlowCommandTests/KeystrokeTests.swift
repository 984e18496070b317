// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MessageLanguages
import SystemCalls
import Testing

@testable import FlowCommand
@testable import FlowPlay

@Suite("Keys of a terminal, and rows of its screen")
struct KeystrokeTests {
  private func read(_ text: String) -> [Keystroke] {
    var reader = KeystrokeReader()
    return reader.read(Array(text.utf8)) + reader.close()
  }

  @Test(
    "each sequence is its key",
    arguments: [
      ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
      ("\u{1B}[1;5C", [.right]), ("\u{1B}[H", [.home]), ("\u{1B}[1~", [.home]), ("\u{1B}[4~", [.end]),
      ("\u{1B}OF", [.end]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6;2~", [.pageDown]), ("\u{1B}[3~", [.delete]),
      ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}q", [.escape, .character("q")]),
      ("\u{1B}[99~", []), ("\u{1B}O\u{1B}[D", [.left]), ("\u{1B}[\u{1B}[D", [.left]), ("\u{1B}[1\u{1B}OB", [.down]),
      ("\u{1B}[?1;2c", []),
      (
        "\u{1B}[200~a\nb\u{1B}[201~c",
        [
          .pasted("a"), .pasted(" "), .pasted("b"), .character("c"),
        ]
      ),
      ("\u{1B}[200~\u{1B}[Aq\u{1B}[201~", [.pasted("q")]),
      ("\r\n\t", [.enter, .enter, .tab]), ("\u{4}", [.endOfInput]), ("\u{7F}\u{8}", [.erase, .erase]),
      ("\u{17}\u{15}\u{C}", [.eraseWord, .eraseLine, .redraw]), ("\0\u{1}\u{1F}", [.home]),
      ("é界", [.character("é"), .character("界")]), ("\u{85}", []),
    ] as [(String, [Keystroke])])
  func keys(bytes: String, expected: [Keystroke]) {
    #expect(read(bytes) == expected)
    // Byte by byte it is the same.
    var reader = KeystrokeReader()
    #expect(bytes.utf8.flatMap { reader.read([$0]) } + reader.close() == expected)
  }

  @Test("what is no character is dropped, and what comes behind it is read")
  func rubbish() {
    var reader = KeystrokeReader()
    let bytes: [UInt8] = [0xFF, 0xC3, 0x61, 0xE2, 0x82, 0x62, 0xF8, 0xC0, 0x80, 0x63, 0xED, 0xA0, 0x80, 0x64]
    #expect(reader.read(bytes) == [.character("a"), .character("b"), .character("c"), .character("d")])
    let long = [0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 100_000) + [0x7E, 0x61]
    #expect(reader.read(long).last == .character("a"))
  }

  @Test("keys that a person has set otherwise take back, too")
  func ownKeys() {
    var keys = TerminalMode.Keys()
    (keys.erase, keys.end) = (0x1C, 0)
    var reader = KeystrokeReader(keys)
    #expect(reader.read([0x1C, 0x7F, 0, 0x04]) == [.erase, .erase])
  }

  @Test("a line is edited before and behind the cursor")
  func edits() {
    var line = EditedLine("save one")
    for key: Keystroke in [.left, .left, .erase, .character("O"), .end, .character("2"), .home, .delete, .pasted("S")] {
      let isTaken = line.take(key)
      #expect(isTaken)
    }
    #expect(line.text == "Save One2" && line.before == "S")
    for key: Keystroke in [.end, .eraseWord] { _ = line.take(key) }
    #expect(line.text == "Save ")
    for key: Keystroke in [.eraseLine, .erase, .delete, .left, .right] { _ = line.take(key) }
    #expect(line.text.isEmpty)
    let isTaken = line.take(.up)
    #expect(!isTaken)
    for _ in 0..<5_000 { _ = line.take(.character("x")) }
    #expect(line.text.utf8.count == 4_096)
  }

  @Test("a text is broken into rows that fit, between words and within long ones; wide characters count twice")
  func rows() {
    #expect("one two three".rows(in: 7) == ["one two", "three"])
    #expect("abcdefgh ij".rows(in: 4) == ["abcd", "efgh", "ij"])
    #expect("界界界".rows(in: 4) == ["界界", "界"])
    #expect("".rows(in: 4) == [""] && "a".rows(in: 0) == [])
    #expect("界界界".beginning(in: 4) == "界…" && "abcd".beginning(in: 4) == "abcd" && "abcde".beginning(in: 1) == "…")
    let seed = UInt64(20_261_125)
    var dice = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      let words = ["a", "界", "é", "שלום", "\u{2068}אב", "\u{2069}", " ", "x", "long-word-indeed", "👩‍👩‍👧"]
      let text = (0..<Int.random(in: 0...12, using: &dice)).map { _ in words.randomElement(using: &dice) ?? "" }
        .joined()
      let columns = Int.random(in: 2...20, using: &dice)
      let rows = text.rows(in: columns)
      for row in rows + [text.beginning(in: columns)] {
        #expect(row.terminalWidth <= columns, "seed \(seed): \(text.debugDescription) in \(columns)")
        // No row turns what stands beside it, where the text itself does not.
        if WritingDirection.isClosed(text) { #expect(WritingDirection.isClosed(row), "\(text.debugDescription)") }
      }
      func letters(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0 != " " && !(0x2066...0x2069).contains($0.value) }
      }
      #expect(letters(rows.joined()) == letters(text), "seed \(seed): nothing is lost of \(text.debugDescription)")
    }
  }
}
