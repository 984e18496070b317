// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
package import YAMLTree

/// What flows share, as its author wrote it: budgets, steps, interrupts, ends and messages that are joined to a flow as if they
/// stood there.
package struct PartDocument: Sendable {
  /// The name of the part.
  package var name: Spanned<String>
  /// What it is for, in one sentence; nil where nobody has said it.
  package var summary: Spanned<String>?
  /// The contract, as in ``FlowDocument/sdk``: that of every flow that uses the part.
  package var sdk: Spanned<String>
  /// Other parts that this one uses, as paths from its own folder.
  package var uses: [Spanned<String>]
  /// As in ``FlowDocument/catalogues``.
  package var catalogues: [Spanned<String>] = []
  /// Names that the part refers to and does not hold: the flow must, or may where there is a default.
  package var needs: [Spanned<String>]
  /// What of its needs has a value where the flow gives none.
  package var defaults = PartDefaults()
  /// What the flow gets of budgets that steps share.
  package var budgets: [SharedBudgetSyntax] = []
  /// What the flow gets of lists of questions.
  package var gates: [QuestionListSyntax] = []
  /// What the flow gets of steps.
  package var steps: [StepSyntax]
  /// What the flow gets of interrupts.
  package var interrupts: [StepSyntax]
  /// What the flow gets of ends.
  package var ends: [EndSyntax]
  /// What the flow gets of messages.
  package var messages: [MessageSyntax]
  /// As in ``FlowDocument/unreadPlaces``.
  package var unreadPlaces: Set<String>
  /// As in ``FlowDocument/unreadMessages``.
  package var unreadMessages: Set<String>
  /// As in ``FlowDocument/unreadBudgets``.
  package var unreadBudgets: Set<String> = []
  /// As in ``FlowDocument/unreadGates``.
  package var unreadGates: Set<String> = []
  /// As in ``FlowDocument/lacksParts``; also where what it needs cannot be read.
  package var lacksParts = false
  /// As in ``FlowDocument/flaws``.
  package var flaws: [SourceRange]
  /// The whole document.
  package var range: SourceRange
  /// Whether a step runs a flow.
  package var hasRuns: Bool
}

/// What a value below `needs:` is, and below which key a flow gives its own: a number is a budget, a text a message, and a list
/// what a gate asks.
package enum DefaultKind: String, CaseIterable, Sendable {
  case budgets, gates, messages

  /// Nil for `required`, which is no value.
  ///
  /// - Parameters:
  ///   - isList: whether it is a list.
  ///   - keys: the keys of a map; nil for what is none.
  ///   - text: the text of a scalar; nil for what is none.
  package init?(isList: Bool, keys: [String]?, text: String?) {
    if isList {
      self = .gates
    } else if let keys {
      self = keys.contains("count") ? .budgets : .messages
    } else if text == "required" {
      return nil
    } else {
      self = text.flatMap { Int($0) } == nil ? .messages : .budgets
    }
  }
}

/// The values of what a part needs, where the flow gives none of its own.
package struct PartDefaults: Sendable {
  package var budgets: [SharedBudgetSyntax] = []
  package var messages: [MessageSyntax] = []
  package var gates: [QuestionListSyntax] = []

  /// What it has a value for.
  package var names: Set<String> {
    Set(budgets.map(\.name.value) + messages.map(\.name.value) + gates.map(\.name.value))
  }
}

extension FlowDocument {
  /// A part on its own, to be held against its contract: what it needs counts as written elsewhere.
  package init(alone part: PartDocument) {
    let nowhere = Spanned("", part.range)
    self.init(
      name: part.name, version: nowhere, summary: part.summary, sdk: part.sdk, goal: nil, require: nil, uses: part.uses,
      start: nowhere,
      steps: part.steps, interrupts: part.interrupts, ends: part.ends,
      messages: part.messages + part.defaults.messages,
      unreadPlaces: part.unreadPlaces.union(part.needs.map(\.value)),
      unreadMessages: part.unreadMessages.union(part.needs.map(\.value)), flaws: part.flaws, range: part.range)
    budgets = part.budgets + part.defaults.budgets
    unreadBudgets = part.unreadBudgets.union(part.needs.map(\.value))
    gates = part.gates + part.defaults.gates
    unreadGates = part.unreadGates.union(part.needs.map(\.value))
    hasRuns = part.hasRuns
    catalogues = part.catalogues
    lacksParts = part.lacksParts
  }
}

