// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// A line of a flow or part that stands too deep or not deep enough, so that it belongs to something else than was meant.
///
/// It is looked for only where something is wrong: all that is said of such a file follows from it.
struct IndentationSlip {
  private let root: YAMLNode
  private let entries: [YAMLEntry]
  /// The keys of the outermost map.
  private let outermost: Set<String>
  private let flaws: FindingPlaces

  private static let choiceKeys = Set(Shape.choice.names)
  private static let targetKeys = Set(Shape.target.names)

  /// - Parameter flaws: what is wrong with the file.
  init(_ root: YAMLNode, outermost: [StaticString], flaws: [Diagnostic]) {
    self.root = root
    self.flaws = FindingPlaces(flaws)
    entries = root.entries
    self.outermost = Set(outermost.map(\.description))
  }

  /// The first one, in the order of the file but for those of the outermost lines.
  var finding: Diagnostic? {
    if let finding = besideItsBlock() ?? leftOfItsBlock() { return finding }
    for block in Block.allCases {
      guard let map = root[block.key], map.kind == .mapping else { continue }
      if let finding = leftOfItsMember(map.entries, block) { return finding }
      guard block.hasSteps else { continue }
      for step in map.entries where step.value.kind == .mapping && flaws.touch(step) {
        if let finding = inside(step, block.memberKeys) { return finding }
      }
    }
    return LostKey.finding(in: root, as: root["part"] == nil ? .flow : .part, flaws)
  }

  /// Lines of a block that stand in the first column, beside the block's own key.
  private func besideItsBlock() -> Diagnostic? {
    guard let index = entries.firstIndex(where: { $0.isHollow && Block(key: $0.key.value) != nil }) else { return nil }
    return entries.following(index).flatMap { isKnown($0) ? nil : .asDeepAsItsKeys(entries[index].key, $0.key) }
  }

  /// A step, end or message in the first column, below the others of its block.
  private func leftOfItsBlock() -> Diagnostic? {
    for (above, entry) in zip(entries, entries.dropFirst()) {
      guard !isKnown(entry), entry.key.value.isName, let block = Block(key: above.key.value), !above.isHollow,
        block.isLikeMember(entry.value)
          || (block == .messages && entry.value.text != nil && said.contains(entry.key.value))
      else { continue }
      return .tooShallow(entry, of: "`\(above.key.value)`")
    }
    return nil
  }

  private func isKnown(_ entry: YAMLEntry) -> Bool { outermost.contains(entry.key.value) }

  /// The texts in steps and ends, among which are the names of the messages that they say.
  private var said: Set<String> {
    var texts: Set<String> = []
    // Why so many: an alias may stand for a map of aliases, and that many times.
    var left = 100_000
    func collect(_ node: YAMLNode) {
      left -= 1
      guard left > 0 else { return }
      if let text = node.text { texts.insert(text) }
      node.items.forEach(collect)
      // `auto` names choices.
      for entry in node.entries where entry.key.value != "auto" { collect(entry.value) }
    }
    for block in [Block.steps, .interrupts, .ends] { root[block.key].map(collect) }
    return texts
  }

  /// A key of a step, end or message that stands beside its name.
  private func leftOfItsMember(_ entries: [YAMLEntry], _ block: Block) -> Diagnostic? {
    if let finding = hollow(entries, block.memberKeys) { return finding }
    // A message may have the name of a key.
    guard block != .messages else { return deeperThanItsBlock(entries, block) }
    for (above, entry) in zip(entries, entries.dropFirst()) where entry.isBelow(above) {
      guard block.memberKeys.contains(entry.key.value), !block.isMember(entry.value),
        above.value.kind == .mapping
      else { continue }
      return .tooShallow(entry, of: Diagnostic.quoting(above.key.value))
    }
    return deeperThanItsBlock(entries, block)
  }

  /// A step, end or message that stands in the one above it.
  private func deeperThanItsBlock(_ members: [YAMLEntry], _ block: Block) -> Diagnostic? {
    let said = block == .messages ? said : []
    for member in members {
      let entries = member.value.entries
      // Such as choices that stand beside `choices:`.
      if let index = entries.firstIndex(where: \.isHollow), block.hasKey(entries[index]),
        let next = entries.following(index), !block.hasKey(next)
      {
        return .asDeepAsItsKeys(entries[index].key, next.key)
      }
      let lost = entries.indices.first { index in
        let entry = entries[index]
        return !block.hasKey(entry) && !block.hasKeyMissed(by: entry, in: member.value)
          && !(block.hasSteps && isLikeChoice(entries, index))
          && (block.isMember(entry.value) || isAbove(entries, index, block.hasKey)
            || said.contains(entry.key.value) || isKnown(entry) && entry.value.kind == .mapping)
      }
      if let lost { return .tooDeep(entries[lost], "in \(block.member) \(Diagnostic.quoting(member.key.value))") }
    }
    return nil
  }

