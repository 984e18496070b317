// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

extension Mutation {
  /// Slips in what calls are made with, and in what is asked for them.
  static let arguments = [
    Mutation(name: "drop-argument") { shape in dropped(shape, arguments(shape)) },
    Mutation(name: "change-argument") { shape in
      arguments(shape).compactMap { path in
        guard let old = shape.draft[path]?.text else { return nil }
        let new =
          switch old {
          case "true": "false"
          case "false": "true"
          default: Int(old).map { "\($0 + 1)" } ?? "other"
          }
        return Change(path, "`\(old)` to `\(new)`", shape.draft.with(.word(new), at: path))
      }
    },
    Mutation(name: "drop-input") { shape in
      dropped(
        shape,
        shape.places.map { $0 / "ask" }.flatMap { ask in
          (shape.draft[ask]?.items ?? []).indices.map { ask / $0 }
            + (shape.draft[ask]?.entries ?? []).map { ask / $0.key }
        }
      ) { $0.text ?? "" }
    },
    Mutation(name: "drop-answer") { shape in
      dropped(shape, shape.places.map { $0 / "answer" }.filter { shape.draft[$0] != nil })
    },
    Mutation(name: "other-call") { shape in
      let names =
        (shape.places.flatMap { [$0 / "call", $0 / "answer", $0 / "answer" / "call"] }
        + shape.choices.map { $0 / "call" }).filter { shape.draft[$0]?.text != nil }
      let calls = names.compactMap { shape.draft[$0]?.text }.unique
      return names.flatMap { path in
        let old = shape.draft[path]?.text ?? ""
        return calls.filter { $0 != old }.map { new in
          Change(path, "`\(old)` to `\(new)`", shape.draft.with(.word(new), at: path))
        }
      }
    },
  ]

  /// Each line of each `with:`.
  private static func arguments(_ shape: FlowShape) -> [SourcePath] {
    (shape.places.flatMap { [$0 / "with", $0 / "answer" / "with"] } + shape.choices.map { $0 / "with" })
      .flatMap { with in (shape.draft[with]?.entries ?? []).map { with / $0.key } }
  }
}
