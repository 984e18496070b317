// SPDX-License-Identifier: Apache-2.0

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
