// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import SDKContract
import YAMLTree

/// What a file is for that another one names, and what a contract says of its own names.
extension FlowWorkspace {
  /// What stands behind a path: what the file says of itself, and what it has; of a built-in contract, how much there is in it.
  func fileWords(_ name: NamePlace, in text: EditedText) -> String? {
    guard let target = names.target(of: name, in: text.path) else {
      return EmbeddedContracts.contract(named: name.name).map { Self.words(of: $0, "built in") }
    }
    guard let file = texts.text(target) else { return "`\(target)` (there is no such file)" }
    if file.kind == .contract, let contract = contract(in: file) { return Self.words(of: contract, "`\(target)`") }
    var lines: [String] = []
    let own = names(in: target)
    if let title = own.first(where: { $0.kind == .part || $0.kind == .flow }) {
      lines.append("**\(title.name)**: \(title.kind == .part ? "a part" : "a flow")")
    }
    if let tree = file.tree, let summary = KeyedPlace.values(at: ["summary"], in: tree).first {
      lines.append(KeyedPlace.scalar(summary))
    }
    func add(_ word: String, _ kind: (NamePlace.Kind) -> Bool) {
      let found = own.filter { $0.isDefinition && kind($0.kind) }.map { "`\($0.name)`" }
      guard !found.isEmpty else { return }
      let more = found.count > Self.mostNames ? ", and \(found.count - Self.mostNames) more" : ""
      lines.append("\(word): \(found.prefix(Self.mostNames).joined(separator: ", "))\(more)")
    }
    add("Steps") { $0 == .step }
    add("Interrupts") { $0 == .event }
    add("Ends") { $0 == .end }
    let needed = own.filter { $0.kind == .needed }.map { "`\($0.name)`" }
    if !needed.isEmpty { lines.append("Needs: \(needed.joined(separator: ", "))") }
    lines.append("`\(target)`")
    return lines.joined(separator: "\n\n")
  }

  /// More of them fill no line.
  private static var mostNames: Int { 12 }

  private static func words(of contract: Contract, _ place: String) -> String {
    "**\(contract.name)** \(contract.version): a contract, \(place)\n\n\(contract.events.count) events, "
      + "\(contract.calls.count) calls, \(contract.codes.count) status codes"
  }

  /// What a contract says of a name in its own file.
  func wordsOfContract(_ name: NamePlace, _ kind: ContractName, in text: EditedText) -> String? {
    let contract = contract(in: text)
    let texts = contract.map(ContractTexts.init)
    let said: String? =
      switch kind {
      case .event: contract?.event(named: name.name).flatMap { texts?.text(ofEvent: $0) }
      case .call: contract?.call(named: name.name).flatMap { texts?.text(ofCall: $0) }
      case .code:
        (Int(name.name) ?? contract?.codes.first { $0.name == name.name }?.number).flatMap { texts?.text(ofCode: $0) }
      case .error:
        (Int(name.name) ?? contract?.errors.first { $0.name == name.name }?.number).flatMap { texts?.text(ofError: $0) }
      case .phase, .mode, .type, .authenticator, .field, .constant, .population: nil
      }
    if let said { return said }
    // Of what nobody gives a name to, the key says more.
    guard !definitions(of: name, in: text.path).isEmpty else { return nil }
    let meaning =
      switch kind {
      case .authenticator: contract?.authenticators.first { $0.name == name.name }?.meaning ?? ""
      case .population: contract?.populations.first { $0.name == name.name }?.meaning ?? ""
      default: ""
      }
    let article = kind == .authenticator || kind == .error || kind == .event ? "an" : "a"
    return "**\(name.name)**: \(article) \(kind == .code ? "status code" : kind.rawValue) of this contract"
      + (meaning.isEmpty ? "" : "\n\n\(meaning)")
  }

  /// What a word of the language says that stands as a value: a move of a line, or a question of a gate.
  func wordOfTable(at place: KeyedPlace, in text: EditedText, _ kind: FileKind) -> WordMeaning? {
    guard kind == .flow || kind == .part, place.role == .value, let last = place.keys.last else { return nil }
    let word = text.text(place.range)
    if PlaceMeaning.value(at: place.keys[...]) == .target, Shape.plainMoves.contains(where: { $0.description == word }),
      let key = Shape.target.key(named: word)
    {
      return WordMeaning(text: "**\(word)**: \(key.meaning)", range: place.range)
    }
    let holdsQuestions = place.keys.contains { ["gate", "gates"].contains($0) }
    guard holdsQuestions, last == PlaceMeaning.item,
      let question = ValueShape.questions.first(where: { $0.word == word })
    else { return nil }
    return WordMeaning(
      text: "**\(word)**: a question to the security modules. \(question.meaning)", range: place.range)
  }
}
