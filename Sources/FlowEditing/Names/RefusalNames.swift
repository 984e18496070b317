// SPDX-License-Identifier: Apache-2.0

/// The name in the words of a refusal, as traces say them and scenarios expect them: `a check failed [not-a-name]`.
struct RefusalName {
  let kind: NamePlace.Kind
  let name: String
  /// How many bytes of the words stand before it.
  let start: Int

  /// - Parameter step: the step that refuses; nil where that cannot be told.
  init?(in words: String, of step: String?) {
    if let open = words.firstRange(of: " ["), words.hasSuffix("]") {
      self.init(.message, words[open.upperBound...].dropLast(), in: words)
    } else if words.hasPrefix("`"), let close = words.dropFirst().firstIndex(of: "`") {
      let name = words[..<close].dropFirst()
      if words[close...].hasPrefix("` is not offered") {
        self.init(step.map { .choice(of: $0) } ?? .offered, name, in: words)
      } else if let step {
        self.init(.input(of: step), name, in: words)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  private init?(_ kind: NamePlace.Kind, _ name: Substring, in words: String) {
    guard String(name).isNameOfLanguage else { return nil }
    self.kind = kind
    self.name = String(name)
    start = words[..<name.startIndex].utf8.count
  }
}
