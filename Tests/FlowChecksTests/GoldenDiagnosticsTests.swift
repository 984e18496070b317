// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Foundation
import Testing

@Suite("What is found in flows")
struct GoldenDiagnosticsTests {
  private static let compiler = Compiler(loader: CaseFolder.loader)
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  @Test("a bad flow gives just the findings recorded beside it", arguments: CaseFolder.bad)
  func bad(_ item: Case) throws {
    let found = item.rendered(try item.compiled())
    if Self.isRecording {
      try Data(found.utf8).write(to: item.expectedURL)
      Issue.record("recorded \(item.path); run again without RECORD=1")
      return
    }
    #expect(found == item.expected, "\(item.path): run with RECORD=1 to record, then read the difference")
  }

  @Test("a good flow gives none, and can be run", arguments: CaseFolder.good)
  func good(_ item: Case) throws {
    let compilation = try item.compiled()
    #expect(item.rendered(compilation) == "")
    #expect(compilation.flow != nil)
  }

  @Test("a flow with an error cannot be run; one with warnings can", arguments: CaseFolder.bad)
  func onlyErrorsForbid(_ item: Case) throws {
    let compilation = try item.compiled()
    #expect((compilation.flow == nil) == compilation.findings.hasErrors)
  }

  @Test("the findings do not depend on what was checked before")
  func reverseOrder() throws {
    let compiler = Compiler(loader: CaseFolder.loader)
    for item in CaseFolder.bad.reversed() {
      #expect(item.rendered(try item.compiled(by: compiler)) == item.expected ?? "", "\(item.path)")
    }
  }

  @Test("files that are compiled together come out as each does alone, in their order")
  func compilesTogether() throws {
    let large = SourceFile(path: "large.yaml", bytes: Array(repeating: UInt8(ascii: "#"), count: 200_000))
    var files = try (CaseFolder.bad + CaseFolder.good).map { try $0.file() }
    files.insert(large, at: 0)
    files.insert(large, at: files.count / 2)
    let together = Self.compiler.compile(files)
    try #require(together.count == files.count)
    for (file, made) in zip(files, together) {
      let alone = Self.compiler.compile(file)
      #expect(made.findings == alone.findings, "\(file.path)")
      #expect((made.flow == nil) == (alone.flow == nil), "\(file.path)")
      #expect(made.sources.files.map(\.path) == alone.sources.files.map(\.path), "\(file.path)")
    }
    #expect(Self.compiler.compile([]).isEmpty)
  }

  @Test("each headline is short, bears no full stop, and each finding says how to mend it", arguments: CaseFolder.bad)
  func wording(_ item: Case) throws {
    for finding in try item.compiled().findings {
      #expect(finding.message.unicodeScalars.count <= 90, "\(finding.message)")
      #expect(finding.message.last != ".", "\(finding.message)")
      #expect(finding.help != nil, "\(finding.code.id) in \(item.path)")
    }
  }
}
