// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// One event of the YAML parser, valid until the next one is asked for.
struct YAMLEvent {
  enum Kind: UInt8 {
    case documentStart, scalar, alias, mappingStart, sequenceStart, containerEnd, other
  }

  enum Style: UInt8 {
    /// A scalar without quotes.
    case plain
    /// A scalar in single quotes.
    case single
    /// A scalar in double quotes, where escapes can write any character.
    case double
    /// A scalar behind `|` or `>`, or a map or list without brackets.
    case block
    /// A map or a list in brackets.
    case flow
  }

  var kind: Kind
  var style: Style = .plain
  var hasTag = false
  var start: SourcePosition
  var end: SourcePosition
  /// What a scalar says.
  var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The name that `&` gives, or of an alias the name behind `*`; nil if there is none.
  var anchor: UnsafeBufferPointer<UInt8>?
}

/// Why the parser gave up, in its own words, and where.
struct YAMLProblem {
  var problem: String
  var place: SourcePosition
  /// What it was doing, and since where; empty if it does not say.
  var context: String
  var contextPlace: SourcePosition?
}
