// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Testing

/// A change that is offered to editors and to code scanning must mend what it is offered for, and break nothing.
@Suite("Cures that are certain")
struct CertainCureTests {
  private static let compiler = Compiler(loader: CaseFolder.loader)

  @Test(
    "each one of the bad flows takes its finding away, and leaves a file that can be read", arguments: CaseFolder.bad)
  func mendsCase(_ item: Case) throws {
    let file = try item.file()
    try Self.check(file) { try item.compiled(by: Self.compiler, as: $0) }
  }

  @Test(
    "each one of a slip takes its finding away, and leaves a file that can be read",
    arguments: WrittenSlip.indentation + WrittenSlip.signs + WrittenSlip.words)
  func mendsSlip(_ slip: WrittenSlip) throws {
    try Self.check(SourceFile(path: "slip.yaml", text: try slip.text())) { Self.compiler.compile($0) }
  }

  @Test("there are some for names, for words of the language, and for the writing")
  func areMany() throws {
    var mended: Set<String> = []
    for item in CaseFolder.bad {
      let compilation = try item.compiled(by: Self.compiler)
      for finding in compilation.findings where !finding.edits(in: compilation.sources).isEmpty {
        mended.insert(finding.code.id)
      }
    }
    #expect(mended.isSuperset(of: ["MFA120", "MFA133", "MFA201", "MFA202", "MFA205", "MFA206"]), "\(mended.sorted())")
  }

  private static func check(_ file: SourceFile, _ compile: (SourceFile) throws -> Compilation) throws {
    let before = try compile(file)
    for finding in before.findings where finding.range.file == .first {
      let edits = finding.edits(in: before.sources)
      guard !edits.isEmpty else { continue }
      let mended = SourceFile(path: file.path, bytes: applied(edits, to: file))
      let after = try compile(mended)
      let isSame = { (other: Diagnostic) in other.code == finding.code && other.message == finding.message }
      #expect(
        after.findings.count(where: isSame) < before.findings.count(where: isSame),
        "\(finding.code.id) \(finding.message): \(finding.help ?? "")\n\(mended.text)")
      let unread = after.findings.filter { $0.code.id == "MFA101" && !before.findings.contains($0) }
      #expect(unread.isEmpty, "\(unread.map(\.message))\n\(mended.text)")
    }
  }

  private static func applied(_ edits: [Edit], to file: SourceFile) -> [UInt8] {
    let lines = LineTable(file)
    var bytes = file.bytes
    for edit in edits.reversed() {
      bytes.replaceSubrange(lines.offset(of: edit.range.start)..<lines.offset(of: edit.range.end), with: edit.text.utf8)
    }
    return bytes
  }
}

extension SourceFile {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
