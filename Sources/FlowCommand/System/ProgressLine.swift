// SPDX-License-Identifier: Apache-2.0

import SystemCalls

/// A line on a terminal that tells a waiting person how far it has come; it is gone before anything else is written.
///
/// A thread of its own draws it: those who work only count, and look at no clock. Where nobody looks there is no thread.
struct ProgressLine: Sendable {
  /// What is done, such as `checked`.
  let what: String
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
      output.write("\r\(what) \(min(count.value, total)) of \(total)\u{1B}[K")
      isShown = true
      milliseconds = Self.nextWait
    }
    if isShown { output.write("\r\u{1B}[K") }
  }

  /// Whether a person looks at the error stream, at a terminal that can take a line back.
  static func isWanted(_ streams: Streams) -> Bool {
    streams.errors.isTerminal && (streams.variable("CI") ?? "").isEmpty
      && !["", "dumb"].contains(streams.variable("TERM") ?? "")
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
