// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The blocks `swift app` of a page are one app: with the files that an app keeps of the phone example, they compile
/// against the names of SwiftUI and UIKit.
@Suite("The listings of an app")
struct ViewListingTests {
  private static let page = "Documentation/RELIDAdapter.md"
  private static let kept = ["Field", "FlowFolder", "FlowPresenter", "FlowRun", "Screen"]

  @Test("they call this package by names that it has, in the types that it takes")
  func sound() throws {
    let (code, words) = try check { $0 }
    #expect(code == 0, "\(words)")
  }

  @Test(
    "a listing that calls what there is not is found", arguments: [("confirm(true)", "agree(true)"), (".from", ".at")])
  func unsound(right: String, wrong: String) throws {
    let (code, words) = try check { $0.replacingOccurrences(of: right, with: wrong) }
    #expect(code != 0 && words.contains("error: "))
  }

  private func check(_ change: (String) -> String) throws -> (code: Int32, words: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "listings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let modules = try #require(ExampleTests.built("PhoneExample")).deletingLastPathComponent().appending(
      path: "Modules")
    let blocks = MarkdownPage(file: try #require(Repository.here.file(Self.page))).blocks.filter {
      $0.info.contains("app")
    }
    #expect(blocks.count == 5)
    var files = Self.kept.map { Repository.here.root.appending(path: "Examples/Phone/\($0).swift").path }
    for name in ["SwiftUINames", "UIKitNames"] {
      files.append(Repository.here.root.appending(path: "Tests/ViewNames/\(name).swift").path)
    }
    for block in blocks {
      let file = folder.appending(path: "Line\(block.line).swift")
      let text = change(block.text).split(separator: "\n", omittingEmptySubsequences: false)
        .map { ["import SwiftUI", "import UIKit"].contains($0) ? "import Foundation; import Observation" : $0 }.joined(
          separator: "\n")
      try Data(text.utf8).write(to: file)
      files.append(file.path)
    }
    let output = Pipe()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "App", "-I", modules.path]
      + ["CLibYAML", "CContracts/include"].flatMap {
        ["-I", Repository.here.root.appending(path: "Sources/\($0)").path]
      }
      + files
    compiler.standardOutput = output
    compiler.standardError = output
    try compiler.run()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    return (compiler.terminationStatus, words)
  }
}
