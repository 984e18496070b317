// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

/// Which names a file may refer to: a part knows its own and those that it `needs`, a flow those of its parts, too.
struct NameUniverse {
  private let drafts: [String: SourceValue]
  /// Of each flow, the paths of the files that it is made of.
  private let flows: [Set<String>]

  init(_ drafts: [String: SourceValue], flows: [Set<String>]) {
    self.drafts = drafts
    self.flows = flows
  }

  func shape(of path: String, _ draft: SourceValue) -> FlowShape {
    let used = used(by: path, draft)
    let own = [draft] + used
    let needs = (draft["needs"]?.items ?? []).compactMap(\.text)
    let around = flows.filter { $0.contains(path) }.flatMap { $0 }.sorted().compactMap { drafts[$0] }
    let ends = own.flatMap { Self.names(of: $0, "ends") }
    let neededEnds = needs.filter { name in around.contains { $0["ends"]?[name] != nil } }
    let success = around.flatMap { Self.names(of: $0, "ends") }.first { Self.outcome(of: $0, around) == "success" }
    let allEnds = (ends + neededEnds + (draft["part"] == nil ? [] : [success].compactMap { $0 })).unique
    return FlowShape(
      path: path, draft: draft,
      steps: (own.flatMap { Self.names(of: $0, "steps") } + needs.filter { !allEnds.contains($0) }).unique,
      ends: allEnds.map { ($0, Self.outcome(of: $0, own + around) ?? "") },
      messages: own.flatMap { Self.names(of: $0, "messages") }.unique,
      usedNames: Set(used.flatMap { draft in ["steps", "ends"].flatMap { Self.names(of: draft, $0) } }))
  }

  /// The parts that a file uses, and those that they use.
  private func used(by path: String, _ draft: SourceValue) -> [SourceValue] {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return (draft["use"]?.items ?? []).compactMap(\.text).flatMap { use -> [SourceValue] in
      let path = "\(folder)/\(use).yaml"
      return drafts[path].map { [$0] + used(by: path, $0) } ?? []
    }
  }

  private static func names(of draft: SourceValue, _ key: String) -> [String] { (draft[key]?.entries ?? []).map(\.key) }

  private static func outcome(of end: String, _ drafts: [SourceValue]) -> String? {
    drafts.lazy.compactMap { $0["ends"]?[end]?["outcome"]?.text }.first
  }
}

extension [String] {
  /// Each once, in order.
  var unique: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
