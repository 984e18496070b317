// SPDX-License-Identifier: Apache-2.0

/// What has become of the texts that something says.
enum Said {
  /// - Parameters:
  ///   - gone: how many it says no more.
  ///   - new: how many it says now.
  ///   - all: how many it said, and says; nil where that is not known.
  ///   - other: the step that said something, in quotes, where the one that says something now is a copy of it; nil where it is none.
  static func words(_ gone: Int, _ new: Int, of all: (old: Int, new: Int)? = nil, than other: String? = nil) -> String {
    if let other {
      if gone > 0, new > 0 { return "says something else than \(other)" }
      if gone > 0 { return all?.new == 0 ? "says nothing, and \(other) said something" : "says less than \(other)" }
      return all?.old == 0 ? "says something, and \(other) said nothing" : "says more than \(other)"
    }
    if gone > 0, new > 0 { return "says something else" }
    if gone > 0 { return all?.new == 0 ? "says nothing any more" : "says less than before" }
    return all?.old == 0 ? "says something now, and said nothing before" : "says more than before"
  }
}

extension Difference {
  /// A message that says something else under the same key.
  ///
  /// - Parameter spot: where runs show it.
  static func ofMessage(_ old: ShownText, _ new: ShownText, at spot: Spot = .none) -> Difference {
    Difference(
      .wording, "the message `\(new.name ?? "")` says something else",
      old: Side(old.words, old.range, said: old.words), new: Side(new.words, new.range, said: new.words), at: spot)
  }
}