extension DocumentReader {
  /// Whether a text is a path of folders and a file, as each key takes it that names a file.
  package static func isPath(_ text: String) -> Bool {
    let words = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return words.dropLast().allSatisfy { $0 == "." || $0 == ".." || $0.isName } && words.last?.isFileName ?? false
  }

  /// The path without what is too much in it, from the folder of its file; nil if that is not all that is wrong.
  package static func path(curing text: String) -> String? {
    let cured = text.split { $0 == "/" || $0 == "\\" }.map { word in
      let rest = word.drop { $0 == " " }
      return String(rest[..<(rest.lastIndex { $0 != " " }.map { rest.index(after: $0) } ?? rest.startIndex)])
    }.joined(separator: "/")
    return isPath(cured) ? cured : nil
  }

  /// What to do about a folder or file whose name no path can have, such as `v1.2`; nil where something else is wrong.
  package static func cure(ofNameIn path: String) -> String? {
    let words = path.split(separator: "/").map(String.init)
    let word = words.enumerated().first { index, word in
      index == words.count - 1 ? !word.isFileName : word != "." && word != ".." && !word.isName
    }?.element
    guard let word, word.allSatisfy({ $0.isLetter || $0.isNumber || " ._-".contains($0) }) else { return nil }
    let rule = "each name in a path begins with a letter, and has letters, digits, `-` and `_`"
    return "rename \(Diagnostic.quoting(word)): \(rule)"
  }

  /// What is wrong with a part whose first key is misspelt, or is that of a flow; nil for any other tree.
  ///
  /// It is told where the part is checked, and where a flow uses it: in the same words, so that it is one finding.
  package static func slipOfFirstKey(inPart root: YAMLNode) -> Diagnostic? {
    guard root["language"] == nil, root["part"] == nil, root["sdk"] != nil, let first = root.entries.first?.key,
      ["steps", "interrupts", "ends", "messages"].contains(where: { root[$0] != nil })
    else { return nil }
    let parts = DocumentDecoder.partKeys.map(\.description)
    let others = root.entries.map(\.key).filter { !parts.contains($0.value) }
    guard others.count == 1, let name = others.first, name.value == "flow" || name.range == first.range else {
      return nil
    }
    if name.value == "flow" {
      return Diagnostic(
        YAMLRules.unknownKey, "a part has no key `flow`, and a flow has `language`, `version` and `start`",
        at: name.range, help: "write `part:` in place of `flow:` if this is a part; else add these keys")
    }
    let word = name.value.lowercased()
    guard word == "part" || Suggestion.nearest(to: word, among: ["part"]) != nil else { return nil }
    return Diagnostic(
      YAMLRules.unknownKey, "a part has no key \(Diagnostic.quoting(name.value))", at: name.range,
      help: Cure("did you mean `part`?", .word(name.value, by: "part")))
  }

  /// Whether a tree is a part rather than a flow.
  package static func isPart(_ root: YAMLNode) -> Bool { root["part"] != nil && root["flow"] == nil }

  /// The part, if the tree is one at all, and everything that is wrong with its words.
  ///
  /// - Parameter known: what reading the tree has found already.
  package static func readPart(_ root: YAMLNode, knowing known: [Diagnostic] = []) -> Outcome<PartDocument> {
    var decoder = DocumentDecoder()
    var part = decoder.part(root)
    let flaws = (known + decoder.findings).filter { $0.severity == .error }
    if !flaws.isEmpty, !root.isGrafted,
      let slip = IndentationSlip(root, outermost: DocumentDecoder.partKeys, flaws: flaws).finding
    {
      return Outcome(nil, [slip])
    }
    part?.leaveOut(known.doubledKeys)
    part?.lacksParts = decoder.lacksParts
    if !flaws.isEmpty {
      let names = decoder.unreadNames(of: root)
      part?.flaws = flaws.map(\.range).sorted()
      part?.unreadPlaces = names.places
      part?.unreadMessages = names.messages
      part?.unreadBudgets = names.budgets
      part?.unreadGates = names.gates
    }
    return Outcome(part, decoder.findings)
  }
}

