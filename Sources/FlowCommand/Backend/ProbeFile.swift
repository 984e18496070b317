// SPDX-License-Identifier: Apache-2.0

import BackendConformance
import CheckPolicy
import Diagnostics
import FlowGraph
import FlowScenarios
import Redaction
import SDKContract
import Values
import YAMLTree

/// A file with right answers, by the names of the parameters: each a value, or a list of values.
enum ProbeFile {
  /// - Throws: what is wrong with it, without a value: they may be secrets.
  static func read(
    _ file: SourceFile, for contract: Contract, _ format: FindingFormat, _ streams: Streams
  ) throws(UsageProblem) -> ProbeValues {
    let tree = YAML.read(file)
    let harmless = HarmlessValues(keys: ProbeValues.names(of: contract))
    let json = try BackendVerification.sound(
      Outcome(tree.value?.json, tree.findings), file, showing: harmless, format, streams)
    let lines = Dictionary(
      (tree.value?.entries ?? []).map { ($0.key.value, $0.key.range.start.line) }, uniquingKeysWith: { one, _ in one })
    guard let node = try? JSONReader.read(Array(json.utf8)), let fields = try? node.object() else {
      throw problem(file, "is no mapping", "write `NAME: VALUE` in each line, such as `userName: alice`")
    }
    var values: [String: [Value]] = [:]
    for field in fields.rest {
      guard let type = type(of: field.name, in: contract) else {
        // The name itself is not told: a secret may have been typed in its place.
        let near = Suggestion.help(
          for: field.name, among: ProbeValues.names(of: contract),
          otherwise: "\(contract.wherePrinted) shows what calls take")
        let isShown = harmless.showsKey(field.name, below: nil)
        let name = isShown ? Diagnostic.quoting(field.name) : "a name (not shown, since it may be a secret)"
        throw problem(file, "has \(name), which no call takes", near, line: lines[field.name])
      }
      var nodes = [field.node]
      if case .list(let items) = field.node.value { nodes = items }
      values[field.name] = try nodes.map { node throws(UsageProblem) in
        guard let value = type.accept(value(node, type)) else {
          throw problem(
            file, "has \(Diagnostic.withArticle(Diagnostic.quoting(field.name))) that is not of the type \(type)", nil,
            line: lines[field.name])
        }
        // A new secret is made for each call.
        return if case .secret(let secret) = value {
          .text(secret.withBytes { String(decoding: $0, as: UTF8.self) })
        } else {
          value
        }
      }
    }
    return ProbeValues(values)
  }

  private static func problem(
    _ file: SourceFile, _ words: String, _ help: String?, line: Int32? = nil
  ) -> UsageProblem {
    let place = line.map { ", line \($0)," } ?? ""
    return UsageProblem(
      message: "\(Diagnostic.quoting(file.path, limit: 40))\(place) \(words)", help: help, command: "backend")
  }

  private static func type(of name: String, in contract: Contract) -> ValueType? {
    for call in contract.calls {
      for parameter in call.parameters where name == parameter.name || name == "\(call.name).\(parameter.name)" {
        return parameter.type
      }
    }
    return contract.events.contains { $0.userField == name } ? .text : nil
  }

  /// A number without quotes is a text where one is meant.
  private static func value(_ node: JSONNode, _ type: ValueType) -> Value {
    switch (node.value, type) {
    case (.int(let number), .text), (.int(let number), .secret): .text(String(number))
    case (.int(let number), _): .int(number)
    case (.flag(let flag), _): .flag(flag)
    case (.text(let text), _): .text(text)
    default: .list([])
    }
  }
}