  /// Whether an entry stands right below `choices:` and beside it, is what a choice is, and nothing leads there as to a step.
  private func isLikeChoice(_ entries: [YAMLEntry], _ index: Int) -> Bool {
    guard index > 0, entries[index - 1].key.value == "choices", !entries[index - 1].isHollow,
      entries[index].isBelow(entries[index - 1])
    else { return false }
    return entries[index].value.isMap(of: Self.choiceKeys) && !isNamed(entries[index].key.value)
  }

  /// Whether a line of the file leads to a step of some name.
  private func isNamed(_ name: String) -> Bool { root["start"]?.text == name || said.contains(name) }

  /// Whether an entry has no value, and keys of a kind stand beside it.
  private func isAbove(_ entries: [YAMLEntry], _ index: Int, _ isKey: (YAMLEntry) -> Bool) -> Bool {
    entries[index].isHollow && entries.following(index).map(isKey) ?? false
  }

  /// In the choices and targets of a step.
  private func inside(_ step: YAMLEntry, _ keys: Set<String>) -> Diagnostic? {
    if let finding = stepInside(step, keys) ?? outcomes(in: step, keys) { return finding }
    let entries = step.value.entries
    for (above, entry) in zip(entries, entries.dropFirst()) where entry.isBelow(above) {
      guard !keys.contains(entry.key.value), !above.isHollow else { continue }
      let isLost =
        above.key.value == "choices"
        ? entry.value.isMap(of: Self.choiceKeys) : above.key.value == "then" && entry.key.value.isOutcome
      if isLost { return .tooShallow(entry, of: "`\(above.key.value)`") }
    }
    if let choices = step.value["choices"] {
      if let finding = amongChoices(choices.entries, step, keys) { return finding }
      for choice in choices.entries {
        if let then = choice.value["then"], let finding = hollow(then.entries, Self.targetKeys) { return finding }
        if let finding = deeperThanItsChoice(choice) { return finding }
      }
    }
    guard let then = step.value["then"] else { return nil }
    return hollow(then.entries, Self.targetKeys) ?? deeperThanItsStep(then.entries, step, keys)
  }

  /// What may come back, at the end of a step that has no `then:` above it.
  private func outcomes(in step: YAMLEntry, _ keys: Set<String>) -> Diagnostic? {
    let entries = step.value.entries
    let lost = entries[(entries.lastIndex { keys.contains($0.key.value) }.map { $0 + 1 } ?? 0)...]
    guard !step.value.has("then"), lost.count < entries.count, lost.contains(where: Self.isLineOfThen),
      let first = lost.first
    else { return nil }
    return Diagnostic(
      YAMLRules.unknownKey, "\(Diagnostic.quoting(first.key.value)) stands in the step, but belongs below `then`",
      at: first.key.range,
      help:
        "write `then:` in a line above it, and indent \(lost.count == 1 ? "this line" : "these lines") by two more spaces"
    )
  }

  /// `timeout: 30s` is none: no place has such a name.
  private static func isLineOfThen(_ entry: YAMLEntry) -> Bool {
    entry.key.value.isLineOfThen && (entry.value.kind == .mapping || entry.value.text?.isName ?? false)
  }

  /// A whole step that stands among the choices or outcomes of the one above it.
  private func stepInside(_ step: YAMLEntry, _ keys: Set<String>) -> Diagnostic? {
    let owner = Diagnostic.quoting(step.key.value)
    for (key, own, place) in [
      ("choices", Self.choiceKeys, "among the choices of \(owner)"),
      ("then", Self.targetKeys, "among the outcomes of \(owner)"),
    ] {
      let lost = step.value.value(of: key)?.entries.first { $0.value.isMap(of: keys) && !$0.value.isMap(of: own) }
      if let lost, lost.key.value.isName, isSurelyStep(lost) { return .tooDeep(lost, place) }
    }
    return nil
  }

  /// Whether a map is a step, and no choice with a wrong key: choices make calls, too.
  private func isSurelyStep(_ entry: YAMLEntry) -> Bool {
    let kinds = Self.kindKeys.filter { entry.value.has($0) }
    guard kinds == ["call"] else { return !kinds.isEmpty }
    let keys = entry.value.entries.map(\.key.value)
    return isNamed(entry.key.value) && keys.allSatisfy { Shape.step.mayHave($0, besideOnly: "call") }
  }

