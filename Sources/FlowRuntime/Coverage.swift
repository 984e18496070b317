// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowGraph
import SDKContract

/// Which steps, branches and choices of a flow were taken by runs, from their traces.
public struct Coverage: Sendable {
  /// What can be taken.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case step
    case interrupt
    case branch
    case choice
  }

  /// Something that can be taken, and where the flow file has it.
  public struct Item: Sendable, Hashable {
    /// What sort of thing it is.
    public let kind: Kind
    /// Such as `identify`, `identify: getUser 101`, `enterCode: resend`.
    public let name: String
    /// Where the flow file has it.
    public let range: SourceRange
    /// The file that says it: for a line of a base that a variant leads elsewhere, the variant.
    package let origin: FileID

    /// The step that a branch is of; nil for anything else.
    package var owner: String? { kind == .branch ? name.prefix { $0 != ":" }.description : nil }

    /// What it is of its step, such as a branch; nil for the step itself.
    ///
    /// It is the same in each flow that has the step.
    package var part: String? { name.firstRange(of: ": ").map { String(name[$0.upperBound...]) } }

    init(_ kind: Kind, _ name: String, _ range: SourceRange, saidIn origin: FileID? = nil) {
      self.kind = kind
      self.name = name
      self.range = range
      self.origin = origin ?? range.file
    }
  }

  private enum Key: Hashable {
    case step(UInt16)
    case hop(UInt16)
    case choice(UInt16, Int16)
    case pick(UInt16, Int)
    /// A `run:` step, by its name.
    case run(String)
    /// A line of a `run:` step, as an index.
    case passage(Int)
  }

  private let program: Program
  private let items: [(key: Key, item: Item)]
  private var taken: Set<Key> = []
  /// What the scenarios of other flows take, of the files that this flow has in common with them.
  private var credited: Set<Key> = []

  /// Nothing of the program is taken yet.
  ///
  /// Of the flows that a flow runs inside only the `run:` step and its lines count, since they have scenarios of their own, and what the
  /// flow changes in them, which nobody else can take. Of what a variant has from its base and its parts, only steps to which some line
  /// still leads.
  public init(of program: Program) {
    let flow = program.flow
    let counted = flow.stepsLedTo
    func counts(_ item: Item, of step: Step) -> Bool {
      if step.run != nil { return flow.ownFiles.contains(item.origin) }
      return counted.contains(step.id.index) || step.name.range.file == flow.range.file
    }
    var items: [(key: Key, item: Item)] = []
    for step in flow.steps { items += Self.items(of: step).filter { counts($0.item, of: step) } }
    for run in flow.runs { items.append((.run(run.value), Item(.step, run.value, run.range))) }
    for (index, passage) in flow.passages.enumerated() {
      items.append((.passage(index), Item(.branch, passage.value, passage.range)))
    }
    for (index, origin) in program.origins.enumerated() {
      let step = flow.steps[Int(origin.owner)]
      guard let trigger = origin.trigger, let place = origin.place else { continue }
      let name = "\(step.name.value): \(flow.contract.key(of: trigger))"
      let item = Item(.branch, name, place, saidIn: flow.ownFile(leading: origin))
      if counts(item, of: step) { items.append((.hop(UInt16(index)), item)) }
    }
    self.program = program
    self.items = items
  }

  /// The step itself, its choices and its picks.
  private static func items(of step: Step) -> [(key: Key, item: Item)] {
    let (id, name) = (step.id.index, step.name.value)
    let choices = step.choices.enumerated().map { index, choice in
      (
        key: Key.choice(id, Int16(index)),
        item: Item(.choice, "\(name): \(choice.name.value)", choice.name.range)
      )
    }
    let picks = step.inputs.prefix(step.pickCount).enumerated().map { index, pick in
      (key: Key.pick(id, index), item: Item(.choice, "\(name): \(pick.name)", pick.range))
    }
    let own = Item(step.isInterrupt ? .interrupt : .step, name, step.name.range)
    return [(.step(id), own)] + choices + picks
  }

  /// Counts what an entry of a run's trace took.
  public mutating func note(_ entry: TraceEntry) { _ = note([entry.mark]) }

  /// Counts what the marks of a run took.
  ///
  /// - Returns: whether they took something that none before them did.
  package mutating func note(_ marks: [TraceMark]) -> Bool {
    let before = taken.count
    for mark in marks { note(mark.what) }
    return taken.count > before
  }

  private mutating func note(_ what: TraceMark.What) {
    switch what {
    case .entered(let step):
      taken.insert(.step(step))
      if let run = program.flow.steps[Int(step)].run { taken.insert(.run(String(run))) }
    case .took(let hop, _):
      taken.insert(.hop(hop))
      if let passage = program.origins[Int(hop)].passage { taken.insert(.passage(passage)) }
    case .answered(_, let step, let choice) where choice >= 0: taken.insert(.choice(step, choice))
    case .picked(let step, let input, _, _): taken.insert(.pick(step, input))
    default: break
    }
  }

  /// Adds what other runs of the same program took.
  public mutating func formUnion(_ other: Coverage) { taken.formUnion(other.taken) }

  /// What a run took.
  package var takenItems: [Item] { items.filter { taken.contains($0.key) }.map(\.item) }

  /// Counts something of other files as covered, since the scenarios of another flow take it.
  ///
  /// - Parameter isTaken: asked for everything that the flow has from other files.
  package mutating func credit(where isTaken: (Item) -> Bool) {
    let file = program.flow.range.file
    for (key, item) in items where item.origin != file && isTaken(item) { credited.insert(key) }
  }

  /// What is not covered and can be, in the order of the file.
  public var untaken: [Item] {
    items.filter { !isCovered($0.key) && isInReach($0.key) }.map(\.item).sorted { $0.range < $1.range }
  }

  /// How many of a kind there are that can be taken, and how many are covered.
  public func count(of kind: Kind) -> (taken: Int, all: Int) {
    let those = items.filter { $0.item.kind == kind }
    let covered = those.count { isCovered($0.key) }
    return (covered, covered + those.count { !isCovered($0.key) && isInReach($0.key) })
  }

  /// What no run can take, in the order of the file, which counts for nothing.
  ///
  /// It is lines, and the steps and choices to which only such lines lead; what a run took all the same is none of it.
  public var outOfReach: [Item] {
    items.filter { !isCovered($0.key) && !isInReach($0.key) }.map(\.item).sorted { $0.range < $1.range }
  }

  /// Whether some run may take it, as far as the flow tells.
  private func isInReach(_ key: Key) -> Bool {
    switch key {
    case .hop(let hop): program.isInReach(hop: hop)
    case .passage(let passage): program.isInReach(passage: passage)
    case .step(let step), .choice(let step, _), .pick(let step, _): program.isInReach(step: Int(step))
    case .run(let name):
      program.flow.steps.contains { step in
        step.run.map { String($0) == name } ?? false && program.isInReach(step: Int(step.id.index))
      }
    }
  }

  private func isCovered(_ key: Key) -> Bool { taken.contains(key) || credited.contains(key) }
}

extension Flow {
  /// The file of this flow that leads a line elsewhere which another file says; nil for none.
  ///
  /// Inside an inner flow, that is no line of the `run:` step: it is not written there where the line goes.
  fileprivate func ownFile(leading origin: HopOrigin) -> FileID? {
    guard isChanged, let file = (origin.innerTarget ?? origin.target)?.file, ownFiles.contains(file) else { return nil }
    let isOfInner = steps[Int(origin.owner)].run != nil
    return isOfInner || file == range.file ? file : nil
  }

  /// The steps of a variant to which its lines lead, by their indices; of any other flow, all.
  fileprivate var stepsLedTo: Set<UInt16> {
    guard isChanged else { return Set(steps.map(\.id.index)) }
    var open = [start] + interrupts.map(\.id)
    var known = Set(open.map(\.index))
    while let id = open.popLast() {
      for case .step(let next) in self[id].targets.map(\.target.move) where known.insert(next.index).inserted {
        open.append(next)
      }
    }
    return known
  }
}
