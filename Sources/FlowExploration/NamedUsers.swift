// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// The users of a run in which somebody tries one account after the other: whoever is named next is somebody new.
struct NamedUsers {
  private struct Key: Hashable {
    let event: ObjectIdentifier
    let user: Int
  }

  /// Before anybody was named.
  static let nobody = -1

  private let program: Program
  /// Whether some call may say who the user is.
  private let mayBeNamed: Bool
  /// Machines are compared by the objects that they were given.
  private var renamed: [Key: Occurrence] = [:]

  init(_ program: Program) {
    self.program = program
    mayBeNamed = program.mayNameUsers
  }

  private var contract: Contract { program.flow.contract }

  /// What may happen where a user is at work, with the names of users put in.
  mutating func moves(
    _ moves: [(move: RunPoint.Stimulus, isInterrupt: Bool)], at point: RunPoint, of user: Int
  ) -> [(move: RunPoint.Stimulus, isInterrupt: Bool, user: Int)] {
    moves.flatMap { move, isInterrupt in
      switch move.moment.happening {
      case .event(let occurrence):
        let next = mayBring(another: occurrence) ? self.next(after: user, point) : user
        let event = named(occurrence, max(0, next))
        return [(RunPoint.Stimulus(Moment(.event(event), at: move.moment.time), paying: move.debt), isInterrupt, next)]
      case .answer(nil, let values):
        let typed = typed(values, at: point.machine.stepAtWork, self.next(after: user, point)).map { values in
          (RunPoint.Stimulus(Moment(.answer(choice: nil, values), at: move.moment.time)), isInterrupt, user)
        }
        // A name with a number may be none that the checks let pass.
        return [typed].compactMap(\.self) + [(move, isInterrupt, user)]
      default: return [(move, isInterrupt, user)]
      }
    }
  }

  /// Who is at work once calls were taken.
  func user(after marks: [TraceMark], _ user: Int, _ point: RunPoint) -> Int {
    let names = marks.contains { mark in
      guard case .accepted(let row) = mark.what, let use = program.use(ofRow: row) else { return false }
      return mayBeNamed ? program.mayNameUser(row: row) : contract[use.call].losesProofs
    }
    return names ? next(after: user, point) : user
  }

  private func next(after user: Int, _ point: RunPoint) -> Int {
    user == Self.nobody && point.machine.user == nil ? 0 : max(0, user) + 1
  }

  /// Whether an event may be about another user: it takes the proofs away, and no call says who that is.
  func mayBring(another occurrence: Occurrence) -> Bool {
    guard !mayBeNamed, let id = contract.event(named: occurrence.event.name) else { return false }
    return contract[id].losesProofs
  }

  /// The event as it names a user.
  mutating func named(_ occurrence: Occurrence, _ user: Int) -> Occurrence {
    guard user > 0, let id = contract.event(named: occurrence.event.name), let field = contract[id].userField,
      case .text(let name)? = occurrence.event.data[field]
    else { return occurrence }
    let key = Key(event: ObjectIdentifier(occurrence), user: user)
    if let known = renamed[key] { return known }
    var event = occurrence.event
    event.data[field] = .text(Self.name(name, user))
    let made = (try? program.occurrence(of: event)) ?? occurrence
    renamed[key] = made
    return made
  }

  /// What is handed in, with the name of a user where the call takes one; nil if it takes none, or the user is the first one.
  func typed(_ values: Record, at step: StepID, _ user: Int) -> Record? {
    let step = program.flow[step]
    guard user > 0, let use = step.answer, program.answerMayNameUser(at: step.id) else { return nil }
    var typed = values
    for argument in use.arguments {
      guard case .input(let index) = argument.source, step.inputs[index].pick == nil else { continue }
      let input = step.inputs[index]
      switch values[input.name] {
      case .text(let name)? where input.type == .text: typed[input.name] = .text(Self.name(name, user))
      case .int(let number)?: typed[input.name] = .int(number + user)
      default: continue
      }
    }
    return typed == values ? nil : typed
  }

  private static func name(_ name: String, _ user: Int) -> String { name + String(user + 1) }
}
