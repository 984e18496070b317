// SPDX-License-Identifier: Apache-2.0

import MFAFlow

extension Screen {
  /// Something that the user fills in or picks.
  struct Field: Sendable {
    enum Kind: Sendable {
      case text
      /// What is typed must not be seen, and is to be forgotten once it is handed in.
      case secret
      case number
      /// Yes or no, typed as `true` or `false`.
      case flag
      /// One of these words.
      case words([String])
      /// One of these items; ``Screen/pick(_:of:)`` picks it.
      case items([Item])
    }

    /// The name in the flow, such as `userName`; what the user reads is the app's.
    let name: String
    let kind: Kind
    /// What to begin with; empty for nothing, and never a secret.
    let suggestion: String
    /// What to tell the user where there is no item to show; nil for nothing.
    let none: String?
    var isSecret: Bool { if case .secret = kind { true } else { false } }

    init(_ input: Question.Input) {
      name = input.name
      kind =
        switch input.type {
        case .secret: .secret
        case .int, .count, .seconds: .number
        case .flag: .flag
        case .oneOf(_, let words): .words(words)
        case .numbered(_, let numbers): .words(numbers.map(\.name))
        case .text, .list, .record: .text
        }
      suggestion = input.type.text(of: input.suggestion)
      none = nil
    }

    init(picking name: String, _ list: PickList, picked: Int?) {
      self.name = name
      kind = .items(
        list.items.enumerated().map { index, item in
          Item(id: index, item: item, isPicked: picked != nil && item.place == picked)
        })
      suggestion = ""
      none = list.none
    }

    /// What was typed as a run takes it; what is no number, say, stays a text, which the run refuses with its words.
    ///
    /// - Parameter text: nil where the user left alone what was suggested.
    func value(typed text: String?, as type: ValueType) -> Value {
      let text = text ?? suggestion
      switch type {
      case .int, .count, .seconds: return Int(text).map(Value.int) ?? .text(text)
      case .flag: return .flag(text == "true")
      case .numbered(_, let numbers):
        return numbers.first { $0.name == text }.map { .int($0.number) } ?? .text(text)
      case .text, .secret, .oneOf, .list, .record: return .text(text)
      }
    }
  }

  /// Something that can be picked, or that is shown with the reason why it cannot.
  struct Item: Sendable {
    /// Which of those that are shown it is: what cannot be picked has one, too.
    let id: Int
    fileprivate let item: PickList.Item
    let isPicked: Bool

    /// Its place among those that are offered, counted from 1; nil for what cannot be picked.
    var place: Int? { item.place }
    /// Why it cannot be picked; nil for what can be.
    var reason: String? { item.reason }

    /// A field of the item as text, such as the `subject` of a notification; nil if it has none of that name.
    subscript(name: String) -> String? {
      guard case .record(let record) = item.value else { return nil }
      return record[name]?.plain
    }

    /// What the flow shows of the item; where it says nothing, all its fields.
    var text: String {
      if let text = item.text { return text }
      guard case .record(let record) = item.value else { return item.value.plain ?? "" }
      return record.fields.compactMap { $0.value.plain }.filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }
}

extension Value {
  /// A text, number or flag as a user reads it; nil for lists, records and secrets.
  fileprivate var plain: String? {
    switch self {
    case .text, .int, .flag: description
    case .list, .record, .secret: nil
    }
  }
}

extension ValueType {
  /// What is suggested for an input, as the user would type it.
  fileprivate func text(of value: Value?) -> String {
    if case (.numbered(_, let numbers), .int(let number)?) = (self, value) {
      return numbers.first { $0.number == number }?.name ?? ""
    }
    return value?.plain ?? ""
  }
}
