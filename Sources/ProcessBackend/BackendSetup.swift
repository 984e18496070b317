// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowRuntime
public import SDKContract
import Values

/// What a process is told before it serves as an SDK.
public struct BackendSetup: Sendable {
  /// By which clock a run goes on.
  public enum Clock: Sendable {
    /// By this one, and by no other.
    case virtual(VirtualClock)
    /// By this one if the process can; else by the time as it passes.
    case virtualIfPossible(VirtualClock)
    /// By the time as it passes.
    case live

    /// What the process is asked for.
    var wish: ClockKind { if case .live = self { .live } else { .virtual } }
  }

  /// The SDK that the process is to be.
  public let contract: Contract
  /// By which clock.
  public let clock: Clock
  /// The world as a JSON object, in the form of world files; nil if there is none.
  public let world: String?
  /// The devices that it is to be the SDK on, by name, all on one server and in one time; none for the one device that
  /// has no name.
  package var devices: [String] = []
  /// Whether events are held against the contract as they come; otherwise who asked for them does it.
  package var holdsEvents = true
  /// Whether the backend is on trial: what it leaves behind is a failure then, and its slips are remarked by who tries it.
  package var isOnTrial = false

  /// What a process is told.
  public init(contract: Contract, clock: Clock, world: String?) {
    self.contract = contract
    self.clock = clock
    self.world = world
  }
}

/// The two kinds of time.
enum ClockKind: String, Sendable {
  case live
  /// It stands still until the host says that it is later.
  case virtual
}

/// The version of the messages that a host and a backend exchange.
package enum WireProtocol {
  static let backend = "mfaflow-backend/1"
  static let responder = "mfaflow-responder/1"

  /// The error with which a backend says that it cannot be the SDK in the world that it is told.
  package static let declined = -32001
}

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

extension Contract {
  /// What its events and calls are called: no secrets, wherever they stand.
  package var names: Set<String> {
    Set(events.flatMap { [$0.name] + $0.aliases } + calls.flatMap { [$0.name] + $0.aliases })
  }
}

extension Contract {
  /// The names of the fields that must not be shown (`private`), wherever they stand.
  var privateNames: Set<String> {
    var names: Set<String> = []
    func collect(_ record: RecordType) {
      for field in record.fields {
        if field.isPrivate { names.insert(field.name) }
        collect(field.type)
      }
    }
    func collect(_ type: ValueType) {
      switch type {
      case .record(let record): collect(record)
      case .list(let element): collect(element)
      default: break
      }
    }
    for event in events { collect(event.fields) }
    return names
  }
}
