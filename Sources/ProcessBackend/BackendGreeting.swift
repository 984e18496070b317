// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract

/// What a process says of itself when it is asked to begin.
struct BackendGreeting {
  let clock: ClockKind
  let takesDirections: Bool
  /// What it lists among its capabilities that is none: a run does without it.
  let unknownCapabilities: [String]

  /// The capability of a backend that carries directions out.
  static let directions = "directions"
  /// The capability of a backend that is the SDK on several devices at once.
  static let devices = "devices"
  /// What is wrong with one that does not have it where it is needed.
  static let onOneDevice = "is the SDK on one device only"

  /// - Throws: what is wrong, as the rest of a sentence that begins with the backend's name.
  init(_ node: JSONNode, to setup: BackendSetup) throws(WireFault) {
    let written: Written
    do throws(JSONProblem) {
      written = try Written(node)
    } catch {
      throw WireFault("answered `initialize` in another form: \(error.words)")
    }
    guard written.version == WireProtocol.backend else {
      throw WireFault(
        "speaks \(Diagnostic.quoting(written.version, limit: 40)), and mfaflow speaks `\(WireProtocol.backend)`")
    }
    let contract = setup.contract
    guard written.contract == contract.name else {
      throw WireFault(
        "is an SDK of the contract \(Diagnostic.quoting(written.contract)), and the flow is for `\(contract.name)`")
    }
    if let version = written.contractVersion, version != contract.version {
      throw WireFault(
        "has the contract `\(contract.name)` in the version \(Diagnostic.quoting(version)), and the flow has "
          + "`\(contract.version)`")
    }
    if let fingerprint = written.fingerprint, fingerprint != contract.fingerprint {
      throw WireFault("has another contract of the name `\(contract.name)` than the flow")
    }
    guard let clock = written.clock.map({ ClockKind(rawValue: $0) }) ?? .live else {
      throw WireFault("has a clock that is neither `live` nor `virtual`")
    }
    switch (setup.clock, clock) {
    case (.virtual, .live): throw WireFault("has no virtual clock, which is asked for")
    case (.live, .virtual): throw WireFault("has a virtual clock, and a live one is asked for")
    default: break
    }
    // Why here: who does not know the word would take what one device does for what another one has done.
    guard setup.devices.isEmpty || written.capabilities.contains(Self.devices) else {
      throw WireFault("\(Self.onOneDevice): `\(Self.devices)` is not among its `capabilities`")
    }
    self.clock = clock
    takesDirections = written.capabilities.contains(Self.directions)
    unknownCapabilities = written.capabilities.filter { ![Self.directions, Self.devices].contains($0) }
  }

  /// The answer as it is written.
  private struct Written {
    let version: String
    let contract: String
    let contractVersion: String?
    let fingerprint: String?
    let clock: String?
    let capabilities: [String]

    init(_ node: JSONNode) throws(JSONProblem) {
      var fields = try node.object()
      version = try fields.take("protocol").text()
      var inner = try fields.take("contract").object()
      contract = try inner.take("name").text()
      contractVersion = try inner.takeIfThere("version").map { node throws(JSONProblem) in try node.text() }
      fingerprint = try inner.takeIfThere("fingerprint").map { node throws(JSONProblem) in try node.text() }
      try inner.finish()
      clock = try fields.takeIfThere("clock").map { node throws(JSONProblem) in try node.text() }
      capabilities =
        try fields.takeIfThere("capabilities").map { node throws(JSONProblem) in
          try node.list { item throws(JSONProblem) in try item.text() }
        } ?? []
      // Who it is, for people who look at the messages.
      _ = fields.takeIfThere("backend")
      try fields.finish()
    }
  }
}
