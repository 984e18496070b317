// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowLanguage
import SDKContract
import Values
import YAMLTree

/// What a place takes that is neither a word of the table nor a name of the flow: times, types, proofs, lists, and names of files themselves.
extension CompletionSearch {
  mutating func addWordsOfPlace() {
    if (ValueShape.shape { [kind] in kind.shape }).values(at: keys).contains(where: \.isDuration) { addDurations() }
    switch kind {
    case .flow, .part: addWordsOfSteps()
    case .scenarios, .world: addNamesOfWorlds()
    case .catalogue, .contract, .answers, .config: break
    }
  }

  /// A number that is begun, with each unit; else usual times.
  private mutating func addDurations() {
    let typed = cursor.typed
    let isBegun = !typed.isEmpty && typed.utf8.allSatisfy { (48...57).contains($0) }
    let times =
      isBegun ? ["s", "m", "h"].map { typed + $0 } : ["5s", "10s", "30s", "1m", "5m", "1h"]
    for (index, time) in times.enumerated() { add(time, .word, "a time", rank: 30 + index) }
  }

  private mutating func addWordsOfSteps() {
    let words = Array(keys)
    if words.suffix(2).elementsEqual(["proofs", PlaceMeaning.item])
      || words.suffix(2).elementsEqual(["earns", PlaceMeaning.item])
    {
      return addProofs(ofStepOnly: words.dropLast().last == "earns")
    }
    guard words.count > 2, let contract = workspace.contract(for: text.path) else { return }
    if words.elementsEqual(["threats", "silent", PlaceMeaning.item]) {
      return addAll(contract.severities, "how grave a threat is")
    }
    guard let step else { return }
    switch (words[2], words.count) {
    case ("countdown", 3):
      for field in event(of: step, contract)?.fields.shown ?? [] where field.type == .seconds {
        add("$event.\(field.name)", .field, "a number of seconds", rank: 0)
      }
    case ("ask", 4) where words[3] != PlaceMeaning.item, ("ask", 5) where words[4] == "type":
      // What the call says of its parameter can only be repeated.
      let call = step.answer.flatMap { contract.call(named: $0) }.map { contract[$0] }
      let stated = call?.parameter(named: words[3])?.type
      for type in stated.map({ [$0] }) ?? ValueType.ofInputs { add("\(type)", .word, "a type", rank: 5) }
    case ("ask", 5) where words[4] == "default":
      let call = step.answer.flatMap { contract.call(named: $0) }.map { contract[$0] }
      let stated = step.typeWords[words[3]].flatMap { word in ValueType.ofInputs.first { $0.description == word } }
      let type = call?.parameter(named: words[3])?.type ?? stated
      for field in event(of: step, contract)?.fields.shown ?? [] where type == nil || field.type == type {
        add("$event.\(field.name)", .field, "a field of the event, \(field.type)", rank: 5)
      }
    default: break
    }
  }

  private func event(of step: WrittenStep, _ contract: Contract) -> EventSpec? {
    step.awaited.flatMap { contract.event(named: $0) }.map { contract[$0] }
  }

  /// Kinds of factor, authenticators, and both together.
  ///
  /// - Parameter isOfStep: whether only what the calls of the step earn is meant.
  private mutating func addProofs(ofStepOnly isOfStep: Bool) {
    guard let contract = workspace.contract(for: text.path) else { return }
    let calls = contract.calls.filter { !isOfStep || step?.calls.contains($0.name) ?? false }
    var seen: Set<String> = []
    let proofs = calls.flatMap(\.replies).flatMap(\.earns)
    for proof in proofs where seen.insert(proof.words).inserted { add(proof.words, .word, "a proof", rank: 10) }
    guard !isOfStep else { return }
    for authenticator in contract.authenticators where seen.insert(authenticator.name).inserted {
      add(authenticator.name, .word, "an authenticator", authenticator.meaning, rank: 20)
    }
  }

