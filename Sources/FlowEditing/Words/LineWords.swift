// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowLanguage
import SDKContract
import Values

/// What the words of the language say that begin a line of `then:`.
struct LineWords {
  let contract: Contract
  /// The step of the line; nil where it cannot be told.
  let step: WrittenStep?
  /// Whether the line belongs to a choice, and the call of that choice.
  let isOfChoice: Bool
  let call: String?

  /// Nil for what is no word of the language.
  func text(of word: String) -> String? {
    switch word {
    case "exhausted": "**exhausted**: \(exhausted)."
    case "timeout": "**timeout**: \(timeout)."
    default:
      Shape.outcomes.key(named: word).map { key in
        "**\(word)**: \(key.meaning.prefix(1).lowercased())\(key.meaning.dropFirst())"
      }
    }
  }

  /// When nothing is left to be done at the step.
  private var exhausted: String {
    let spent = "all tries of the step are spent"
    let nothing = "nothing is offered at it any more"
    guard let step else { return "\(spent), or \(nothing)" }
    var reasons: [String] = []
    if step.hasTries { reasons.append(spent) }
    if step.hasMax { reasons.append("the call was made as often as `max` allows") }
    if reasons.isEmpty || !step.choices.isEmpty {
      reasons.append(reasons.isEmpty ? "nothing is offered at the step any more" : nothing)
    }
    return reasons.joined(separator: ", or ")
  }

  /// What has taken too long.
  private var timeout: String {
    guard let step else { return "the time of the step, or of its call, is over" }
    guard !isOfChoice else {
      return (["the time of the choice's call is over"] + [call].compactMap { $0 }.compactMap(patience)).joined(
        separator: ": ")
    }
    var reasons = step.hasWithin ? ["the time of `within` is over"] : []
    var known: Set<String> = []
    reasons += step.calls.filter { known.insert($0).inserted }.compactMap(patience)
    return reasons.isEmpty ? "the time of the step, or of its call, is over" : reasons.joined(separator: ", or ")
  }

  /// Nil for a call for whose reply the contract sets no time.
  private func patience(of name: String) -> String? {
    contract.call(named: name).flatMap { contract[$0].patience }.map { time in
      "the reply to `\(name)` takes longer than the \(Milliseconds.words(time)) of the contract"
    }
  }
}
