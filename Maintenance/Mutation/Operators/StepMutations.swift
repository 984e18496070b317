// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

extension Mutation {
  /// Slips by which something is missing as a whole, or another comes first.
  static let steps = [
    Mutation(name: "drop-step") { shape in
      shape.stepPlaces.compactMap { place in
        guard let step = shape.draft[place], let successor = successor(of: step, place.key) else { return nil }
        let draft = shape.draft.with(nil, at: place)
        return Change(
          place, "dropped, its users go to `\(successor)`", draft, replaced: (step: place.key, by: successor))
      }
    },
    Mutation(name: "drop-interrupt") { shape in
      dropped(shape, shape.places.filter(\.isInInterrupt))
    },
    Mutation(name: "drop-part") { shape in
      dropped(shape, (shape.draft["use"]?.items ?? []).indices.map { SourcePath("use") / $0 }) { $0.text ?? "" }
    },
    Mutation(name: "drop-choice") { shape in dropped(shape, shape.choices) },
    Mutation(name: "other-start") { shape in
      guard let start = shape.draft["start"]?.text else { return [] }
      return shape.stepPlaces.map(\.key).filter { $0 != start }.map { name in
        Change(
          SourcePath("start"), "`\(start)` to `\(name)`", shape.draft.with(.word(name), at: SourcePath("start")))
      }
    },
    Mutation(name: "widen-event") { shape in
      shape.stepPlaces.flatMap { place in ["challenge", "event"].map { place / $0 } }.compactMap { path in
        guard let event = shape.draft[path]?.text,
          let end = event.firstIndex(where: { $0 == " " || $0 == "(" })
        else { return nil }
        let wide = String(event[..<end])
        return Change(path, "`\(event)` to `\(wide)`", shape.draft.with(.word(wide), at: path))
      }
    },
  ]

  static func dropped(
    _ shape: FlowShape, _ paths: [SourcePath], naming name: (SourceValue) -> String = { _ in "" }
  ) -> [Change] {
    paths.compactMap { path in
      guard let old = shape.draft[path] else { return nil }
      let word = name(old)
      return Change(path, "dropped" + (word.isEmpty ? "" : " `\(word)`"), shape.draft.with(nil, at: path))
    }
  }

  /// Where a step leads first that is not itself.
  private static func successor(of step: SourceValue, _ name: String) -> String? {
    let choices = (step["choices"]?.entries ?? []).map(\.value)
    let lines = ([step] + choices).flatMap { $0["then"]?.entries ?? [] }.map(\.value)
    let targets = lines.compactMap(Target.init(line:)) + choices.compactMap(Target.init(button:))
    return targets.lazy.compactMap { target in
      if case .to(let other) = target.move, other != name { other } else { nil }
    }.first
  }
}

extension SourceValue {
  /// This document with all that led to a step leading elsewhere.
  func replacing(_ step: String, by other: String, in shape: FlowShape) -> SourceValue {
    var draft = self
    let now = FlowShape(
      path: shape.path, draft: self, steps: shape.steps, ends: shape.ends, messages: shape.messages,
      usedNames: shape.usedNames.subtracting([step]))
    for lead in now.leads where lead.target.move == .to(step) {
      var target = lead.target
      target.move = .to(other)
      draft[lead.path] = lead.isButton ? draft[lead.path].map(target.button(from:)) : target.line
      draft = draft.needing(other, of: now)
    }
    if draft["start"]?.text == step { draft["start"] = .word(other) }
    if let needs = draft["needs"]?.items, needs.contains(where: { $0.text == step }) {
      let left = needs.filter { $0.text != step }
      draft["needs"] = left.isEmpty ? nil : .list(left)
    }
    return draft
  }
}
