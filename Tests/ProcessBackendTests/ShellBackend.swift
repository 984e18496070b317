// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SDKContract
import Testing
import Values

@testable import ProcessBackend

/// A backend made of a few lines of shell, which greets well and then does what a test wants to see.
struct ShellBackend {
  var children = ChildProcesses()
  var limits = ProcessLimits()
  var clock: BackendSetup.Clock = .virtual(VirtualClock())
  var world: String?
  /// Nil for the one that is read again.
  var contract: Contract?

  static func contract() throws -> Contract { try #require(EmbeddedContracts.contract(named: "relid")) }

  /// Reads a request and answers it with this result.
  static func answering(_ id: Int, _ result: String) -> String {
    "read -r line; echo '{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":\(result)}'"
  }

  static func greeting(_ clock: String = "virtual") -> String {
    answering(
      1, #"{"protocol":"mfaflow-backend/1","contract":{"name":"relid"},"clock":"\#(clock)","capabilities":[]}"#)
  }

  /// Starts a script as it is.
  func start(raw script: String) async throws -> ProcessBackend {
    let setup = BackendSetup(contract: try contract ?? Self.contract(), clock: clock, world: world)
    return try await ProcessBackend.start(
      try CommandWords("sh -c '\(script.replacing("'", with: #"'\''"#))'"), setup, limits: limits, in: children)
  }

  /// Starts a script that has greeted.
  func start(_ script: String) async throws -> ProcessBackend {
    var kind = "virtual"
    if case .live = clock { kind = "live" }
    return try await start(raw: Self.greeting(kind) + "\n" + script)
  }

  /// What a script that has greeted does wrong at the first call.
  func failure(_ script: String, call: SDKCall = SDKCall(name: "initialize")) async throws -> BackendFailure {
    let backend = try await start(script)
    let failure = await #expect(throws: BackendFailure.self) { _ = try await backend.perform(call) }
    await backend.close()
    #expect(children.count == 0)
    return try #require(failure)
  }

  /// What a script does wrong before it has greeted.
  func failure(raw script: String) async throws -> BackendFailure {
    let failure = await #expect(throws: BackendFailure.self) { _ = try await start(raw: script) }
    #expect(children.count == 0)
    return try #require(failure)
  }
}
