// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowPictures
import SystemCalls

/// The program `dot` of this machine, which lays pictures out.
///
/// It is started by its name and never through a shell; a picture goes in on its standard input, and comes out on its standard output.
package enum Graphviz {
  /// Why there is no layout.
  package enum Problem: Error, Equatable {
    /// There is no such program.
    case missing
    case failed(String)

    /// One sentence without a full stop.
    package var message: String {
      switch self {
      case .missing: "a picture in SVG needs Graphviz, and there is no program `dot` on the PATH"
      case .failed(let reason): "`dot` of Graphviz could not lay the picture out: \(TerminalText.line(reason))"
      }
    }

    /// What mends it for a picture of whatever command; nil where that has a way of its own.
    package var installation: String? {
      self == .missing ? "install it (`apt-get install graphviz`, `brew install graphviz`)" : nil
    }
  }

  /// A picture that was laid out.
  package struct Laid {
    /// As one element.
    package let svg: String
    /// What was left undone for it to be laid out at all, in one sentence without a full stop; nil for nothing.
    package let shortcut: String?
  }

  /// A way of laying out: the better it looks, the longer it takes.
  private struct Manner {
    let words: [String]
    /// So many arrows are tried.
    let arrows: ClosedRange<Int>
    let patience: Duration
    let shortcut: String?

    private static let inHaste = ["-Gsplines=line", "-Gnslimit=0.1", "-Gnslimit1=0.1", "-Gmclimit=0.01"]
    private static let straight = "the arrows are straight lines, and may cross places and words"

    /// The best first.
    ///
    /// Why these: a chain of 100 steps with 700 arrows takes longer than a minute in the first manner, 4 s in haste, and 1 s in the last;
    /// one of 300 steps with 2,100 arrows longer than 30 s in haste, and 12 s in the last. But if few arrows lie beside each other, as in a
    /// chain of 300 steps with two arrows each to one end, haste takes half a second for what takes the last ten: it is tried for a while.
    static let all = [
      Manner(
        words: ["-Gnslimit=4", "-Gnslimit1=4", "-Gmclimit=1"], arrows: 0...500, patience: .seconds(8), shortcut: nil),
      Manner(words: inHaste, arrows: 0...800, patience: .seconds(10), shortcut: straight),
      Manner(words: inHaste, arrows: 801...5_000, patience: .milliseconds(2_500), shortcut: straight),
      Manner(
        words: ["-Kfdp", "-Gsplines=line"], arrows: 0 ... .max, patience: .seconds(40),
        shortcut:
          "places stand near those that they lead to, not from top to bottom, and arrows may cross places and words"),
    ]
  }

  /// No picture that anybody can look at is larger.
  private static let mostBytes = 32 << 20

  /// Lays a picture out: as well as can be had in some seconds.
  ///
  /// - Parameter arrows: how many it has.
  package static func layout(of picture: DOTText, arrows: Int) throws(Problem) -> Laid {
    try layouts(of: [picture], arrows: arrows)[0]
  }

  /// Lays pictures of one flow out in the same way: `dot` takes as long to start as it does for a small picture.
  ///
  /// - Parameter arrows: how many the largest has.
  package static func layouts(of pictures: [DOTText], arrows: Int) throws(Problem) -> [Laid] {
    let text = Array(pictures.map(\.text).joined(separator: "\n").utf8)
    var problem = Problem.failed("it gave no reason")
    for manner in Manner.all where manner.arrows.contains(arrows) {
      do throws(Problem) {
        let shortcut = manner.shortcut.map {
          "since the flow is large, its picture is laid out in a simpler way: \($0)"
        }
        let laid = try svgs(of: text, manner).map { Laid(svg: $0, shortcut: shortcut) }
        guard laid.count == pictures.count else { throw .failed("what it wrote is no SVG") }
        return laid
      } catch {
        guard error != .missing else { throw error }
        problem = error
      }
    }
    throw problem
  }

  private static func svgs(of text: [UInt8], _ manner: Manner) throws(Problem) -> [String] {
    let program: ChildProcess
    do throws(SystemError) {
      program = try ChildProcess(["dot", "-Tsvg"] + manner.words, ChildEnvironment(passing: []))
    } catch {
      throw error.meaning == .missing ? .missing : .failed(error.description)
    }
    defer {
      program.closeOutput()
      program.end(grace: .milliseconds(200))
    }
    return SVGElement.all(in: try exchange(program, text, manner.patience)).map(\.text)
  }

  private static func exchange(_ program: ChildProcess, _ text: [UInt8], _ patience: Duration) throws(Problem)
    -> [UInt8]
  {
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
      guard ContinuousClock.now < end else { throw .failed("it took longer than \(patience.components.seconds) s") }
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
