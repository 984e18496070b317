// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Testing

/// What the readers of files refuse by its form alone, the schemas refuse, too; and they take what the readers take.
@Suite("The forms in the schemas")
struct SchemaFormTests {
  /// Holds values against both drafts of the schema of a kind of file.
  private func expect(
    _ kind: FileKind, takes good: [String], refuses bad: [String], in whole: (String) -> String,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    for draft in JSONSchema.Draft.allCases {
      let schema = try SchemaReading(kind, draft)
      for piece in good {
        #expect(try schema.takes(JSONTree(whole(piece))), "\(draft.rawValue): \(piece)", sourceLocation: place)
      }
      for piece in bad {
        #expect(try !schema.takes(JSONTree(whole(piece))), "\(draft.rawValue): \(piece)", sourceLocation: place)
      }
    }
  }

  private static func flow(step: String, more: String = "") -> String {
    """
    {"language": "mfaflow/1", "flow": "f", "version": "1.0.0", "sdk": "relid", "start": "a", \(more)
    "steps": {"a": {"challenge": "getUser", "answer": "setUser", \(step)}}, "ends": {"b": {"outcome": "failure"}}}
    """
  }

  @Test("a step names no input after a word of the language, counts a proof, asks something, and requires something")
  func steps() throws {
    try expect(
      .flow,
      takes: [
        #""ask": ["userName"]"#, #""ask": []"#, #""earns": "none""#, #""earns": [" possession  by device "]"#,
        #""gate": ["allowLogin"]"#, #""gate": "allow-login""#, #""require": [{"check": "a"}]"#,
        #""then": {"getUser 141 ": "b", " getUser error 131": "b", "2147483647": "b", "rejected  170 ": "b"}"#,
        #""then": {"else": {"to": "stays"}, "error": "retry", "101": {"retry": "m"}}"#,
        #""choices": {"c": {"call": "x", "with": {"n": 5, "t": "x"}, "when": "true"}}"#,
        #""pick": {"p": {"from": "event.x", "order": "ascending"}}"#,
      ],
      refuses: [
        #""ask": ["user"]"#, #""ask": ["true"]"#, #""earns": []"#, #""gate": "allowLogin""#, #""gate": []"#,
        #""require": []"#, #""require": [{"check": ""}]"#, #""then": {"getUser 141 x": "b"}"#,
        #""then": {"2147483648": "b"}"#, #""then": {"error 4294967296": "b"}"#, #""then": {"101 ": "b"}"#,
        #""then": {"else": {"to": "stay"}}"#, #""then": {"else": {"to": "retry", "say": "m"}}"#,
        #""choices": {"c": {"to": "resume"}}"#, #""choices": {"c": {"call": "x", "with": {"t": ""}}}"#,
        #""choices": {"c": {"to": "b", "when": ""}}"#, #""pick": {"p": {"from": "event.x", "order": "a b"}}"#,
      ], in: { Self.flow(step: $0) })
  }

