// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SystemCalls
import Testing

@testable import FlowCommand

@Suite("The line that tells how far a long work has come")
struct ProgressLineTests {
  /// What is drawn while a work counts up to 30 and waits so many times.
  private func drawn(waits: Int) -> String {
    let output = MemoryOutput(isTerminal: true)
    let count = WorkCount()
    let left = Mutex(waits)
    let line = ProgressLine(what: "checked", total: 25, output: output) { milliseconds in
      count.add(10)
      return left.withLock { left in
        #expect(milliseconds == (left == waits ? 500 : 100))
        left -= 1
        return left < 0
      }
    }
    line.draw(count)
    return output.text
  }

  @Test("a work that is done soon draws nothing")
  func short() { #expect(drawn(waits: 0) == "") }

  @Test("a long one is told of in one line, never more than all, and the line is taken away")
  func long() {
    let lines = [
      "checked 10 of 25  [############..................]  40 %",
      "checked 20 of 25  [########################......]  80 %",
      "checked 25 of 25  [##############################]  100 %", "",
    ]
    #expect(drawn(waits: 3) == lines.map { "\r\($0)\u{1B}[K" }.joined())
  }

  @Test(
    "what failed is told, and the line never reaches the last column, however narrow the terminal",
    arguments: [
      (200, "played 40 of 120, 2 failed  [##########....................]  33 %"),
      (60, "played 40 of 120, 2 failed  [#######................]  33 %"),
      (45, "played 40 of 120, 2 failed  [##......]  33 %"), (44, "played 40 of 120, 2 failed"),
      (43, "played 40 of 120, 2 failed"), (27, "played 40 of 120, 2 failed"), (26, "40/120"), (7, "40/120"), (4, "40/"),
      (1, ""), (0, ""),
    ])
  func widths(columns: Int, text: String) {
    let count = WorkCount()
    count.add(40)
    count.addFailures(2)
    let line = ProgressLine(what: "played", total: 120, output: MemoryOutput(isTerminal: true)) { _ in true }
    #expect(line.text(count, columns: columns) == text)
    #expect(text.count < max(1, columns))
  }

  @Test("where more to do is found on the way, the share is that of what is known")
  func grows() {
    let count = WorkCount()
    let line = ProgressLine(what: "looked at", total: 0, output: MemoryOutput(isTerminal: true)) { _ in true }
    #expect(line.text(count, columns: 30) == "looked at 0 of 0")
    count.set(50, of: 200)
    #expect(line.text(count, columns: 80) == "looked at 50 of 200  [#######.......................]  25 %")
  }

  @Test("whatever else is written takes the place of the line, and is never torn by it")
  func makesWay() {
    let screen = Mutex("")
    let passing = PassingLine { text in screen.withLock { $0 += text } }
    func write(_ text: String) { passing.makeWay(for: text) { screen.withLock { $0 += text } } }
    passing.show("one")
    write("half a line")
    // There is no room while a line of words is begun.
    passing.show("two")
    passing.show(nil)
    write(", and its end\n")
    passing.show("three")
    passing.show(nil)
    passing.show(nil)
    let cut = "\u{1B}[K"
    #expect(screen.withLock { $0 } == "\rone\(cut)\r\(cut)half a line, and its end\n\rthree\(cut)\r\(cut)")
  }

  @Test("behind the last word of the process nothing passes any more")
  func endsWithTheLastWord() {
    let screen = Mutex("")
    let passing = PassingLine { text in screen.withLock { $0 += text } }
    passing.show("one")
    passing.makeWay(for: "over\n", isLast: true) { screen.withLock { $0 += "over\n" } }
    passing.show("two")
    #expect(screen.withLock { $0 } == "\rone\u{1B}[K\r\u{1B}[Kover\n")
  }

  @Test(
    "it is there for a person at a terminal only",
    arguments: [
      (true, ["TERM": "xterm"], true), (false, ["TERM": "xterm"], false), (true, ["TERM": "dumb"], false),
      (true, [:], false), (true, ["TERM": "xterm", "CI": "true"], false), (true, ["TERM": "xterm", "CI": ""], true),
      (true, ["TERM": "xterm", "NO_COLOR": "1"], false), (true, ["TERM": "xterm", "NO_COLOR": ""], true),
    ])
  func whoIsTold(isTerminal: Bool, environment: [String: String], isTold: Bool) async {
    let errors = MemoryOutput(isTerminal: isTerminal)
    let streams = Streams(
      output: MemoryOutput(), errors: errors, readInput: { [] }, variable: { environment[$0] })
    #expect(ProgressLine.isWanted(streams) == isTold)
    let counted = await ProgressLine.during("checked", of: 1, in: streams) { count in
      count?.add(1)
      return count != nil
    }
    #expect(counted == isTold)
  }
}