extension DocumentDecoder {
  static let partKeys = Shape.part.words

  mutating func part(_ root: YAMLNode) -> PartDocument? {
    if let misplaced = misplacedKey(in: root) ?? lostLine(in: root) {
      findings.append(misplaced)
      return nil
    }
    if let flow = flowWithThePartsKey(root) {
      findings.append(flow)
      return nil
    }
    let keys = Self.partKeys.map(\.description)
    guard
      let map = root.mapping(keys: Self.partKeys)
        ?? root.mapping(
          "a part", keys: keys, meaning: Self.outermostMeanings, elsewhere: Self.ofFlows, suits: Self.suits,
          &findings)
    else { return nil }
    outermost = map
    let name = map["part"].flatMap { ownName($0, "the name of the part", "a part") }
    let summary = map["summary"]?.text("`summary`", &findings)
    let sdk = require("sdk", of: "the part", in: map, Self.partKeys).flatMap { self.sdk($0) }
    let uses = map["use"].map { self.uses($0) } ?? []
    let before = findings.count
    let needs = map["needs"].map { self.needs($0) } ?? (names: [], defaults: PartDefaults())
    // What stands in a list that cannot be read may be any name.
    if findings.count > before || map["needs"].map({ $0.isReported }) ?? false { lacksParts = true }
    let budgets = budgets(map)
    let steps = map["steps"]?.mapping("`steps`", &findings).map { self.steps($0) } ?? []
    let interrupts =
      map["interrupts"]?.mapping("`interrupts`", &findings).map { self.interrupts($0) } ?? []
    let ends = map["ends"]?.mapping("`ends`", &findings).map { self.ends($0) } ?? []
    let messages = map["messages"]?.mapping("`messages`", &findings)?.compactMap { message($0) } ?? []
    guard let sdk, isBroken || name != nil else { return nil }
    return PartDocument(
      name: name ?? Spanned("", root.range), summary: summary, sdk: sdk, uses: uses,
      catalogues: map["catalogues"].map { catalogues($0) } ?? [], needs: needs.names,
      defaults: needs.defaults, budgets: budgets, gates: gateLists(map), steps: steps, interrupts: interrupts,
      ends: ends,
      messages: messages, unreadPlaces: [], unreadMessages: [], flaws: [], range: root.range, hasRuns: hasRuns)
  }

  /// `needs: [signedOut]`, or `needs: { signedOut: required, passwords: 3 }`.
  private mutating func needs(_ node: YAMLNode) -> (names: [Spanned<String>], defaults: PartDefaults) {
    guard node.kind == .mapping else {
      let names =
        node.sequence("`needs`", &findings)?.compactMap { item in
          listedName(item, "a name below `needs`").flatMap { notAFlag($0, "what a part needs") }
        }
        ?? node.listedWords.filter(\.isName).map { Spanned($0, node.range) }
      return (names, PartDefaults())
    }
    var names: [Spanned<String>] = []
    var defaults = PartDefaults()
    guard let map = node.mapping("`needs`", &findings) else { return ([], defaults) }
    map.forEachEntry { entry in
      guard let name = name(entry.key, "what the part needs") else { return }
      names.append(name)
      take(entry, of: name, into: &defaults)
    }
    return (names, defaults)
  }

  private mutating func take(_ entry: YAMLEntry, of name: Spanned<String>, into defaults: inout PartDefaults) {
    let value = entry.value
    switch DefaultKind(
      isList: value.kind == .sequence, keys: value.kind == .mapping ? value.entries.map(\.key.value) : nil,
      text: value.text)
    {
    case .gates:
      if let questions = askedQuestions(value, "`\(name.value)`") {
        defaults.gates.append(QuestionListSyntax(name: name, questions: questions))
      }
    case .budgets:
      if let budget = budget(value, "`\(name.value)`") {
        defaults.budgets.append(SharedBudgetSyntax(name: name, budget: budget))
      }
    case .messages: if let message = message(entry) { defaults.messages.append(message) }
    case nil: break
    }
  }

