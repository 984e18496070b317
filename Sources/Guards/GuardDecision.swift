// SPDX-License-Identifier: Apache-2.0

public import Values

extension Guard {
  /// What can be said of a bound guard without running the flow: true if it is always true, false if it never is (it
  /// is false or errs, whatever the facts), nil if it depends on what is not known.
  ///
  /// - Parameter knowing: What is known of a root name; nil if nothing is. A record may hold only some of its fields:
  ///   the others count as not known. Lists are known as a whole.
  public func decide(knowing: (String) -> Value?) -> Bool? {
    var known: [String: Value] = [:]
    for name in names { known[name] = knowing(name) }
    let verdicts = GuardForesight(known: known).verdicts(of: expression)
    if verdicts == .yes { return true }
    return verdicts.contains(.yes) ? nil : false
  }
}

/// The verdicts that a part of a guard may come to.
private struct GuardVerdicts: OptionSet {
  let rawValue: UInt8

  static let yes = GuardVerdicts(rawValue: 1)
  static let no = GuardVerdicts(rawValue: 2)
  static let error = GuardVerdicts(rawValue: 4)
  static let any: GuardVerdicts = [.yes, .no, .error]

  var negated: GuardVerdicts {
    var result = intersection(.error)
    if contains(.yes) { result.insert(.no) }
    if contains(.no) { result.insert(.yes) }
    return result
  }
}

/// Follows all verdicts of a guard at once, with some facts known and others not.
private struct GuardForesight: GuardFacts {
  let known: [String: Value]

  func value(named name: String) -> Value? { known[name] }

  func verdicts(of expression: GuardExpression) -> GuardVerdicts {
    switch expression {
    case .not(let inner, _): verdicts(of: inner).negated
    case .and(let parts): row(parts, goesOnAfter: .yes)
    case .or(let parts): row(parts, goesOnAfter: .no)
    default: evaluated(expression)
    }
  }

  /// `&&` goes on after a yes, `||` after a no; every other verdict of a part is the verdict of the row.
  private func row(_ parts: [GuardExpression], goesOnAfter going: GuardVerdicts) -> GuardVerdicts {
    var result = going
    for part in parts where result.contains(going) {
      result = result.subtracting(going).union(verdicts(of: part))
    }
    return result
  }

  /// The one verdict of a part whose facts are all known; any verdict of another.
  private func evaluated(_ expression: GuardExpression) -> GuardVerdicts {
    var isKnown = true
    expression.forEachPath { path in
      guard isKnown, path.slot == nil else { return }
      var value = known[path.root]
      for member in path.members {
        guard case .record(let record)? = value else { break }
        value = record[member.name]
      }
      isKnown = value != nil
    }
    guard isKnown else { return .any }
    var evaluator = GuardEvaluator(facts: self)
    do throws(GuardFailure) {
      return try evaluator.flag(expression) ? .yes : .no
    } catch {
      return .any
    }
  }
}
