// SPDX-License-Identifier: Apache-2.0

import FlowLanguage

/// What a place of a flow, a part or another file of ours is for, by the keys above it.
///
/// The table of the language tells which keys there are; what their names are of stands only here.
enum PlaceMeaning {
  /// The path of an item of a list in ``NamedPath``.
  static let item = ValueShape.item

  /// What the value behind a key of a flow or a part names; nil for nothing.
  ///
  /// - Parameter path: the keys from the outermost one on, with ``item`` for an item of a list.
  static func value(at path: ArraySlice<String>) -> NamePlace.Kind? {
    guard let first = path.first else { return nil }
    let rest = path.dropFirst()
    switch (first, rest.count) {
    case ("start", 0): return .step
    case ("sdk", 0): return .sdk
    case ("extends", 0): return .file(.base)
    case ("refines", 0): return .file(.refined)
    case ("use", 1): return .file(.part)
    case ("catalogues", 1): return .file(.catalogue)
    case ("needs", 1): return rest.last == item ? .needed : nil
    case ("require", 1): return rest.last == "after" ? .step : nil
    case ("ends", 2): return rest.last == "say" ? .message : nil
    case ("ends", 3): return rest.suffix(2).elementsEqual(["require", "after"]) ? .step : nil
    case ("steps", 2...), ("interrupts", 2...):
      guard let step = rest.first else { return nil }
      return ofStep(rest.dropFirst(), step)
    default: return nil
    }
  }

  private static func ofStep(_ path: ArraySlice<String>, _ step: String) -> NamePlace.Kind? {
    let words = Array(path)
    switch words.count {
    case 1:
      switch words[0] {
      case "challenge", "event": return .event
      case "call", "answer": return .call
      case "wait", "say": return .message
      case "run": return .file(.inner)
      case "tries", "max": return .budget
      case "gate": return .gate
      case "auto": return .choice(of: step)
      case "to": return .target
      default: return nil
      }
    case 2:
      switch (words[0], words[1]) {
      case ("answer", "call"): return .call
      case ("auto", item): return .choice(of: step)
      case ("ask", item): return .input(of: step)
      case ("then", _): return .target
      case ("require", "after"): return .step
      case ("to", let key): return move(key)
      default: return nil
      }
    case 3:
      switch (words[0], words[2]) {
      case ("then", let key): return move(key)
      case ("choices", "call"): return .call
      case ("choices", "confirm"): return .message
      case ("choices", "max"): return .budget
      case ("choices", "gate"): return .gate
      case ("choices", let key): return move(key)
      case ("require", "say"), ("pick", "none"): return .message
      case ("require", "after"): return .step
      default: return nil
      }
    case 4:
      if words[0] == "choices", words[2] == "then" { return .target }
      return words[0] == "pick" && words[2] == "where" ? nil : nil
    case 5:
      if words[0] == "choices", words[2] == "then" { return move(words[4]) }
      if words[0] == "pick", words[2] == "where", words[4] == "say" { return .message }
      return nil
    default: return nil
    }
  }

  /// What stands behind a key of a target.
  private static func move(_ key: String) -> NamePlace.Kind? {
    switch key {
    case "to": .target
    case "say", "stay", "retry", "resume": .message
    default: nil
    }
  }

  /// What a key of a flow or a part names, and whether it gives the name; nil for a key of the language.
  ///
  /// - Parameter path: the keys from the outermost one on, the key itself last.
  static func key(at path: ArraySlice<String>) -> (kind: NamePlace.Kind, isDefinition: Bool)? {
    let words = Array(path)
    switch (words.first, words.count) {
    case ("steps", 2): return (.step, true)
    case ("ends", 2): return (.end, true)
    case ("messages", 2): return (.message, true)
    case ("budgets", 2): return (.budget, true)
    case ("gates", 2): return (.gate, true)
    case ("needs", 2): return (.needed, false)
    case ("interrupts", 2): return (.event, true)
    case ("steps", 4), ("interrupts", 4):
      switch words[2] {
      case "choices": return (.choice(of: words[1]), true)
      case "ask", "pick": return (.input(of: words[1]), true)
      case "then": return (.trigger, false)
      case "with": return (.parameter(of: words[1]), false)
      default: return nil
      }
    case ("steps", 5), ("interrupts", 5):
      return words[2] == "answer" && words[3] == "with" ? (.parameter(of: words[1]), false) : nil
    case ("steps", 6), ("interrupts", 6):
      guard words[2] == "choices" else { return nil }
      return words[4] == "then" ? (.trigger, false) : words[4] == "with" ? (.parameter(of: words[1]), false) : nil
    default: return nil
    }
  }

  /// Whether a guard stands at a place, and nothing else.
  static func isGuard(at path: ArraySlice<String>) -> Bool {
    let words = Array(path)
    guard words.count >= 5, words[0] == "steps" || words[0] == "interrupts" else { return false }
    switch words[2] {
    case "choices": return words.count == 5 && words[4] == "when"
    case "require": return words.last == "check"
    case "pick": return words.count == 5 ? words[4] == "where" : words.last == "check"
    default: return false
    }
  }

  /// Whether a guard or a path of fields stands at a place, in which inputs of its step may be named; then of which.
  static func inputsOfGuard(at path: ArraySlice<String>) -> String? {
    let words = Array(path)
    guard words.count >= 4, words[0] == "steps" || words[0] == "interrupts" else { return nil }
    switch words[2] {
    case "require" where words.last == "check": return words[1]
    case "pick" where ["from", "where", "check"].contains(words.last): return words[1]
    case "with" where words.count == 4: return words[1]
    case "answer" where words.count == 5 && words[3] == "with": return words[1]
    case "choices" where words.count == 6 && words[4] == "with": return words[1]
    default: return nil
    }
  }
}
