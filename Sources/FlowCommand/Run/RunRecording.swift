// SPDX-License-Identifier: Apache-2.0

import Cassettes
import Diagnostics
import FlowTrials
import LocalFiles
import SystemCalls

extension Option {
  static let record = Option(
    name: "--record", shape: .text(placeholder: "FILE"),
    meaning: "write down in FILE what passes between the run and its SDK, for `--backend replay:`; no secret is in it")
}

/// Where a run is recorded.
struct RunRecording: Sendable {
  let path: String

  /// Nil if the command line asks for none.
  init?(_ invocation: Invocation) throws(UsageProblem) {
    guard let path = invocation.value(of: .record) else { return nil }
    self.path = path
    guard !invocation.has(.resume) else {
      throw UsageProblem(
        message: "`--record` and `--resume` exclude each other: half a run cannot be played",
        help: "record the run from its beginning, or take `--record` out", command: "run")
    }
    try WritePlace(path: path, option: Option.record.name, command: "run").check()
  }

  /// Whether the file can be written; if not, that is said.
  func isPossible(_ streams: Streams) -> Bool {
    guard let obstacle = PrivateFile.obstacle(to: path)?.description else { return true }
    tell(obstacle, streams)
    streams.errors.write("  help: name a file in a folder that is there and that you may write into\n")
    return false
  }

  /// - Returns: whether it was written; if not, that is said.
  func write(_ recorder: CassetteRecorder, _ identity: RunFile.Identity, _ streams: Streams) -> Bool {
    guard let text = recorder.cassette(Cassette.Identity(identity))?.text, text.utf8.count <= FileReader.limit else {
      tell("it is larger than \(FileReader.limit >> 20) MiB", streams)
      return false
    }
    guard let failure = PrivateFile.write(text, to: path)?.description else { return true }
    tell(failure, streams)
    return false
  }

  private func tell(_ why: String, _ streams: Streams) {
    streams.errors.write(
      "mfaflow: the run cannot be recorded in \(Diagnostic.quoting(path: path)) (`--record`): \(why)\n")
  }
}
