// SPDX-License-Identifier: Apache-2.0

public import FlowRuntime
@preconcurrency public import RELID
public import Values

/// The REL-ID SDK of an app, as a run sees it.
///
/// Calls are made on the main actor, as the vendor's samples make them. Callbacks may come on any thread, before anybody
/// listens, and during a call; none is lost. What an event brings and the answer has to give back (challenge modes, kinds
/// of device check, threats) is given back as the very values and objects that came.
@MainActor
public final class RELIDBackend: TimedBackend {
  /// Makes a call on the SDK, and returns what it says at once.
  public typealias Method = @MainActor (RDNA, Record) -> RDNAError

  /// Hears the SDK: an app gives it to the SDK as its callbacks when it initializes it.
  public nonisolated let listener: RELIDListener

  /// The clock by which it waits: that of the run, which a session takes from here.
  public nonisolated let clock: any RunClock

  private let sdk: RDNA
  private let start: @MainActor (RDNA, RELIDListener, Record) -> RDNAError
  private let methods: [String: Method]

  /// The number with which the adapter itself refuses a call whose event is gone; the SDK's own numbers are positive.
  public nonisolated static let goneCode = -1

  /// The number with which the adapter itself refuses a call that neither it nor the app has a method for.
  public nonisolated static let unknownCode = -2
  /// The number with which the adapter itself refuses a call whose arguments are not those of the contract.
  public nonisolated static let argumentCode = -3

  /// The calls that it makes without an app's help, by the names of the contract.
  public nonisolated static let callNames = RDNACall.names

  /// An SDK that is not initialized yet.
  ///
  /// - Parameters:
  ///   - sdk: the vendor's, such as `RDNA.sharedInstance()`.
  ///   - clock: the clock of the run, which a session takes from here; one that starts now, if nobody says otherwise.
  ///   - methods: calls for which no public material shows a method, by their names in the contract, such as
  ///     `forgotPassword`; one that stands here goes before the adapter's own.
  ///   - deviceName: what a new device is called where the SDK proposes no name; nil for what iOS calls it.
  ///   - start: initializes the SDK with the app's settings and the listener as its callbacks, whenever a flow calls
  ///     `initialize`; the record holds what the flow gives to that call.
  public init(
    _ sdk: RDNA, clock: any RunClock = LiveClock(), methods: [String: Method] = [:],
    deviceName: String? = nil,
    start: @escaping @MainActor (RDNA, RELIDListener, Record) -> RDNAError
  ) {
    self.sdk = sdk
    self.clock = clock
    self.methods = methods
    self.start = start
    listener = RELIDListener(deviceName: deviceName.flatMap { DeviceName.isBlank($0) ? nil : $0 } ?? DeviceName.own)
  }

  deinit { listener.queue.close() }

  /// Makes a call on the main actor.
  ///
  /// What does not reach the SDK is refused with a negative number: ``goneCode``, ``unknownCode`` or ``argumentCode``.
  @MainActor public func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    do throws(CallProblem) {
      return answer(try make(call))
    } catch {
      switch error {
      case .unknown:
        return .rejected(
          code: Self.unknownCode, message: "the adapter has no method for `\(call.name)`: give it one in `methods:`")
      case .argument(let name):
        return .rejected(code: Self.argumentCode, message: "`\(call.name)` came without a fitting `\(name)`")
      case .gone(let what):
        return .rejected(code: Self.goneCode, message: "\(what) is not open any more")
      }
    }
  }

  private func make(_ call: SDKCall) throws(CallProblem) -> RDNAError {
    if let method = methods[call.name] { return method(sdk, call.arguments) }
    guard call.name != "initialize" else {
      listener.keepsakes.begin()
      let error = start(sdk, listener, call.arguments)
      listener.keepsakes.settleBeginning(number(error.longErrorCode) == 0)
      return error
    }
    return try RDNACall(sdk: sdk, keepsakes: listener.keepsakes, call: call).perform()
  }

  private func answer(_ error: RDNAError) -> SDKAnswer {
    let code = number(error.longErrorCode)
    return code == 0 ? .accepted : .rejected(code: code, message: spoken(error.errorString))
  }

  /// The next event of the SDK, from whatever thread it came.
  public nonisolated func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    if let event = listener.queue.take() { return event }
    guard let deadline else { return await listener.queue.next(until: nil) }
    let clock = clock
    guard deadline > clock.now else { return nil }
    return await listener.queue.next { await clock.sleep(until: deadline) }
  }

  /// Ends the listening: callers that wait are sent away, and what the SDK still says is dropped.
  public nonisolated func close() { listener.queue.close() }
}
