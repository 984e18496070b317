// SPDX-License-Identifier: Apache-2.0

package import Values

/// What a guard asks of a field by `has` alone.
package struct GuardPresence: Sendable, Hashable {
  /// As the author wrote it, such as `event.forgotPasswordEnabled`.
  package let path: String
  /// What the field is; nil where that is not known.
  package let type: ValueType?
  /// Whether the guard lets pass what has the field, and not what lacks it.
  package let isWanted: Bool
}

extension Guard {
  /// The fields whose presence it asks for and whose value, or anything in it, it looks at nowhere.
  package var merePresences: [GuardPresence] {
    var asks = false
    expression.forEachPresence(isWanted: true) { _, _ in asks = true }
    // Most guards ask for nothing by `has`.
    guard asks else { return [] }
    var read: [GuardPath] = []
    expression.forEachRead { read.append($0) }
    var found: [GuardPresence] = []
    expression.forEachPresence(isWanted: true) { path, isWanted in
      guard !read.contains(where: { $0.isAt(orBelow: path) }) else { return }
      found.append(GuardPresence(path: path.text, type: path.type, isWanted: isWanted))
    }
    return found
  }

  /// The fields whose mere presence, or absence, is enough for it to hold, whatever some names stand for: a part beside an `||`
  /// that reads none of these names, and asks for a field that the other parts do not look at.
  ///
  /// - Parameter names: those that the whole is there for, such as the inputs of a step.
  package func presencesThatSuffice(without names: Set<String>) -> [GuardPresence] {
    guard !self.names.isDisjoint(with: names), case .or(let parts) = expression else { return [] }
    let mere = merePresences.map(\.path)
    return parts.flatMap { part -> [GuardPresence] in
      var isApart = true
      part.forEachPath { if $0.slot == nil, names.contains($0.root) { isApart = false } }
      guard isApart else { return [] }
      var found: [GuardPresence] = []
      part.forEachPresence(isWanted: true) { path, isWanted in
        if mere.contains(path.text) {
          found.append(GuardPresence(path: path.text, type: path.type, isWanted: isWanted))
        }
      }
      return found
    }
  }
}

extension Guard {
  /// The fields of the event whose value it looks at.
  var fieldsOfEvent: [GuardPath] {
    var read: [GuardPath] = []
    expression.forEachRead { path in
      if path.root == "event", path.slot == nil, path.members.count == 1, !read.contains(path) { read.append(path) }
    }
    return read
  }

  /// Whether it errs where a field is absent: it looks at the field, and does not ask whether it is there.
  func errs(without field: GuardPath) -> Bool {
    var (isRead, isAskedFor) = (false, false)
    expression.forEachRead { if $0.isAt(orBelow: field) { isRead = true } }
    expression.forEachPresence(isWanted: true) { path, _ in if path == field { isAskedFor = true } }
    return isRead && !isAskedFor
  }
}

extension GuardPath {
  fileprivate var text: String { ([root] + members.map(\.name)).joined(separator: ".") }

  /// Whether it is the same field as another, or something in it.
  fileprivate func isAt(orBelow other: GuardPath) -> Bool {
    root == other.root && slot == other.slot && members.count >= other.members.count
      && zip(members, other.members).allSatisfy { $0.name == $1.name }
  }
}

extension GuardExpression {
  /// Every path whose value is looked at.
  fileprivate func forEachRead(_ body: (GuardPath) -> Void) {
    switch self {
    case .flag, .number, .text, .named, .has: break
    case .path(let path): body(path)
    case .list(let parts, _), .and(let parts), .or(let parts):
      for part in parts { part.forEachRead(body) }
    case .not(let inner, _), .size(let inner, _), .matches(let inner, _, _): inner.forEachRead(body)
    case .compare(_, let left, let right), .within(let left, let right):
      left.forEachRead(body)
      right.forEachRead(body)
    case .quantified(let quantified):
      quantified.list.forEachRead(body)
      quantified.body.forEachRead(body)
    }
  }

  /// Every `has`, with whether the whole is more likely to hold where the field is there.
  fileprivate func forEachPresence(isWanted: Bool, _ body: (GuardPath, Bool) -> Void) {
    switch self {
    case .has(let path, _): body(path, isWanted)
    case .and(let parts), .or(let parts):
      for part in parts { part.forEachPresence(isWanted: isWanted, body) }
    case .not(let inner, _): inner.forEachPresence(isWanted: !isWanted, body)
    case .quantified(let quantified): quantified.body.forEachPresence(isWanted: isWanted, body)
    // Where a `has` is compared, which of the two lets pass is not looked at.
    case .compare(_, let left, let right):
      left.forEachPresence(isWanted: isWanted, body)
      right.forEachPresence(isWanted: isWanted, body)
    case .flag, .number, .text, .named, .list, .path, .within, .size, .matches: break
    }
  }
}
