// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CheckPolicy
@testable import FlowCommand

@Suite("mfaflow check with a cache")
struct CheckCacheTests {
  private static let file = "cache/mfaflow-check.cache"

  /// A flow with a part, one with an error that only a run shows, one that cannot be read as a flow.
  private func desk() throws -> Desk {
    let desk = try Desk()
    let interrupts = try #require(Samples.flow.firstRange(of: "interrupts:"))
    let ends = try #require(Samples.flow.firstRange(of: "ends:\n"))
    let part = "part: shared\nlanguage: mfaflow/1\nsdk: relid\n"
    try desk.put("flows/shared.yaml", part + Samples.flow[interrupts.lowerBound..<ends.lowerBound])
    let whole = Samples.flow.replacing(Samples.flow[interrupts.lowerBound..<ends.lowerBound], with: "")
    try desk.put("flows/a.yaml", whole.replacing("sdk: relid\n", with: "sdk: relid\nuse: [shared]\n"))
    try desk.put("flows/b.yaml", Samples.flowWithCycle)
    try desk.put("flows/c.yaml", Samples.brokenFlow)
    return desk
  }

  private func check(_ desk: Desk, _ more: String...) async -> Outcome {
    await desk.run("check", "--cache", "@cache", more.first ?? "--format", more.last ?? "json", "@flows")
  }

  private func text(_ desk: Desk) throws -> String {
    try String(contentsOfFile: desk.root + Self.file, encoding: .utf8)
  }

  private func write(_ text: String, _ desk: Desk) throws { try desk.put(Self.file, text) }

  /// The text with its digest made again, as somebody would who means to deceive.
  private func sealed(_ text: String) -> String {
    let body = text.split(separator: "\n").dropLast().map { $0 + "\n" }.joined()
    return body + "digest \(ContentDigest(Array(body.utf8)).text)\n"
  }

  /// How long a check took differs each time.
  private func withoutTimes(_ text: String) -> String { text.replacing(/\ time="[0-9.]+"/, with: "") }

  @Test(
    "what it says is the same with a cache, without one, and from the cache",
    arguments: ["text", "oneline", "json", "sarif", "github", "junit"])
  func sameOutput(format: String) async throws {
    let desk = try desk()
    let without = await desk.run("check", "--format", format, "@flows")
    let first = await check(desk, "--format", format)
    let kept = try text(desk)
    let second = await check(desk, "--format", format)
    for outcome in [first, second] {
      #expect(withoutTimes(outcome.output) == withoutTimes(without.output))
      #expect(outcome.errors == without.errors)
      #expect(outcome.code == without.code)
    }
    #expect(without.code == .failure)
    #expect(try text(desk) == kept)
    #expect(kept.split(separator: "\n").count == 7, "four files between the first line and the last")
  }

  /// A cache whose findings are other than a check would find: what comes out tells who was asked.
  private func marked(_ desk: Desk) async throws {
    _ = await check(desk)
    try write(sealed(text(desk).replacing("nothing limits", with: "from the cache")), desk)
    let second = await check(desk)
    #expect(second.output.contains("from the cache"), "\(second.output)")
  }

  @Test("an unchanged file is not looked at again, and a changed one is")
  func changed() async throws {
    let desk = try desk()
    try await marked(desk)
    try desk.put("flows/b.yaml", Samples.flowWithCycle + "# more\n")
    let third = await check(desk)
    #expect(!third.output.contains("from the cache"))
    #expect(third.output.contains("nothing limits"))
    #expect(try text(desk).contains("nothing limits"))
  }

  @Test("a flow is looked at again when a part of it has changed, has gone, or is there again")
  func changedPart() async throws {
    let desk = try desk()
    let part = try String(contentsOfFile: desk.root + "flows/shared.yaml", encoding: .utf8)
    _ = await check(desk)
    try desk.put("flows/shared.yaml", part.replacing("else: failed", with: "else: fialed"))
    #expect(await check(desk).output.contains("fialed"))
    try FileManager.default.removeItem(atPath: desk.root + "flows/shared.yaml")
    #expect(await check(desk).output.contains("MFA194"))
    try desk.put("flows/shared.yaml", part)
    let last = await check(desk)
    #expect(!last.output.contains("MFA194") && !last.output.contains("fialed"))
    #expect(!last.output.contains("flows/a.yaml"))
  }

  /// A flow that is held to another one, which has a part.
  private func heldDesk() throws -> Desk {
    let desk = try Desk()
    try putRefined(desk, tries: 5)
    try desk.put("flows/d.yaml", Samples.flow.replacing("sdk: relid\n", with: "sdk: relid\nrefines: ../base/ref\n"))
    return desk
  }

