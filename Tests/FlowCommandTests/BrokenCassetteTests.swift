// SPDX-License-Identifier: Apache-2.0

import Foundation
import SDKContract
import Testing

@testable import FlowCommand

@Suite("Cassettes that cannot be played")
struct BrokenCassetteTests {
  private static let fingerprint = EmbeddedContracts.contract(named: "relid")?.fingerprint ?? ""
  private static let header =
    #"{"mfaflow":"cassette","version":2,"contract":{"name":"relid","version":"1.0.0","hash":"\#(fingerprint)"},"#
    + #""flow":{"name":"sample","version":"1.0.0","sources":"0"},"directions":false}"#
  private static let call = #"{"call":"initialize","time":5,"arguments":{},"answer":"accepted"}"#
  private static let end = #"{"entries":1}"#
  private static let whole = [header, call, end].joined(separator: "\n") + "\n"

  private func run(_ bytes: [UInt8]) async throws -> Outcome {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try Data(bytes).write(to: URL(fileURLWithPath: desk.root + "run.cassette"))
    return await desk.run("run", "@flow.yaml", "--backend=replay:" + desk.root + "run.cassette")
  }

  @Test("a whole one is played")
  func sound() async throws {
    let outcome = try await run(Array(Self.whole.utf8))
    #expect(outcome.code == .failure && outcome.output.contains("accepted    initialize"), "\(outcome.errors)")
  }

