// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What is wrong with a guard, and where in its text: the rule and the cure, ready to become a diagnostic.
public struct GuardProblem: Error, Sendable, Hashable {
  /// The headline: at most 90 characters, no full stop, the author's word in backticks.
  public let message: String
  /// What to do about it; nil where the message already says it.
  public let help: String?
  /// Where it begins, in Unicode scalars from the start of the guard's text, from 0.
  public let start: Int
  /// Just behind its last Unicode scalar; equal to `start` where something is missing.
  public let end: Int
}

extension GuardProblem {
  /// The problem at bytes of a text, with the place counted in Unicode scalars.
  init(_ message: String, help: String?, at span: GuardSpan, in bytes: some Collection<UInt8>) {
    self.message = message
    self.help = help
    start = Self.scalars(before: span.start, in: bytes)
    end = Self.scalars(before: span.end, in: bytes)
  }

  private static func scalars(before offset: UInt16, in bytes: some Collection<UInt8>) -> Int {
    bytes.prefix(Int(offset)).reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }
}

extension String {
  /// The author's word in backticks, cut where it would make a headline too long.
  var quoted: String { Diagnostic.quoting(self) }
}