  /// The keys that give a step its kind.
  private static let kindKeys = Shape.step.needsOneOf.map(\.description)

  /// The name of a choice that stands in the one above it, and its keys beside it.
  private func deeperThanItsChoice(_ choice: YAMLEntry) -> Diagnostic? {
    func isKey(_ entry: YAMLEntry) -> Bool { Self.choiceKeys.contains(entry.key.value) }
    let entries = choice.value.entries
    let lost = entries.indices.first { !isKey(entries[$0]) && isAbove(entries, $0, isKey) }
    return lost.map { .tooDeep(entries[$0], "in the choice \(Diagnostic.quoting(choice.key.value))") }
  }

  /// A name without a value, and its own keys beside it.
  private func hollow(_ entries: [YAMLEntry], _ keys: Set<String>) -> Diagnostic? {
    guard let index = entries.firstIndex(where: \.isHollow), let next = entries.following(index),
      keys.contains(next.key.value)
    else { return nil }
    return .asDeepAsItsKeys(entries[index].key, next.key)
  }

  /// A key of a choice or of its step that stands where the names of choices do.
  private func amongChoices(_ entries: [YAMLEntry], _ step: YAMLEntry, _ keys: Set<String>) -> Diagnostic? {
    let ofChoices = Self.choiceKeys
    if let finding = hollow(entries, ofChoices) { return finding }
    for (above, entry) in zip(entries, entries.dropFirst()) where entry.isBelow(above) {
      let name = entry.key.value
      let mayBeChoices = ofChoices.contains(name) && !above.value.has(name)
      let mayBeSteps = keys.contains(name) && !step.value.has(name)
      guard mayBeChoices || mayBeSteps, !entry.value.isMap(of: ofChoices) else { continue }
      let (choice, owner) = (Diagnostic.quoting(above.key.value), Diagnostic.quoting(step.key.value))
      guard mayBeSteps else { return .tooShallow(entry, of: choice) }
      guard mayBeChoices, above.value["call"] != nil else {
        return .tooDeep(entry, "among the choices of \(owner)")
      }
      return .between(entry, choice, owner)
    }
    return nil
  }

  /// A key of the step that stands where outcomes do.
  private func deeperThanItsStep(_ entries: [YAMLEntry], _ step: YAMLEntry, _ keys: Set<String>) -> Diagnostic? {
    for (above, entry) in zip(entries, entries.dropFirst()) where entry.isBelow(above) {
      let name = entry.key.value
      guard keys.contains(name), !name.isOutcome, !step.value.has(name),
        !entry.value.isMap(of: Self.targetKeys), entry.value.text == nil || entry.isHollow
      else { continue }
      let owner = Diagnostic.quoting(step.key.value)
      return .tooDeep(entry, "among the outcomes of \(owner)")
    }
    return nil
  }
}

extension IndentationSlip {
  /// What bears names, by its key.
  private enum Block: CaseIterable {
    case steps, interrupts, ends, budgets, messages

    init?(key: String) {
      guard let block = Self.byKey[key] else { return nil }
      self = block
    }

    private static let byKey = Dictionary(uniqueKeysWithValues: allCases.map { ($0.key.description, $0) })

    var key: StaticString {
      switch self {
      case .steps: "steps"
      case .interrupts: "interrupts"
      case .ends: "ends"
      case .budgets: "budgets"
      case .messages: "messages"
      }
    }

    var hasSteps: Bool { self == .steps || self == .interrupts }

    private static let keys: [Block: Set<String>] = [
      .steps: Set(Shape.step.names), .interrupts: Set(Shape.interrupt.names), .ends: Set(Shape.end.names),
      .budgets: Set(Shape.budget.names), .messages: Set(Shape.message.names),
    ]

    var memberKeys: Set<String> { Self.keys[self] ?? [] }

    /// What bears a name there.
    var member: String {
      switch self {
      case .steps: "the step"
      case .interrupts: "the interrupt"
      case .ends: "the end"
      case .budgets: "the budget"
      case .messages: "the message"
      }
    }

    func hasKey(_ entry: YAMLEntry) -> Bool { memberKeys.contains(entry.key.value) }

    func isMember(_ node: YAMLNode) -> Bool { node.isMap(of: memberKeys) }

