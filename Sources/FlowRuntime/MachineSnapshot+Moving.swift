// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// Which steps and choices of one version of a flow stand for which in another one, and which messages.
package struct StepTwins: Sendable {
  /// By step of the old version, as an index.
  let steps: [Int: Int]
  /// By step of the old version: its choices, each with that of the new version.
  let choices: [Int: [Int: Int]]
  /// By message of the old version, as an index.
  let messages: [Int: Int]

  package init(steps: [Int: Int], choices: [Int: [Int: Int]], messages: [Int: Int]) {
    self.steps = steps
    self.choices = choices
    self.messages = messages
  }
}

extension MachineSnapshot {
  /// The same run in another version of its flow; nil where a layer, or what was drawn for another user, has no place there.
  ///
  /// Nothing is gained by it: proofs, what modules allowed and the phase stay, and what was drawn on a budget is drawn on its twin.
  ///
  /// - Parameters:
  ///   - old: the program that the snapshot was taken of.
  ///   - new: a program of the other version.
  package func moved(from old: Program, to new: Program, by twins: StepTwins) -> MachineSnapshot? {
    guard drawnByUser.isEmpty else { return nil }
    let mover = SnapshotMover(old: old, new: new, twins: twins)
    var layers: [Layer] = []
    for frame in frames {
      guard let layer = mover.moved(frame) else { return nil }
      layers.append(layer)
    }
    var late: [Late] = []
    for call in self.late {
      guard let row = mover.ownRow(call.row) else { return nil }
      if new.rows[row].lateBit != 0 {
        late.append(Late(row: row, until: call.until, isForAnother: call.isForAnother, isOld: call.isOld))
      }
    }
    return MachineSnapshot(
      format: format, flow: new.flow.name, version: new.flow.version, contract: contract, fingerprint: new.fingerprint,
      frames: layers, waiting: waiting, owed: owed, late: late, counters: mover.counters(counters), drawnByUser: [],
      cooldowns: mover.cooldowns(cooldowns), user: user, proofs: proofs, enrolled: enrolled, setUp: setUp,
      pendingGates: pendingGates, heldGates: heldGates, fresh: mover.fresh(fresh), phase: phase,
      lastRequest: lastRequest, time: time)
  }
}

private struct SnapshotMover {
  let old: Program
  let new: Program
  let twins: StepTwins

  func moved(_ layer: MachineSnapshot.Layer) -> MachineSnapshot.Layer? {
    guard let step = old.flow.step(named: layer.step)?.id.index, let twin = twins.steps[Int(step)],
      let row = row(layer.row)
    else { return nil }
    return MachineSnapshot.Layer(
      step: new.name(ofStep: UInt16(twin)), row: row, refusals: layer.refusals, refusal: layer.refusal,
      say: twins.messages[layer.say] ?? -1, news: layer.news, request: layer.request, deadline: layer.deadline,
      replyDue: layer.replyDue, event: layer.event, kept: layer.kept, fresh: layer.fresh,
      isForAnother: layer.isForAnother, isOld: layer.isOld)
  }

  /// The row of the same call, open at the same step.
  private func row(_ index: Int) -> Int? {
    guard old.rows.indices.contains(index) else { return nil }
    let row = old.rows[index]
    guard let step = twins.steps[Int(row.step)], let origin = ownRow(Int(row.origin)) else { return nil }
    return new.rows.indices.first { Int(new.rows[$0].step) == step && Int(new.rows[$0].origin) == origin }
  }

  /// The row in which a step makes a call itself, or none is open.
  func ownRow(_ index: Int) -> Int? {
    let step = Int(old.rows[index].step)
    guard let twin = twins.steps[step] else { return nil }
    let (table, other) = (old.steps[step], new.steps[twin])
    if index == Int(table.firstRow) { return Int(other.firstRow) }
    if index == Int(table.callRow) { return other.callRow == Hop.none ? nil : Int(other.callRow) }
    guard table.choices.contains(UInt16(index)),
      let choice = twins.choices[step]?[index - Int(table.choices.lowerBound)]
    else { return nil }
    return Int(other.choices.lowerBound) + choice
  }

  /// The rows of steps and choices that stand for each other.
  private var ownRows: [(old: Row, new: Row)] {
    var rows: [(old: Row, new: Row)] = []
    for (step, _) in twins.steps {
      for index in [old.steps[step].firstRow] + old.steps[step].callRows {
        if let twin = ownRow(Int(index)) { rows.append((old.rows[Int(index)], new.rows[twin])) }
      }
    }
    return rows
  }

  func counters(_ counts: [Int]) -> [Int] {
    var moved = Array(repeating: 0, count: new.counterCount)
    func move(_ from: Int16, _ to: Int16) {
      guard from >= 0, to >= 0, counts.indices.contains(Int(from)) else { return }
      moved[Int(to)] = max(moved[Int(to)], counts[Int(from)])
    }
    for (step, twin) in twins.steps { move(old.steps[step].triesCounter, new.steps[twin].triesCounter) }
    for (row, twin) in ownRows {
      move(row.counter, twin.counter)
      move(row.scopedCounter, twin.scopedCounter)
    }
    return moved
  }

  func cooldowns(_ times: [Int64?]) -> [Int64?] {
    guard !times.isEmpty else { return [] }
    var moved = [Int64?](repeating: nil, count: new.cooldownCount)
    for (row, twin) in ownRows where row.cooldown >= 0 && twin.cooldown >= 0 {
      moved[Int(twin.cooldown)] = times[Int(row.cooldown)]
    }
    return moved
  }

  func fresh(_ shown: [[Proof]?]) -> [[Proof]?] {
    new.stepsOfAfter.map { step in
      guard let twin = twins.steps.first(where: { $0.value == Int(step.index) })?.key,
        let place = old.stepsOfAfter.firstIndex(where: { Int($0.index) == twin }), shown.indices.contains(place)
      else { return nil }
      return shown[place]
    }
  }
}
