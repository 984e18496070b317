// SPDX-License-Identifier: Apache-2.0

extension Mutation {
  /// Slips in where things lead.
  static let targets = [
    Mutation(name: "to-success") { shape in
      guard let success = shape.success else { return [] }
      return led(shape, to: .to(success)) { lead in lead.path.key != "else" }
    },
    Mutation(name: "else-to-success") { shape in
      guard let success = shape.success else { return [] }
      return led(shape, to: .to(success)) { lead in lead.path.key == "else" }
    },
    Mutation(name: "else-to-stay") { shape in led(shape, to: .stay) { lead in lead.path.key == "else" } },
    Mutation(name: "to-other-end") { shape in
      let ends = shape.ends.filter { $0.outcome != "success" }.map(\.name)
      return shape.leads.flatMap { others(than: $0, among: ends, shape) }
    },
    Mutation(name: "to-other-step") { shape in
      shape.leads.flatMap { others(than: $0, among: shape.steps, shape) }
    },
    Mutation(name: "retry-to-failure") { shape in
      guard let end = shape.ends.first(where: { $0.outcome == "failure" })?.name else { return [] }
      return led(shape, to: .to(end)) { $0.target.move == .retry || $0.target.move == .stay }
    },
    Mutation(name: "end-to-resume") { shape in
      led(shape, to: .resume) { lead in
        guard lead.path.isInInterrupt, case .to = lead.target.move else { return false }
        return true
      }
    },
    Mutation(name: "resume-to-end") { shape in
      guard let end = shape.ends.first(where: { $0.outcome == "failure" })?.name else { return [] }
      return led(shape, to: .to(end)) { $0.target.move == .resume }
    },
  ]

  /// Every lead that is meant, leading elsewhere.
  private static func led(
    _ shape: FlowShape, to move: Target.Kind, where isMeant: (FlowShape.Lead) -> Bool
  ) -> [Change] {
    shape.leads.filter { isMeant($0) && $0.target.move != move }.map { change($0, to: move, shape) }
  }

  private static func change(_ lead: FlowShape.Lead, to move: Target.Kind, _ shape: FlowShape) -> Change {
    Change(lead.path, "`\(lead.target.move.word)` to `\(move.word)`", shape.leading(lead, to: move))
  }

  /// A lead to one of these names, leading to each of the others.
  private static func others(than lead: FlowShape.Lead, among names: [String], _ shape: FlowShape) -> [Change] {
    guard case .to(let name) = lead.target.move, names.contains(name) else { return [] }
    return names.filter { $0 != name }.map { change(lead, to: .to($0), shape) }
  }
}
