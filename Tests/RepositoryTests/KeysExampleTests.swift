// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A second SDK, of another shape than REL-ID, by public means alone: Examples/keys-backend.
@Suite("The example of another SDK")
struct KeysExampleTests {
  private static let folder = "Examples/keys-backend"
  private static var program: String {
    "process:python3 -SE '\(Repository.here.root.appending(path: "\(folder)/sdk.py").path)'"
  }
  /// Many programs are started at once, on whatever machine this is.
  private static let patience = ["handshake=60", "call=60", "shutdown=20"].flatMap { ["--patience", $0] }

  private func read(_ name: String) throws -> String {
    try #require(Repository.here.file("\(Self.folder)/\(name)"), "\(name)").text
  }

  /// The commands of the page, as words.
  private func commands() throws -> [[String]] {
    let page = MarkdownPage(file: try #require(Repository.here.file("\(Self.folder)/README.md")))
    let block = try #require(page.blocks.first { $0.language == "sh" }).text
    return block.replacingOccurrences(of: "\\\n", with: " ").split(separator: "\n").map { line in
      // Quotes stand around programs alone.
      line.split(separator: "'").enumerated().flatMap { index, part in
        index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
    }
  }

  @Test("each command of its page does what the page is for")
  func page() async throws {
    let folder = try PageFolder()
    defer { folder.remove() }
    var seen: [String] = []
    for words in try commands() {
      #expect(words.first == "mfaflow")
      let placed = words.dropFirst().map { word in
        word.hasPrefix("process:")
          ? word.replacingOccurrences(
            of: "\(Self.folder)/sdk.py", with: Self.program.dropFirst("process:python3 -SE ".count)
          ).replacingOccurrences(of: "process:python3 ", with: "process:python3 -SE ")
          : word
      }
      let hasProgram = placed.contains { $0.hasPrefix("process:") }
      let (output, code) = await folder.run(placed + (hasProgram ? Self.patience : []))
      #expect(code == 0, "\(words.joined(separator: " "))\n\(output)")
      seen.append("\(words[1]): \(output.split(separator: "\n").last ?? "")")
      switch words[1] {
      case "test":
        #expect(output.contains("mfaflow: 47 scenarios, 47 passed"), "\(output)")
        #expect(output.contains("together    81 of 82   98 %"), "\(output)")
      case "run": #expect(output.contains("✓ mayLook (success), proofs: knowledge by password, possession by otp-app"))
      case "backend":
        #expect(output.contains("21 clauses, 20 pass, 0 fail, 1 inconclusive; "), "\(output)")
        #expect(!output.contains("not all was looked at") && !output.contains("never accepted"), "\(output)")
      case "twin": #expect(output.hasPrefix("✓ all of 47 scenarios"), "\(output)")
      case "soak": #expect(output.contains("20  mayLook (success)"), "\(output)")
      default: Issue.record("nobody looks at what `\(words[1])` does")
      }
    }
    print("keys-backend:", seen.joined(separator: "; "))
    #expect(seen.count == 6)
  }

  @Test("a recorded run is played without the program, line by line, and the app's new key is not in the recording")
  func recorded() async throws {
    let folder = try PageFolder()
    defer { folder.remove() }
    try folder.write(
      "answers:\n  - identify: { name: eve }\n  - passkey: use\n  - home: addApp\n  - newApp: { code: \"536101\" }\n"
        + "  - appAdded: pay\n", to: "answers.yaml")
    let run = ["run", "flows/passkey-login.yaml", "--answers", "answers.yaml", "--backend"]
    let (first, code) = await folder.run(
      run + [Self.program, "--world", "\(Self.folder)/world.yaml", "--record", "keys.cassette"] + Self.patience)
    #expect(code == 0 && first.contains("enrol       possession by otp-app"), "\(first)")
    let (again, replayed) = await folder.run(run + ["replay:keys.cassette"])
    #expect(replayed == 0 && again == first)
    let cassette = try folder.read("keys.cassette")
    #expect(!cassette.contains("JBSWY3DP") && !cassette.contains("536101") && cassette.contains("•••"))
    let (twin, same) = await folder.run(
      [
        "twin", "flows/passkey-login.yaml", "--answers", "answers.yaml", "--world", "\(Self.folder)/world.yaml",
        "--backend", Self.program, "--backend", "replay:keys.cassette",
      ] + Self.patience)
    #expect(same == 0 && twin.hasPrefix("✓ the runs are the same: "), "\(twin)")
  }

  @Test("a world that its program does not take is told, without what stands in it; so is the clock of a live run")
  func refused() async throws {
    let folder = try PageFolder()
    defer { folder.remove() }
    try folder.write("users: { eve: { pasword: horse-battery-1 } }\n", to: "world.yaml")
    let run = ["run", "flows/passkey-login.yaml", "--set", "name=eve", "--backend", Self.program] + Self.patience
    let (bad, code) = await folder.run(run + ["--world", "world.yaml"])
    #expect(code == 3 && bad.contains("a user: pasword is no key of it"), "\(bad)")
    #expect(!bad.contains("horse-battery"))
    let (live, waits) = await folder.run(
      run + ["--clock", "live", "--set", "password.password=x", "--patience", "quiet=1"])
    #expect(waits == 1 && live.contains("askPassword 5 wrong-password, 2 attempts left"), "\(live)")
  }

  @Test("its codes are those of RFC 6238, and slips in its worlds are errors")
  func codes() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", Repository.here.root.appending(path: "\(Self.folder)/test_sdk.py").path]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && printed.contains("Ran 6 tests") && printed.contains("OK"), "\(printed)")
    let vectors = try read("test_sdk.py")
    for code in ["94287082", "07081804", "14050471", "89005924", "69279037", "65353130"] {
      #expect(vectors.contains(code), "RFC 6238, appendix B, SHA-1")
    }
  }

  @Test("it takes nothing but the standard library, and is less than 200 lines")
  func small() throws {
    let own = ["sdk", "totp", "world"]
    let lines = try own.map { try read("\($0).py").split(separator: "\n", omittingEmptySubsequences: false) }
    #expect(lines[0].count <= 200)
    let imports = Set(
      lines.joined().filter { $0.hasPrefix("import ") || $0.hasPrefix("from ") }
        .flatMap { $0.split(separator: " ")[1].split(separator: ",") }.map(String.init))
    #expect(imports.subtracting(own) == ["base64", "datetime", "hashlib", "hmac", "json", "sys"])
  }
}