  /// The keys of a flow that a part has not, with what to do about them.
  private static let ofFlows = Dictionary(
    uniqueKeysWithValues: DocumentDecoder.keys.map(\.description).filter { key in
      !partKeys.contains { $0.description == key }
    }.map { ($0, "take it out: the flow that uses the part has it") })

  /// A flow whose author wrote `part:` where `flow:` is due; nil for what may be a part.
  private func flowWithThePartsKey(_ root: YAMLNode) -> Diagnostic? {
    let ofFlows = DocumentDecoder.keys.filter { key in
      !Self.partKeys.contains { $0.description == key.description } && root[key] != nil
    }
    guard ofFlows.count > 1, let part = root.entries.first(where: { $0.key.value == "part" }) else { return nil }
    let words = ofFlows.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    return Diagnostic(
      YAMLRules.unknownKey, "a part has no \(words)", at: part.key.range,
      help: "write `flow:` in place of `part:` if this is a flow; else take these keys out")
  }

  /// `sdk: relid`, or `sdk: ./contracts/sso.yaml`: the path of a contract from the folder of the file.
  mutating func sdk(_ node: YAMLNode) -> Spanned<String>? {
    guard let text = node.text, FilePath.isPath(text) else { return node.name("`sdk`", &findings) }
    if DocumentReader.isPath(text) { return Spanned(text, node.range) }
    report(
      SyntaxRules.badWord, "\(Diagnostic.quoting(text)) is not the path of a contract", node.range,
      help: DocumentReader.cure(ofNameIn: text)
        ?? "write it from the folder of this file, such as `./contracts/sso.yaml`: each of its names begins with a letter, and has letters, digits, `-` and `_`"
    )
    return nil
  }

  /// `use: [parts/threats, parts/session]`: paths from the folder of the file.
  mutating func uses(_ node: YAMLNode) -> [Spanned<String>] {
    let paths =
      node.sequence("`use`", &findings)?.map { path($0, "a path below `use`", such: "parts/threats") } ?? [nil]
    lacksParts = paths.contains(nil)
    let named = paths.compactMap { $0 }
    tellTwice(named, "`use`")
    return named
  }

  /// The path of another file, from the folder of this one; `.yaml` may be left out.
  mutating func path(_ node: YAMLNode, _ what: String, such example: String) -> Spanned<String>? {
    guard let path = node.text(what, &findings) else { return nil }
    if DocumentReader.isPath(path.value) { return path }
    findings.append(.noPath(path, such: example))
    return nil
  }
}

extension Diagnostic {
  /// A text where the path of a flow or a part is due, and that is none, such as an absolute path.
  package static func noPath(_ path: Spanned<String>, such example: String) -> Diagnostic {
    Diagnostic(
      SyntaxRules.badWord, "`\(path.value)` is not the path of a flow or part", at: path.range,
      help: paths(in: path.value).map { "write a comma between two of them: `\($0.joined(separator: ", "))`" }
        ?? DocumentReader.path(curing: path.value).map { "write `\($0)`: the path begins at the folder of this file" }
        ?? (DocumentReader.cure(ofNameIn: path.value) ?? "write it from the folder of this file, such as `\(example)`"))
  }

  /// The paths that are meant by several in one text; nil for anything else.
  private static func paths(in text: String) -> [String]? {
    let words = text.split { $0 == " " || $0 == "," || $0 == ";" }.map(String.init).filter { $0 != "-" }
    return words.count > 1 && words.allSatisfy { DocumentReader.isPath($0) && $0.contains("/") } ? words : nil
  }
}

extension String {
  /// Whether it may name a file: `login`, `login.yaml` or `login.yml`, or `login.mfaflow` for a file whose name tells what it is.
  fileprivate var isFileName: Bool {
    let name = FilePath.isPath(self) ? FilePath.stem(of: self) : self
    return (name.hasSuffix(".mfaflow") ? String(name.dropLast(".mfaflow".count)) : name).isName
  }
}
