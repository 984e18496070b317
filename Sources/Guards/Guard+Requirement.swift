// SPDX-License-Identifier: Apache-2.0

import Values

extension Guard {
  /// When something is offered for which a field of the event must be true: that, and what the flow asks beside it, if anything.
  ///
  /// The field is known to the contract as a flag.
  package static func requiring(_ field: String, and condition: Guard?) -> Guard {
    let nowhere = GuardSpan(0, 0)
    let path = GuardPath(
      root: "event", rootSpan: nowhere, slot: nil, members: [GuardPath.Member(name: field, span: nowhere)], type: .flag)
    let required = GuardExpression.path(path)
    guard let condition else { return Guard(text: "event.\(field)", expression: required) }
    return Guard(text: "event.\(field) && (\(condition.text))", expression: .and([required, condition.expression]))
  }
}
