// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Synchronization
import Values

/// A user of a ``RandomWorld`` who answers as it comes, mostly with what is right, and leaves at some time.
final class RandomResponder: Responder {
  private struct State {
    var dice: Dice
    var questions = 0
    /// Who was named last, and what passwords were made up since.
    var user = ""
    var madeUp: [String] = []
  }

  private let state: Mutex<State>
  private let patience: Int

  /// - Parameter patience: after so many questions nobody answers any more.
  init(_ dice: Dice, patience: Int) {
    state = Mutex(State(dice: dice))
    self.patience = patience
  }

  var answersAtOnce: Bool { true }

  func refused(_ refusal: Refusal, to question: Question) async {}

  func respond(to question: Question) async -> Response {
    state.withLock { state in
      state.questions += 1
      if state.questions > patience { return .leave }
      if state.dice.happens(4) { return .wait }
      let names = question.choices.map(\.name)
      if question.canSubmit, names.isEmpty || state.dice.happens(70) {
        return .answer(Answer(to: question, values: Self.values(question, &state)))
      }
      guard !names.isEmpty else { return question.later.first.map { .waitUntil($0.at) } ?? .wait }
      return .answer(
        Answer(to: question, choice: state.dice.pick(names), isConfirmed: state.dice.happens(90)))
    }
  }

  private static func values(_ question: Question, _ state: inout State) -> Record {
    var values = Record()
    var places: [Int] = []
    let new = "made-up-\(state.dice.roll(3))"
    for input in question.inputs {
      if input.isPick {
        let count = question.items(of: input.name, after: places).count
        places.append(count == 0 ? 1 : state.dice.roll(count) + 1)
        values[input.name] = .int(places[places.count - 1])
        continue
      }
      values[input.name] = value(of: input, new, &state)
    }
    return values
  }

  private static func value(of input: Question.Input, _ new: String, _ state: inout State) -> Value {
    switch input.name {
    case "userName":
      state.user = state.dice.happens(95) ? state.dice.pick(RandomWorld.users) : "nobody"
      return .text(state.user)
    case "password", "currentPassword":
      let known = [RandomWorld.passwords[state.user]].compactMap { $0 } + state.madeUp.suffix(2)
      return .text(known.isEmpty || state.dice.happens(15) ? "wrong-1" : state.dice.pick(known))
    case "newPassword", "confirmPassword":
      if state.madeUp.last != new { state.madeUp.append(new) }
      return .text(state.dice.happens(95) ? new : "made-up-9")
    case "activationCode": return .text(state.dice.happens(85) ? state.dice.pick(RandomWorld.codes) : "000000")
    default: break
    }
    switch input.type {
    case .flag: return .flag(state.dice.happens(50))
    case .oneOf(_, let words): return .text(state.dice.pick(words))
    case .numbered(_, let numbers): return .int(state.dice.pick(numbers).number)
    case .int, .count, .seconds: return .int(state.dice.roll(3))
    default: return .text("x-1")
    }
  }
}