  /// - Parameter end: to which the part leads where no line says more.
  private func putRefined(_ desk: Desk, tries: Int, end: String = "failed") throws {
    let interrupts = try #require(Samples.flow.firstRange(of: "interrupts:"))
    let ends = try #require(Samples.flow.firstRange(of: "ends:\n"))
    let part = String(Samples.flow[interrupts.lowerBound..<ends.lowerBound])
    let rest = Samples.flow.replacing(part, with: "").replacing("flow: sample", with: "flow: ref")
      .replacing(
        "tries: 5\n    then:\n      { getActivationCode", with: "tries: \(tries)\n    then:\n      { getActivationCode")
    try desk.put("base/ref.yaml", rest.replacing("sdk: relid\n", with: "sdk: relid\nuse: [../parts/shared]\n"))
    try desk.put(
      "parts/shared.yaml",
      "part: shared\nsdk: relid\nneeds: [failed]\n" + part.replacing("else: failed", with: "else: \(end)"))
  }

  @Test("a flow is looked at again when the flow behind `refines:` has changed, or a part of that")
  func changedRefined() async throws {
    let desk = try heldDesk()
    #expect(await check(desk).code == .success)
    try putRefined(desk, tries: 4)
    let stricter = await check(desk)
    #expect(stricter.output.contains("MFA291"), "\(stricter.output)")
    #expect(await check(desk).output == stricter.output)
    #expect(await desk.run("check", "--format", "json", "@flows").output == stricter.output)
    try putRefined(desk, tries: 5, end: "fialed")
    #expect(await check(desk).output.contains("MFA292"))
    try putRefined(desk, tries: 5)
    #expect(await check(desk).code == .success)
    try FileManager.default.removeItem(atPath: desk.root + "base/ref.yaml")
    #expect(await check(desk).output.contains("MFA292"))
    try putRefined(desk, tries: 5)
    #expect(await check(desk).code == .success)
  }

