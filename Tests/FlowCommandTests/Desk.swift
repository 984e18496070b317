// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

@testable import FlowCommand

/// An output that keeps what is written, for a test to look at.
final class MemoryOutput: Output {
  let isTerminal: Bool
  let failure: String?
  private let written = Mutex("")

  init(isTerminal: Bool = false, failure: String? = nil) {
    self.isTerminal = isTerminal
    self.failure = failure
  }

  var text: String { written.withLock { $0 } }

  func write(_ text: String) { written.withLock { $0 += text } }
}

/// What a command line came to.
struct Outcome {
  let code: ExitCode
  let output: String
  let errors: String
}

/// A folder of its own and a tool in it: files are put on the desk, command lines run over them.
final class Desk: Sendable {
  /// With a slash at its end; what is written shows paths without it.
  let root: String

  init() throws {
    root = FileManager.default.temporaryDirectory.path + "/mfaflow-desk-\(UUID().uuidString)/"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit {
    chmodAll()
    try? FileManager.default.removeItem(atPath: root)
  }

  /// Puts a file there, and the folders above it; gives its path.
  @discardableResult
  func put(_ name: String, _ text: String) throws -> String {
    let path = root + name
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Runs the tool; a word `@name` is the path of that name on the desk.
  func run(
    _ words: String..., input: String = "", environment: [String: String] = [:], outputIsTerminal: Bool = false,
    outputFailure: String? = nil, terminal: Terminal? = nil, stop: StopBell = StopBell()
  ) async -> Outcome {
    await run(
      words, input: input, environment: environment, outputIsTerminal: outputIsTerminal, outputFailure: outputFailure,
      terminal: terminal, stop: stop)
  }

  /// The same, for a list of words.
  func run(
    _ words: [String], input: String = "", environment: [String: String] = [:], outputIsTerminal: Bool = false,
    outputFailure: String? = nil, terminal: Terminal? = nil, stop: StopBell = StopBell()
  ) async -> Outcome {
    let output = MemoryOutput(isTerminal: outputIsTerminal, failure: outputFailure)
    let errors = MemoryOutput()
    let left = Mutex(input)
    let streams = Streams(
      output: output, errors: errors,
      readInput: {
        left.withLock { left in
          defer { left = "" }
          return Array(left.utf8)
        }
      },
      hasUnreadInput: { !left.withLock { $0.isEmpty } }, variable: { environment[$0] },
      variableNames: { Array(environment.keys) },
      terminal: terminal, stop: stop)
    let placed = words.map { $0.replacingOccurrences(of: "@", with: root) }
    let code = await Tool.run(placed, in: streams)
    return Outcome(code: code, output: plain(output.text), errors: plain(errors.text))
  }

  private func plain(_ text: String) -> String { text.replacingOccurrences(of: root, with: "") }

  private func chmodAll() {
    for name in FileManager.default.enumerator(atPath: root) ?? .init() {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root + "\(name)")
    }
  }
}