  /// Behind `from:` and `order:` of a pick.
  ///
  /// - Returns: whether nothing else can stand there.
  mutating func addWordsOfPick() -> Bool {
    let words = Array(keys)
    guard kind == .flow || kind == .part, words.count == 5, words[2] == "pick", ["from", "order"].contains(words[4]),
      let contract = workspace.contract(for: text.path), let step
    else { return false }
    let picks = contract.picks(of: step)
    if words[4] == "order" {
      let item = picks.first { $0.name == words[3] }?.type
      let fields = item?.record?.fields.filter { $0.type.isNumberOrText }.map(\.name)
      for way in Pattern.orders {
        for order in fields.map({ $0.map { "\(way) \($0)" } }) ?? [way] { add(order, .word, rank: 5) }
      }
      return true
    }
    for field in event(of: step, contract)?.fields.fields ?? [] {
      if case .list = field.type { add("event.\(field.name)", .field, "\(field.type)", rank: 0) }
    }
    for pick in picks.prefix(while: { $0.name != words[3] }) {
      for field in pick.type.record?.fields ?? [] {
        if case .list = field.type { add("\(pick.name).\(field.name)", .field, "\(field.type)", rank: 1) }
      }
    }
    return true
  }

  /// Users, devices and calls of a world; worlds, beginnings and security modules that scenarios give names to.
  private mutating func addNamesOfWorlds() {
    let words = Array(keys)
    let tree = cursor.tree
    func members(_ path: String...) -> [String] { tree.keys(below: path) }
    if kind == .scenarios {
      switch (words.first, words.count, words.last) {
      case ("scenarios", 3, "world"):
        return addAll(members("worlds"), "a world of this file")
      case ("worlds", 3, "extends"), ("scenarios", 4, "extends"):
        return addAll(members("worlds").filter { $0 != words[1] } + ["default"], "a world of this file")
      case ("scenarios", 3, "begin"), ("beginnings", 3, "begin"):
        return addAll(members("beginnings").filter { $0 != words[1] }, "a beginning of this file")
      default: break
      }
      if ScenarioMeaning.inItem(self.keys)?.elementsEqual(["allow"]) ?? false {
        return addAll(members("modules"), "a security module")
      }
    }
    guard let start = words.firstIndex(where: { ["users", "device", "devices", "faults", "threats"].contains($0) }),
      kind == .world || words.contains("world") || words.first == "worlds"
    else { return }
    let above = Array(words[..<start])
    let contract =
      workspace.contract(for: text.path)
      ?? EmbeddedContracts.names.first.flatMap { EmbeddedContracts.contract(named: $0) }
    switch (words[start], words.last, words.count - start) {
    case ("faults", "call", 3), ("threats", "during", 3):
      for call in contract?.calls ?? [] { add(call.name, .call, "", call.meaning, rank: 10) }
    case ("faults", "event", 3):
      for event in contract?.events ?? [] { add(event.name, .event, event.kind.rawValue, event.meaning, rank: 10) }
    case ("device", "recentUser", 2), ("devices", "recentUser", 3):
      addAll(tree.keys(below: above + ["users"]), "a user of this world")
    case ("device", _, 3) where words[start + 1] == "rememberedUsers",
      ("devices", _, 4) where words[start + 2] == "rememberedUsers":
      addAll(tree.keys(below: above + ["users"]), "a user of this world")
    case ("users", _, 4) where ["registeredDevices", "lda"].contains(words[start + 2]):
      addAll(tree.keys(below: above + ["devices"]), "a device of this world")
    default: break
    }
  }

  mutating func addAll(_ names: [String], _ detail: String) {
    for name in names { add(name, .word, detail, rank: 5) }
  }
}

extension ValueType {
  fileprivate var isNumberOrText: Bool {
    switch self {
    case .text, .int, .count, .seconds: true
    default: false
    }
  }
}
