// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import ProcessBackend
@testable import Redaction
@testable import Values

@Suite("What is covered in the words of a program")
struct SecretMaskTests {
  /// Where each byte of a text is covered, found by looking for each secret and part at each place.
  private static func covered(_ text: [UInt8], _ secrets: [[UInt8]], parts: Int?) -> [Bool] {
    var rows = secrets
    for secret in secrets {
      guard let parts, secret.count > parts else { continue }
      rows += (0...secret.count - parts).map { Array(secret[$0..<$0 + parts]) }
    }
    var isCovered = [Bool](repeating: false, count: text.count)
    for row in rows where row.count <= text.count {
      for start in 0...text.count - row.count where text[start...].starts(with: row) {
        for index in start..<start + row.count { isCovered[index] = true }
      }
    }
    return isCovered
  }

  @Test("is each secret and each part of one, wherever it stands, and nothing else", arguments: [nil, 2, 6])
  func everywhere(parts: Int?) {
    var numbers = SystemRandomNumberGenerator()
    func word(_ lengths: ClosedRange<Int>) -> [UInt8] {
      (0..<Int.random(in: lengths, using: &numbers)).map { _ in "abc".utf8.randomElement(using: &numbers) ?? 0 }
    }
    for _ in 0..<300 {
      let secrets = (0..<3).map { _ in word(1...9) }
      let text = word(0...80)
      var mask = SecretMask(partLength: parts)
      secrets.forEach { mask.note($0) }
      let isCovered = Self.covered(text, secrets, parts: parts)
      var expected: [UInt8] = []
      for index in text.indices {
        if !isCovered[index] {
          expected.append(text[index])
        } else if index == 0 || !isCovered[index - 1] {
          expected += Secret.mark.utf8
        }
      }
      let shown = mask.covered(text)
      #expect(shown == expected, "\(String(decoding: text, as: UTF8.self)) \(secrets)")
    }
  }

  @Test(
    "is what stands behind the name of a secret, and what looks like a token",
    arguments: [
      ("token=abc", "token=•••"), ("Authorization: Bearer abc.def", "Authorization: Bearer •••"),
      ("password: \"é x\"", "password: \"••• x\""), ("the token is gone", "the token is gone"),
      ("access_token = 'x y'", "access_token = '••• y'"), ("id A1b2C3d4E5f6G7h8I9j0 end", "id ••• end"),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), ("", ""), ("größe=1", "größe=1"),
      ("Cookie: sid=abc123def", "Cookie: •••=•••"), ("set-cookie: JSESSIONID=0A1B", "set-cookie: •••=•••"),
      ("session=1CC5 and session: opened", "session=••• and session: opened"), ("api_key=12345", "api_key=•••"),
      ("pwd: hunter2", "pwd: •••"), ("csrf-token: abc", "csrf-token: •••"), ("tokens: three", "tokens: three"),
      ("token=abc== next", "token=•••== next"),
      ("to postgres://svc:S3cret@Pw@db/x", "to postgres://svc:•••@db/x"), ("http://host:80/a@b", "http://host:80/a@b"),
      ("key AKIAIOSFODNN7EXAMPLE", "key •••"), ("xoxb-123456789012-abcdefghijkl", "•••"),
      ("AKIA is none", "AKIA is none"),
      (#"{"answer":"accepted"}"#, #"{"answer":"accepted"}"#), (#"{"answer":"rex"}"#, #"{"answer":"•••"}"#),
    ])
  func tokens(text: String, shown: String) {
    #expect(TokenShape.covered(text) == shown)
  }

  @Test("is what an object or a list of a message has behind the name of a secret, however the name is written")
  func insideMessages() throws {
    let message =
      #"{"jwt":"plainword","info":{"access_token":"otherword","note":"openword"},"x":[{"sessionToken":"thirdword"}],"#
      + #""Refresh-Token":["fourthword"],"client_secret":"fifthword","hasToken":true,"tokenType":"Bearer"}"#
    var mask = SecretMask.ofMessages
    mask.note(secretsIn: try JSONReader.read(Array(message.utf8)))
    let words = ["plainword", "otherword", "thirdword", "fourthword", "fifthword"]
    #expect(
      mask.line(Array(words.joined(separator: ", ").utf8)[...]) == words.map { _ in "•••" }.joined(separator: ", "))
    #expect(mask.line(Array("openword and hasToken are told".utf8)[...]) == "openword and hasToken are told")
  }

  @Test(
    "is all of a private key that is written on one line",
    arguments: [
      (
        #"{"private_key":"-----BEGIN PRIVATE KEY-----\nMIICXAIBAAKBgQ\n4vJVtkkI/TkLncI=\n-----END PRIVATE KEY-----\n","a":"b"}"#,
        #"{"private_key":"••• PRIVATE KEY-----•••-----END PRIVATE KEY-----\n","a":"b"}"#
      ),
      (
        "got -----BEGIN EC PRIVATE KEY----- MIICXAIBAAKBgQ zI= -----END EC PRIVATE KEY-----, then more",
        "got -----BEGIN EC PRIVATE KEY-----•••-----END EC PRIVATE KEY-----, then more"
      ),
      (#"-----BEGIN PRIVATE KEY-----\r\nMIICXAIBAAKBgQ\r\nzI"#, "-----BEGIN PRIVATE KEY-----•••"),
      ("-----BEGIN PRIVATE KEY----- is missing in the file", "-----BEGIN PRIVATE KEY----- is missing in the file"),
      (
        "-----BEGIN PUBLIC KEY----- MIIC zI= -----END PUBLIC KEY-----",
        "-----BEGIN PUBLIC KEY----- MIIC zI= -----END PUBLIC KEY-----"
      ),
      ("-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----"),
    ])
  func keyOnOneLine(text: String, shown: String) {
    #expect(TokenShape.covered(text) == shown)
    var key = PrivateKeyBlock()
    #expect(key.cover(of: Array(text.utf8)[...]) == nil)
    let isWhole = text.contains("-----END") || text.contains("PUBLIC")
    #expect((key.cover(of: Array("done".utf8)[...]) == nil) == isWhole)
  }

  @Test("is each line of a private key, and nothing behind it")
  func privateKey() {
    var key = PrivateKeyBlock()
    let lines = [
      "before", "-----BEGIN RSA PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED", "MIIEowIBAAKCAQEAn0", "Zm9v==",
      "-----END RSA PRIVATE KEY-----", "after",
    ]
    let shown = lines.map { line in key.cover(of: Array(line.utf8)[...]) ?? line }
    #expect(shown == [lines[0], lines[1], lines[2], Secret.mark, Secret.mark, lines[5], lines[6]])
    #expect(key.cover(of: Array("-----BEGIN PUBLIC KEY-----".utf8)[...]) == nil)
    #expect(key.cover(of: Array("TUlJ".utf8)[...]) == nil)
    _ = key.cover(of: Array(lines[1].utf8)[...])
    let cutOff = (0..<300).map { _ in key.cover(of: Array("word".utf8)[...]) }
    #expect(cutOff.count { $0 != nil } == 200)
  }
}
