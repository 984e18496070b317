// SPDX-License-Identifier: Apache-2.0

package import FlowExploration
import FlowGraph
package import FlowRuntime
import SDKContract

/// A run that somebody plays, as the user and as the SDK: back and forth, since a machine is a value.
package struct PlayedRun {
  /// A thing that has happened, and how the run stood then.
  private struct Turn {
    let moment: Moment
    let trace: [TraceEntry]
    let machine: FlowMachine
    /// What is said at the end that it has led to; nil for none.
    let farewell: String?
    /// Whether one line has led to it and to the turn before.
    let isContinued: Bool
  }

  let program: Program
  private let prospects: Prospects
  private let starting: StartingCalls
  private let beginning: FlowMachine
  private var turns: [Turn] = []
  /// How many of the turns are played; the others were taken back.
  private(set) var played = 0

  package init(_ program: Program) {
    self.program = program
    prospects = Prospects(program)
    starting = StartingCalls(program.flow.contract)
    beginning = FlowMachine(program)
    play(Moment(.start))
  }

  /// How many turns there are, with those that were taken back.
  var count: Int { turns.count }

  /// How the run stands.
  package var machine: FlowMachine { played == 0 ? beginning : turns[played - 1].machine }

  /// What was played, from the start on.
  package var moments: [Moment] { turns.prefix(played).map(\.moment) }

  /// All that has happened.
  package var trace: [TraceEntry] { turns.prefix(played).flatMap(\.trace) }

  /// What the last turn has led to.
  var lastTrace: [TraceEntry] { played == 0 ? [] : turns[played - 1].trace }

  /// What is said at the end, if it is over.
  var farewell: String? { played == 0 ? nil : turns[played - 1].farewell }

  var contract: Contract { program.flow.contract }

  /// Everything that may happen now, by whose doing it is.
  ///
  /// Between a call and the SDK's word on it that word, or an interrupt, which is held until then; while the security modules are asked,
  /// their verdict or an interrupt. Any other event is as one that comes behind the word.
  package var moves: [PlayMove] {
    let machine = machine
    guard !machine.isOver else { return [] }
    let expected = prospects.next(for: machine).map { PlayMove($0, of: machine, contract) }
    let known = Set(expected.compactMap(\.occurrence).map(ObjectIdentifier.init))
    let all =
      expected
      + prospects.samples.interrupts.filter { !known.contains(ObjectIdentifier($0)) && isStarted($0) }.map {
        occurrence in
        PlayMove(Moment(.event(occurrence)), of: machine, contract, isInterrupt: true)
      }
    return PlayMove.Actor.allCases.flatMap { actor in all.filter { $0.actor == actor } }
  }

  /// Whether one of the calls was made after which alone an interrupt comes; true where it may come at any moment.
  private func isStarted(_ interrupt: Occurrence) -> Bool {
    guard let needed = starting.needed(by: Moment(.event(interrupt))) else { return true }
    let made = turns[..<played].indices.reduce(UInt64(0)) { made, turn in
      made | starting.taken(by: turns[turn].moment, turn == 0 ? beginning : turns[turn - 1].machine)
    }
    return made & needed != 0
  }

  /// Lets something happen; what was taken back before is forgotten.
  package mutating func play(_ moment: Moment) { play(moment, isContinued: false) }

  private mutating func play(_ moment: Moment, isContinued: Bool) {
    var machine = machine
    let passage = machine.pass(moment)
    turns.removeSubrange(played...)
    let end = passage.marks.lazy.compactMap { mark in if case .ended(let end) = mark.what { end } else { nil } }.first
    turns.append(
      Turn(
        moment: moment, trace: passage.marks.map { TraceEntry($0, of: program) }, machine: machine,
        farewell: end.flatMap { machine.said(at: $0)?.text }, isContinued: isContinued))
    played += 1
  }

  /// Lets time pass, in milliseconds; whatever is due meanwhile happens.
  mutating func wait(_ milliseconds: Int64) {
    let end = machine.time + milliseconds
    let before = played
    // What is due waits for the word of the SDK or of the security modules.
    while !machine.isOver, !machine.awaitsAnswer, !machine.awaitsVerdict, let due = dueTime, due <= end {
      play(Moment(.deadline, at: due), isContinued: played > before)
      if dueTime == due { break }
    }
    if !machine.isOver, machine.time < end { play(Moment(.deadline, at: end), isContinued: played > before) }
  }

  /// When something is due, now at the earliest; nil for never.
  private var dueTime: Int64? {
    let machine = machine
    return [machine.deadline, machine.deadlineBelow].compactMap(\.self).map { max($0, machine.time) }.min()
  }

  /// Takes the last turn back, with those before it that the same line has led to.
  ///
  /// - Returns: false at the start.
  mutating func goBack() -> Bool {
    guard played > 1 else { return false }
    repeat { played -= 1 } while played > 1 && turns[played].isContinued
    return true
  }

  /// Plays again what was taken back last.
  ///
  /// - Returns: false if nothing was.
  mutating func goForth() -> Bool {
    guard played < turns.count else { return false }
    repeat { played += 1 } while played < turns.count && turns[played].isContinued
    return true
  }

  /// Takes everything back.
  mutating func restart() { played = min(1, turns.count) }
}
