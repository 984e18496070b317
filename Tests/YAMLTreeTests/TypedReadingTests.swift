// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

@Suite struct TypedReadingTests {
  /// The value of `a` in a file of one line.
  private func value(_ text: String) throws -> YAMLNode {
    try #require(YAML.read(SourceFile(path: "f", text: "a: \(text)")).value?["a"])
  }

  /// What a reading gives, or its finding as `code headline / help`.
  private func result<Value>(
    _ text: String, _ read: (YAMLNode, inout [Diagnostic]) -> Spanned<Value>?
  ) throws -> String {
    var findings: [Diagnostic] = []
    if let value = read(try value(text), &findings) {
      #expect(findings.isEmpty)
      #expect(value.range.start == SourcePosition(line: 1, column: 4))
      return "\(value.value)"
    }
    #expect(findings.count == 1)
    return findings.map { "\($0.code.id) \($0.message) / \($0.help ?? "")" }.joined()
  }

  @Test(
    "A flag is true or false, without quotes",
    arguments: [
      ("true", "true"), ("false", "false"),
      ("yes", "MFA125 `x` must be `true` or `false`, not `yes` / write `true`"),
      ("Off", "MFA125 `x` must be `true` or `false`, not `Off` / write `false`"),
      ("TRUE", "MFA125 `x` must be `true` or `false`, not `TRUE` / write `true`"),
      ("'true'", "MFA125 `x` must be `true` or `false`, not `\"true\"` / write `true` without quotes"),
      ("1", "MFA125 `x` must be `true` or `false`, not `1` / write `true` or `false`, without quotes"),
      ("[true]", "MFA122 `x` must be `true` or `false`, not a list / write one value here, with nothing nested in it"),
    ])
  func flag(_ text: String, _ expected: String) throws {
    #expect(try result(text) { $0.flag("`x`", &$1) } == expected)
  }

  @Test(
    "A number is decimal digits, and nothing that two readers read in two ways",
    arguments: [
      ("0", "0"), ("3", "3"), ("-12", "-12"), ("9007199254740991", "9007199254740991"),
      ("007", "MFA126 `x` must be a number, not `007` / write `7`, without zeros in front"),
      ("-0", "MFA126 `x` must be a number, not `-0` / write it in digits, such as `3`"),
      ("0x1F", "MFA126 `x` must be a number, not `0x1F` / write it as a decimal number"),
      ("1_000", "MFA126 `x` must be a number, not `1_000` / write the digits without `_`"),
      ("1:30", "MFA126 `x` must be a number, not `1:30` / write it in digits, such as `3`"),
      ("+3", "MFA126 `x` must be a number, not `+3` / write it without `+`"),
      ("3.0", "MFA126 `x` must be a number, not `3.0` / write a whole number"),
      ("'3'", "MFA126 `x` must be a number, not `\"3\"` / write `3` without quotes"),
      ("three", "MFA126 `x` must be a number, not `three` / write it in digits: `3`"),
      ("3 times", "MFA126 `x` must be a number, not `3 times` / write `3`"),
      ("3x", "MFA126 `x` must be a number, not `3x` / write `3`"),
      ("3tries", "MFA126 `x` must be a number, not `3tries` / write `3`"),
      ("5OO", "MFA126 `x` must be a number, not `5OO` / write digits in place of letters: `500`"),
      ("lO", "MFA126 `x` must be a number, not `lO` / write it in digits, such as `3`"),
      ("2l", "MFA126 `x` must be a number, not `2l` / write digits in place of letters: `21`"),
      ("O5", "MFA126 `x` must be a number, not `O5` / write it in digits, such as `3`"),
      ("5k", "MFA126 `x` must be a number, not `5k` / write it in digits, such as `3`"),
      ("5 O", "MFA126 `x` must be a number, not `5 O` / write it in digits, such as `3`"),
      ("٣", "MFA126 `x` must be a number, not `٣` / write it in digits, such as `3`"),
      ("9007199254740992", "MFA127 `x` must not be that large / write a smaller number than 9007199254740992"),
      ("99999999999999999999", "MFA127 `x` must not be that large / write a smaller number than 99999999999999999999"),
      ("{b: 3}", "MFA122 `x` must be a number, not a map / write one value here, with nothing nested in it"),
    ])
  func int(_ text: String, _ expected: String) throws {
    #expect(try result(text) { $0.int("`x`", &$1) } == expected)
  }

