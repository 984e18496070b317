// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The board as rows of a screen: from nothing but how it stands and how large the screen is.
extension PlayBoard {
  /// Where the cursor stands; nil where none is to be seen.
  package struct Cursor: Equatable {
    package let row: Int
    package let column: Int
  }

  /// How the rows are shared.
  private struct Layout {
    var place = 0
    var list = 0
    /// Below the list; 0 for none.
    var trace = 0
    /// Where the trace begins that stands beside the list; nil for none.
    var column: Int?
    /// For what came of the last key; where it has no row, it stands in place of the rule above the list.
    var notice = 0
  }

  static let smallest = ScreenSize(columns: 20, rows: 6)
  private static let (wide, high) = (100, 18)

  private var isTooSmall: Bool { size.columns < Self.smallest.columns || size.rows < Self.smallest.rows }

  private var layout: Layout {
    var layout = Layout()
    layout.notice = size.rows > 12 ? noticeRows.count : 0
    layout.column = size.columns >= Self.wide && size.rows >= 10 ? size.columns * 11 / 20 : nil
    // The title, the rule above the list, the notice, the keys.
    let rest = size.rows - 3 - layout.notice
    let place = placeRows(size.columns).count + 1
    layout.place = min(place, max(2, (rest + 2) / 3))
    layout.trace = layout.column == nil && size.rows >= Self.high ? max(4, size.rows / 4) : 0
    layout.list = rest - layout.place - layout.trace
    return layout
  }

  /// How many rows the list has.
  var listRoom: Int { max(1, layout.list) }

  /// How many rows there are for what is read in place of the list.
  var readRoom: Int { max(1, size.rows - 3 - layout.notice) }

  /// How many rows of it can lie above the screen.
  var mostScrolled: Int { max(0, readRows.count - readRoom) }

  /// The screen, row by row, as many as it has.
  ///
  /// - Parameter isSecret: whether what is given under a name must not be seen.
  package func rows(hiding isSecret: (String) -> Bool) -> [ScreenRow] {
    guard !isTooSmall else {
      let words = "too small: give it \(Self.smallest.columns) columns and \(Self.smallest.rows) rows"
      return fill(words.rows(in: size.columns).map { ScreenRow($0.beginning(in: size.columns)) }, size.rows)
    }
    let layout = layout
    var rows = [title]
    if focus == .moves {
      rows += fill(self.place(layout.place), layout.place)
      rows += movesAndTrace(layout)
    } else {
      rows.append(rule(readTitle))
      let lines = readRows
      let top = min(scrolled, mostScrolled)
      rows += fill(lines[min(top, lines.count)...].prefix(readRoom).map { ScreenRow($0) }, readRoom)
    }
    if layout.notice > 0 { rows += noticeRows }
    rows.append(typed.map { ScreenRow(lineRow($0, isSecret).text) } ?? keysRow)
    return fill(rows, size.rows)
  }

  /// The row of the line that is being typed.
  ///
  /// - Parameter isSecret: whether what is given under a name must not be seen.
  package func cursor(hiding isSecret: (String) -> Bool) -> Cursor? {
    guard let typed, !isTooSmall else { return nil }
    return Cursor(row: size.rows - 1, column: lineRow(typed, isSecret).column)
  }

  private func fill(_ rows: [ScreenRow], _ count: Int) -> [ScreenRow] {
    Array(rows.prefix(count)) + Array(repeating: .empty, count: max(0, count - rows.count))
  }

  // What stands above

  private var title: ScreenRow {
    let left = " \(state.flow) ─ \(state.place.title)"
    let turns = state.played < state.all ? "turn \(state.played) of \(state.all)" : "turn \(state.played)"
    let right = "\(state.time)  \(turns) "
    let room = size.columns - right.terminalWidth - 1
    guard room >= left.terminalWidth || room >= size.columns / 2 else {
      return filled(left.beginning(in: size.columns))
    }
    let cut = left.beginning(in: room)
    return filled(cut + String(repeating: " ", count: room + 1 - cut.terminalWidth) + right)
  }

  private func filled(_ text: String) -> ScreenRow {
    ScreenRow(text + String(repeating: " ", count: max(0, size.columns - text.terminalWidth)), .turned)
  }

  private func placeRows(_ columns: Int) -> [String] {
    state.place.lines.flatMap { $0.rows(in: columns - 2) }.map { "  " + $0 }
  }

