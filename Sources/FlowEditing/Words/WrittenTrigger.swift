// SPDX-License-Identifier: Apache-2.0

import SDKContract
import Values

/// What a line of `then:` takes, by its key: the same for each way to write it, by a number or by a name.
struct WrittenTrigger: Hashable {
  /// The event without its mode; a word of the language; or a code alone that several events may bring.
  let name: String
  let mode: String
  /// What stands behind it, names as numbers.
  let rest: [String]

  /// - Parameters:
  ///   - step: where the line stands.
  ///   - call: that of the choice whose line it is; nil for a line of the step.
  init(_ words: String, at step: WrittenStep, call: String?, in contract: Contract) {
    let parts = words.split(separator: " ").map(String.init)
    let first = parts.first ?? ""
    let named = first.prefix { $0 != "(" }
    var rest = Array(parts.dropFirst())
    func code(_ word: String) -> Int? { Int(word) ?? contract.codes.first { $0.name == word }?.number }
    guard contract.event(named: String(named)) != nil else {
      mode = ""
      if rest.isEmpty, let number = code(first) {
        let coming = contract.events(after: call.map { [$0] } ?? step.calls, at: step)
        let carriers = contract.events(carrying: number, among: coming)
        name = carriers.count == 1 ? carriers.first.map { contract[$0].name } ?? first : "\(number)"
        self.rest = carriers.count == 1 ? ["\(number)"] : []
      } else {
        name = first
        self.rest = rest.map { Self.error($0, contract) }
      }
      return
    }
    name = String(named)
    let inner = first.dropFirst(named.count + 1).prefix { $0 != ")" }
    mode = Int(inner).flatMap { number in contract.modes.first { $0.number == number }?.name } ?? String(inner)
    if rest.first == "error" {
      rest = ["error"] + rest.dropFirst().map { Self.error($0, contract) }
    } else {
      rest = rest.map { word in code(word).map { "\($0)" } ?? word }
    }
    self.rest = rest
  }

  private static func error(_ word: String, _ contract: Contract) -> String {
    contract.errors.first { $0.name == word }.map { "\($0.number)" } ?? word
  }

  /// Whether it takes what went wrong, which must lead to no success.
  func isFailure(_ contract: Contract) -> Bool {
    guard let event = contract.event(named: name) else { return !["accepted", "allow"].contains(name) }
    guard let first = rest.first else { return false }
    return Int(first).map { !contract.isInformational($0, in: event) } ?? (first == "error")
  }

  /// Whether it takes what the step itself waits for; nil where that cannot be told.
  func isOwn(of step: WrittenStep, _ contract: Contract) -> Bool? {
    if Int(name) != nil { return nil }
    guard contract.event(named: name) != nil else { return false }
    return name == step.awaited && (mode.isEmpty || step.mode.map { $0 == mode || Int($0) != nil } ?? true)
  }
}
