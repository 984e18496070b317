// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("The sizes of the files")
struct SizeTests {
  /// Above this a file holds two ideas.
  static let largest = 400
  /// What a reader takes in at one sitting.
  static let largestMedian = 150

  @Test("no Swift file is longer than 400 lines")
  func noLongFile() {
    for file in SwiftFile.all.map(\.file) {
      #expect(file.lineCount <= Self.largest, "\(file.path) has \(file.lineCount) lines")
    }
  }

  @Test("the median file of Sources is short")
  func shortMedian() throws {
    let sizes = SwiftFile.under("Sources").map(\.file).map(\.lineCount).sorted()
    try #require(!sizes.isEmpty)
    let median = sizes[sizes.count / 2]
    print("Sources: \(sizes.count) files, \(sizes.reduce(0, +)) lines, median \(median), largest \(sizes.last ?? 0)")
    #expect(median <= Self.largestMedian)
  }
}