  @Test(
    "A count is 1 or more",
    arguments: [
      ("1", "1"), ("25", "25"), ("0", "MFA127 `x` must be at least 1, not 0 / write 1 or more"),
      ("-1", "MFA127 `x` must be at least 1, not -1 / write 1 or more"),
      ("one", "MFA126 `x` must be a number, not `one` / write it in digits: `1`"),
    ])
  func count(_ text: String, _ expected: String) throws {
    #expect(try result(text) { $0.count("`x`", &$1) } == expected)
  }

  private static let anyDuration = "write digits and a unit, such as `500ms`, `30s`, `5m`, `2h` or `1d`"

  @Test(
    "A duration has units, the larger first",
    arguments: [
      ("500ms", "500"), ("30s", "30000"), ("5m", "300000"), ("1m30s", "90000"), ("2h", "7200000"), ("1d", "86400000"),
      ("1d2h3m4s5ms", "93784005"), ("0s", "0"), ("'30s'", "30000"), ("3650d", "315360000000"),
      (
        "30",
        "MFA129 `x` must have a unit of time, not just `30` / write `30s` for seconds, or use `ms`, `m`, `h` or `d`"
      ),
      ("1m30", "MFA128 `x` must be a duration, not `1m30` / give every number its unit"),
      ("30S", "MFA128 `x` must be a duration, not `30S` / write `30s`"),
      ("30 s", "MFA128 `x` must be a duration, not `30 s` / write `30s`"),
      ("30sec", "MFA128 `x` must be a duration, not `30sec` / write `30s`"),
      ("-5s", "MFA128 `x` must be a duration, not `-5s` / \(anyDuration)"),
      ("s", "MFA128 `x` must be a duration, not `s` / \(anyDuration)"),
      ("soon", "MFA128 `x` must be a duration, not `soon` / \(anyDuration)"),
      ("''", "MFA128 `x` must be a duration, not `` / \(anyDuration)"),
      (
        "1.5s",
        "MFA128 `x` must be a duration, not `1.5s` / write whole numbers, such as `1500ms` for one and a half seconds"
      ),
      ("05s", "MFA128 `x` must be a duration, not `05s` / write it without zeros in front"),
      ("30s1m", "MFA128 `x` must be a duration, not `30s1m` / write larger units first, and each once: `1m30s`"),
      ("1min", "MFA128 `x` must be a duration, not `1min` / write `1m`"),
      ("3 minutes", "MFA128 `x` must be a duration, not `3 minutes` / write `3m`"),
      ("90 Sec", "MFA128 `x` must be a duration, not `90 Sec` / write `90s`"),
      ("1s1s", "MFA128 `x` must be a duration, not `1s1s` / write larger units first, and each once: `1m30s`"),
      ("4000d", "MFA127 `x` must not be longer than ten years / write a shorter time"),
      ("3650d1ms", "MFA127 `x` must not be longer than ten years / write a shorter time"),
      ("99999999999999999999s", "MFA127 `x` must not be longer than ten years / write a shorter time"),
      ("[5s]", "MFA122 `x` must be a duration, not a list / write one value here, with nothing nested in it"),
    ])
  func duration(_ text: String, _ expected: String) throws {
    #expect(try result(text) { $0.duration("`x`", &$1) } == expected)
  }

  private static let nameRule = "begin with a letter A-Z or a-z, then use letters, digits, `-` and `_` only"

  @Test(
    "A name is a letter and then letters, digits, dashes and underscores",
    arguments: [
      ("enterCode", "enterCode"), ("a", "a"), ("a-b_c9", "a-b_c9"), ("'Z'", "Z"),
      ("9a", "MFA124 a step must be a name, not `9a` / \(nameRule)"),
      ("-a", "MFA124 a step must be a name, not `-a` / \(nameRule)"),
      ("a b", "MFA124 a step must be a name, not `a b` / \(nameRule)"),
      ("é", "MFA124 a step must be a name, not `é` / \(nameRule)"),
      ("a/b", "MFA124 a step must be a name, not `a/b` / \(nameRule)"),
      ("a-b,", "MFA124 a step must be a name, not `a-b,` / write `a-b`, without what stands beside it"),
      ("\u{201E}a-b\u{201C}", "MFA124 a step must be a name, not `\u{201E}a-b\u{201C}` / write `a-b`, without quotes"),
      ("a\u{2013}b", "MFA124 a step must be a name, not `a\u{2013}b` / write `-` in place of U+2013: `a-b`"),
      ("''", "MFA123 a step must not be empty / write the text between the quotes, or remove the key"),
      ("[a]", "MFA122 a step must be a text, not a list / write one value here, with nothing nested in it"),
    ])
  func name(_ text: String, _ expected: String) throws {
    #expect(try result(text) { $0.name("a step", &$1) } == expected)
  }

