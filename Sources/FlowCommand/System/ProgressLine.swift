// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// A line on a terminal that tells a waiting person how far it has come; it is gone before anything else is written.
///
/// A thread of its own draws it: those who work only count, and look at no clock. Where nobody looks there is no thread.
struct ProgressLine: Sendable {
  /// What is done, such as `checked`.
  let what: String
  /// How much there is to do; where that becomes known on the way, the count tells more.
  let total: Int
  let output: any Output
  /// Waits so many milliseconds; true as soon as the work is done.
  let wait: @Sendable (Int32) -> Bool

  /// Nobody has to be told of what takes no longer.
  private static let firstWait: Int32 = 500
  private static let nextWait: Int32 = 100

  /// Draws until the work is done, then takes away what it drew.
  func draw(_ count: WorkCount) {
    var isShown = false
    var milliseconds = Self.firstWait
    while !wait(milliseconds) {
      output.show(passing: text(count, columns: output.columns ?? Self.usualColumns))
      isShown = true
      milliseconds = Self.nextWait
    }
    if isShown { output.show(passing: nil) }
  }

  private static let usualColumns = 80
  private static let (longestBar, shortestBar) = (30, 8)

  /// Such as `played 40 of 120, 2 failed  [##########....................]  33 %`; the bar has what room there is, and goes first.
  func text(_ count: WorkCount, columns: Int) -> String {
    let all = max(total, count.total)
    let done = min(count.value, all)
    let failed = count.failures > 0 ? ", \(count.failures) failed" : ""
    let words = "\(what) \(done) of \(all)\(failed)"
    let share = all > 0 ? done * 100 / all : 0
    let percent = "\(share) %"
    // Why one less: in the last column some terminals begin a new line.
    let room = columns - 1
    let bar = min(Self.longestBar, room - words.count - percent.count - 6)
    if bar >= Self.shortestBar {
      let full = all > 0 ? done * bar / all : 0
      let line = String(repeating: "#", count: full) + String(repeating: ".", count: bar - full)
      return "\(words)  [\(line)]  \(percent)"
    }
    return words.count <= room ? words : String("\(done)/\(all)".prefix(max(0, room)))
  }

  /// Whether a person looks at the error stream, at a terminal that can take a line back, and wants it to.
  static func isWanted(_ streams: Streams) -> Bool {
    streams.errors.isTerminal && (streams.variable("CI") ?? "").isEmpty
      && (streams.variable("NO_COLOR") ?? "").isEmpty && !["", "dumb"].contains(streams.variable("TERM") ?? "")
  }

  /// Carries out a work that counts what it has done.
  static func during<Result: Sendable>(
    _ what: String, of total: Int, in streams: Streams, _ work: (WorkCount?) async -> Result
  ) async -> Result {
    guard isWanted(streams), let pipe = WakePipe() else { return await work(nil) }
    let count = WorkCount()
    let line = ProgressLine(what: what, total: total, output: streams.errors) { milliseconds in
      pipe.isWoken(within: milliseconds)
    }
    async let drawing: Void = OwnThread.run { line.draw(count) }
    let result = await work(count)
    pipe.wake()
    await drawing
    return result
  }
}
