// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@Suite("The places of findings")
struct FindingPlacesTests {
  private static let code = DiagnosticCode("MFA999", "test")
  /// In the first file at 2:3–2:6, 4:1–6:2 and 9:1–9:1; in another at 3:1–3:2.
  private let places = FindingPlaces(
    [
      Self.range(4, 1, 6, 2), Self.range(9, 1, 9, 1), Self.range(2, 3, 2, 6),
      Self.range(3, 1, 3, 2, in: FileID(index: 1)),
    ].map { Diagnostic(Self.code, "wrong", at: $0) })

  private static func range(
    _ line: Int, _ column: Int, _ lastLine: Int, _ lastColumn: Int, in file: FileID = .first
  ) -> SourceRange {
    SourceRange(
      SourcePosition(line: line, column: column), SourcePosition(line: lastLine, column: lastColumn), in: file)
  }

  @Test(
    "a finding lies in a range that holds all of it",
    arguments: [
      (range(2, 3, 2, 6), true), (range(1, 1, 3, 1), true), (range(2, 4, 2, 9), false), (range(2, 1, 2, 5), false),
      (range(4, 1, 5, 9), false), (range(3, 1, 7, 1), true), (range(9, 1, 9, 1), true), (range(10, 1, 12, 1), false),
      (range(3, 1, 3, 9), false), (range(3, 1, 3, 9, in: FileID(index: 1)), true),
      (range(1, 1, 9, 9, in: FileID(index: 2)), false),
    ])
  func lies(range: SourceRange, does: Bool) { #expect(places.lie(in: range) == does) }

  @Test(
    "a finding begins in lines whatever its column, and wherever it ends",
    arguments: [
      (2...2, true), (1...1, false), (3...3, false), (3...4, true), (5...8, false), (5...9, true), (10...20, false),
    ] as [(ClosedRange<Int32>, Bool)])
  func begins(lines: ClosedRange<Int32>, isSo: Bool) { #expect(places.begin(in: lines, of: .first) == isSo) }

  @Test("where there are no findings, none stands anywhere")
  func none() {
    let none = FindingPlaces([Diagnostic]())
    #expect(!none.lie(in: Self.range(1, 1, 9, 9)))
    #expect(!none.begin(in: 1...9, of: .first))
  }
}
