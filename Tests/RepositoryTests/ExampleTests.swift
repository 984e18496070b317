// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The examples")
struct ExampleTests {
  @Test(
    "an example prints what its page says",
    arguments: [("HostExample", "Examples/Host/output.txt"), ("PhoneExample", "Examples/Phone/output.txt")])
  func prints(_ example: String, _ path: String) throws {
    let program = try #require(Self.built(example), "the tests' target asks for \(example) in Package.swift")
    let output = Pipe()
    let process = Process()
    process.executableURL = program
    process.arguments = example == "PhoneExample" ? [Repository.here.root.appending(path: "flows").path] : []
    process.standardOutput = output
    try process.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(printed.utf8).write(to: Repository.here.root.appending(path: path))
      Issue.record("\(path) was recorded: look at the difference, then run without RECORD")
      return
    }
    #expect(printed == Repository.here.file(path)?.text, "`make record` rewrites \(path)")
  }

  @Test("the module on the page of security modules, and how it is registered, are those of the host program")
  func modulePage() throws {
    let page = try #require(Repository.here.file("Documentation/SecurityModules.md")).text
    let blocks = MarkdownPage(file: try #require(Repository.here.file("Documentation/SecurityModules.md"))).blocks
      .filter { $0.language == "swift" }.map(\.text)
    #expect(blocks.count == 3 && page.contains("Examples/Host"))
    let module = try #require(Repository.here.file("Examples/Host/OpeningHours.swift")).text
    let host = try #require(Repository.here.file("Examples/Host/Host.swift")).text
    #expect(blocks.contains { module.contains($0) })
    #expect(blocks.contains { host.contains($0.trimmingCharacters(in: .newlines)) })
    let declared = try #require(Repository.here.file("Sources/FlowRuntime/SecurityModule.swift")).text
    let protocolLines = try #require(blocks.first).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    for line in protocolLines { #expect(declared.contains(line), "\(line)") }
  }

  /// A program that was built beside these tests, wherever that is.
  static func built(_ name: String) -> URL? {
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