    /// Whether what stands behind a key that no member has is a map that it can have, behind a key that this one lacks: that key is
    /// misspelt.
    func hasKeyMissed(by entry: YAMLEntry, in member: YAMLNode) -> Bool {
      guard self == .steps || self == .interrupts, entry.value.kind == .mapping else { return false }
      let shape = self == .steps ? Shape.step : Shape.interrupt
      return member["answer"] == nil && shape.key(named: "answer")?.value.misfits(of: entry.value) == 0
    }

    /// Whether it begins as one: what stood below it in the block may now stand in it.
    func isLikeMember(_ node: YAMLNode) -> Bool {
      node.entries.first.map(hasKey) ?? false
    }
  }
}

extension String {
  /// Whether it is surely a key of `then:`, and no name.
  var isOutcome: Bool {
    isOne(of: ReservedWords.outcomes)
      || utf8.first.map(isDigit) ?? false || utf8.contains(UInt8(ascii: "(")) || contains(" ")
  }
}

extension String {
  /// Whether it is a key of `then:`, and not even a choice whose name was written wrong.
  var isLineOfThen: Bool {
    guard isOutcome, nameBeforeBrace == nil else { return false }
    guard let last = split(separator: " ").last, contains(" ") else {
      return isOne(of: ReservedWords.outcomes) || utf8.allSatisfy(isDigit) || hasSuffix(")")
    }
    return last == "error" || last.utf8.allSatisfy(isDigit) || last.hasSuffix(")")
  }
}

extension YAMLNode {
  /// Whether it is a map with some of these keys and no other.
  fileprivate func isMap(of keys: Set<String>) -> Bool {
    let entries = entries
    return !entries.isEmpty && entries.allSatisfy { keys.contains($0.key.value) }
  }

  fileprivate func has(_ name: String) -> Bool { entries.contains { $0.key.value == name } }
}

extension YAMLEntry {
  /// Whether nothing stands behind its colon.
  var isHollow: Bool { value.isReported && value.kind == .scalar }

  /// Whether it stands below another entry, and as deep.
  func isBelow(_ above: YAMLEntry) -> Bool {
    key.range.start.line > above.key.range.start.line && key.range.start.column == above.key.range.start.column
  }
}

extension YAMLEntry {
  /// How to move it below another one; nil where that one is not the first of its line.
  fileprivate func cure(as model: YAMLEntry?, downTo last: Int32? = nil) -> String? {
    guard let start = model?.key.range.start, start.line < key.range.start.line else { return nil }
    let isAlone = last == nil && value.range.end.line == key.range.end.line
    return LineMove.cure("it", to: Int(start.column) - 1, as: "line \(start.line)")
      + (isAlone ? "" : LineMove.others(below: Int(key.range.start.line), downTo: last.map { Int($0) }))
  }
}

extension [YAMLEntry] {
  /// The entry behind one, if it stands below it and as deep.
  fileprivate func following(_ index: Int) -> YAMLEntry? {
    guard index + 1 < count, self[index + 1].isBelow(self[index]) else { return nil }
    return self[index + 1]
  }
}

extension Diagnostic {
  /// - Parameters:
  ///   - model: what it is to stand below, and as deep.
  ///   - last: the last line that belongs to it; nil for all that stands below it.
  static func tooShallow(_ entry: YAMLEntry, of owner: String, as model: YAMLEntry? = nil, downTo last: Int32? = nil)
    -> Diagnostic
  {
    slip(
      entry, "stands too far to the left: it belongs to \(owner)",
      entry.cure(as: model, downTo: last) ?? "indent it and what stands below it by two more spaces")
  }

  /// - Parameter model: what it is to stand below, and as deep.
  static func tooDeep(_ entry: YAMLEntry, _ place: String, as model: YAMLEntry? = nil) -> Diagnostic {
    slip(
      entry, "is indented too deep: it stands \(place)",
      entry.cure(as: model) ?? "indent it less, as the names beside which it belongs, and what stands below it as well")
  }

  fileprivate static func between(_ entry: YAMLEntry, _ choice: String, _ step: String) -> Diagnostic {
    slip(
      entry, "stands as deep as the names of choices",
      "indent it by two more spaces if it belongs to the choice \(choice), by two less if it belongs to \(step)")
  }

  /// Of a key without a value that is told already: this replaces it.
  private static func slip(_ entry: YAMLEntry, _ what: String, _ cure: String) -> Diagnostic {
    Diagnostic(
      entry.isHollow ? YAMLRules.emptyValue : YAMLRules.unknownKey, "\(quoting(entry.key.value)) \(what)",
      at: entry.key.range, help: cure)
  }
}
