// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
public import SDKContract
import Values

extension Program {
  /// Whether everything that a call takes out of the event is there, and is of the user whom the SDK has named last.
  func canResolve(_ invocation: MachineCall) -> Bool {
    let row = rows[Int(invocation.row)]
    let spec = flow.contract.calls[Int(row.call)]
    let data = invocation.data?.event.data ?? Record()
    if let field = spec.requiresField, data[field] != .flag(true) { return false }
    if let each = spec.each, case .list? = data[each] {} else if spec.each != nil { return false }
    if spec.echoes.contains(where: { data[$0] == nil }) { return false }
    return row.arguments.allSatisfy { index in
      let value: Value?
      switch arguments[Int(index)].source {
      case .event(let path): value = data.value(at: path)
      case .picked(let input, let path): value = invocation.value(ofInput: input, at: path)
      case .user: value = invocation.user.map { .text($0) }
      case .input, .literal: return true
      }
      let parameter = spec.parameter(named: arguments[Int(index)].name)
      guard let value else { return parameter?.isOptional ?? false }
      // Since the event came, another user may have been named.
      return parameter?.isUser != true || value == invocation.user.map { .text($0) }
    }
  }

  /// The call with its arguments: what the flow gives, and what the contract echoes.
  public func call(for invocation: MachineCall) -> SDKCall {
    let row = rows[Int(invocation.row)]
    let place = Int(row.call)
    let echoes = flow.contract.calls[place].echoes
    let data = invocation.data?.event.data ?? Record()
    var record = Record()
    let room = row.arguments.count + echoes.count
    if room > 0 { record.fields.reserveCapacity(room) }
    for index in row.arguments {
      // Read by index: the whole argument would be copied.
      let place = Int(index)
      let value: Value? =
        switch arguments[place].source {
        case .literal(let literal): literal
        case .input(let input): invocation.values[input]
        case .event(let path): data.value(at: path)
        case .picked(let input, let path): invocation.value(ofInput: input, at: path)
        case .user: invocation.user.map { .text($0) }
        }
      if let value { record.fields.append(Record.Field(arguments[place].name, value)) }
    }
    if let each = flow.contract.calls[place].each {
      record = Record([Record.Field(each, marked(data[each], with: record))])
    }
    for name in echoes {
      if let value = data[name] { record.fields.append(Record.Field(name, value)) }
    }
    return SDKCall(name: flow.contract.calls[place].name, arguments: record)
  }

  /// A list of records, each with the arguments set on it.
  private func marked(_ list: Value?, with arguments: Record) -> Value {
    guard case .list(let values)? = list else { return .list([]) }
    return .list(
      values.map { value in
        guard case .record(var record) = value else { return value }
        for field in arguments.fields { record[field.name] = field.value }
        return .record(record)
      })
  }

  /// A call that a failed run makes on its way out: nothing is asked, so it takes nothing but the user.
  public func abandoning(_ call: CallID, user: String?) -> SDKCall {
    let spec = flow.contract[call]
    let arguments = spec.parameters.compactMap { parameter in
      user.map { Record.Field(parameter.name, .text($0)) }
    }
    return SDKCall(name: spec.name, arguments: Record(arguments))
  }
}

extension MachineCall {
  /// A field of a record that an input has picked; nil if it is not there.
  fileprivate func value(ofInput index: Int, at path: [String]) -> Value? {
    guard values.indices.contains(index), case .record(let record) = values[index] else { return nil }
    return record.value(at: path)
  }
}
