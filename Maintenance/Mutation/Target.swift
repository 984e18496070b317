// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

/// Where a line of `then:`, a choice or an interrupt leads, with its message.
struct Target: Hashable {
  enum Kind: Hashable {
    case to(String)
    case stay
    case retry
    case resume

    init(word: String) {
      switch word {
      case "stay": self = .stay
      case "retry": self = .retry
      case "resume": self = .resume
      default: self = .to(word)
      }
    }

    var word: String {
      switch self {
      case .to(let name): name
      case .stay: "stay"
      case .retry: "retry"
      case .resume: "resume"
      }
    }
  }

  var move: Kind
  var say: String?

  static let shortMoves = ["stay", "retry", "resume"]

  /// The target of a line of `then:`.
  init?(line: SourceValue) {
    if let word = line.text {
      self.init(move: Kind(word: word))
    } else if let name = line["to"]?.text {
      self.init(move: Kind(word: name), say: line["say"]?.text)
    } else if let key = Self.shortMoves.first(where: { line[$0] != nil }) {
      self.init(move: Kind(word: key), say: line[key]?.text)
    } else {
      return nil
    }
  }

  /// The target of a choice that makes no call, or of an interrupt.
  init?(button: SourceValue) {
    if let name = button["to"]?.text {
      self.init(move: Kind(word: name), say: button["say"]?.text)
    } else if let key = Self.shortMoves.first(where: { button[$0] != nil }) {
      let say = button[key]?.text
      self.init(move: Kind(word: key), say: say == "true" ? nil : say)
    } else {
      return nil
    }
  }

  private init(move: Kind, say: String? = nil) {
    self.move = move
    self.say = say
  }

  /// As a line of `then:`.
  var line: SourceValue {
    guard let say else { return .word(move.word) }
    if case .to(let name) = move {
      return .map([SourceValue.Member("to", .word(name)), SourceValue.Member("say", .word(say))])
    }
    return .map([SourceValue.Member(move.word, .word(say))])
  }

  /// A choice or an interrupt that leads here instead.
  func button(from button: SourceValue) -> SourceValue {
    var button = button
    for key in Self.shortMoves + ["to", "say"] { button[key] = nil }
    if case .to(let name) = move {
      button["to"] = .word(name)
      button["say"] = say.map { .word($0) }
    } else {
      button[move.word] = .word(say ?? "true")
    }
    return button
  }

  var words: String { move.word + (say.map { " (\($0))" } ?? "") }
}