  @Test("a flow has words that say something, lists with something in them, and languages that may be")
  func flows() throws {
    try expect(
      .flow,
      takes: [
        #""messages": {"m": "Hi {userName} {{ }}", "n": 5}"#, #""gates": {"g": ["allowLogin"]}"#,
        #""messages-in": "de-AT""#, #""messages-in": "zh-Hant-TW""#, #""messages-in": "sl-rozaj-biske-1994""#,
        #""messages-in": "de-DE-u-co-phonebk-x-a""#, #""summary": "What it is for.""#,
      ],
      refuses: [
        #""messages": {"m": " "}"#, #""messages": {"m": "\n"}"#, #""messages": {"m": {"text": " ", "none": "x"}}"#,
        #""gates": {"g": []}"#, #""messages-in": "german""#, #""messages-in": "de_AT""#, #""messages-in": "de-""#,
        #""messages-in": "de-a""#, #""summary": """#,
      ], in: { Self.flow(step: #""ask": []"#, more: $0 + ",") })
  }

  @Test("a file is called neither true nor false, and may be called by a word of the language")
  func names() throws {
    let flow = Self.flow(step: #""ask": []"#)
    try expect(
      .flow, takes: ["login", "retry", "trueFlow"], refuses: ["true", "False", "TRUE", "a b"],
      in: { flow.replacing(#""flow": "f""#, with: #""flow": "\#($0)""#) })
    try expect(
      .part, takes: ["session", "else"], refuses: ["true", "FALSE"], in: { #"{"part": "\#($0)", "sdk": "relid"}"# })
  }

  @Test("an item of a scenario is one thing that happens")
  func items() throws {
    try expect(
      .scenarios,
      takes: [
        #"{"identify": {"userName": "alice"}}"#, #"{"identify": "no"}"#, #"{"after": "3s"}"#, #"{"event": "x"}"#,
        #"{"event": "x", "status": 5, "with": {"a": ""}, "unknown": true}"#,
        #"{"consent": "approve", "during": [{"event": "x"}]}"#, #"{"on": "phone", "do": [{"event": "x"}]}"#,
        #"{"deny": {"m": "why"}}"#, #"{"expect": {"step": "identify"}}"#, #"{"expect": {"data": {"userID": "a"}}}"#,
      ],
      refuses: [
        "{}", #"{"identify": "no", "verify": "x"}"#, #"{"identify": "no", "after": "3s"}"#, #"{"identify": ""}"#,
        #"{"event": "x", "foo": 3}"#, #"{"event": "x", "during": [{"event": "x"}]}"#, #"{"during": [{"event": "x"}]}"#,
        #"{"after": "3s", "during": [{"event": "x"}]}"#, #"{"a": "x", "b": "y", "during": [{"event": "x"}]}"#,
        #"{"consent": "approve", "during": []}"#, #"{"on": "phone", "do": []}"#,
        #"{"on": "phone", "do": [{"event": "x"}], "identify": "no"}"#, #"{"deny": {}}"#, #"{"deny": {"m": {}}}"#,
        #"{"deny": {"m": "why", "n": "why"}}"#, #"{"expect": {}}"#, #"{"expect": {"data": {}}}"#,
        #"{"expect": {"say": ""}}"#,
      ],
      in: { #"{"flow": "f.yaml", "scenarios": [{"name": "n", "do": [\#($0)], "expect": {"end": "failed"}}]}"# })
  }

  @Test("a scenario says how it comes out, and has cases and verdicts where it says so")
  func scenarios() throws {
    try expect(
      .scenarios,
      takes: [
        #""expect": "todo""#, #""expect": {"end": "failed"}"#,
        #""never": {"phone": {"end": "a"}, "pad": {"end": "b"}}"#,
        #""expect": {"end": "$end"}, "cases": {"one": {"end": "failed"}}"#,
        #""expect": {"end": "a"}, "modules": {"m": {"allowLogin": "allow"}, "n": "allow"}"#,
      ],
      refuses: [
        #""expect": {}"#, #""never": {}"#, #""never": {"phone": {}, "pad": {"end": "b"}}"#,
        #""expect": {"end": "a"}, "cases": {}"#, #""expect": {"end": "a"}, "modules": {"m": {}}"#,
      ], in: { #"{"flow": "f.yaml", "scenarios": [{"name": "n", \#($0)}]}"# })
    try expect(
      .scenarios, takes: [#""a": {"flow": "a"}, "b": {"flow": "b"}"#], refuses: ["", #""a": {"flow": "a"}"#],
      in: { #"{"devices": {\#($0)}, "scenarios": []}"# })
    try expect(
      .answers, takes: ["", #"{"a": "yes"}"#, #"{"a": {"code": 5}}"#],
      refuses: ["{}", #"{"a": ""}"#, #"{"a": "x", "b": "y"}"#], in: { #"{"answers": [\#($0)]}"# })
  }

  @Test("a world has no empty words and lists, no time of nothing, and no number that some readers would round")
  func worlds() throws {
    try expect(
      .world,
      takes: [
        #""seed": 9007199254740991"#, #""session": {"idle": "0m5s"}"#, #""latency": "0s""#,
        #""users": {"a": {"password": "x", "lda": true}}"#, #""users": {"a": {"activationCode": ["1", "2"]}}"#,
        #""users": {"a": {"registeredDevices": [], "passwordHistory": "x"}}"#, #""policy": {"forbidden": "<"}"#,
        #""device": {"ldaCancelError": -5}"#,
      ],
      refuses: [
        #""seed": 9007199254740992"#, #""session": {"idle": "0s"}"#, #""codeExpires": "0h0m""#,
        #""users": {"a": {"password": ""}}"#, #""users": {"a": {"activationCode": []}}"#,
        #""users": {"a": {"lda": []}}"#,
        #""users": {"a": {"passwordHistory": ""}}"#, #""policy": {"forbidden": ""}"#, #""device": {"id": ""}"#,
        #""device": {"ldaCancelError": 0}"#, #""newDeviceOptions": []"#, #""threats": [{"consent": []}]"#,
        #""users": {"a": {"notifications": [{"uuid": ""}]}}"#,
        #""users": {"a": {"notifications": [{"uuid": "n", "expiresAfter": "0s"}]}}"#,
      ], in: { "{\($0)}" })
  }

  @Test("a contract names its fields, writes its types as types are written, and lists something where it lists")
  func contracts() throws {
    func contract(_ piece: String, call: String = "", version: String = "1.0.0") -> String {
      """
      {"contract": "c", "version": "\(version)", "success": [0], "phases": {"p": {}}, \(piece)
      "events": {"e": {"kind": "result", "source": "given S3", "fields": {"a, b": "list text", "c": "user text"}}},
      "calls": {"x": {"source": "chosen", \(call) "leadsTo": "e"}}}
      """
    }
    try expect(
      .contract,
      takes: [
        #""modes": {"set": 2147483647}"#, #""types": {"t": ["in progress", 5]}"#, #""types": {"t": {"app": -1}}"#,
        #""types": {"t": {"a , b": "private list text from A B", "c": " text "}}"#, #""patience": "60s""#,
        #""codes": {"5": {"name": "wrong", "in": " e , f", "source": "documented  page 4\n"}}"#,
        #""authenticators": {"pin": {"channel": "typed"}}"#, "",
      ],
      refuses: [
        #""modes": {"set": 2147483648}"#, #""types": {"t": []}"#, #""types": {"t": {"in progress": 1}}"#,
        #""types": {"t": {"stay": 1}}"#, #""types": {"t": {"app": 1, "user": "text"}}"#, #""types": {"text": ["a"]}"#,
        #""types": {"t": {"a.b": "text"}}"#, #""types": {"t": {"a": "text 1..5"}}"#, #""types": {"t": {"a": ""}}"#,
        #""patience": "0s""#, #""codes": {"5": {"name": "wrong", "in": [], "source": "chosen"}}"#,
        #""codes": {"4294967296": {"name": "wrong", "in": "e", "source": "chosen"}}"#,
        #""codes": {"5": {"name": "wrong", "in": "e", "source": "given "}}"#, #""authenticators": {}"#,
        #""authenticators": {"none": {"channel": "typed"}}"#,
      ], in: { contract($0.isEmpty ? $0 : $0 + ",") })
    try expect(
      .contract, takes: ["1.0.0", "10.2.12345678901"], refuses: ["01.0.0", "1.0", "1.0.0.0", ""],
      in: { contract("", version: $0) })
    try expect(
      .contract,
      takes: [
        #""takes": {"a": "optional trimmed text 1..64", "b": "list t", "c": "int -5..", "d": "user text ..9"}"#,
        #""answers": ["e"]"#, #""phases": "p, q""#, #""aliases": "y""#,
      ],
      refuses: [
        #""takes": {"a": "text 1.5"}"#, #""takes": {"a": "text from B"}"#, #""takes": {"left ": "text"}"#,
        #""takes": {"5": "text"}"#, #""takes": {"a": "private text"}"#, #""answers": []"#, #""phases": []"#,
        #""aliases": []"#, #""patience": "0ms""#, #""supersedes": []"#,
      ], in: { contract("", call: $0 + ",") })
  }

  @Test("a configuration names files, fingerprints and an address of ASCII")
  func configurations() throws {
    try expect(
      .config,
      takes: [
        #""exclude": ["a/**"]"#, #""contracts": ["0123456789abcdef", 1234567890123456]"#, #""baseline": "b.json""#,
        #""rule-pages": "https://git.example.com:8443/a/Rules.md?x=1""#,
      ],
      refuses: [
        #""exclude": [""]"#, #""contracts": ["abc"]"#, #""contracts": [""]"#, #""baseline": """#,
        #""rule-pages": "https://\u00fc.de""#, #""rule-pages": "https://a.de/#x""#, #""rule-pages": "ftp://a.de""#,
      ], in: { "{\($0)}" })
  }
}
