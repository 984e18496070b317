// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowPictures
import SystemCalls

/// The program `dot` of this machine, which lays pictures out.
///
/// It is started by its name and never through a shell; a picture goes in on its standard input, and comes out on its standard output.
enum Graphviz {
  /// Why there is no layout.
  enum Problem: Error, Equatable {
    /// There is no such program.
    case missing
    case failed(String)

    /// One sentence without a full stop.
    var message: String {
      switch self {
      case .missing: "an SVG needs Graphviz, and there is no program `dot` on the PATH"
      case .failed(let reason): "`dot` of Graphviz could not lay the picture out: \(TerminalText.line(reason))"
      }
    }

    var cure: String {
      switch self {
      case .missing:
        "install it (`apt-get install graphviz`, `brew install graphviz`); `--format dot` and `--format mermaid` need nothing"
      case .failed: "draw less of it, with `--level overview`"
      }
    }
  }

  /// How long a layout may take.
  private static let patience = Duration.seconds(60)
  /// No picture that anybody can look at is larger.
  private static let mostBytes = 32 << 20

  /// The SVG of a picture, as one element.
  static func svg(of dot: String) throws(Problem) -> String {
    let program: ChildProcess
    do throws(SystemError) {
      // Large pictures get a layout that is good enough.
      program = try ChildProcess(
        ["dot", "-Tsvg", "-Gnslimit=4", "-Gnslimit1=4", "-Gmclimit=1"], ChildEnvironment(passing: []))
    } catch {
      throw error.meaning == .missing ? .missing : .failed(error.description)
    }
    defer {
      program.closeOutput()
      program.end(grace: .milliseconds(200))
    }
    let bytes = try exchange(program, Array(dot.utf8))
    guard let element = SVGElement(String(decoding: bytes, as: UTF8.self)) else {
      throw .failed("what it wrote is no SVG")
    }
    return element.text
  }

  private static func exchange(_ program: ChildProcess, _ text: [UInt8]) throws(Problem) -> [UInt8] {
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var rest = text[...]
    let end = ContinuousClock.now + patience
    var (isRead, isTold) = (false, false)
    while !isRead || !isTold {
      if !rest.isEmpty {
        switch Transfer.write(rest.prefix(1 << 15), to: program.input) {
        case .bytes(let count): rest = rest.dropFirst(count)
        case .later: break
        case .closed: rest = []
        }
        if rest.isEmpty { program.closeInput() }
      }
      isRead = isRead || takeUp(program.output, &output, &buffer)
      isTold = isTold || takeUp(program.errors, &errors, &buffer)
      guard output.count <= mostBytes, errors.count <= mostBytes else { throw .failed("the picture is too large") }
      guard ContinuousClock.now < end else { throw .failed("it took longer than a minute") }
      if !isRead || !isTold { _ = program.waitForExit(atMost: .milliseconds(1)) }
    }
    guard program.waitForExit(atMost: .seconds(5)) == .code(0) else {
      let reason = String(decoding: errors, as: UTF8.self).split(separator: "\n").first.map(String.init)
      throw .failed(reason ?? "it gave no reason")
    }
    return output
  }

  /// Takes what is there.
  ///
  /// - Returns: whether nothing more comes.
  private static func takeUp(_ descriptor: Int32, _ bytes: inout [UInt8], _ buffer: inout [UInt8]) -> Bool {
    while bytes.count <= mostBytes {
      switch Transfer.read(from: descriptor, into: &buffer) {
      case .bytes(let count): bytes += buffer[..<count]
      case .later: return false
      case .closed: return true
      }
    }
    return true
  }
}
