// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SDKContract
import Values

extension SDKEvent {
  /// The event with less in it, the shortest first.
  ///
  /// - Parameter keepsUsers: whether it goes on naming the user.
  func shorter(for contract: Contract, keepingUsers keepsUsers: Bool) -> [SDKEvent] {
    let spec = contract.event(named: name).map { contract[$0] }
    let user = keepsUsers ? [spec?.userField].compactMap(\.self) : []
    let mode = [spec?.modeField].compactMap(\.self)
    let all = data.fields.map(\.name)
    return [(user, nil), (user + mode, nil), (all, nil), (user, status)].map { names, status in
      var less = self
      less.status = status
      less.data.fields.removeAll { !names.contains($0.name) }
      return less
    }
  }
}
