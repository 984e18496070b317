// SPDX-License-Identifier: Apache-2.0

/// Whether a `#` begins a comment, in a line of which no tokens are known: one that is being typed, or is wrong.
///
/// As libyaml reads it: within a text without quotes, only behind a blank; between two tokens, anywhere. Where the tokens are known,
/// ``YAMLComments`` tells.
package enum CommentSign {
  /// - Parameters:
  ///   - before: the byte in front of the `#`, outside of quotes; nil at the beginning of a line.
  ///   - isBehindToken: whether a token ends with that byte: a quote, or a bracket or comma where these are signs.
  @inlinable
  package static func begins(behind before: UInt8?, isBehindToken: Bool = false) -> Bool {
    before == nil || before == 0x20 || before == 0x09 || isBehindToken
  }

  /// The same of a character.
  @inlinable
  package static func begins(behind before: Unicode.Scalar?, isBehindToken: Bool = false) -> Bool {
    before == nil || before == " " || before == "\t" || isBehindToken
  }
}
