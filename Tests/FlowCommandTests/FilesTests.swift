// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowLanguage
import FlowSyntax
import Foundation
import Testing

@testable import FlowCommand
@testable import LocalFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Finding and reading files")
struct FilesTests {
  private func problem(_ path: String) -> FileProblem.Kind? {
    do {
      _ = try FileReader.file(path)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test(
    "no report is written over a file that is read",
    arguments: [
      ["check", "@flow.yaml", "--output", "json=@flow.yaml"], ["check", "@flow.yaml", "--output", "json=@twin.yaml"],
      ["check", "@flow.yaml", "--write-baseline", "@flow.yaml"],
      ["test", "@s.scenarios.yaml", "--output", "json=@flow.yaml"],
      ["test", "@s.scenarios.yaml", "--output", "json=@s.scenarios.yaml"],
    ])
  func overwriting(words: [String]) async throws {
    let desk = try Desk()
    try desk.put("flow.yaml", Samples.flow)
    try desk.put("s.scenarios.yaml", "flow: flow.yaml\nscenarios: [{ name: a, expect: { waiting: identify } }]\n")
    try FileManager.default.linkItem(atPath: desk.root + "flow.yaml", toPath: desk.root + "twin.yaml")
    let output = MemoryOutput()
    let errors = MemoryOutput()
    let streams = Streams(output: output, errors: errors, readInput: { [] }, variable: { _ in nil })
    let code = await Tool.run(words.map { $0.replacing("@", with: desk.root) }, in: streams)
    #expect(code == .wrongInput && output.text.isEmpty, "\(output.text)")
    #expect(errors.text.contains("` is also read\n"), "\(errors.text)")
    #expect(try String(contentsOfFile: desk.root + "flow.yaml", encoding: .utf8) == Samples.flow)
  }

  @Test("what is no file is refused with its own reason")
  func refusals() throws {
    let desk = try Desk()
    let file = try desk.put("file", "x")
    #expect(problem(desk.root + "missing") == .missing)
    #expect(problem(file + "/below") == .missing)
    #expect(problem("") == .missing)
    #expect(problem(desk.root) == .folder)
    #expect(problem("/dev/null") == .notAFile)
    #expect(mkfifo(desk.root + "pipe", 0o600) == 0)
    #expect(problem(desk.root + "pipe") == .notAFile)
    try FileManager.default.createSymbolicLink(atPath: desk.root + "broken", withDestinationPath: "nowhere")
    #expect(problem(desk.root + "broken") == .missing)
  }

  @Test("a file without permission is refused", .enabled(if: geteuid() != 0, "the superuser may read everything"))
  func noPermission() throws {
    let desk = try Desk()
    let file = try desk.put("file", "x")
    #expect(chmod(file, 0) == 0)
    #expect(problem(file) == .forbidden)
  }

  @Test("a file of four megabytes is read whole, and one byte more is refused before it is read")
  func limit() throws {
    let desk = try Desk()
    let file = try desk.put("large", String(repeating: "x", count: FileReader.limit))
    #expect(try FileReader.file(file).bytes.count == FileReader.limit)
    try desk.put("large", String(repeating: "x", count: FileReader.limit + 1))
    #expect(problem(file) == .tooLarge)
  }

  @Test("an empty file is a file, and a file that hides its size is read to its end")
  func sizes() throws {
    let desk = try Desk()
    #expect(try FileReader.file(try desk.put("empty", "")).bytes.isEmpty)
    #if os(Linux)
      #expect(try !FileReader.file("/proc/self/status").bytes.isEmpty)
    #endif
  }

  @Test("each reason has a headline that quotes the path, and a cure")
  func wording() {
    let kinds: [FileProblem.Kind] = [.missing, .folder, .notAFile, .tooLarge, .forbidden, .other("odd")]
    for kind in kinds {
      let problem = FileProblem(path: "a\nb.yaml", kind: kind)
      #expect(problem.message.contains("`a\\nb.yaml`"))
      #expect(problem.message.count <= 90)
      #expect(!problem.help.isEmpty)
    }
  }

  private func paths(_ words: [String], in desk: Desk) -> [String] {
    PathWalker.find(words.map { desk.root + $0 }).map { found in
      switch found {
      case .file(let path, let isNamed): path.replacingOccurrences(of: desk.root, with: isNamed ? "!" : "")
      case .problem(let problem): "?" + problem.path.replacingOccurrences(of: desk.root, with: "")
      }
    }
  }

  @Test("folders are searched to their depth, in the order of names, without what begins with a dot")
  func walking() throws {
    let desk = try Desk()
    let found = ["b.yaml", "a/z.yml", "a/b/c.yaml", "B.yaml", "d.yaml/e.yaml"]
    let passedOver = ["c/.hidden/x.yaml", "c/.x.yaml", "a.txt"]
    for name in found + passedOver { try desk.put("in/" + name, "") }
    let expected = ["B.yaml", "a/b/c.yaml", "a/z.yml", "b.yaml", "d.yaml/e.yaml"].map { "in/" + $0 }
    #expect(paths(["in"], in: desk) == expected)
    #expect(paths(["in/"], in: desk) == expected)
  }

  @Test("the order of the user is kept, a path given twice counts once, and what is missing stays in its place")
  func naming() throws {
    let desk = try Desk()
    try desk.put("b.txt", "")
    try desk.put("a.yaml", "")
    #expect(paths(["b.txt", "gone", "a.yaml", "b.txt"], in: desk) == ["!b.txt", "!gone", "!a.yaml"])
  }

  @Test("links are followed, and links in a circle end")
  func links() throws {
    let desk = try Desk()
    try desk.put("real/a.yaml", "")
    try desk.put("in/x.yaml", "")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: desk.root + "in/l", withDestinationPath: "../real")
    try files.createSymbolicLink(atPath: desk.root + "in/m.yaml", withDestinationPath: "../real/a.yaml")
    try files.createSymbolicLink(atPath: desk.root + "real/back", withDestinationPath: "../in")
    #expect(paths(["in"], in: desk) == ["in/l/a.yaml", "in/m.yaml", "in/x.yaml"])
  }

  @Test(
    "a flow is known by a key of its outermost level, however it is written",
    arguments: [
      ("flow: a", true), ("language: mfaflow/1\nflow: a\n", true), ("part: a", true), ("# c\n\n---\nflow: a", true),
      ("\u{FEFF}flow: a", true), ("\"flow\": a", true), ("'part' : a", true), ("a: 1\r\nflow: b\r\n", true),
      ("  a: 1\n  flow: b\n", true), ("flow: [", true), ("{ \"flow\": \"a\" }", true),
      ("{ a: [flow, b], part: c }", true),
      ("", false), ("# flow: a", false), ("scenarios:\n  - flow: a\n", false), ("flows: a", false), ("flow", false),
      ("a: |\n  flow: b\n", false), ("- flow: a", false), ("{ a: { flow: b } }", false), ("{ a: \"flow: b\" }", false),
      ("  a: 1\nflow: b", true), ("contract: relid\nversion: 1.0.0\n", false), ("\u{0}\u{1}\u{2}", false),
      ("{", false), ("flow: a.yaml\nworld: {}\nscenarios: []\n", false), ("{ flow: a, scenarios: [] }", false),
      ("flow: a.yaml\nsdk: byHand\nscenarios: []\n", false),
      ("flow: a\nscenarios: []\nsteps: {}\n", true), ("- language: mfaflow/1\n  flow: a\n", true),
      ("flows:\n  language: mfaflow/1\n  flow: a\n", true), ("- # one\n  language: mfaflow/1\n  flow: a\n", true),
      ("data:\n  a.yaml: |\n    language: mfaflow/1\n    flow: a\n", false),
      ("data: >-\n  language: mfaflow/1\n  flow: a\n", false), ("a:\n  language: mfaflow/1\nflows: b\n", false),
    ])
  func sniffing(text: String, isFlow: Bool) {
    #expect(FileKind.isFlowOrPart(SourceFile(path: "f", text: text)) == isFlow)
  }
}