  /// What is said and what is proved; where there is no room for all that is said, its last row tells so.
  private func place(_ count: Int) -> [ScreenRow] {
    let lines = placeRows(size.columns)
    var shown = Array(lines.prefix(count - 1))
    if lines.count > shown.count, let last = shown.popLast() {
      let cut = last.beginning(in: size.columns - 4)
      shown.append(cut + (cut == last ? " … m" : " m"))
    }
    let proofs = "  \(state.place.proofs)".beginning(in: size.columns)
    return shown.map { ScreenRow($0, .bold) } + [ScreenRow(proofs, .quiet)]
  }

  private func rule(_ title: String, _ columns: Int? = nil) -> ScreenRow {
    let columns = columns ?? size.columns
    let title = title.beginning(in: columns - 4)
    return ScreenRow("─ \(title) " + String(repeating: "─", count: max(0, columns - title.terminalWidth - 3)), .quiet)
  }

  // What may happen, and what has happened

  private func movesAndTrace(_ layout: Layout) -> [ScreenRow] {
    let width = layout.column.map { $0 - 1 } ?? size.columns
    let count = state.list.count
    let what = count == 0 ? "nothing more can happen" : "what may happen: \(chosen + 1) of \(count)"
    let head = layout.notice > 0 || notice.isEmpty ? rule(what, width) : ScreenRow("─ \(notice)".beginning(in: width))
    let left = [head] + fill(listRows(width, layout.list), layout.list)
    guard let column = layout.column else {
      guard layout.trace > 0 else { return left }
      return left + [rule("what has happened")] + traceRows(size.columns, layout.trace - 1)
    }
    let room = size.columns - column - 2
    let right = [rule("what has happened", room)] + traceRows(room, layout.list)
    return zip(left, fill(right, left.count)).map { left, right in
      var row = left
      row.add("│", .quiet, at: column)
      return row.with(right, at: column + 2)
    }
  }

  /// As many rows of the list as there is room for, with the chosen move among them.
  private func listRows(_ columns: Int, _ room: Int) -> [ScreenRow] {
    guard state.list.count > 0 else {
      return "b takes the last thing back, s saves it as a scenario, r begins again, q quits".rows(in: columns - 2)
        .map { ScreenRow("  " + $0) }
    }
    var rows: [ScreenRow] = []
    var (first, last) = (0, 0)
    let leadWidth = state.list.number(0).terminalWidth + 4
    let cut = CutEntries(state.list.moves, in: columns - leadWidth)
    for line in state.list.lines {
      switch line {
      case .heading(let title): rows.append(ScreenRow(title.beginning(in: columns), .bold))
      case .move(let index, let words):
        let isChosen = index == chosen
        let lead = (isChosen ? "> " : "  ") + state.list.number(index) + "  "
        guard isChosen else {
          rows.append(ScreenRow((lead + cut.text(of: words)).beginning(in: columns)))
          continue
        }
        let indent = String(repeating: " ", count: lead.terminalWidth)
        let lines = words.rows(in: max(1, columns - lead.terminalWidth))
        first = rows.count
        for (number, text) in lines.prefix(Self.mostOfOne).enumerated() {
          let isCut = number == Self.mostOfOne - 1 && lines.count > Self.mostOfOne
          let text = isCut ? (text + " …").beginning(in: columns - lead.terminalWidth) : text
          rows.append(ScreenRow(((number == 0 ? lead : indent) + text).beginning(in: columns), .turned))
        }
        last = rows.count - 1
      }
    }
    // In the middle, so that one sees what is near; never beyond the ends.
    let middle = (first + last) / 2 - room / 2
    let top = max(0, min(min(middle, first), rows.count - room))
    return Array(rows[top...].prefix(room))
  }

  /// So many rows of a chosen move are shown.
  private static let mostOfOne = 4

  private func traceRows(_ columns: Int, _ room: Int) -> [ScreenRow] {
    fill(state.trace.suffix(max(0, room)).map { ScreenRow($0.beginning(in: columns), .quiet) }, max(0, room))
  }

  // What is read in place of the list

  private var readTitle: String {
    let what =
      switch focus {
      case .moves, .help: "what the keys do"
      case .trace: "what has happened"
      case .place: "what is said here"
      }
    let count = readRows.count
    guard count > readRoom else { return "\(what) (Esc: back)" }
    let top = min(scrolled, mostScrolled)
    return "\(what): \(top + 1)-\(min(count, top + readRoom)) of \(count) (Esc: back)"
  }

