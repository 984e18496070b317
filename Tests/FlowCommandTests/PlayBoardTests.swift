// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowRuntime
import Foundation
import Testing

@testable import FlowCommand
@testable import FlowPlay

/// The whole screen of `mfaflow play`, without a terminal.
@Suite("The screen of mfaflow play")
struct PlayBoardTests {
  private static let flow = """
    language: mfaflow/1
    flow: vault
    version: 2.1.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        say: who
        ask: [userName]
        answer: setUser
        choices: { cancel: { to: left } }
        then: { getPassword(verify): password, onUserLoggedIn: signedIn, else: failed }
      password:
        challenge: getPassword(verify)
        say: password
        ask: [password]
        answer: setPassword
        then: { onUserLoggedIn: signedIn, else: failed }
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } }, then: { else: failed } }
    ends:
      done: { outcome: success }
      left: { outcome: ended, say: bye }
      failed: { outcome: failure }
    messages:
      who: "金庫 · הכספת · What is your user name? It is the one that stands on the card which you got by post, in capital letters."
      password: Your password, please.
      bye: Good bye.
    """

  /// Somebody with keys, and no terminal.
  private struct Player {
    var playthrough: Playthrough
    var board: PlayBoard

    init(_ size: ScreenSize) throws {
      let file = SourceFile(path: "vault.yaml", text: PlayBoardTests.flow)
      let compilation = Compiler().compile(file)
      let program = Program(
        try #require(compilation.flow, "\(compilation.findings.map(\.message))"))
      let streams = Streams(
        output: Silence(), errors: Silence(), readInput: { [] }, variable: { _ in nil })
      playthrough = Playthrough(
        program, saving: SavedPlay(program, flow: "vault.yaml", contract: nil), PlayFiles(streams))
      board = PlayBoard(PlayState(playthrough.run), size: size)
    }

    /// - Returns: false where somebody ends it.
    mutating func press(_ keys: [Keystroke]) async -> Bool {
      for key in keys {
        switch board.press(key) {
        case .nothing, .redraw: break
        case .quit: return false
        case .line(let line):
          let reply = await playthrough.carryOut(PlayLine(line))
          if case .quit = reply { return false }
          board.take(reply, PlayState(playthrough.run))
        }
      }
      return true
    }

    mutating func type(_ text: String) async -> Bool { await press(text.unicodeScalars.map { .character($0) }) }

    var rows: [ScreenRow] { board.rows(hiding: playthrough.isSecret) }
    var text: String { rows.map { $0.plain.trimmedEnd + "\n" }.joined() }
  }

  private static let sizes = [(80, 24), (40, 10), (132, 50)].map { ScreenSize(columns: $0.0, rows: $0.1) }
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "PlayScreens")

  @Test("entries without room that begin alike are cut where they can be told apart")
  func cutsApart() {
    let lead = "onUserConsentThreats with threats.threatSeverity="
    let entries = ["HIGH", "LOW", "MEDIUM"].map { lead + $0 } + ["getUser", "onTerminateWithThreats with " + lead]
    for columns in [24, 30, 40, 48, 52, 80] {
      let cut = CutEntries(entries, in: columns)
      let shown = entries.map { cut.text(of: $0) }
      #expect(Set(shown).count == shown.count && shown.allSatisfy { $0.terminalWidth <= columns }, "\(shown)")
      #expect(shown.allSatisfy { $0.hasPrefix("onUserCon") || $0.hasPrefix("getUser") || $0.hasPrefix("onTermi") })
    }
  }

  @Test("a screen that is too small says how large it must be, on as many rows as that needs")
  func tooSmall() async throws {
    for (columns, rows) in [(20, 5), (30, 5), (25, 4), (19, 30), (100, 2)] {
      let player = try Player(ScreenSize(columns: columns, rows: rows))
      let words = player.text.split { " \n".contains($0) }.joined(separator: " ")
      #expect(words == "too small: give it 20 columns and 6 rows", "\(columns)×\(rows): \(words)")
      #expect(player.rows.count == rows && player.rows.allSatisfy { $0.plain.terminalWidth <= columns })
    }
    // Where there is no room for all that, the screen still has its size.
    for (columns, rows) in [(1, 1), (5, 1), (9, 2)] {
      #expect(try Player(ScreenSize(columns: columns, rows: rows)).rows.count == rows)
    }
  }

