// SPDX-License-Identifier: Apache-2.0

package import Guards
package import SDKContract
package import Values

extension Contract {
  /// What guards may name at a step: its event, the contract's words, and at an interrupt the step of the flow that it lies above.
  ///
  /// Inputs and picks are declared by whoever reads a `check` or a `where`.
  ///
  /// - Parameter steps: the names of the steps, at an interrupt; nil elsewhere.
  package func guardScope(awaiting event: EventID?, interrupting steps: [String]?) -> GuardScope {
    var scope = GuardScope()
    if let event { scope.declare("event", .record(self[event].fields)) }
    if let steps { scope.declare("interrupted", .oneOf("step", steps)) }
    if !constants.isEmpty { scope.declare("contract", .record(constantTypes), always: .record(constants)) }
    return scope
  }
}

extension Contract {
  /// What guards read below `contract`: each constant is of the type in which it is written.
  private var constantTypes: RecordType {
    RecordType(
      "contract",
      constants.fields.map { constant in
        switch constant.value {
        case .int: .init(constant.name, .int)
        case .flag: .init(constant.name, .flag)
        case .text, .list, .record, .secret: .init(constant.name, .text)
        }
      })
  }
}

extension ValueType {
  /// The types that a flow may give an input which is no parameter of the call.
  package static let ofInputs: [ValueType] = [.count, .flag, .int, .secret, .text]
}
