// SPDX-License-Identifier: Apache-2.0

public import FlowRuntime

/// A security module that says what a scenario tells it to, and allows what the scenario is silent about.
public struct ScenarioModule: SecurityModule {
  /// As the scenario calls it.
  public let name: String
  let verdicts: [SecurityQuestion: SecurityVerdict]

  /// What it says of the device.
  public func isDeviceSecure() async -> SecurityVerdict { verdicts[.isDeviceSecure] ?? .allow }

  /// What it says of a login.
  public func allowLogin() async -> SecurityVerdict { verdicts[.allowLogin] ?? .allow }
}
