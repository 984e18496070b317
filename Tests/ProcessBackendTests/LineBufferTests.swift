// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Redaction
import Testing
import Values

@testable import ProcessBackend

@Suite("What comes in pieces")
struct LineBufferTests {
  @Test("is given out line by line, however it was cut", arguments: [1, 2, 3, 5, 100])
  func pieces(length: Int) {
    let text = Array("one\n\ntwo\r\nthree".utf8)
    var buffer = LineBuffer(longest: 10)
    var lines: [String] = []
    var start = 0
    while start < text.count {
      buffer.add(text[start..<min(start + length, text.count)])
      start += length
      while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(lines == ["one", "", "two"])
    #expect(buffer.hasPart && Array(buffer.part) == Array("three".utf8))
    #expect(!buffer.isTooLong)
    var ended = buffer
    #expect(ended.takePart().map { String(decoding: $0, as: UTF8.self) } == "three" && ended.takePart() == nil)
    #expect(ended.next() == nil && !ended.hasPart)
    buffer.add(Array("-and-more".utf8)[...])
    #expect(buffer.isTooLong)
  }

  @Test("a quote covers secrets wherever they stand, and shows nothing that a terminal obeys")
  func mask() throws {
    var mask = SecretMask.ofMessages
    mask.note(Array("pass".utf8))
    mask.note(Array("passport".utf8))
    mask.note(world: try JSONReader.read(Array(#"{"a":["long text"],"b":"no","c":493021,"d":3,"e":true}"#.utf8)))
    let quote = mask.quote(Array("passport pass long text no 493021 3 \u{1B}[1m".utf8)[...])
    #expect(quote.hasPrefix("`••• ••• ••• no ••• 3 "))
    #expect(!mask.quote(Array("\u{1B}[1m".utf8)[...]).contains("\u{1B}"))
    let far = String(repeating: "x", count: 118) + "passport"
    #expect(!mask.quote(Array(far.utf8)[...]).contains("pa"))
    // As an SDK may write it: with escapes, without the blanks around it, or cut off.
    mask.note(Array(" pässwörter-1 ".utf8))
    for said in [#"{"oops":"p\u00e4ssw\u00f6rter-1"}"#, "it is pässwörter-1", "garbage sswörter"] {
      let quote = mask.quote(Array(said.utf8)[...])
      #expect(quote.contains("•••") && !quote.contains("ssw"), "\(quote)")
    }
    #expect(mask.cover("sent the event `passport`, which nobody knows") == "sent the event `•••`, which nobody knows")
    // The sentence is our own: only what it quotes, and numbers in it, may have been sent.
    for word in ["could", "answer", "4711"] { mask.note(Array(word.utf8)) }
    #expect(
      mask.cover("could not answer `answers` (error -47110, and 4711)")
        == "could not answer `•••s` (error -47110, and •••)")
    for number in 0..<1600 { mask.note(Array("secret-\(number)".utf8)) }
    #expect(mask.quote(Array("secret-599".utf8)[...]) == "a message (too many secrets were sent to quote it)")
    #expect(mask.cover("sent `secret-599`, and `secret-1`") == "sent `•••`, and `•••`")
  }

  @Test(
    "a secret is covered however a program spells its bytes",
    arguments: [
      "486f7273652d62617474657279", "486F7273652D62617474657279", "48 6f 72 73 65 2d 62 61", "48:6f:72:73:65:2d:62:61",
      "%48%6f%72%73%65%2D%62%61%74%74%65%72%79", #"\x48\x6f\x72\x73\x65\x2d\x62\x61"#,
      #"\u0048\u006f\u0072\u0073\u0065\u002d\u0062\u0061"#, "72, 111, 114, 115, 101, 45, 98, 97",
      "&#72;&#111;&#114;&#115;&#101;&#45;&#98;&#97;", #"\110\157\162\163\145\055\142\141"#, "HORSE-BATTERY",
      "horse-battery",
      "JBXXE43FFVRGC5DUMVZHSQ3GOQ======",
    ])
  func spelled(_ text: String) {
    var mask = SecretMask.ofMessages
    mask.note(Array("Horse-battery".utf8))
    let shown = mask.line(Array("got <\(text)> at 12".utf8)[...])
    #expect(shown.hasPrefix("got <") && shown.contains("•••") && shown.hasSuffix("> at 12"), "\(shown)")
    #expect(shown.filter { $0.isLetter || $0.isNumber }.count < 12, "\(shown)")
  }

  @Test("a secret with a backtick is covered where a message quotes it with another sign")
  func backtick() {
    var mask = SecretMask.ofMessages
    mask.note(Array("pa`ss-4711".utf8))
    #expect(mask.cover("sent the event \(Diagnostic.quoting("pa`ss-4711")), or so") == "sent the event `•••`, or so")
    #expect(mask.quote(Array("got pa`ss-4711".utf8)[...]) == "`got •••`")
  }

  @Test(
    "what spells no secret is shown as it is", arguments: ["48 6f 72 at 10:32:07.114", "deadbeef-0001", "v1.2.3.4"])
  func notSpelled(_ text: String) {
    var mask = SecretMask.ofMessages
    mask.note(Array("Horse-battery".utf8))
    #expect(mask.line(Array(text.utf8)[...]) == text)
  }
}
