// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What becomes of words that nobody can read, told by the program itself.
@Suite("A standard output that takes nothing")
struct ClosedOutputTests {
  private func shell(_ line: String) throws -> (code: Int32, errors: String) {
    let tool = try #require(ExampleTests.built("mfaflow"), "the tests' target asks for mfaflow in Package.swift")
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line.replacing("mfaflow", with: "'\(tool.path)'")]
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, told)
  }

  @Test(
    "that is closed is told on standard error, with exit code 3",
    arguments: ["mfaflow contract relid >&-", "mfaflow help >&-", "mfaflow --version <&- >&-"])
  func closed(line: String) throws {
    let (code, errors) = try shell(line)
    #expect(code == 3 && errors.hasPrefix("mfaflow: the output cannot be written: "), "\(code) \(errors)")
  }

  @Test(
    "no longer has a reader, or was not needed: that is no error",
    arguments: [
      "mfaflow contract relid | true", "{ mfaflow contract relid; echo $? >&2; } | true",
      "mfaflow backend serve >&- </dev/null",
    ])
  func unread(line: String) throws {
    let (code, errors) = try shell(line)
    #expect(code == 0 && (errors.isEmpty || errors == "0\n"), "\(code) \(errors)")
  }

  @Test("and a standard error that is closed, too, leaves the exit code")
  func bothClosed() throws {
    #expect(try shell("mfaflow contract relid >&- 2>&-").code == 3)
    #expect(try shell("mfaflow contract relid 2>&-").code == 0)
  }
}
