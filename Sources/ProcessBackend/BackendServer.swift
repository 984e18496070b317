// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowRuntime
package import SDKContract

/// The other side of a ``ProcessBackend``: serves an SDK to a host that asks line by line.
///
/// It is what a program in another language does by its own means.
package struct BackendServer: Sendable {
  /// What a host has asked for.
  package struct Opening: Sendable {
    /// The world as a JSON text; nil if there is none.
    package let world: String?
    /// The clock of the run.
    package let clock: any RunClock
    /// The devices that the SDK is to be on, by name; none for the one that has no name.
    package let devices: [String]
  }

  /// Why there is no SDK for a host, in one sentence.
  package struct Refusal: Error, Sendable {
    let message: String

    /// - Parameter message: without secrets.
    package init(_ message: String) { self.message = message }
  }

  private let contracts: @Sendable (String) -> Contract?
  private let liveClock: @Sendable () -> any RunClock
  private let open: @Sendable (Opening) throws(Refusal) -> [any PacedBackend]

  /// - Parameters:
  ///   - contracts: the contract of a name; nil for one that is not served.
  ///   - liveClock: that of a run which is not virtual.
  ///   - open: the SDK for a host: on each of the devices, in their order, or on the one that has no name.
  package init(
    contracts: @escaping @Sendable (String) -> Contract?,
    liveClock: @escaping @Sendable () -> any RunClock = { LiveClock() },
    open: @escaping @Sendable (Opening) throws(Refusal) -> [any PacedBackend]
  ) {
    self.contracts = contracts
    self.liveClock = liveClock
    self.open = open
  }

  /// Serves until the host shuts it down or says nothing more.
  ///
  /// - Parameters:
  ///   - next: the next line of the host; nil at the end of its messages.
  ///   - write: writes whole lines.
  package func serve(
    reading next: @Sendable (_ isLive: Bool) async -> [UInt8]?, writing write: @escaping @Sendable ([UInt8]) -> Void
  ) async {
    var run: ServedRun?
    while let line = await next(run?.isLive ?? false) {
      let message: WireMessage
      do throws(JSONProblem) {
        message = try WireMessage(line)
      } catch {
        write(WireMessage.written(errorOf: nil, code: -32700, error.message))
        continue
      }
      guard case .request(let id, let method, let params) = message else { continue }
      do throws(ServingProblem) {
        switch method {
        case "initialize":
          run?.stop()
          let (opened, greeting) = try begin(params, write)
          run = opened
          write(WireMessage.written(resultOf: id, greeting))
          run?.listen()
        case "shutdown":
          run?.stop()
          write(WireMessage.written(resultOf: id) { _ in })
          return
        default:
          guard let run else { throw ServingProblem(-32002, "`initialize` comes first") }
          try await run.serve(method, params, id)
        }
      } catch {
        write(WireMessage.written(errorOf: id, code: error.code, error.message))
      }
    }
    run?.stop()
  }

  private func begin(
    _ params: JSONNode?, _ write: @escaping @Sendable ([UInt8]) -> Void
  ) throws(ServingProblem) -> (ServedRun, (inout JSONWriter) -> Void) {
    guard let params else { throw ServingProblem(-32602, "`params` is missing") }
    let request: BackendRequest
    do throws(JSONProblem) {
      request = try BackendRequest(params)
    } catch {
      throw ServingProblem(error)
    }
    guard request.version == WireProtocol.backend else {
      throw ServingProblem(-32001, "only `\(WireProtocol.backend)` is spoken here")
    }
    guard let contract = contracts(request.contract) else {
      throw ServingProblem(-32001, "there is no SDK of this contract here")
    }
    let clock: any RunClock = request.clock == .virtual ? VirtualClock() : liveClock()
    do throws(Refusal) {
      let backends = try open(Opening(world: request.world, clock: clock, devices: request.devices))
      let run = ServedRun(backends, on: request.devices, clock, write)
      return (
        run,
        { json in
          json.field("protocol", WireProtocol.backend)
          json.object("contract") { json in
            json.field("name", contract.name)
            json.field("version", contract.version)
          }
          json.field("clock", request.clock.rawValue)
          json.field("capabilities", [BackendGreeting.directions, BackendGreeting.devices])
        }
      )
    } catch {
      throw ServingProblem(-32001, error.message)
    }
  }
}

/// Why a request was not carried out, as JSON-RPC says it.
struct ServingProblem: Error {
  let code: Int
  let message: String

  init(_ code: Int, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ problem: JSONProblem) { self.init(-32602, problem.message) }
}

/// What a host says in `initialize`.
private struct BackendRequest {
  let version: String
  let contract: String
  let clock: ClockKind
  let world: String?
  let devices: [String]

  init(_ params: JSONNode) throws(JSONProblem) {
    var fields = try params.object()
    version = try fields.take("protocol").text()
    var inner = try fields.take("contract").object()
    contract = try inner.take("name").text()
    let kind = try fields.take("clock")
    guard let clock = ClockKind(rawValue: try kind.text()) else {
      throw JSONProblem("`clock` is neither `live` nor `virtual`", at: kind.place)
    }
    self.clock = clock
    let names = fields.takeIfThere("devices")
    devices =
      try names.map { node throws(JSONProblem) in try node.list { item throws(JSONProblem) in try item.text() } } ?? []
    if let names, devices.isEmpty || devices.contains("") || Set(devices).count < devices.count {
      throw JSONProblem("`devices` needs names, each once", at: names.place)
    }
    world = fields.takeIfThere("world").map { node in
      var json = JSONWriter()
      json.write(node)
      return json.text
    }
  }
}
