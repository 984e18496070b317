// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SystemCalls

/// A word that a command needs: from the command line, or asked for at the terminal.
struct AskedWord {
  /// What is asked for, for the prompt.
  let prompt: String
  /// What is said where nobody can be asked.
  let problem: UsageProblem
  /// Why a word will not do; nil if it will.
  let flaw: @Sendable (String) -> String?

  /// The word that is given, or that somebody types.
  ///
  /// - Throws: ``UsageProblem`` if there is none, or the one that is given will not do.
  func value(_ given: String?, _ streams: Streams) async throws(UsageProblem) -> String {
    if let given {
      guard let flaw = flaw(given) else { return given }
      throw UsageProblem(
        message: "\(Diagnostic.quoting(given)) \(flaw)", help: problem.help, command: problem.command)
    }
    guard let terminal = streams.terminal, let wake = WakePipe() else { throw problem }
    defer { terminal.end() }
    while true {
      let line = await OwnThread.run { [prompt] in
        terminal.takingTurn { terminal.line(Prompt(text: prompt + ": "), wokenBy: wake) }
      }
      guard case .text(let bytes) = line else { throw problem }
      let word = String(decoding: bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
      if word.isEmpty { continue }
      guard let flaw = flaw(word) else { return word }
      terminal.write("  \(Diagnostic.quoting(word)) \(flaw)\n".onLines)
    }
  }
}

extension String {
  fileprivate var onLines: String { split(separator: "\n").map { String($0).onOneLine + "\n" }.joined() }
}