  @Test(
    "an event that the contract does not let come is a breach, as it is from a program: exit code 3",
    arguments: [
      (#"{"event":"getNobody","time":5}"#, "sent the event `getNobody`, which the contract `relid` does not know"),
      (
        #"{"event":"getUser","time":5,"data":{"userNames":7}}"#,
        "sent `getUser` with a `userNames` that is not of the type list text"
      ),
    ])
  func breach(event: String, words: String) async throws {
    let lines = [Self.header, Self.call, event, #"{"entries":2}"#].joined(separator: "\n") + "\n"
    let outcome = try await run(Array(lines.utf8))
    #expect(outcome.code == .broken, "\(outcome.output)\(outcome.errors)")
    let line = "✗ the SDK broke its contract: entry 2 (line 3): the recorded SDK \(words)\n"
    #expect(outcome.output.hasSuffix(line), "\(outcome.output)")
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("run.cassette", lines)
    try desk.put(
      "flow.scenarios.yaml", "flow: flow.yaml\nscenarios: [{ name: A breach, expect: { end: unhandled } }]\n")
    let test = await desk.run("test", "--backend=replay:@run.cassette", "@flow.scenarios.yaml")
    #expect(test.code == .broken && test.output.contains("error[MFA980]"), "\(test.output)\(test.errors)")
  }

  private struct Broken: Sendable {
    let text: String
    let line: Int
    let message: String

    init(_ line: Int, _ message: String, _ lines: String...) {
      (text, self.line, self.message) = (lines.joined(separator: "\n"), line, message)
    }
  }

  private static let nested = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
  private static let earlier = #"{"call":"initialize","time":4,"arguments":{},"answer":"accepted"}"#
  private static let cases: [Broken] = [
    Broken(1, "the text is cut off", ""),
    Broken(1, "this is no cassette", "{}"),
    Broken(1, "a value is expected", "hunter2"),
    Broken(1, "this is no cassette", #"{"mfaflow":"saved run","version":2}"#),
    Broken(1, "it is cut off", header),
    Broken(2, "it is cut off", header, call),
    Broken(2, "the text is cut off", header, String(call.dropLast(9))),
    Broken(3, "it has 1 entries, not 2", header, call, #"{"entries":2}"#),
    Broken(3, "`time` is missing", header, call, end, end),
    Broken(3, "the text is cut off", header, call, "", end),
    Broken(2, "a name is there twice", header, #"{"call":"a","call":"b"}"#, end),
    Broken(2, "the text goes on behind its end", header, call + " x", end),
    Broken(
      2, "`time`: a whole number from 0", header, #"{"call":"a","time":-5,"arguments":{},"answer":"accepted"}"#, end),
    Broken(2, "is neither", header, #"{"call":"a","time":5,"arguments":{},"answer":"maybe"}"#, end),
    Broken(3, "this time is before the one above", header, call, earlier, #"{"entries":2}"#),
    Broken(2, "rejects nothing", header, #"{"call":"a","time":0,"arguments":{},"answer":"rejected","code":0}"#, end),
    Broken(2, "does not fail in this way", header, #"{"failed":"tired","time":0}"#, end),
    Broken(2, "nobody directs this", header, #"{"directed":"dance","time":0}"#, end),
    Broken(2, "an object has a field too many", header, #"{"event":"getUser","time":0,"more":1}"#, end),
    Broken(2, "nested too deeply", header, #"{"event":"e","time":0,"data":"# + nested + "}", end),
  ]

  @Test("one error, which says where, and nothing is run", arguments: 0..<20)
  func broken(index: Int) async throws {
    let broken = Self.cases[index]
    let outcome = try await run(Array(broken.text.utf8))
    #expect(outcome.code == .wrongInput && outcome.output.isEmpty, "\(outcome.output)")
    #expect(outcome.errors.contains("error[MFA985]: the cassette cannot be read: "), "\(outcome.errors)")
    #expect(Self.cases.count == 20 && outcome.errors.contains(broken.message), "\(outcome.errors)")
    #expect(outcome.errors.contains("run.cassette:\(broken.line):"), "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "error[").count == 2 && !outcome.errors.contains("hunter2"))
  }

  @Test("a file that is cut off anywhere is never played, and never crashes")
  func cutOff() async throws {
    let bytes = Array(Self.whole.utf8)
    for length in stride(from: 0, to: bytes.count - 1, by: 7) {
      let outcome = try await run(Array(bytes.prefix(length)))
      #expect(outcome.code == .wrongInput && outcome.output.isEmpty, "\(length)")
    }
  }

  @Test("a text that is not UTF-8, and bytes that are no text")
  func notUTF8() async throws {
    for bytes in [
      Array(Self.header.utf8) + [10, 0x22, 0xFF, 0x22, 10], [0xFF, 0xFE, 0], [UInt8](repeating: 0, count: 99),
    ] {
      let outcome = try await run(bytes)
      #expect(outcome.code == .wrongInput && outcome.errors.contains("error[MFA985]"), "\(outcome.errors)")
    }
  }

  @Test("another version and another contract are told by name")
  func others() async throws {
    let version = try await run(
      Array(Self.whole.replacingOccurrences(of: "\"version\":2,", with: "\"version\":9,").utf8))
    #expect(version.code == .wrongInput && version.output.isEmpty)
    #expect(version.errors.contains("error[MFA986]: the cassette has the form 9"))
    for (old, new) in [("relid", "sso"), ("\"relid\",\"version\":\"1.0.0\"", "\"relid\",\"version\":\"7.0.0\"")] {
      let other = try await run(Array(Self.whole.replacingOccurrences(of: old, with: new).utf8))
      #expect(other.code == .wrongInput && other.output.isEmpty)
      #expect(other.errors.contains("error[MFA987]: the cassette was recorded with the contract `"), "\(other.errors)")
    }
  }

  @Test("a contract that was changed is an error, a flow that was changed a line, and each names which of both it was")
  func changed() async throws {
    let contract = try await run(Array(Self.whole.replacingOccurrences(of: Self.fingerprint, with: "7381e").utf8))
    #expect(contract.code == .wrongInput && contract.output.isEmpty, "\(contract)")
    #expect(
      contract.errors.contains(
        "error[MFA987]: the contract `relid 1.0.0` has changed since the cassette was recorded\n"), "\(contract.errors)"
    )
    let flow = try await run(Array(Self.whole.utf8))
    #expect(
      flow.errors.contains("mfaflow: the flow or one of its parts has changed since the cassette was recorded\n"))
    let other = try await run(Array(Self.whole.replacingOccurrences(of: "sample", with: "simple").utf8))
    #expect(other.errors.contains("mfaflow: the cassette is of the flow `simple`\n"), "\(other.errors)")
  }

  @Test("what cannot be had ends with 3: no file, a folder, a pipe, a hundred megabytes")
  func unreadable() async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("folder/x", "")
    try desk.put("large", "")
    let large = try #require(FileHandle(forWritingAtPath: desk.root + "large"))
    try large.truncate(atOffset: 100 << 20)
    try large.close()
    for (name, message) in [("gone", "does not exist"), ("folder", "is a folder"), ("large", "is larger than 4 MiB")] {
      let outcome = await desk.run("run", "@flow.yaml", "--backend=replay:" + desk.root + name)
      #expect(outcome.code == .broken && outcome.output.isEmpty)
      #expect(outcome.errors.contains("error[MFA930]") && outcome.errors.contains(message), "\(outcome.errors)")
    }
    let nothing = await desk.run("run", "@flow.yaml", "--backend=replay:")
    #expect(nothing.code == .wrongInput && nothing.errors.contains("is no SDK that `--backend` knows"))
  }
}