  private var readRows: [String] {
    switch focus {
    case .moves: []
    case .trace:
      state.trace.flatMap { line in
        let rows = line.rows(in: size.columns)
        // What goes on stands behind the time and the kind.
        let indent = String(repeating: " ", count: min(Self.traceIndent, size.columns / 3))
        guard rows.count > 1 else { return rows }
        return [rows[0]]
          + line.dropFirst(rows[0].count).drop { $0 == " " }.description
          .rows(in: size.columns - indent.count).map { indent + $0 }
      }
    case .place:
      placeRows(size.columns) + state.place.proofs.rows(in: size.columns - 2).map { "  " + $0 }
    case .help:
      Self.help.flatMap { key, meaning in
        let indent = String(repeating: " ", count: Self.keyColumn)
        let rows = meaning.rows(in: max(1, size.columns - Self.keyColumn))
        let lead = key + String(repeating: " ", count: max(0, Self.keyColumn - key.terminalWidth))
        return rows.enumerated().map { ($0.offset == 0 ? lead : indent) + $0.element }
      }
    }
  }

  private static let traceIndent = 19
  private static let keyColumn = 14

  static let help: [(key: String, meaning: String)] = [
    ("↑ ↓, k j", "choose in the list; PgUp and PgDn by pages, Home and End its ends"),
    ("3, 1 2", "chooses the move of that number"),
    ("Enter", "what is chosen happens"),
    ("e", "the same with values of yours: `3 userName=bob`, `5 attemptsLeft=1`"),
    ("v", "any event of the contract: `event NAME name=value`; `status=106` and `error=1` count, too"),
    ("w", "time passes, and whatever is due meanwhile happens: `wait 30s`"),
    ("b f, ← →", "take the last thing back, and play it again"),
    ("r", "take everything back"),
    ("t, Tab", "read all that has happened; in a line, Tab completes a word or says what it may be"),
    ("m", "read all that is said here"),
    ("s", "write what was played as a scenario, with how it came out: `save FILE`"),
    (":", "write any line that `mfaflow play` knows without a screen"),
    ("Esc", "leave the line, or what is read"),
    ("^L", "draw the screen again"),
    ("q, ^D", "end it"),
  ]

  // What stands below

  /// What came of the last key, on as many rows as it needs; only the last of them is cut.
  private var noticeRows: [ScreenRow] {
    let rows = notice.rows(in: size.columns - 2)
    var shown = Array(rows.prefix(Self.mostOfNotice))
    if rows.count > shown.count, let last = shown.popLast() {
      shown.append((last + " …").beginning(in: size.columns - 2))
    }
    return shown.isEmpty ? [.empty] : shown.map { ScreenRow(" " + $0) }
  }

  private static let mostOfNotice = 3

  /// The keys, as many as there is room for; the help has them all.
  private var keysRow: ScreenRow {
    let keys: [(String, String)] =
      focus == .moves
      ? [
        ("?", "help"), ("q", "quit"), ("Enter", "play"), ("b", "back"), ("e", "edit"), ("t", "trace"), ("s", "save"),
        ("w", "wait"), ("v", "event"), ("f", "forth"), ("r", "restart"), ("m", "message"), (":", "line"),
      ] : [("Esc", "back"), ("↑ ↓", "scroll"), ("q", "quit")]
    var row = ScreenRow()
    for (key, meaning) in keys {
      let text = " \(key) \(meaning) "
      guard row.width + text.terminalWidth <= size.columns else { break }
      row.add(" \(key)", .bold)
      row.add(" \(meaning) ")
    }
    return row
  }

  /// The line that is typed, as much of it as there is room for around the cursor.
  private func lineRow(_ line: EditedLine, _ isSecret: (String) -> Bool) -> (text: String, column: Int) {
    let lead = "> "
    let before = PlayLine.shown(line.before, isSecret).onOneLine
    let all = PlayLine.shown(line.text, isSecret).onOneLine
    let behind = all.hasPrefix(before) ? String(all.dropFirst(before.count)) : ""
    let room = size.columns - lead.terminalWidth - 1
    let shown = before.ending(in: room)
    let column = lead.terminalWidth + shown.terminalWidth
    return ((lead + shown + behind).beginning(in: size.columns), column)
  }
}
