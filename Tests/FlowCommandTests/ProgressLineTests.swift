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
    let lines = ["checked 10 of 25", "checked 20 of 25", "checked 25 of 25", ""]
    #expect(drawn(waits: 3) == lines.map { "\r\($0)\u{1B}[K" }.joined())
  }

  @Test(
    "it is there for a person at a terminal only",
    arguments: [
      (true, ["TERM": "xterm"], true), (false, ["TERM": "xterm"], false), (true, ["TERM": "dumb"], false),
      (true, [:], false), (true, ["TERM": "xterm", "CI": "true"], false), (true, ["TERM": "xterm", "CI": ""], true),
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
