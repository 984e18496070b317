// SPDX-License-Identifier: Apache-2.0

/// What may stand behind a key.
package indirect enum ValueShape: Sendable {
  /// Any text but an empty one.
  case text
  /// A text with this meaning: a regular expression of ECMA 262 that the whole of it matches, and an example.
  case pattern(String, example: String)
  /// One of these words.
  case word([String])
  /// A whole number from a least to a greatest one, where there is one.
  case count(from: Int, to: Int?)
  case number
  /// `true` or `false`.
  case flag
  /// Only this one.
  case always(Bool)
  /// Any value.
  case anything
  case list(ValueShape)
  /// A list, or one value in its place.
  case oneOrList(ValueShape)
  /// A map whose keys are names that the author gives: their order may mean something, and stays.
  case map(ValueShape)
  /// A map with keys of the language. Why a function: shapes may hold each other.
  case shape(@Sendable () -> Shape)
  /// One of these.
  case either([ValueShape])
  /// A list or a map with so many things in it; the names in such a map are of a pattern, where one is given. ``Key`` says the same of
  /// its own value.
  case limited(ValueShape, members: String? = nil, least: Int = 0, most: Int? = nil)
}