  @Test("a part that is missing is found in the folder with a cache, too, and not once it has gone")
  func partBeside() async throws {
    let desk = try Desk()
    let messages = try #require(Samples.flow.firstRange(of: "messages:"))
    let interrupts = try #require(Samples.flow.firstRange(of: "interrupts:"))
    let ends = try #require(Samples.flow.firstRange(of: "ends:\n"))
    let middle = String(Samples.flow[interrupts.lowerBound..<ends.lowerBound])
    try desk.put(
      "flows/shared.yaml",
      "part: shared\nsdk: relid\nneeds: [passwords-differ, failed]\n"
        + middle.replacing("auto: name\n", with: "auto: name\n    say: passwords-differ\n"))
    try desk.put("flows/words.yaml", "part: words\nsdk: relid\n" + Samples.flow[messages.lowerBound...])
    try desk.put(
      "flows/a.yaml",
      (String(Samples.flow[..<interrupts.lowerBound]) + String(Samples.flow[ends.lowerBound..<messages.lowerBound]))
        .replacing("sdk: relid\n", with: "sdk: relid\nuse: [shared]\n"))
    let without = await desk.run("check", "--format", "json", "@flows")
    #expect(without.output.contains("write `words` below `use:`"), "\(without.output)")
    for _ in 0..<2 { #expect(await check(desk).output == without.output) }
    try FileManager.default.removeItem(atPath: desk.root + "flows/words.yaml")
    #expect(await !check(desk).output.contains("write `words`"))
  }

  @Test("another contract is another question")
  func otherContract() async throws {
    let desk = try desk()
    try await marked(desk)
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let contract = root.appending(path: "Sources/SDKContract/Contracts/relid.yaml").path
    let other = await check(desk, "--contract", contract)
    #expect(other.output.contains("nothing limits") && !other.output.contains("from the cache"), "\(other.output)")
    #expect(await check(desk).output.contains("from the cache"))
  }

  @Test("what another program found is not believed, a newer one of the same version included")
  func otherProgram() throws {
    let line = String(repeating: "0", count: 64) + "\ta.yaml\t[]"
    let text = try #require(CheckCache([], of: "one").text(with: [.found(key: "k", line: line)], atMost: 1_000))
    #expect(CheckCache(text, of: "one").check("k")?.files.first?.path == "a.yaml")
    #expect(CheckCache(text, of: "two").check("k") == nil)
    #expect(CheckCache(text, of: "on").check("k") == nil)
  }

  @Test("a program is known by its binary: one other byte makes another, whatever the size")
  func binaries() {
    func digest(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { BinaryDigest($0).text } }
    let binary = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var digests: Set<String> = [digest(binary), digest(binary + [0]), digest(Array(binary.dropLast()))]
    for place in binary.indices {
      var other = binary
      other[place] ^= 1
      digests.insert(digest(other))
    }
    var swapped = binary
    for place in 0..<64 { swapped.swapAt(place, place + 64) }
    digests.insert(digest(swapped))
    #expect(digests.count == binary.count + 4)
  }

  @Test("a cache that another file of the same program wrote is believed, and knows that file from then on")
  func movedProgram() throws {
    let line = String(repeating: "0", count: 64) + "\ta.yaml\t[]"
    let use = [CheckCache.Use.found(key: "k", line: line)]
    let text = try #require(CheckCache([], of: "one", stamp: "here").text(with: use, atMost: 1_000))
    let origin = try #require(CheckCache.origin(of: text))
    #expect(origin.program == "one" && origin.stamp == "here")
    let moved = CheckCache(text, of: "one", stamp: "there")
    #expect(moved.check("k") != nil)
    let written = try #require(moved.text(with: [.known(key: "k")], atMost: 1_000))
    #expect(CheckCache.origin(of: written)?.stamp == "there")
    #expect(CheckCache(written, of: "one", stamp: "there").text(with: [.known(key: "k")], atMost: 1_000) == nil)
    #expect(CheckCache(text, of: "two", stamp: "there").check("k") == nil)
    #expect(CheckCache.origin(of: Array(text.dropLast())) == nil)
  }

  @Test("the running program has a digest and a stamp")
  func runningProgram() {
    #expect(ProgramIdentity.digest?.isEmpty == false && ProgramIdentity.stamp?.isEmpty == false)
    #expect(ProgramIdentity.stamp == ProgramIdentity.stamp)
  }

  @Test("what the team decides is asked again each time")
  func policy() async throws {
    let desk = try desk()
    _ = await check(desk)
    try desk.put("policy.yaml", "severities: { MFA304: warning }\n")
    #expect(await check(desk, "--config", "@policy.yaml").output.contains("warning[MFA304]"))
  }

  @Test(
    "a damaged cache is as none",
    arguments: [
      "", "x", "mfaflow check cache 1: \n", "\u{0}\u{0}", "cut", "flipped", "more", "line", "finding", "place", "json",
    ])
  func damaged(how: String) async throws {
    let desk = try desk()
    let right = await check(desk).output
    let kept = try text(desk)
    let broken =
      switch how {
      case "cut": String(kept.dropLast(40))
      case "flipped": kept.replacing("nothing limits", with: "nothing binds")
      case "more": kept + "more\n"
      case "line": sealed(kept.replacing("\t[", with: "[").replacing("nothing limits", with: "from the cache"))
      case "finding": sealed(kept.replacing("\"usual\":\"error\"", with: "\"usual\":\"none\""))
      case "place": sealed(kept.replacing(",0],\"notes\"", with: ",9],\"notes\""))
      case "json": sealed(kept.replacing("\"way\":", with: "\"way\""))
      default: how
      }
    #expect(broken != kept)
    try write(broken, desk)
    #expect(await check(desk).output == right)
    #expect(await check(desk).output == right)
  }

  @Test("only its owner can read it, and a file that others may write, or a link, is not believed")
  func permissions() async throws {
    let desk = try desk()
    try await marked(desk)
    let path = desk.root + Self.file
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    #expect(await !check(desk).output.contains("from the cache"))

    try await marked(desk)
    try FileManager.default.moveItem(atPath: path, toPath: desk.root + "elsewhere")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: desk.root + "elsewhere")
    let elsewhere = try String(contentsOfFile: desk.root + "elsewhere", encoding: .utf8)
    #expect(await !check(desk).output.contains("from the cache"))
    #expect(try String(contentsOfFile: desk.root + "elsewhere", encoding: .utf8) == elsewhere)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil)
  }

  @Test("where nothing can be kept, the check is done all the same, and it is told")
  func noFolder() async throws {
    let desk = try desk()
    try desk.put("cache", "a file")
    let outcome = await check(desk)
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains("MFA304"))
    #expect(outcome.errors.contains("mfaflow: nothing can be kept in `"), "\(outcome.errors)")
  }

  @Test("it never grows without bound: what was used last stays")
  func bounded() throws {
    let line = String(repeating: "x", count: 100)
    var cache = CheckCache([], of: "p")
    for number in 0..<50 {
      let text = try #require(cache.text(with: [.found(key: "key-\(number)", line: line)], atMost: 2_000))
      #expect(text.count <= 2_000)
      cache = CheckCache(text, of: "p")
      #expect(String(decoding: text, as: UTF8.self).contains("\nkey-\(number)\t"))
    }
    #expect(cache.text(with: [.known(key: "key-49")], atMost: 2_000) == nil)
  }

  @Test("many runs at one time leave a sound cache behind")
  func atOneTime() async throws {
    let desk = try desk()
    let outputs = await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { await desk.run("check", "--cache", "@cache", "--format", "json", "@flows") } }
      return await group.reduce(into: Set<String>()) { $0.insert($1.output) }
    }
    #expect(outputs.count == 1)
    #expect(sealed(try text(desk)) == (try text(desk)))
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.root + "cache")
    #expect(names == ["mfaflow-check.cache"])
  }
}
