// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

extension Mutation {
  /// Slips in numbers that bound something.
  static let budgets = [
    Mutation(name: "raise-budget") { shape in counts(shape) { $0 + 1 } + durations(shape, times: 2) },
    Mutation(name: "lower-budget") { shape in counts(shape) { $0 - 1 } + durations(shape, times: 0.5) },
    Mutation(name: "multiply-budget") { shape in counts(shape) { $0 * 20 } + durations(shape, times: 100) },
    Mutation(name: "drop-budget") { shape in
      (budgets(shape, ["tries", "max"]) + budgets(shape, ["every", "within"])).map { path in
        Change(path, "dropped", shape.draft.with(nil, at: path))
      }
    },
  ]

  private static func budgets(_ shape: FlowShape, _ keys: [String]) -> [SourcePath] {
    (shape.places + shape.choices).flatMap { place in keys.map { place / $0 } }.filter { shape.draft[$0] != nil }
  }

  private static func counts(_ shape: FlowShape, _ change: (Int) -> Int) -> [Change] {
    budgets(shape, ["tries", "max"]).compactMap { path in
      guard let count = shape.draft[path]?.text.flatMap({ Int($0) }), change(count) > 0 else { return nil }
      return Change(path, "\(count) to \(change(count))", shape.draft.with(.word("\(change(count))"), at: path))
    }
  }

  private static func durations(_ shape: FlowShape, times factor: Double) -> [Change] {
    budgets(shape, ["every", "within"]).compactMap { path in
      guard let text = shape.draft[path]?.text, let old = milliseconds(text) else { return nil }
      let new = "\(Int(Double(old) * factor))ms"
      return Change(path, "\(text) to \(new)", shape.draft.with(.word(new), at: path))
    }
  }

  /// What a duration of one unit lasts; nil for others.
  private static func milliseconds(_ text: String) -> Int? {
    for (unit, length) in [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)] {
      if text.hasSuffix(unit), let count = Int(text.dropLast(unit.count)) { return count * length }
    }
    return nil
  }
}
