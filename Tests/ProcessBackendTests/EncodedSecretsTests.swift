// SPDX-License-Identifier: Apache-2.0

import Foundation
import Redaction
import Testing

@Suite("A secret in Base64 and Base32")
struct EncodedSecretsTests {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  private static func base64(_ bytes: [UInt8], forAddresses: Bool = false) -> String {
    let text = Data(bytes).base64EncodedString()
    return forAddresses
      ? text.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" } : text
  }

  private static func base32(_ bytes: [UInt8]) -> String {
    var (text, buffer, count) = ([UInt8](), 0, 0)
    for byte in bytes {
      (buffer, count) = ((buffer & 31) << 8 | Int(byte), count + 8)
      while count >= 5 {
        count -= 5
        text.append(letters[buffer >> count & 31])
      }
    }
    if count > 0 { text.append(letters[buffer << (5 - count) & 31]) }
    while !text.count.isMultiple(of: 8) { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func shown(_ line: String, secret: String) -> String {
    var mask = SecretMask.ofMessages
    mask.note(Array(secret.utf8))
    return mask.line(Array(line.utf8)[...])
  }

  @Test("is covered as a whole, whatever its length", arguments: 4...24)
  func whole(length: Int) {
    let secret = String("Horse-batter?~7üx>>kLm Qz9".prefix(length))
    let bytes = Array(secret.utf8)
    for word in [Self.base64(bytes), Self.base64(bytes, forAddresses: true), Self.base32(bytes)] {
      #expect(Self.shown("it was \(word) here", secret: secret) == "it was ••• here", "\(word)")
    }
    #expect(Self.shown("it was \(Self.base64(Array(secret.uppercased().utf8)))", secret: secret) == "it was •••")
  }

  @Test("is covered behind and in front of other bytes", arguments: 0...5)
  func inside(before: Int) {
    let secret = "Horse-batter"
    let bytes = Array("bob:x".utf8.prefix(before)) + Array(secret.utf8) + Array(":y".utf8)
    let (wide, narrow) = (Self.base64(bytes), Self.base32(bytes))
    for (word, start, end) in [
      (wide, (before * 8 + 5) / 6, (before + secret.utf8.count) * 8 / 6),
      (narrow, (before * 8 + 4) / 5, (before + secret.utf8.count) * 8 / 5),
    ] {
      let inner = Array(word.utf8)[start..<end]
      for line in ["it was \(word)", "at /a/\(word)", "{\"a\":\"\(word)\"}"] {
        let told = Array(Self.shown(line, secret: secret).utf8)
        #expect(!told.indices.contains { told[$0...].starts(with: inner.prefix(3)) }, "\(line)")
      }
    }
  }

  @Test(
    "is no other word",
    arguments: [
      "nothing is covered here", "at /usr/lib/swift/linux/libFoundation.so", "SGVsbG8gd29ybGQ= is Hello world", "====",
      "SG9y", "JBXXE",
    ])
  func others(line: String) {
    #expect(Self.shown(line, secret: "Horse-batter") == line)
  }

  @Test(
    "is covered in digits and in escapes of any language",
    arguments: [
      ("493021", "64 71 63 60 62 61"), ("493021", "0064, 0071, 0063, 0060, 0062, 0061"),
      ("493021", "0o64 0o71 0o63 0o60 0o62 0o61"), ("493021", "0b110100 0b111001 0b110011 0b110000 0b110010 0b110001"),
      ("493021", "U+0034 U+0039 U+0033 U+0030 U+0032 U+0031"),
      ("S3cretHorse-99", "123 63 143 162 145 164 110 157 162 163 145 55 71 71"),
      ("S3cretHorse-99", #"\u{53}\u{33}\u{63}\u{72}\u{65}\u{74}\u{48}\u{6f}\u{72}\u{73}\u{65}-99"#),
      ("Zürich", "U+005A U+00FC U+0072 U+0069 U+0063 U+0068"),
    ])
  func digits(secret: String, spelling: String) {
    #expect(Self.shown("got <\(spelling)> at last", secret: secret) == "got <•••> at last")
  }

  @Test(
    "is told from numbers and codes that say something else",
    arguments: ["1 2 3 4 5 6 7 10 11", "U+0048, U+, U+00, u+1 and up", "10 11 100 101", "0x48 0b11 0o17 0b 0o"])
  func otherNumbers(line: String) {
    #expect(Self.shown(line, secret: "493021") == line)
  }
}
