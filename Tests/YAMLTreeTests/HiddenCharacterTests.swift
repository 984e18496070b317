// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

/// Characters that nobody sees, as they are and as escapes.
@Suite struct HiddenCharacterTests {
  private func codes(_ text: String) -> [String] {
    YAML.read(SourceFile(path: "f", text: text)).findings.map(\.code.id)
  }

  private static let hidden: [UInt32] = [
    0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028,
    0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2061, 0x2063, 0x2064, 0x2065, 0x2066, 0x2067, 0x2068, 0x2069,
    0x206A, 0x206F, 0x2800, 0x3164, 0xFE00, 0xFE0E, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFB, 0xFFFE, 0x16FE4, 0x1BCA0,
    0x1D159, 0x1D173,
    0xE0001, 0xE0041, 0xE007F, 0xE0100, 0xE01EF,
  ]

  @Test("they are refused in a value, a key and a comment, and as an escape", arguments: hidden)
  func refused(value: UInt32) throws {
    let scalar = String(try #require(Unicode.Scalar(value)))
    let raw = ["MFA116", "MFA130"]
    for text in ["a: x\(scalar)y", "x\(scalar)y: a", "a: b # x\(scalar)y", "a: 'x\(scalar)y'", "a: |\n  x\(scalar)y\n"]
    {
      let found = codes(text)
      #expect(found.count == 1 && raw.contains(found[0]), "\(text.debugDescription): \(found)")
    }
    let digits = String(value, radix: 16)
    let escape = "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    for text in ["a: \"x\(escape)y\"", "\"x\(escape)y\": a", "a: [\"\(escape)\"]", "a: \"x\\\n  \(escape)\""] {
      #expect(codes(text) == ["MFA130"], "\(text.debugDescription)")
    }
  }

  @Test(
    "letters of every script are fine, and what hides where it has its task",
    arguments: [
      "שלום עולם", "مرحبا بالعالم", "می\u{200C}خواهم", "क्\u{200D}ष", "ක්\u{200D}ය", "ᠠ\u{180E}ᠠ", "ᠭ\u{180B}",
      "👨\u{200D}👩\u{200D}👧", "❤\u{FE0F}", "👩🏽\u{200D}💻", "🏳\u{FE0F}\u{200D}🌈", "1\u{FE0F}\u{20E3}", "葛\u{E0100}",
      "≨\u{FE00}", "日本語 é ñ ü", "e\u{301}", "a\u{A0}b", "a\u{202F}b", "한국어",
    ])
  func fine(text: String) {
    #expect(codes("a: \(text)") == [])
    #expect(codes("\(text): a # \(text)") == [])
    let escaped = text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
    #expect(codes("a: \"\(escaped)\"") == [])
  }

  @Test(
    "a joiner or a choice of form is refused where it has no task",
    arguments: [
      "a\u{200D}b", "a\u{200C}b", "ש\u{200D}ל", "م\u{200C}", "\u{200D}م", "م\u{200C}\u{200C}م", "م\u{200D} م",
      "👨\u{200D}x",
      "x\u{200D}👨", "👨\u{200C}👩", "a\u{FE0F}", "1\u{FE0F}", "❤\u{FE0F}\u{FE0F}", "a\u{E0100}", "葛\u{E0100}\u{E0101}",
      "a\u{180B}", "🏴\u{E0067}\u{E007F}",
    ])
  func misplaced(text: String) {
    #expect(codes("a: \(text)").allSatisfy { $0 == "MFA130" } && !codes("a: \(text)").isEmpty)
  }

  @Test("the message names the character and its place")
  func message() {
    let raw = YAML.read(SourceFile(path: "f", text: "a: é\u{200B}b")).findings
    #expect(Reading.found(raw) == ["MFA130 1:5 U+200B is an invisible character"])
    let escaped = YAML.read(SourceFile(path: "f", text: "a: \"b\\u2066c\"")).findings
    #expect(Reading.found(escaped) == ["MFA130 1:4 U+2066 is a mark of the direction of writing"])
  }
}
