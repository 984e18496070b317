// SPDX-License-Identifier: Apache-2.0

import SDKContract
import Values

/// What to write below `interrupts:` for an event of the contract.
enum InterruptEntry {
  /// The shortest entry with which nothing is left open at the SDK, ready to be pasted.
  ///
  /// - Parameter end: the end that it leads to.
  static func line(for event: EventID, to end: String, in contract: Contract) -> String {
    let name = contract[event].name
    guard contract[event].barsCalls, let call = decline(event, contract) else { return "\(name): { to: \(end) }" }
    let with = call.arguments.map { ", with: \($0)" } ?? ""
    let replies = call.replies.map { "\($0): \(end), " }.joined()
    return "\(name): { choices: { leave: { call: \(call.name)\(with), then: { \(replies)rejected: stay } } }, "
      + "then: { else: \(end) } }"
  }

  struct Call {
    let name: String
    /// As a flow writes them, such as `{ shouldProceedWithThreats: false }`; nil for none.
    let arguments: String?
    /// The events with which the SDK replies.
    let replies: [String]
  }

  /// The call that answers an event without accepting what it asks; nil if there is none whose arguments are plain.
  static func decline(_ event: EventID, _ contract: Contract) -> Call? {
    for call in contract.calls where call.answers.contains(event) && call.accepts != .always {
      let needed = call.parameters.filter { !$0.isOptional && $0.name != call.each }
      guard needed.allSatisfy({ $0.type == .flag }) else { continue }
      let pairs = needed.map { "\($0.name): false" }.joined(separator: ", ")
      let replies = call.replies.filter { reply in
        reply.outcome == .success
          && reply.given.fields.allSatisfy { field in field.value == .flag(false) }
      }
      return Call(
        name: call.name, arguments: pairs.isEmpty ? nil : "{ \(pairs) }",
        replies: replies.map { contract[$0.event].name })
    }
    return nil
  }
}
