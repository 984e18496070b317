// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowLanguage
import LocalFiles
import MessageCatalogues
import MessageLanguages

/// One run of `mfaflow messages import`.
struct MessagesImport {
  private let invocation: Invocation
  private let streams: Streams
  private let asked: LanguageTag?
  private let format: FindingFormat

  init(_ invocation: Invocation, _ streams: Streams, language: LanguageTag?) throws(UsageProblem) {
    guard !invocation.has(.inPlace) || !invocation.has(.textFile) else {
      throw UsageProblem(
        message: "`--in-place` and `--output` exclude each other", help: "give one of them", command: "messages")
    }
    self.invocation = invocation
    self.streams = streams
    asked = language
    format = FindingFormat(invocation, for: streams.errors, in: streams)
  }

  func perform() throws(UsageProblem) -> ExitCode {
    let (texts, read) = try FlowTranslation.read(invocation.operands[1], invocation, streams)
    let source = try translatorFile()
    let taken: CatalogueImport
    do throws(CatalogueImport.Refusal) {
      taken = try CatalogueImport(source, into: texts, read.sources, asked: asked)
    } catch {
      streams.tell(error.findings.inReadingOrder(), in: error.sources, format)
      return .failure
    }
    let place = try place(of: taken.catalogue, taken.tag, read.sources, source)
    let text: String
    do throws(CatalogueImport.Unchangeable) {
      text = try taken.text()
    } catch {
      throw UsageProblem(
        message: "the catalogue cannot be changed in its place",
        help: "it has anchors or comments in the way: take them out", command: "messages", code: .failure)
    }
    if !taken.findings.isEmpty { streams.tell(taken.findings, in: taken.sources, format) }
    streams.errors.write("mfaflow: \(taken.summary)\n")
    guard let place else {
      streams.output.write(text)
      return .success
    }
    return ReportFile.write(text, to: place, telling: streams) ? .success : .broken
  }

  private func translatorFile() throws(UsageProblem) -> SourceFile {
    do throws(FileProblem) {
      return try streams.file(invocation.operands[2])
    } catch {
      throw error.told(format, streams)
    }
  }

  /// The path that the catalogue is written to; nil for standard output.
  private func place(
    of catalogue: SourceFile?, _ tag: LanguageTag, _ sources: SourceMap, _ source: SourceFile
  ) throws(UsageProblem) -> String? {
    if invocation.has(.inPlace) {
      guard let catalogue else {
        throw UsageProblem(
          message: "the flow names no catalogue in `\(tag)` of its own",
          help: "write one with `--output FILE`, and name it below `catalogues:`", command: "messages")
      }
      return catalogue.path
    }
    guard let path = invocation.value(of: .textFile) else { return nil }
    try WritePlace(path: path, option: "--output", command: "messages", instead: "leave it out").check()
    let others = sources.files.map(\.path).filter { $0 != catalogue?.path } + [source.path]
    try WrittenFile(path: path, option: .textFile, replaced: .catalogue).check(against: others, of: "messages")
    return path
  }
}