  @Test(
    "A text is anything but nothing",
    arguments: [
      ("b c", "b c"), ("' '", " "), ("3", "3"), ("true", "true"),
      ("\"\"", "MFA123 a message must not be empty / write the text between the quotes, or remove the key"),
      ("{b: c}", "MFA122 a message must be a text, not a map / write one value here, with nothing nested in it"),
    ])
  func text(_ text: String, _ expected: String) throws {
    #expect(try result(text) { $0.text("a message", &$1) } == expected)
  }

  @Test("A map knows its keys, and asks what an unknown one was meant to be")
  func mapping() throws {
    let node = try value("{tires: 3, then: b, zzzzz: 1}")
    var findings: [Diagnostic] = []
    let mapping = try #require(node.mapping("a step", keys: ["tries", "then"], &findings))
    #expect(mapping.entries.map(\.key.value) == ["tires", "then", "zzzzz"])
    #expect(findings.map(\.message) == ["a step has no key `tires`", "a step has no key `zzzzz`"])
    #expect(
      findings.map(\.help) == ["did you mean `tries`? allowed here: `tries`, `then`", "allowed here: `tries`, `then`"])
    #expect(findings.allSatisfy { $0.code == YAMLRules.unknownKey })
    #expect(findings.first?.range == mapping.entry("tires")?.key.range)
    #expect(mapping["then"]?.text == "b")
    #expect(mapping["tries"] == nil)
    findings = []
    #expect(mapping.require("then", of: "a step", &findings)?.text == "b")
    #expect(mapping.require("tries", of: "a step", &findings) == nil, "that it is misspelt is told")
    #expect(findings.isEmpty)
    #expect(mapping.require("max", of: "a step", &findings) == nil)
    #expect(findings.isEmpty, "`zzzzz` may be meant for it")
    let whole = try #require(node.mapping("a step", &findings))
    #expect(whole.require("max", of: "a step", &findings) == nil)
    #expect(findings.map(\.message) == ["a step must have the key `max`"])
    #expect(findings.first?.code == YAMLRules.missingKey)
  }

  @Test("Thousands of unknown keys are not thousands of findings")
  func manyUnknown() throws {
    let text = (0..<5_000).map { "k\($0): 1\n" }.joined()
    var findings: [Diagnostic] = []
    _ = try #require(YAML.read(SourceFile(path: "f", text: text)).value?.mapping("a step", keys: ["a"], &findings))
    #expect(findings.count == 50)
  }

  @Test(
    "A map that is a list, and a list that is a map, are distinguished",
    arguments: [
      ("[b]", "MFA122 a step must be a map, not a list"), ("b", "MFA122 a step must be a map, not `b`"),
      ("b:c", "MFA122 a step must be a map, not `b:c`"), ("{b: c}", ""),
    ])
  func kinds(_ text: String, _ expected: String) throws {
    var findings: [Diagnostic] = []
    _ = try value(text).mapping("a step", &findings)
    #expect(findings.map { "\($0.code.id) \($0.message)" }.joined() == expected)
    findings = []
    let items = try value(text).sequence("`use`", &findings)
    #expect((items != nil) == text.hasPrefix("["))
    #expect(findings.allSatisfy { $0.code == YAMLRules.wrongKind })
  }

  @Test("Headlines are short and have no full stop, however long the author's words are")
  func headlines() throws {
    let long = String(repeating: "x", count: 500)
    var findings: [Diagnostic] = []
    let node = try value("'\(long)!'")
    _ = node.name("a step", &findings)
    _ = node.flag("`tries`", &findings)
    _ = node.int("`tries`", &findings)
    _ = node.duration("`tries`", &findings)
    _ = node.mapping("`tries`", &findings)
    _ = try value("{\(long): 1}").mapping("a step", keys: [], &findings)
    #expect(findings.count == 6)
    for finding in findings {
      #expect(finding.message.count <= 90)
      #expect(!finding.message.hasSuffix("."))
    }
  }
}
