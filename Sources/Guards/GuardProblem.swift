// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// What is wrong with a guard, and where in its text: the rule and the cure, ready to become a diagnostic.
public struct GuardProblem: Error, Sendable, Hashable {
  /// The headline: at most 90 characters, no full stop, the author's word in backticks.
  public let message: String
  /// What to do about it, and how the text changes by that where it is certain; nil where the message already says it.
  public let cure: Cure?
  /// Where it begins, in Unicode scalars from the start of the guard's text, from 0.
  public let start: Int
  /// Just behind its last Unicode scalar; equal to `start` where something is missing.
  public let end: Int

  /// What to do about it, in words.
  public var help: String? { cure?.words }
}

extension GuardProblem {
  /// The problem at bytes of a text, with the place counted in Unicode scalars.
  init(_ trap: GuardTrap, at span: GuardSpan, in bytes: some Collection<UInt8>) {
    message = trap.message
    cure = trap.cure
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
