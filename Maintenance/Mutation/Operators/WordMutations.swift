// SPDX-License-Identifier: Apache-2.0

import FlowFormatting
import FlowLanguage

extension Mutation {
  /// Slips in what users read, in how ends count, and in words that stand alone.
  static let words = [
    Mutation(name: "drop-message") { shape in
      dropped(shape, (shape.draft["messages"]?.entries ?? []).map { SourcePath("messages") / $0.key })
    },
    Mutation(name: "drop-say") { shape in says(shape).map { Change($0.path, "dropped", $0.change(nil)) } },
    Mutation(name: "other-say") { shape in
      says(shape).compactMap { say in
        guard let index = shape.messages.firstIndex(of: say.key), shape.messages.count > 1 else { return nil }
        let other = shape.messages[(index + 1) % shape.messages.count]
        return Change(say.path, "`\(say.key)` to `\(other)`", say.change(other))
      }
    },
    Mutation(name: "change-outcome") { shape in
      (shape.draft["ends"]?.entries ?? []).flatMap { end -> [Change] in
        let path = SourcePath("ends") / end.key / "outcome"
        let old = shape.draft[path]?.text ?? ""
        return ["success", "failure", "ended"].filter { $0 != old }.map { new in
          Change(path, "`\(old)` to `\(new)`", shape.draft.with(.word(new), at: path))
        }
      }
    },
    Mutation(name: "change-goal") { shape in
      guard let old = shape.draft["goal"]?.text else { return [] }
      return ["aal1", "aal2", "aal3"].filter { $0 != old }.map { new in
        Change(SourcePath("goal"), "`\(old)` to `\(new)`", shape.draft.with(.word(new), at: SourcePath("goal")))
      }
    },
    Mutation(name: "drop-requirement") { shape in
      let ends = (shape.draft["ends"]?.entries ?? []).map { SourcePath("ends") / $0.key / "require" }
      let lines = ([SourcePath("require")] + ends).flatMap { path in
        let entries = shape.draft[path]?.entries ?? []
        return entries.count > 1 ? entries.map { path / $0.key } : []
      }
      return dropped(shape, ends.filter { shape.draft[$0] != nil } + lines)
    },
    // Whatever word may be left out and is no other mutation's, words that the language learns later among them.
    Mutation(name: "drop-word") { shape in
      let root = shape.draft.entries.map { SourcePath($0.key) }.filter { !wordsOfFiles.contains($0.key) }
      let inside = (shape.places + shape.choices).flatMap { place in
        (shape.draft[place]?.entries ?? []).map { place / $0.key }
      }.filter { !wordsOfPlaces.contains($0.key) }
      let suggestions = shape.places.map { $0 / "ask" }.flatMap { ask in
        (shape.draft[ask]?.entries ?? []).map { ask / $0.key / "default" }
      }
      let picks = shape.picks.flatMap { [$0 / "order", $0 / "show"] }
      return dropped(shape, root + inside + suggestions + picks)
    },
  ]

  /// The outermost words of flows and parts that are not left out: those that must be there, and those of other mutations.
  private static let wordsOfFiles = Set(
    (Shape.flow.keys + Shape.part.keys).filter { $0.isRequired || $0.isRequiredWithout != nil }.map(\.name)
  ).union(changedFileWords)
  /// Those that other mutations change, or whose loss changes no run.
  static let changedFileWords: Set<String> = ["summary", "use", "needs", "interrupts", "messages"]

  /// The words of steps, interrupts and choices that are not left out: those that say what they are, and those of other mutations.
  private static let wordsOfPlaces = Set((Shape.step.needsOneOf + Shape.choice.needsOneOf).map(\.description))
    .union(changedPlaceWords)
  /// Those that other mutations change.
  static let changedPlaceWords: Set<String> = [
    "ask", "pick", "require", "answer", "choices", "with", "then", "tries", "max", "every", "within", "say", "when",
    "confirm",
  ]

  private struct Say {
    let path: SourcePath
    let key: String
    /// The document with another message there, or with none.
    let change: (String?) -> SourceValue
  }

  private static func says(_ shape: FlowShape) -> [Say] {
    let ends = (shape.draft["ends"]?.entries ?? []).map { SourcePath("ends") / $0.key / "say" }
    let items = shape.checks.map { $0 / "say" } + shape.picks.map { $0 / "none" }
    let plain = shape.places.map { $0 / "say" } + shape.choices.map { $0 / "confirm" } + ends + items
    let said = plain.compactMap { path in
      shape.draft[path]?.text.map { key in
        Say(path: path, key: key) { shape.draft.with($0.map { .word($0) }, at: path) }
      }
    }
    let led = shape.leads.compactMap { lead in
      lead.target.say.map { key in
        Say(path: lead.path / "say", key: key) { new in
          var target = lead.target
          target.say = new
          let old = shape.draft[lead.path] ?? target.line
          return shape.draft.with(lead.isButton ? target.button(from: old) : target.line, at: lead.path)
        }
      }
    }
    return said + led
  }
}
