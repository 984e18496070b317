// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values
import YAMLTree

/// Reads what a contract says about values: modes, types, the fields of records, constants.
enum TypeReader {
  /// `modes`: names and numbers.
  static func readModes(_ node: YAMLNode?, in scope: inout ContractScope) {
    guard let node else { return }
    scope.modeNumbers = namedNumbers(node, "a mode", in: &scope) { name, number, scope in
      if !(0...ContractLimits.number).contains(number.value) { scope.findings.append(.badMode(number)) }
      scope.modes.enter(name, number.value, &scope.findings)
    }
    scope.types["mode"] = .numbered("mode", scope.modeNumbers)
  }

  /// `types`, in the order of the file: a type may use those above it.
  static func readTypes(_ node: YAMLNode?, in scope: inout ContractScope) {
    guard let entries = node?.mapping("`types`", &scope.findings)?.entries else { return }
    scope.typesBelow = Set(entries.map(\.key.value))
    defer { scope.typesBelow = [] }
    for entry in entries where ContractWords.mayName(entry.key, "a type", &scope.findings) {
      guard !TypeLine.words.contains(entry.key.value) else {
        scope.findings.append(.reservedName(entry.key))
        continue
      }
      defer { scope.typesBelow.remove(entry.key.value) }
      if let type = readType(entry, in: &scope) { scope.types[entry.key.value] = type }
    }
  }

  private static func readType(_ entry: YAMLEntry, in scope: inout ContractScope) -> ValueType? {
    let name = entry.key.value
    switch entry.value.kind {
    case .sequence:
      var table = NameTable<Void>("a word of this type")
      for word in scope.names(entry.value, "a list of words") { table.enter(word, (), &scope.findings) }
      return table.names.isEmpty ? nil : .oneOf(name, table.names)
    case .mapping:
      let first = entry.value.entries.first?.value.text ?? ""
      if Int(first) != nil {
        return .numbered(name, namedNumbers(entry.value, "a number of this type", in: &scope))
      }
      let type = ValueType.record(readRecord(entry.value, name, in: &scope))
      let count = ContractLimits.fields(in: type, scope.fieldCounts)
      scope.fieldCounts[name] = count
      guard count <= ContractLimits.fields else {
        scope.findings.append(
          .tooLarge("a type", ContractLimits.fields, "fields, those of its fields included", at: entry.key.range))
        return .text
      }
      return type
    case .scalar:
      _ = entry.value.mapping("a type", &scope.findings)
      return nil
    }
  }

  private static func namedNumbers(
    _ node: YAMLNode, _ what: String, in scope: inout ContractScope,
    _ enter: (Spanned<String>, Spanned<Int>, inout ContractScope) -> Void = { _, _, _ in }
  ) -> [NamedNumber] {
    var numbers: [NamedNumber] = []
    var known: [Int: String] = [:]
    for entry in node.mapping("a list of names and numbers", &scope.findings)?.entries ?? []
    where ContractWords.mayName(entry.key, what, &scope.findings) {
      guard let number = entry.value.int(what, &scope.findings) else { continue }
      if let first = known.updateValue(entry.key.value, forKey: number.value) {
        scope.findings.append(.takenNumber(number, what, first: first))
      }
      enter(entry.key, number, &scope)
      numbers.append(NamedNumber(entry.key.value, number.value))
    }
    return numbers
  }

  private static func readRecord(_ node: YAMLNode, _ name: String, in scope: inout ContractScope) -> RecordType {
    var fields: [RecordType.Field] = []
    readFields(node, of: name, [.origins, .privacy], in: &scope) { field, line, _ in
      fields.append(RecordType.Field(field.value, line.type, isPrivate: line.isPrivate))
    }
    return RecordType(name, fields)
  }

  /// The fields or parameters of a map, one by one; a key may name several, separated by commas.
  static func readFields(
    _ node: YAMLNode, of owner: String, _ around: TypeLine.Around, in scope: inout ContractScope,
    _ take: (Spanned<String>, TypeLine, inout ContractScope) -> Void
  ) {
    var known: [String: SourceRange] = [:]
    for entry in node.mapping("a list of fields", &scope.findings)?.entries ?? [] {
      let names = Pieces.byComma(entry.key)
      guard let text = entry.value.text("a type", &scope.findings),
        let line = TypeLine(text, around, in: &scope)
      else {
        scope.lostFields.formUnion(names.map { "\(owner).\($0.value)" })
        continue
      }
      for name in names where name.value.isName {
        if let first = known[name.value] {
          scope.findings.append(.takenName(name, "a field", first: first))
          continue
        }
        known[name.value] = name.range
        for origin in line.origins {
          scope.origins.append(FieldOrigin(owner: owner, field: name.value, origin: origin))
        }
        take(name, line, &scope)
      }
      for name in names where !name.value.isName { scope.findings.append(.badName(name, "a field")) }
    }
  }

  /// `constants`: texts, numbers and flags, each of the type in which it is written.
  ///
  /// In quotes it is a text, and so are digits that do not form a plain number, such as `0711`.
  static func readConstants(_ node: YAMLNode?, in scope: inout ContractScope) -> Record {
    var fields: [Record.Field] = []
    for entry in node?.mapping("`constants`", &scope.findings)?.entries ?? []
    where ContractWords.mayName(entry.key, "a constant", &scope.findings) {
      guard let text = entry.value.text("a constant", &scope.findings)?.value else { continue }
      let value: Value =
        switch (entry.value.isPlain, text) {
        case (true, "true"): .flag(true)
        case (true, "false"): .flag(false)
        case (true, _): Int(text).flatMap { String($0) == text ? .int($0) : nil } ?? .text(text)
        case (false, _): .text(text)
        }
      fields.append(Record.Field(entry.key.value, value))
    }
    return Record(fields)
  }
}

extension Diagnostic {
  fileprivate static func badMode(_ number: Spanned<Int>) -> Diagnostic {
    Diagnostic(
      ContractRules.badNumber, "a mode is a number from 0 to \(ContractLimits.number), not \(number.value)",
      at: number.range, help: "write the number that the SDK sends")
  }
}
