// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowPlay
import FlowRuntime
import ProcessBackend
import SystemCalls

/// Somebody who plays a flow, line by line: at a terminal, or out of a file.
struct PlaySession {
  private var playthrough: Playthrough
  private let screen: PlayScreen
  private let streams: Streams
  private let lines: LineSource?

  init(_ playthrough: Playthrough, screen: PlayScreen, _ streams: Streams) {
    self.playthrough = playthrough
    self.screen = screen
    self.streams = streams
    lines = streams.terminal == nil ? streams.lines() : nil
  }

  /// Plays until somebody ends it, or nothing more comes.
  mutating func play() async {
    defer { streams.terminal?.end() }
    streams.terminal?.begin()
    show(playthrough.run.trace)
    while let line = await nextLine() {
      let reply = await playthrough.carryOut(PlayLine(line))
      guard show(reply) else { return }
    }
  }

  private func nextLine() async -> String? {
    if let lines {
      guard let bytes = lines.next() else { return nil }
      let line = String(decoding: bytes, as: UTF8.self)
      streams.output.write("> \(PlayLine.shown(line, playthrough.isSecret).onOneLine)\n")
      return line
    }
    guard let terminal = streams.terminal, let wake = WakePipe() else { return nil }
    let typed = await OwnThread.run {
      terminal.takingTurn { terminal.line(Prompt(text: "> "), wokenBy: wake) }
    }
    guard case .text(let bytes) = typed else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Returns: false at the end.
  private func show(_ reply: Playthrough.Reply) -> Bool {
    switch reply {
    case .happened(let trace): show(trace)
    case .wentBack, .list: show([])
    case .said(let words): streams.output.write("  \(words.onOneLine)\n")
    case .written(let lines): streams.output.write(lines.map { $0 + "\n" }.joined())
    case .trace: streams.output.write(screen.trace(playthrough.run.trace))
    case .help: streams.output.write(PlayLine.helpText)
    case .quit: return false
    }
    return true
  }

  /// Where the run stands, and what may happen next, behind what has just happened.
  private func show(_ trace: [TraceEntry]) {
    let run = playthrough.run
    streams.output.write(screen.trace(trace) + screen.place(run) + screen.list(run.moves))
    guard run.machine.isOver else { return }
    streams.output.write("`back` takes the last thing back, `save FILE` writes a scenario, `quit` ends it.\n")
  }
}
