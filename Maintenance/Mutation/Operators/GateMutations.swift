// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

extension Mutation {
  /// Slips about the security modules.
  static let gates = [
    Mutation(name: "gate-removed") { shape in
      gates(shape).compactMap { gate in
        guard let allowed = shape.draft[gate / "then" / "allow"]?.text else { return nil }
        return Change(
          gate, "removed", shape.draft.with(nil, at: gate), replaced: (step: gate.key, by: allowed))
      }
    },
    Mutation(name: "gate-bypassed") { shape in
      gates(shape).compactMap { gate in
        guard let allowed = shape.draft[gate / "then" / "allow"] else { return nil }
        return Change(gate, "denial goes on", shape.draft.with(allowed, at: gate / "then" / "deny"))
      }
    },
    Mutation(name: "gate-moved") { shape in gates(shape).flatMap { moved($0, shape) } },
    Mutation(name: "drop-question") { shape in
      dropped(
        shape,
        (gates(shape) + gatedChoices(shape)).flatMap { gate in
          (shape.draft[gate / "gate"]?.items ?? []).indices.map { gate / "gate" / $0 }
        }
      ) { $0.text ?? "" }
    },
    Mutation(name: "call-gate-removed") { shape in
      let calls = gates(shape).filter { shape.draft[$0 / "answer"] != nil || shape.draft[$0 / "call"] != nil }
      return dropped(shape, (calls + gatedChoices(shape)).map { $0 / "gate" })
    },
    Mutation(name: "call-gate-bypassed") { shape in
      let calls = gates(shape).filter { shape.draft[$0 / "then" / "allow"] == nil }
      return (calls + gatedChoices(shape)).compactMap { gate in
        guard shape.draft[gate / "then" / "deny"] != nil,
          let event = shape.draft[gate / "then"]?.entries.first(where: { $0.key.contains("LoggedIn") })?.value
        else { return nil }
        return Change(gate, "denial goes on", shape.draft.with(event, at: gate / "then" / "deny"))
      }
    },
  ]

  /// The choices with a gate at their call.
  private static func gatedChoices(_ shape: FlowShape) -> [SourcePath] {
    shape.choices.filter { shape.draft[$0 / "gate"] != nil }
  }

  private static func gates(_ shape: FlowShape) -> [SourcePath] {
    shape.stepPlaces.filter { shape.draft[$0 / "gate"] != nil }
  }

  /// The gate behind the step that it stands before, on each way out of that step.
  private static func moved(_ gate: SourcePath, _ shape: FlowShape) -> [Change] {
    guard let behind = shape.draft[gate / "then" / "allow"]?.text else { return [] }
    let then = SourcePath("steps") / behind / "then"
    return (shape.draft[then]?.entries ?? []).compactMap { entry in
      guard let target = Target(line: entry.value), case .to(let name) = target.move, shape.steps.contains(name) else {
        return nil
      }
      let draft = shape.draft.with(.word(name), at: gate / "then" / "allow")
        .with(.word(gate.key), at: then / entry.key)
      return Change(
        gate, "moved behind `\(behind)`, before `\(name)`",
        draft["start"]?.text == gate.key ? draft.with(.word(behind), at: SourcePath("start")) : draft)
    }
  }
}
