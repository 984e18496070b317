// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import LocalFiles

extension Streams {
  /// The files of this machine, or as they are kept.
  var loader: FileLoader { .reading(by: reading) }
}

extension Streams {
  /// Writes findings on the error stream, and lets it know where they are.
  func tell(_ findings: [Diagnostic], in sources: SourceMap, _ format: FindingFormat) {
    errors.write(format.render(findings, in: sources))
    errors.note(findings, in: sources)
  }
}

extension Streams {
  /// How the text of a file of the command line is had.
  var reading: FileReader.Reading { { path throws(FileProblem) in try file(path) } }
}

extension Streams {
  /// The file of the command line that is meant as a flow.
  ///
  /// - Throws: ``UsageProblem`` where it cannot be read, or is of another kind; that stands on the error stream.
  func flowFile(_ path: String, _ format: FindingFormat) throws(UsageProblem) -> SourceFile {
    let file: SourceFile
    do throws(FileProblem) {
      file = try self.file(path)
    } catch {
      throw error.told(format, self)
    }
    if tellMisplaced(file, format) { throw .told(.wrongInput) }
    return file
  }

  /// Says that a file is of another kind, where a flow is meant.
  ///
  /// - Returns: whether it is.
  func tellMisplaced(_ file: SourceFile, _ format: FindingFormat) -> Bool {
    guard let misplaced = MisplacedFile(asFlow: file) else { return false }
    tell(misplaced, format)
    return true
  }

  /// Says that a file is of another kind than the one that is meant.
  func tell(_ misplaced: MisplacedFile, _ format: FindingFormat) {
    tell([misplaced.finding], in: SourceMap([misplaced.shown]), format)
  }
}

extension FileProblem {
  /// Writes the problem on the error stream; with that the command ends.
  func told(_ format: FindingFormat, _ streams: Streams) -> UsageProblem {
    streams.tell([finding], in: sources, format)
    return .told(.broken)
  }
}

extension ReportFile {
  /// Writes the file; if it cannot be written, standard error says why.
  ///
  /// Nothing is written, and nothing said, once a signal is ending the program: what became of the work then may be the
  /// ending itself.
  ///
  /// - Returns: whether it was written.
  static func write(_ text: String, to path: String, telling streams: Streams) -> Bool {
    guard !streams.stop.isEnding else { return false }
    guard let reason = write(text, to: path) else { return true }
    streams.errors.write("mfaflow: \(Diagnostic.quoting(path: path)) cannot be written: \(reason)\n")
    return false
  }
}
