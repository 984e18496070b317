// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowFormatting
import FlowLanguage
import FlowRuntime
import FlowSyntax
import Foundation
import Testing

/// What `show` prints is the flow: it may stand in the place of the file that it is made of.
@Suite("Flows shown as one file")
struct ShownFlowTests {
  private static let flows: [String] = ((try? Repository.yamlFiles()) ?? []).map(\.path).filter { path in
    path.contains("/flows/") && !path.contains("/parts/")
      && (try? file(path)).flatMap { FileKind.sniff($0)?.value } == .flow
  }

  private static func file(_ path: String) throws -> SourceFile { try Repository.file(URL(filePath: path)) }

  private static let loader = FileLoader { path in
    (try? file(path)).map { .success($0) } ?? .failure(FileLoader.Problem("there is none"))
  }

  @Test("each shipped flow runs as before where it is shown in its place", arguments: flows)
  func shown(_ path: String) throws {
    let compiler = Compiler(loader: Self.loader)
    let file = try Self.file(path)
    let merged = compiler.merged(file)
    let root = try #require(merged.root, "\(merged.findings)")
    let printed = try #require(PrintedTree(root, as: .shape { .flow }, words: .ofFlows))
    let shown = SourceFile(path: path, text: printed.lines.map { $0 + "\n" }.joined())
    let flows = try [file, shown].map { file in
      let made = compiler.compile(file)
      return try #require(made.flow, "\(made.findings.map(\.message))")
    }
    #expect(Program(flows[0]).fingerprint == Program(flows[1]).fingerprint)
    guard case .formatted(let again) = Formatter.format(shown, as: .shape { .flow }, words: .ofFlows) else {
      Issue.record("\(path) cannot be laid out")
      return
    }
    #expect(again == printed.lines.map { $0 + "\n" }.joined(), "it is laid out already")
    // Each line that holds a word knows where it was written, and there stands that word.
    for (line, origin) in zip(printed.lines, printed.origins) where line.contains(where: \.isLetter) {
      let origin = try #require(origin, "\(path): \(line)")
      let source = try #require(merged.sources.file(origin.file))
      let written = LineTable(source).text(ofLine: Int(origin.start.line))
      let word = line.split { !($0.isLetter || $0.isNumber) }.first.map(String.init) ?? ""
      #expect(written.contains(word) || path.contains("variants"), "\(line) is not \(written)")
    }
  }

  @Test("a line that a variant changes comes from the variant")
  func origins() throws {
    let path = Repository.root.appending(path: "flows/variants/country.yaml").path
    let merged = Compiler(loader: Self.loader).merged(try Self.file(path))
    let root = try #require(merged.root)
    let printed = try #require(PrintedTree(root, as: .shape { .flow }, words: .ofFlows))
    let files = zip(printed.lines, printed.origins).filter { $0.0.hasSuffix("tries: 3") }.map { $0.1?.file }
    #expect(files == [FileID.first, FileID.first])
  }
}
