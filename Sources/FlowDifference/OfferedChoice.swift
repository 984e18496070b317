// SPDX-License-Identifier: Apache-2.0

import Guards

/// A choice of one of two steps that stand for each other, with all that tells whether another one does as much.
struct OfferedChoice {
  private let pattern: ChoicePattern
  /// The same, with places that one of the other flow can be held against.
  private let inClasses: ChoicePattern
  /// What must hold where it is offered.
  private let when: [Guard]
  /// Whether a choice of the other step stands for it.
  private let stays: Bool

  init(_ pattern: ChoicePattern, _ inClasses: ChoicePattern, _ when: [Guard], stays: Bool) {
    self.pattern = pattern
    self.inClasses = inClasses
    self.when = when
    self.stays = stays
  }

  /// Whether it does no more than another choice of its step that stays, or than one of the other step.
  func isTwin(among own: [OfferedChoice], or others: [OfferedChoice]) -> Bool {
    own.contains { $0.stays && pattern.doesNoMore(than: $0.pattern, when, $0.when) }
      || others.contains { inClasses.doesNoMore(than: $0.inClasses, when, $0.when) }
  }
}

extension ChoicePattern {
  /// Whether it does just what another choice of the step does, is offered only where that one is, and asks as often first.
  fileprivate func doesNoMore(than other: ChoicePattern, _ when: [Guard], _ otherWhen: [Guard]) -> Bool {
    if self == other { return true }
    // A guard that names steps cannot be held against another one.
    guard named.isEmpty, other.named.isEmpty, other.facets[.confirm] == nil || facets[.confirm] != nil else {
      return false
    }
    let strictness = Guard.strictness(of: when, beside: otherWhen)
    guard strictness == .stricter || strictness == .equal else { return false }
    var (mine, theirs) = (self, other)
    for facet in [Facet.when, .confirm] { (mine.facets[facet], theirs.facets[facet]) = (nil, nil) }
    return mine == theirs
  }
}
