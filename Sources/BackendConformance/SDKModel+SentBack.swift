// SPDX-License-Identifier: Apache-2.0

import SDKContract
import Values

/// What an answer must have of what it answers.
extension SDKModel {
  /// - Parameters:
  ///   - event: the answer.
  ///   - reply: the line of the contract that names it.
  ///   - way: the call that it answers.
  /// - Returns: which clauses held; the last one may be broken.
  func sentBack(_ event: Asked, _ spec: EventSpec, _ reply: Reply, _ way: UnderWay) -> [ClauseCheck] {
    var checks: [ClauseCheck] = []
    for check in [ids(event, spec, reply, way), user(event, spec, way), attempts(event, way)] {
      guard let check else { continue }
      checks.append(check)
      if check.breach != nil { break }
    }
    return checks
  }

  private func ids(_ event: Asked, _ spec: EventSpec, _ reply: Reply, _ way: UnderWay) -> ClauseCheck? {
    guard let path = reply.echo, let answered = way.answered else { return nil }
    guard answered.data.values(at: path[...]) == event.data.values(at: path[...]) else {
      let ids = path.joined(separator: ".")
      return .broken(.echoes, "sent `\(spec.name)` for `\(way.call.name)` with another `\(ids)`")
    }
    return .holds(.echoes)
  }

  /// Whether it is about the user whom the call, or what the call answers, was about.
  private func user(_ event: Asked, _ spec: EventSpec, _ way: UnderWay) -> ClauseCheck? {
    guard let field = spec.userField, case .text(let name)? = event.data[field] else { return nil }
    let known = users(of: way)
    guard !known.isEmpty else { return nil }
    guard known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
      return .broken(.echoes, "sent `\(spec.name)` for `\(way.call.name)` with another `\(field)`")
    }
    return .holds(.echoes)
  }

  /// Whom the answer to a call may be about; empty where that is for the SDK to say.
  private func users(of way: UnderWay) -> [String] {
    let named = way.call.parameters.filter(\.isUser).compactMap { way.values[$0.name] }
    if !named.isEmpty { return named.compactMap(\.asText) }
    guard let answered = way.answered, contract[answered.id].kind == .challenge else { return [] }
    if let field = contract[answered.id].userField { return [answered.data[field]].compactMap { $0?.asText } }
    // Who is asked for a name says one: the SDK goes on with it, or with one that the probe says it knows the user by.
    let typed = way.call.parameters.compactMap { parameter -> String? in
      guard parameter.type == .text, !parameter.isOptional, let text = way.values[parameter.name]?.asText else {
        return nil
      }
      return parameter.isTrimmed ? Trimming.trimmed(text) : text
    }
    return typed.isEmpty ? [] : typed + aliases
  }

  private func attempts(_ event: Asked, _ way: UnderWay) -> ClauseCheck? {
    guard let answered = way.answered, answered.id == event.id, answered.mode == event.mode,
      case .code(let number) = event.outcome,
      let field = contract.codes(in: event.id, mode: event.mode).first(where: { $0.number == number })?.boundedBy,
      case .int(let before)? = answered.data[field], case .int(let left)? = event.data[field]
    else { return nil }
    // Where none was left, there is none to lose.
    if before <= 0, left <= before { return nil }
    guard left < before else {
      let name = contract[event.id].name
      return .broken(
        .countsDown, "sent `\(name)` with the status \(number) and \(left) as `\(field)`, which was \(before) before")
    }
    return .holds(.countsDown)
  }
}

extension Value {
  fileprivate var asText: String? { if case .text(let text) = self { text } else { nil } }
}

extension Record {
  /// All values at the end of a path, through lists too.
  fileprivate func values(at path: ArraySlice<String>) -> [Value] {
    guard let name = path.first, let value = self[name] else { return [] }
    var found = [value]
    if case .list(let items) = value { found = items }
    guard path.count > 1 else { return found }
    return found.flatMap { item -> [Value] in
      if case .record(let record) = item { record.values(at: path.dropFirst()) } else { [] }
    }
  }
}
