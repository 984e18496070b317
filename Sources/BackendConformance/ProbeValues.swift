// SPDX-License-Identifier: Apache-2.0

import FlowExploration
public import SDKContract
public import Values

/// The values with which calls are made: right ones that a person knows, and made-up ones beside them.
public struct ProbeValues: Sendable {
  /// By the name of a parameter, or by `call.parameter`, which goes first.
  private let known: [String: [Value]]

  /// Only made-up values, if none are known.
  public init(_ known: [String: [Value]] = [:]) { self.known = known }

  /// Names that are of no parameter of a contract, in the order of the alphabet.
  public func strangers(to contract: Contract) -> [String] {
    let names = Set(Self.names(of: contract))
    return known.keys.filter { !names.contains($0) }.sorted()
  }

  /// What a value can be given for: parameters, and the fields of events in which the SDK names the user.
  public static func names(of contract: Contract) -> [String] {
    contract.calls.flatMap { call in call.parameters.flatMap { [$0.name, "\(call.name).\($0.name)"] } }
      + contract.events.compactMap(\.userField)
  }

  /// Whom the SDK may name, whatever name was typed.
  func users(of contract: Contract) -> [String] {
    Set(contract.events.compactMap(\.userField)).flatMap { known[$0] ?? [] }.compactMap { value in
      if case .text(let name) = value { name } else { nil }
    }
  }

  /// So many ways to make a call are tried.
  private static let mostWays = 8

  /// The ways in which a call is made: the right one first, then others that differ in one value.
  ///
  /// - Parameter user: whom the SDK is talking about; nil if it has not said.
  func arguments(of call: CallSpec, user: String?) -> [Record] {
    let given = call.parameters.compactMap { parameter -> (String, [Value])? in
      let right = known["\(call.name).\(parameter.name)"] ?? known[parameter.name] ?? []
      if parameter.isOptional { return right.isEmpty ? nil : (parameter.name, right) }
      let user = parameter.isUser ? user.map { [Value.text($0)] } ?? [] : []
      var values: [Value] = []
      for value in user + right + Self.madeUp(parameter) where !values.contains(value) { values.append(value) }
      return (parameter.name, values)
    }
    let first = Record(given.compactMap { name, values in values.first.map { Record.Field(name, $0) } })
    var ways = [first]
    for (name, values) in given {
      for value in values.dropFirst() {
        var other = first
        other[name] = value
        ways.append(other)
      }
    }
    return Array(ways.prefix(Self.mostWays))
  }

  /// Values that fit the type and mean nothing.
  private static func madeUp(_ parameter: CallSpec.Parameter) -> [Value] {
    switch parameter.type {
    case .flag: return [.flag(true), .flag(false)]
    case .numbered(_, let numbers): return numbers.prefix(3).map { .int($0.number) }
    case .oneOf(_, let words): return words.prefix(3).map { .text($0) }
    case .int, .count, .seconds: return [.int(parameter.minimum ?? 1)]
    case .text, .secret:
      let least = max(1, parameter.minimum ?? 1)
      var text = SampleValues.text
      while text.count < least { text += SampleValues.text }
      return [.text(String(text.prefix(min(parameter.maximum ?? .max, max(least, SampleValues.text.count)))))]
    case .list, .record: return [SampleValues.ordinary(parameter.type)]
    }
  }
}
