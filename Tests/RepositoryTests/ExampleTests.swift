// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The examples")
struct ExampleTests {
  @Test("the host program prints what its page says")
  func host() throws {
    let program = try #require(Self.built("HostExample"), "the tests' target asks for HostExample in Package.swift")
    let output = Pipe()
    let process = Process()
    process.executableURL = program
    process.standardOutput = output
    try process.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let path = "Examples/Host/output.txt"
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(printed.utf8).write(to: Repository.here.root.appending(path: path))
      Issue.record("\(path) was recorded: look at the difference, then run without RECORD")
      return
    }
    #expect(printed == Repository.here.file(path)?.text, "`make record` writes \(path) anew")
  }

  /// A program that was built beside these tests, wherever that is.
  private static func built(_ name: String) -> URL? {
    for argument in ProcessInfo.processInfo.arguments where argument.contains(".xctest") {
      var folder = URL(filePath: argument)
      while folder.pathComponents.count > 1 {
        folder.deleteLastPathComponent()
        let program = folder.appending(path: name)
        if FileManager.default.isExecutableFile(atPath: program.path) { return program }
      }
    }
    return nil
  }
}
