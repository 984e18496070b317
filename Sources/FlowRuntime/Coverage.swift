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
  }

  private enum Key: Hashable {
    case step(UInt16)
    case hop(UInt16)
    case choice(UInt16, Int16)
    case pick(UInt16, Int)
  }

  private let items: [(key: Key, item: Item)]
  private var taken: Set<Key> = []

  /// Nothing of the program is taken yet.
  public init(of program: Program) {
    var items: [(key: Key, item: Item)] = []
    for step in program.flow.steps {
      let kind: Kind = step.isInterrupt ? .interrupt : .step
      items.append((.step(step.id.index), Item(kind: kind, name: step.name.value, range: step.name.range)))
      for (index, choice) in step.choices.enumerated() {
        items.append(
          (
            .choice(step.id.index, Int16(index)),
            Item(kind: .choice, name: "\(step.name.value): \(choice.name.value)", range: choice.name.range)
          ))
      }
    }
    for step in program.flow.steps {
      for (index, input) in step.inputs.enumerated() where input.pick != nil {
        items.append(
          (
            .pick(step.id.index, index),
            Item(kind: .choice, name: "\(step.name.value): \(input.name)", range: input.range)
          ))
      }
    }
    for (index, trigger) in program.triggers.enumerated() {
      guard let trigger, let place = program.places[index] else { continue }
      let step = program.flow.steps.first {
        $0.range.file == place.file && $0.range.start <= place.start && place.end <= $0.range.end
      }
      let name = (step.map { "\($0.name.value): " } ?? "") + program.flow.contract.key(of: trigger)
      items.append((.hop(UInt16(index)), Item(kind: .branch, name: name, range: place)))
    }
    self.items = items
  }

  /// Counts what an entry of a run's trace took.
  public mutating func note(_ entry: TraceEntry) {
    switch entry.mark.what {
    case .entered(let step): taken.insert(.step(step))
    case .took(let hop, _): taken.insert(.hop(hop))
    case .answered(_, let step, let choice) where choice >= 0: taken.insert(.choice(step, choice))
    case .picked(let step, let input, _, _): taken.insert(.pick(step, input))
    default: break
    }
  }

  /// Adds what other runs of the same program took.
  public mutating func formUnion(_ other: Coverage) { taken.formUnion(other.taken) }

  /// What no run took, in the order of the file.
  public var untaken: [Item] {
    items.filter { !taken.contains($0.key) }.map(\.item).sorted { $0.range < $1.range }
  }

  /// How many of a kind there are, and how many were taken.
  public func count(of kind: Kind) -> (taken: Int, all: Int) {
    let those = items.filter { $0.item.kind == kind }
    return (those.count { taken.contains($0.key) }, those.count)
  }
}
