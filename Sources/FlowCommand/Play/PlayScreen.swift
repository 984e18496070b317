// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowPlay
import FlowRuntime

/// What somebody sees who plays a flow line by line: where the run stands, and what may happen next.
struct PlayScreen {
  let isStyled: Bool
  let columns: Int

  /// Where the run stands: the step, what the user sees there, the proofs so far.
  func place(_ run: PlayedRun) -> String {
    let place = PlayPlace(run)
    return (["", rule(place.title)] + (place.lines + [place.proofs]).map { "  " + $0 }).map { $0 + "\n" }.joined()
  }

  /// What may happen, by number.
  func list(_ moves: [PlayMove]) -> String {
    let list = PlayList(moves)
    return list.lines.map { line in
      switch line {
      case .heading(let title): bold(title) + "\n"
      case .move(let index, let words): "  \(list.number(index))  \(words)\n"
      }
    }.joined()
  }

  /// What has happened.
  func trace(_ entries: [TraceEntry]) -> String {
    entries.map { quiet($0.text.onOneLine) + "\n" }.joined()
  }

  private func rule(_ title: String) -> String {
    let dashes = max(3, min(columns, 78) - title.terminalWidth - 4)
    return "── " + bold(title) + " " + String(repeating: "─", count: dashes)
  }

  private func bold(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  private func quiet(_ text: String) -> String { isStyled ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
