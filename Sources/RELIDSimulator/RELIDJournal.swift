// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// Everything that was done with the simulated SDKs of a network, in order: enough to bring others to the same standing,
/// since the same world and the same calls at the same times give the same events.
///
/// It holds no secret. A password or code that a call brought is told by where the world has it; one that the world does
/// not have, and that became somebody's password, by a number.
public struct RELIDJournal: Sendable, Hashable {
  /// What a saved run calls the SDK whose journal it has.
  package static let sdk = "relid-simulator"

  /// One thing that was done.
  struct Entry: Sendable, Hashable {
    enum What: Sendable, Hashable {
      /// A call, and the number with which it was refused; nil if it was taken.
      case call(String, arguments: Record, secrets: [Brought], refusal: Int?)
      /// Somebody looked for an event when one was due; nil if it came to nothing.
      case look(Came?)
      /// A script sent an event, which comes so many milliseconds later.
      case send(SDKEvent, delay: Int64)
      case refuseNext(String, number: Int)
      case holdReplies
      case releaseReplies
    }

    /// An event that came.
    struct Came: Sendable, Hashable {
      let event: String
      /// A number for all that it said, but for what is secret: see ``SDKEvent/said``.
      let said: String

      init(event: String, said: String) { (self.event, self.said) = (event, said) }

      init(_ event: SDKEvent) { self.init(event: event.name, said: event.said) }
    }

    /// The device in its network, as an index.
    let device: Int
    /// In milliseconds since the start of the run.
    let time: Int64
    let what: What
  }

  /// A secret that a call brought under a name.
  struct Brought: Sendable, Hashable {
    let name: String
    let secret: KnownSecret
  }

  /// What can be told of a secret without telling it.
  enum KnownSecret: Sendable, Hashable {
    /// The password that a user has at the beginning, by the user's name.
    case password(of: String)
    /// A former password of the world, the latest first.
    case former(of: String, Int)
    case code(of: String, Int)
    /// A password that was set, and that the world does not have, counted from 1.
    case set(Int)
    /// Nothing but white space, which counts as nothing.
    case blank
    /// None of these: it was wrong, or it was not taken.
    case other
  }

  /// Some callers, and the data of a script, have no type for secrets: then the name tells.
  static let secretNames: Set<String> = [
    "activationCode", "password", "currentPassword", "newPassword", "token", "cipherSalt", "agentInfo", "accessToken",
    "accessCode", "otp", "answer",
  ]

  /// The devices by name, as the entries count them.
  var devices: [String]
  var entries: [Entry] = []

  /// How many passwords were set that the world does not have: who takes the run up has to hand them in again.
  public var passwordsSet: Int {
    var most = 0
    for case .call(_, _, let secrets, _) in entries.map(\.what) {
      for case .set(let number) in secrets.map(\.secret) { most = max(most, number) }
    }
    return most
  }
}

/// The world, or what was done in it, is not the one that a journal tells of.
public struct JournalMismatch: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which entry did not come out as it did before, counted from 1.
  public let entry: Int
  /// What was to come and what came, in a few words; no values.
  public let description: String
}
