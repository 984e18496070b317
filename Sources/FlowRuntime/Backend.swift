// SPDX-License-Identifier: Apache-2.0

public import Values

/// The SDK, as a run sees it: it takes calls, and sends events when it likes.
///
/// A call answers twice. At once it is accepted or rejected; a rejected call has no event. Later, an accepted call
/// may lead to an event. Events come in the order in which they happened; none is lost before somebody asks.
public protocol Backend: Sendable {
  /// Makes a call and says whether the SDK took it. Called by one task at a time.
  ///
  /// - Throws: ``BackendFailure`` when the SDK is gone or broke its contract; the run then stops.
  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer

  /// The next event, as soon as there is one; nil when `deadline` comes first, or when there can never be another.
  ///
  /// - Parameter deadline: the time since the start of the run, on the run's clock (on that of a ``TimedBackend``, if it is
  ///   one); nil to wait without limit. A deadline that has passed takes what is there already.
  /// - Throws: ``BackendFailure`` when the SDK is gone or broke its contract; the run then stops. When the task is
  ///   cancelled, it returns nil.
  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent?
}

/// A call to the SDK, with everything it needs.
public struct SDKCall: Sendable, Hashable {
  /// The name in the contract, such as `setUser`.
  public let name: String
  /// The arguments, those that the contract echoes included.
  ///
  /// Secrets are lent: they are wiped after the call.
  public let arguments: Record

  /// A call by its name in the contract.
  public init(name: String, arguments: Record = Record()) {
    self.name = name
    self.arguments = arguments
  }
}

/// What the SDK says to a call at once.
public enum SDKAnswer: Sendable, Hashable {
  case accepted
  /// Refused: no event follows. The number is of the error space, and not 0; the message is the SDK's own, for people.
  case rejected(code: Int, message: String?)
}

/// An event of the SDK.
///
/// Its error is read first, then its status, then its name.
public struct SDKEvent: Sendable, Hashable {
  /// The name or an alias in the contract, such as `getUser`.
  public var name: String
  /// The fields that the contract declares, the challenge mode included.
  public var data: Record
  /// The status code; nil if the event carries none, which counts as success.
  public var status: Int?
  /// The SDK's words for the status; for traces only.
  public var statusMessage: String?
  /// The error number; 0 for none.
  public var error: Int
  /// The SDK's words for the error; for traces only.
  public var errorMessage: String?

  /// An event that succeeds, unless a status or an error says otherwise.
  @inlinable
  public init(
    _ name: String, data: Record = Record(), status: Int? = nil, statusMessage: String? = nil, error: Int = 0,
    errorMessage: String? = nil
  ) {
    self.name = name
    self.data = data
    self.status = status
    self.statusMessage = statusMessage
    self.error = error
    self.errorMessage = errorMessage
  }
}

/// The SDK is gone, or did what its contract excludes.
public struct BackendFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whose fault it is: nobody answers, or the SDK does what nobody may.
  public enum Kind: Sendable, Hashable {
    /// It cannot be reached any more.
    case gone
    /// It sent something that the contract excludes.
    case brokeContract
    /// It is a recording, and the run asks for something else than the recorded one did.
    case diverged
    /// It cannot be the SDK in the world that it was told.
    case declined
  }

  /// What went wrong.
  public let kind: Kind
  /// One sentence that quotes what came.
  public let description: String

  /// A failure, with one sentence about it.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
