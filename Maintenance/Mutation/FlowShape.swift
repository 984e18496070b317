// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

/// A flow or a part, and where in it things stand that can be changed.
struct FlowShape: Sendable {
  let path: String
  let draft: SourceValue
  /// The steps that its targets may name: its own, and those of the files that it is joined with.
  let steps: [String]
  /// The ends that its targets may name, with their outcomes.
  let ends: [(name: String, outcome: String)]
  /// The keys of the messages that it may show.
  let messages: [String]
  /// What the parts bring that a part itself uses: it need not name them below `needs:`.
  let usedNames: Set<String>

  var isPart: Bool { draft["part"] != nil }

  var success: String? { ends.first { $0.outcome == "success" }?.name }

  /// Its steps, then its interrupts.
  var places: [SourcePath] { stepPlaces + below("interrupts") }

  var stepPlaces: [SourcePath] { below("steps") }

  private func below(_ key: String) -> [SourcePath] {
    (draft[key]?.entries ?? []).map { SourcePath(key) / $0.key }
  }

  var choices: [SourcePath] {
    places.flatMap { place in (draft[place / "choices"]?.entries ?? []).map { place / "choices" / $0.key } }
  }

  /// Each pick of a place.
  var picks: [SourcePath] {
    places.flatMap { place in (draft[place / "pick"]?.entries ?? []).map { place / "pick" / $0.key } }
  }

  /// Each item of a `require:`, and of a `where:` that is a list.
  var checks: [SourcePath] {
    (places.map { $0 / "require" } + picks.map { $0 / "where" }).flatMap { list in
      (draft[list]?.items ?? []).indices.map { list / $0 }
    }
  }

  /// Each `then:`, of places and of choices.
  var thens: [SourcePath] { (places + choices).map { $0 / "then" }.filter { draft[$0] != nil } }

  /// Each line of each `then:`.
  var lines: [SourcePath] { thens.flatMap { then in (draft[then]?.entries ?? []).map { then / $0.key } } }

  /// The choices that make no call, and the interrupts that ask nothing.
  var buttons: [SourcePath] {
    (choices + below("interrupts")).filter { draft[$0].flatMap(Target.init(button:)) != nil }
  }

  /// Whether its targets may name this.
  func knows(_ name: String) -> Bool { steps.contains(name) || ends.contains { $0.name == name } }

  func outcome(of end: String) -> String? { ends.first { $0.name == end }?.outcome }
}

extension FlowShape {
  /// A place that leads somewhere.
  struct Lead {
    let path: SourcePath
    let target: Target
    let isButton: Bool
  }

  /// All that lead somewhere: lines, choices without a call, interrupts that ask nothing.
  var leads: [Lead] {
    lines.compactMap { path in
      draft[path].flatMap(Target.init(line:)).map { Lead(path: path, target: $0, isButton: false) }
    }
      + buttons.compactMap { path in
        draft[path].flatMap(Target.init(button:)).map { Lead(path: path, target: $0, isButton: true) }
      }
  }

  /// The document with a lead that leads elsewhere.
  func leading(_ lead: Lead, to move: Target.Kind) -> SourceValue {
    var target = lead.target
    target.move = move
    let old = draft[lead.path] ?? lead.target.line
    let changed = draft.with(lead.isButton ? target.button(from: old) : target.line, at: lead.path)
    if case .to(let name) = move { return changed.needing(name, of: self) }
    return changed
  }
}

extension SourceValue {
  /// A part that names what it leaves to the flow: the name stands below `needs:`, as its author would write it.
  func needing(_ name: String, of shape: FlowShape) -> SourceValue {
    guard shape.isPart, self["steps"]?[name] == nil, self["interrupts"]?[name] == nil, self["ends"]?[name] == nil,
      !shape.usedNames.contains(name)
    else { return self }
    let needs = self["needs"]?.items ?? []
    guard !needs.contains(where: { $0.text == name }) else { return self }
    var draft = self
    draft["needs"] = .list(needs + [.word(name)])
    return draft
  }
}
