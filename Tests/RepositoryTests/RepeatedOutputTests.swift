// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Each process seeds its tables anew: what a command writes must not hang on the order in which these are gone through.
@Suite("The same output in each process")
struct RepeatedOutputTests {
  /// A line that is gone behind the answer and while the step waits, and other lines that lead elsewhere beside it.
  private static let variant = """
    language: mfaflow/1
    flow: v
    version: 1.0.0
    extends: flows/login@1.0
    change:
      steps.verifyPassword.then.102: { retry: another }
      messages.something-went-wrong: Something is wrong.
      steps.signedIn.then.else: blocked
    add:
      messages.another: Not that one.
    remove:
      - steps.identify.then.onUserLoggedIn
      - steps.identify.then.101
      - steps.verifyPassword.choices.cancel

    """

  private func output(of arguments: [String], in folder: URL) throws -> Data {
    let tool = try #require(ExampleTests.built("mfaflow"), "the tests' target asks for mfaflow in Package.swift")
    let process = Process()
    let output = Pipe()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = nil
    process.environment = environment
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let told = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return told
  }

  @Test(
    "what is written is the same each time",
    arguments: [
      "diff flows/login.yaml v.yaml", "diff --format markdown flows/login.yaml v.yaml",
      "diff --format json flows/activation.yaml flows/login.yaml", "diff --format github flows/login.yaml v.yaml",
      "page v.yaml --base flows/login.yaml", "story v.yaml", "matrix v.yaml", "graph v.yaml --format json",
      "messages export v.yaml --language de", "check v.yaml --proofs --guesses", "check v.yaml --format json",
      "show v.yaml", "test flows/login.scenarios.yaml --coverage",
    ])
  func isRepeated(_ command: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mfaflow-repeated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "flows"), withDestinationURL: Repository.here.root.appending(path: "flows"))
    try Data(Self.variant.utf8).write(to: folder.appending(path: "v.yaml"))
    let words = command.split(separator: " ").map(String.init)
    let first = try output(of: words, in: folder)
    #expect(!first.isEmpty, "\(command)")
    for _ in 0..<3 { #expect(try output(of: words, in: folder) == first, "\(command)") }
  }
}