  @Test("what is said is read whole, on as many rows as it needs")
  func longNotices() async throws {
    var player = try Player(ScreenSize(columns: 60, rows: 24))
    #expect(await player.type(":save no-such-folder/" + String(repeating: "played-", count: 5)))
    #expect(await player.press([.enter]))
    let words = player.text.split { " \n".contains($0) }.joined(separator: " ")
    #expect(words.contains("there is no folder `no-such-folder`; name a file in a folder that is there"))
    #expect(player.rows.count == 24)
  }

  @Test("shows what is recorded, in each size", arguments: sizes)
  func golden(size: ScreenSize) async throws {
    var player = try Player(size)
    var screens: [String] = []
    func look(_ what: String) { screens.append("== \(what)\n" + player.text) }
    look("the beginning")
    _ = await player.press([.enter, .enter])
    look("a question")
    _ = await player.press([.end])
    look("the last of the list")
    _ = await player.press([.home, .character("e")])
    look("a line")
    _ = await player.press([.eraseLine])
    _ = await player.type("1 userName=ALICE")
    _ = await player.press([.enter, .enter, .character("2"), .enter, .character(":")])
    _ = await player.type("1 password=horse battery 1")
    look("a secret")
    _ = await player.press([.escape, .character("t")])
    look("the trace")
    _ = await player.press([.character("?")])
    look("the help")
    _ = await player.press([.escape, .character("b"), .character("b"), .character("b"), .character("2"), .enter])
    look("the end")
    let file = Self.folder.appending(path: "\(size.columns)x\(size.rows).screen")
    let text = screens.joined()
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
      Issue.record("\(file.lastPathComponent) was recorded: look at the difference, then run without RECORD")
      return
    }
    #expect(text == (try? String(contentsOf: file, encoding: .utf8)), "`make record` rewrites \(file.path)")
    #expect(!text.contains("battery") && !text.contains("horse"))
  }

  @Test(
    "each key does what the help says",
    arguments: [
      ([.down, .down, .up], "chosen 1"), ([.character("j"), .character("j"), .character("k")], "chosen 1"),
      ([.up], "chosen 0"), ([.end], "chosen last"), ([.end, .down, .home], "chosen 0"),
      ([.character("G"), .character("g")], "chosen 0"), ([.character("5")], "chosen 4"),
      ([.character("1"), .character("0")], "chosen 9"), ([.character("1"), .down, .character("2")], "chosen 1"),
      ([.character("9"), .character("9")], "chosen 8"), ([.character("0")], "chosen 0"),
      ([.character("3"), .enter], "line 3"), ([.left], "line back"), ([.character("b")], "line back"),
      ([.right], "line forth"), ([.character("f")], "line forth"), ([.character("r")], "line restart"),
      ([.character("q")], "quit"), ([.endOfInput], "quit"), ([.redraw], "redraw"),
      ([.character("w"), .character("5"), .character("s"), .enter], "line wait 5s"),
      ([.character("s"), .character("x"), .enter], "line save x"),
      ([.character("v"), .character("x"), .enter], "line event x"),
      ([.character(":"), .character("q"), .enter], "line q"), ([.character(":"), .enter], "chosen 0"),
      ([.character(":"), .character("q"), .escape], "chosen 0"), ([.character(":"), .endOfInput], "quit"),
      ([.character(":"), .character("x"), .endOfInput], "typed x"),
      ([.pasted("q"), .pasted("u")], "typed qu"), ([.character("e")], "typed 1 "),
      ([.character("t")], "trace"), ([.tab, .tab], "chosen 0"), ([.character("m")], "place"),
      ([.character("?"), .character("t")], "trace"), ([.character("h"), .escape], "chosen 0"),
      ([.character("h"), .character("q")], "quit"), ([.character("t"), .character("5")], "trace"),
      ([.pageDown, .pageUp], "chosen 0"), ([.delete, .character("ü"), .escape], "chosen 0"),
    ] as [([Keystroke], String)])
  func keys(keys: [Keystroke], expected: String) async throws {
    var player = try Player(ScreenSize(columns: 80, rows: 24))
    // The step at which much may come.
    #expect(await player.press([.enter]))
    var board = player.board
    var act = PlayBoard.Act.nothing
    for key in keys { act = board.press(key) }
    let found: String
    switch act {
    case .line(let line): found = "line \(line)"
    case .quit: found = "quit"
    case .redraw: found = "redraw"
    case .nothing:
      switch (board.typed, board.focus) {
      case (let typed?, _): found = "typed \(typed.text)"
      case (nil, .moves): found = "chosen " + (board.chosen == board.state.list.count - 1 ? "last" : "\(board.chosen)")
      case (nil, let focus): found = "\(focus)"
      }
    }
    #expect(found == expected)
  }

  @Test("a line that cannot be carried out stays, with the reason, and can be mended")
  func mends() async throws {
    var player = try Player(ScreenSize(columns: 80, rows: 24))
    #expect(await player.press([.enter, .enter, .character(":")]))
    #expect(await player.type("1 usrName=BOB"))
    #expect(await player.press([.enter]))
    #expect(player.board.notice == "`usrName` is not asked for" && player.board.typed?.text == "1 usrName=BOB")
    #expect(await player.press(Array(repeating: .left, count: 9) + [.character("e"), .enter]))
    #expect(player.board.typed == nil && player.text.contains("accept setUser"))
  }

  @Test(
    "Tab completes what is known, and says what it may be",
    arguments: [
      ("ev", "event ", ""), ("event getPas", "event getPassword ", ""), ("s", "save ", ""), ("b", "back", ""),
      ("event getUser", "event getUser", "getUser getUserConsentForLDA"),
      ("event onUserL", "event onUserLogged", "onUserLoggedIn onUserLoggedOff"),
      ("1 us", "1 userName=", ""), ("1 userName=x us", "1 userName=x userName=", ""), ("9 us", "9 us", ""),
      ("99 us", "99 us", ""), ("zzz", "zzz", ""), ("event nothing", "event nothing", ""), ("wait ", "wait ", ""),
      ("1 password=x", "1 password=x", ""), ("", "", "back event forth help list quit restart save trace wait"),
    ])
  func completes(text: String, expected: String, notice: String) async throws {
    var player = try Player(ScreenSize(columns: 80, rows: 24))
    #expect(await player.press([.enter, .enter, .character(":")]))
    #expect(await player.type(text))
    #expect(await player.press([.tab]))
    #expect(player.board.typed?.text == expected && player.board.notice == notice, "\(player.board.notice)")
  }

  @Test("a secret is shown in no line, whatever stands around it and wherever the cursor is")
  func secrets() async throws {
    var player = try Player(ScreenSize(columns: 60, rows: 20))
    #expect(await player.press([.enter, .enter, .character(":")]))
    for line in ["1 password=hunter2", "password=hunter2", "x password= hunter2 hunter2", "event a password=hunter2"] {
      #expect(await player.press([.eraseLine]))
      #expect(await player.type(line))
      for key in [Keystroke.left, .left, .left, .home, .right, .right] + Array(repeating: .right, count: 30) {
        #expect(await player.press([key]))
        #expect(!player.text.contains("hunter2"), "\(player.text)")
      }
      #expect(await player.press([.enter]))
      #expect(!player.text.contains("hunter2"), "\(player.text)")
      #expect(await player.press([.end, .eraseLine]))
    }
  }

  @Test("5,000 keys by chance, in screens of any size, never break it, and no row is too wide")
  func storm() async throws {
    let seed = UInt64(0xF1_0E)
    var dice = SplitMix64(seed: seed)
    var player = try Player(ScreenSize(columns: 80, rows: 24))
    let usual: [Keystroke] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .enter, .enter, .enter, .escape, .tab, .erase,
      .delete, .eraseWord, .eraseLine, .redraw, .character("t"), .character("m"), .character("?"), .character("e"),
      .character("w"), .character("v"), .character(":"), .character("b"), .character("f"), .character("1"),
      .character("2"), .character("="), .character("界"), .character("א"), .character("\u{301}"), .pasted("\u{202E}"),
      .character("\u{2068}"), .pasted("x"),
    ]
    for step in 0..<5_000 {
      if step % 7 == 0 {
        player.board.size = ScreenSize(
          columns: Int.random(in: 1...150, using: &dice), rows: Int.random(in: 1...60, using: &dice))
      }
      let key = usual.randomElement(using: &dice) ?? .enter
      #expect(await player.press([key]), "seed \(seed), step \(step): \(key) has ended it")
      let (rows, size) = (player.rows, player.board.size)
      #expect(rows.count == size.rows, "seed \(seed), step \(step)")
      for row in rows {
        #expect(row.width <= size.columns, "seed \(seed), step \(step), \(size): \(row.plain)")
        let text = row.plain.unicodeScalars
        #expect(
          !text.contains { $0.value < 0x20 || (0x202A...0x202E).contains($0.value) }, "seed \(seed), step \(step)")
      }
      if let cursor = player.board.cursor(hiding: player.playthrough.isSecret) {
        #expect(cursor.row < size.rows && cursor.column < size.columns, "seed \(seed), step \(step)")
      }
    }
    #expect(player.playthrough.run.count > 1)
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    String(String.UnicodeScalarView(unicodeScalars.reversed().drop { $0 == " " }.reversed()))
  }
}
