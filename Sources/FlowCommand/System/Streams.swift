// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import ProcessBackend
import Synchronization

/// All that the tool has of the world besides files: where it writes, what it reads, who can be asked.
struct Streams: Sendable {
  private(set) var output: any Output
  private(set) var errors: any Output
  /// Everything that comes on standard input until its end.
  let readInput: @Sendable () throws(FileProblem) -> [UInt8]
  /// Whether something stands on standard input that nobody has read.
  let hasUnreadInput: @Sendable () -> Bool
  /// A variable of the environment; nil if it is not set.
  let variable: @Sendable (String) -> String?
  /// The names of all variables of the environment, in no order.
  let variableNames: @Sendable () -> [String]
  /// Where a person can be asked; nil if standard input is no terminal.
  let terminal: Terminal?
  /// Rung when the program is told to end.
  let stop: StopBell
  /// Standard input line by line, as it comes.
  let lines: @Sendable () -> LineSource
  /// Standard input piece by piece, as it comes; an empty piece is its end.
  let pieces: @Sendable () -> @Sendable () -> [UInt8]
  /// What programs that are started get, and where what they say besides goes.
  var programs: ProgramSettings
  /// Nil where each file is read whenever it is asked for.
  private var kept: KeptFiles?

  init(
    output: any Output, errors: any Output, readInput: @escaping @Sendable () throws(FileProblem) -> [UInt8],
    hasUnreadInput: @escaping @Sendable () -> Bool = { false }, variable: @escaping @Sendable (String) -> String?,
    variableNames: @escaping @Sendable () -> [String] = { [] },
    terminal: Terminal? = nil,
    stop: StopBell = StopBell(), lines: (@Sendable () -> LineSource)? = nil,
    pieces: (@Sendable () -> @Sendable () -> [UInt8])? = nil
  ) {
    self.output = output
    self.errors = errors
    self.readInput = readInput
    self.hasUnreadInput = hasUnreadInput
    self.variable = variable
    self.variableNames = variableNames
    self.terminal = terminal
    self.stop = stop
    programs = ProgramSettings(errors: errors)
    let pieces =
      pieces ?? {
        let once = Mutex(false)
        return {
          let isRead = once.withLock { isRead in
            defer { isRead = true }
            return isRead
          }
          return isRead ? [] : (try? readInput()) ?? []
        }
      }
    self.pieces = pieces
    self.lines = lines ?? { LineSource(pieces()) }
  }

  /// A file of the command line; `-` is standard input.
  func file(_ path: String) throws(FileProblem) -> SourceFile {
    guard let kept else { return try read(path) }
    return try kept.file(path, reading: read)
  }

  private func read(_ path: String) throws(FileProblem) -> SourceFile {
    guard path == "-" else { return try FileReader.file(path) }
    return SourceFile(path: "<stdin>", bytes: try readInput())
  }

  /// The paths of the files that were read so far, where they are kept.
  var readPaths: [String] { kept?.paths ?? [] }

  /// The same world, in which a file stays as it was when it was first read.
  var keepingFiles: Streams {
    var streams = self
    streams.kept = KeptFiles()
    return streams
  }

  /// The same world, in which other outputs are written to.
  func writing(to output: any Output, _ errors: any Output) -> Streams {
    var streams = self
    (streams.output, streams.errors) = (output, errors)
    streams.programs = ProgramSettings(errors: errors)
    return streams
  }

  /// The same world, in which nobody can be asked, and one output takes all that is said.
  func unattended(to output: any Output) -> Streams {
    Streams(output: output, errors: output, readInput: { [] }, variable: variable, stop: stop)
  }

  /// The same world, in which nothing that is written is seen.
  var silent: Streams {
    var streams = self
    (streams.output, streams.errors) = (Silence(), Silence())
    return streams
  }
}
