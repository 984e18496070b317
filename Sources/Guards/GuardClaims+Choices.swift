// SPDX-License-Identifier: Apache-2.0

/// Choices.
extension GuardClaims {
  /// Whether one of the choices of each row can hold, together with all that is claimed; true where that would take too long.
  ///
  /// What has no choice is claimed before this, and shows most contradictions.
  mutating func settle() -> Bool {
    guard narrowChoices() else { return false }
    let elements = claimed.elements.count
    guard claimSomeOfEach(), claimed.elements.count == elements || narrowChoices() else { return false }
    guard work > 0 else { return secret == nil }
    guard !claimed.open.isEmpty else { return areCompatible() && (secret.map { leaveFew(to: $0) } ?? true) }
    guard areCompatible() else { return false }
    let groups = secret == nil ? rowsByNames() : [claimed.open]
    guard groups.count == 1 else {
      for group in groups {
        claimed.open = group
        guard settle() else { return false }
      }
      return true
    }
    let shortest = claimed.open.indices.min { claimed.open[$0].count < claimed.open[$1].count } ?? 0
    let choices = claimed.open.remove(at: shortest)
    let before = claimed
    for choice in choices {
      if claim(choice), settle() { return true }
      claimed = before
    }
    return false
  }

  /// Leaves out the choices that contradict what is claimed, and claims what is the only choice; false if a row has none.
  private mutating func narrowChoices() -> Bool {
    var isNarrower = true
    while isNarrower {
      isNarrower = false
      var row = 0
      while row < claimed.open.count, work > 0 {
        let choices = claimed.open[row].filter { canClaim($0) }
        guard let first = choices.first else { return false }
        claimed.open[row] = choices
        if choices.count == 1 {
          claimed.open.remove(at: row)
          guard claim(first) else { return false }
          isNarrower = true
        } else if choices.contains(where: { isSure($0) }) {
          claimed.open.remove(at: row)
        } else {
          row += 1
        }
      }
    }
    return true
  }

  private mutating func canClaim(_ parts: [Part]) -> Bool {
    let before = claimed
    defer { claimed = before }
    return claim(parts)
  }

  /// Whether what is claimed already leaves nothing else; true only where that is sure.
  private mutating func isSure(_ parts: [Part]) -> Bool {
    guard let part = parts.first, parts.count == 1 else { return false }
    return !canClaim([(part.part, !part.wanted)])
  }

  /// The rows of choices, those together that what is claimed brings together: what one group needs says nothing of another one.
  private func rowsByNames() -> [[[[Part]]]] {
    var groups: [(names: Set<String>, rows: [[[Part]]])] = []
    func add(_ names: Set<String>, _ rows: [[[Part]]] = []) {
      let known = groups.filter { !$0.names.isDisjoint(with: names) }
      groups.removeAll { !$0.names.isDisjoint(with: names) }
      groups.append((known.reduce(names) { $0.union($1.names) }, known.flatMap(\.rows) + rows))
    }
    for row in claimed.open { add(row.joined().reduce(into: []) { $0.formUnion(names(in: $1.part)) }, [row]) }
    for relation in relations { add(names(in: relation.left).union(names(in: relation.right))) }
    for each in claimed.ofEach { add(names(in: each.part.list).union(names(in: each.part.body))) }
    return groups.map(\.rows).filter { !$0.isEmpty }
  }

  /// What a part looks at: names, fields of an event, and variables.
  ///
  /// An element with a slot of its own is looked at by its list.
  private func names(in part: GuardExpression) -> Set<String> {
    var names: Set<String> = []
    part.forEachPath { path in
      guard let slot = path.slot else {
        names.insert(path.members.first.map { "\(path.root).\($0.name)" } ?? path.root)
        return
      }
      let element = slot - Self.firstSlot
      if claimed.elements.indices.contains(element) {
        names.formUnion(self.names(in: claimed.elements[element].list))
      } else {
        names.insert("\(slot)")
      }
    }
    return names
  }
}
