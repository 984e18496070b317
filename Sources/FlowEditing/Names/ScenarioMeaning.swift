// SPDX-License-Identifier: Apache-2.0

import FlowLanguage

/// What a place of a scenario file or an answers file is for, by the keys above it.
enum ScenarioMeaning {
  private static let item = PlaceMeaning.item

  /// The path from the item on in which a place stands: what happens there; nil outside of what happens.
  static func inItem(_ path: ArraySlice<String>) -> ArraySlice<String>? {
    var rest = path
    switch path.first {
    case "answers", "do": rest = rest.dropFirst()
    // What scenarios of a base do at a step, below the name of the step.
    case "at": rest = rest.dropFirst(2)
    case "scenarios":
      guard path.count > 3, path.dropFirst(2).first == "do" else { return nil }
      rest = rest.dropFirst(3)
    case "beginnings":
      rest = rest.dropFirst(2)
      if rest.first == "do" { rest = rest.dropFirst() }
    default: return nil
    }
    guard rest.first == item else { return nil }
    rest = rest.dropFirst()
    // What happens on a device, and what happens during an answer, are items again.
    while let first = rest.first, first == "do" || first == "during", rest.dropFirst().first == item {
      rest = rest.dropFirst(2)
    }
    return rest
  }

  /// - Parameter step: the step that the expectation around the place is about; nil for none.
  static func value(at path: ArraySlice<String>, expecting step: String? = nil) -> NamePlace.Kind? {
    let words = Array(path)
    switch (words.first, words.last, words.count) {
    case ("flow", _, 1): return .file(.played)
    case ("devices", "flow", 3): return .file(.played)
    case ("contract", _, 1), ("extends", _, 1), ("extends", _, 2): return .file(.other)
    case ("scenarios", "name", 3): return .scenario
    default: break
    }
    if let rest = inItem(path) {
      if rest.first == "expect" {
        let inside = rest.dropFirst()
        if inside.first == "offered", inside.count == 2 { return step.map { .choice(of: $0) } ?? .offered }
        return expected(inside)
      }
      if rest.elementsEqual(["event"]) { return .event }
      if rest.elementsEqual(["reject", "call"]) { return .call }
      guard let step = rest.first, isStep(step) else { return nil }
      if rest.count == 1 || rest.count == 2 && rest.last == "choice" { return .choice(of: step) }
      return nil
    }
    guard words.count > 3, words[0] == "scenarios", words[2] == "expect" || words[2] == "never" else { return nil }
    return expected(path.dropFirst(3))
  }

  private static func expected(_ path: ArraySlice<String>) -> NamePlace.Kind? {
    let words = Array(path)
    switch (words.first, words.count) {
    case ("step", 1), ("waiting", 1): return .step
    case ("end", 1): return .end
    case ("path", 2): return .step
    case ("event", 1): return .event
    case ("called", 2): return .call
    // A message by its key; any other text is none of a message.
    case ("say", 1): return .message
    default: return words.count > 1 && isDevice(words[0]) ? expected(path.dropFirst()) : nil
    }
  }

  /// Whether a key below `expect:` of a scenario is a device, of which it says more.
  private static func isDevice(_ word: String) -> Bool { word != item && !Shape.ending.names.contains(word) }

  /// The device that a key is, below `devices:` or where a scenario ends; nil for any other key.
  static func device(at path: ArraySlice<String>) -> String? {
    let words = Array(path)
    if words.count == 2, words[0] == "devices" { return words[1] }
    guard words.count == 4, words[0] == "scenarios", words[2] == "expect" || words[2] == "never" else { return nil }
    return isDevice(words[3]) ? words[3] : nil
  }

  static func key(
    at path: ArraySlice<String>, expecting expected: String? = nil
  ) -> (kind: NamePlace.Kind, isDefinition: Bool)? {
    if path.first == "at", path.count == 2 { return (.step, false) }
    guard let rest = inItem(path), let step = rest.first else { return nil }
    if step == "expect", rest.count == 3, ["shown", "items"].contains(rest.dropFirst().first) {
      return expected.map { (.input(of: $0), false) }
    }
    guard isStep(step) else { return nil }
    if rest.count == 1 { return (.step, false) }
    guard rest.count == 2, let name = rest.last, name != "choice", name != "confirm" else { return nil }
    return (.input(of: step), false)
  }

  /// Whether the cases of a scenario stand at a place.
  static func isCases(at path: ArraySlice<String>) -> Bool { path.elementsEqual(["scenarios", item, "cases"]) }

  /// Whether one thing that happens stands at a place.
  static func isItem(at path: ArraySlice<String>) -> Bool { inItem(path)?.isEmpty ?? false }

  /// Whether the words of a refusal stand at a place.
  static func isRefusal(at path: ArraySlice<String>) -> Bool {
    inItem(path)?.elementsEqual(["expect", "refused"]) ?? false
  }

  static func isStep(_ word: String) -> Bool { !Shape.item.names.contains(word) && word != item }
}
