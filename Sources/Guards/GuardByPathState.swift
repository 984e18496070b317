// SPDX-License-Identifier: Apache-2.0

/// What may stand at a path.
enum PathState: CaseIterable {
  case absent
  /// Something is there, and whoever reads it errs: it is wiped, or a word that its type does not know.
  case unreadable
  case there
}

/// What a part of a guard says where it is known what stands at a path.
struct GuardByPathState {
  enum Failure {
    case none, possible, certain
  }

  /// Holds where the part does.
  let expression: GuardExpression
  /// Whether the part may err by that path where it does not hold.
  let failure: Failure
}

extension GuardExpression {
  /// Whether it is the literal.
  var isFalse: Bool { self == .flag(false, span) }

  /// What a part without `!` before a row says where it is known what stands at a path; nil where that is not sure.
  ///
  /// - Parameter atMost: whether the result may hold where the part errs; else the part may hold where the result does not.
  func `where`(_ path: GuardPath, is state: PathState, atMost: Bool) -> GuardByPathState? {
    switch self {
    case .and(let parts):
      var said: [GuardExpression] = []
      var failure = GuardByPathState.Failure.none
      for part in parts {
        guard let part = part.where(path, is: state, atMost: atMost) else { return nil }
        if part.failure == .certain {
          return GuardByPathState(expression: .flag(false, span), failure: said.isEmpty ? .certain : .possible)
        }
        if part.failure == .possible { failure = .possible }
        said.append(part.expression)
      }
      return GuardByPathState(expression: .and(said), failure: failure)
    case .or(let parts):
      var said: [GuardExpression] = []
      var failure = GuardByPathState.Failure.none
      for part in parts {
        guard let part = part.where(path, is: state, atMost: atMost) else { return nil }
        if part.failure == .certain {
          failure = said.isEmpty ? .certain : .possible
          break
        }
        // What never holds, and does not err, is as good as not written.
        if part.failure == .none, part.expression.isFalse { continue }
        said.append(part.expression)
        guard part.failure == .possible else { continue }
        failure = .possible
        if !atMost { break }
      }
      return GuardByPathState(expression: said.isEmpty ? .flag(false, span) : .or(said), failure: failure)
    case .not(.has(let other, let span), _): return flag(other, path, state, isNegated: true, span)
    case .has(let other, let span): return flag(other, path, state, isNegated: false, span)
    default: return leaf(path, state)
    }
  }

  /// What `has` says.
  private func flag(
    _ other: GuardPath, _ path: GuardPath, _ state: PathState, isNegated: Bool, _ span: GuardSpan
  ) -> GuardByPathState {
    let isThere: Bool? =
      switch state {
      case .absent: other.isBelow(path) ? false : nil
      case .unreadable, .there: path.isBelow(other) ? true : nil
      }
    let expression = isThere.map { GuardExpression.flag($0 != isNegated, span) } ?? self
    return GuardByPathState(expression: expression, failure: .none)
  }

  private func leaf(_ path: GuardPath, _ state: PathState) -> GuardByPathState? {
    let same = GuardByPathState(expression: self, failure: .none)
    var uses = false
    forEachPath { if $0.isBelow(path) { uses = true } }
    guard uses, state != .there else { return same }
    guard reads(path, state) else { return nil }
    return GuardByPathState(expression: .flag(false, span), failure: .certain)
  }

  /// Whether it surely errs because of what stands at a path.
  private func reads(_ path: GuardPath, _ state: PathState) -> Bool {
    switch self {
    case .path(let other): state == .absent ? other.isBelow(path) : other == path
    case .not(let inner, _), .size(let inner, _), .matches(let inner, _, _): inner.reads(path, state)
    case .compare(_, let left, let right): left.reads(path, state) || right.reads(path, state)
    case .within(let value, _): value.reads(path, state)
    case .quantified(let part): part.list.reads(path, state)
    case .flag, .number, .text, .named, .list, .and, .or, .has: false
    }
  }
}
