// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Values

/// In what a call differs from the one that was recorded.
struct CallDifference {
  /// The recorded call, with the argument that differs.
  let then: String
  /// The call, with the same argument.
  let now: String

  /// Nil if they do not differ; the order of the arguments does not count, and a secret is like any other.
  init?(_ then: SDKCall, _ now: SDKCall) {
    guard then.name == now.name else {
      (self.then, self.now) = (Self.words(then), Self.words(now))
      return
    }
    let names = then.arguments.fields.map(\.name) + now.arguments.fields.map(\.name)
    guard let name = names.first(where: { !Self.isSame(then.arguments[$0], now.arguments[$0]) }) else { return nil }
    (self.then, self.now) = (Self.words(then, name), Self.words(now, name))
  }

  /// A text that was covered may have been any.
  private static func isSame(_ then: Value?, _ now: Value?) -> Bool {
    switch (then, now) {
    case (.text(Secret.mark)?, .text?): true
    case (.list(let then)?, .list(let now)?):
      then.count == now.count && zip(then, now).allSatisfy { isSame($0, $1) }
    case (.record(let then)?, .record(let now)?):
      Set(then.fields.map(\.name)) == Set(now.fields.map(\.name))
        && then.fields.allSatisfy { isSame($0.value, now[$0.name]) }
    default: then == now
    }
  }

  private static func words(_ call: SDKCall, _ name: String) -> String {
    let value = call.arguments[name].map { "\(name): \($0)" } ?? "no \(name)"
    return Diagnostic.quoting("\(call.name)(\(value))", limit: 160)
  }

  static func words(_ call: SDKCall) -> String {
    let arguments = call.arguments.fields.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    return Diagnostic.quoting("\(call.name)(\(arguments))", limit: 160)
  }
}

extension CassetteEntry.What {
  /// What passed, for a reader.
  package var words: String {
    switch self {
    case .call(let call, _): CallDifference.words(call)
    case .event(let event): "the SDK sent \(Diagnostic.quoting(event.name))"
    case .failure(.gone): "the SDK went away"
    case .failure: "the SDK broke its contract"
    case .direction(.send(let event)): "the SDK was told to send \(Diagnostic.quoting(event.name))"
    case .direction(.refuse(let call, let code)):
      "the SDK was told to refuse \(Diagnostic.quoting(call)) with \(code)"
    case .direction(.hold): "the SDK was told to hold replies"
    case .direction(.release): "the SDK was told to release replies"
    }
  }
}
