// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Synchronization
import Values

/// The simulated SDK with one thing about it that no SDK may have.
final class FlawedSDK: PacedBackend {
  enum Flaw: String, Sendable, CaseIterable {
    case none, takesUnknownCalls, takesCallsAtAnyTime, answersNotAtAll, misspellsAField, inventsAnEvent, dropsTheMode
    case misplacesAStatus, misplacesAnError, refusesWithZero, sendsTwice, speaksByItself, forgetsIDs
    case asksForNamesTooEarly, takesAnswersTwice, cannotBeClosed, isNeverTheSame, takesNothing, breaksDown
    case answersARefusal, sendsOtherEvents, diesOfRefusing, takesAnswersWhileUnderWay
    case ignoresEchoes, namesAnotherUser, renamesTheUser, neverCounts, beginsTwice
  }

  private let simulator: RELIDSimulator
  private let flaw: Flaw
  /// Which run of many it is.
  private let run: Int
  private let state = Mutex(State())

  private struct State {
    var lastTaken = ""
    /// Whether nothing was heard of it since.
    var isUnderWay = false
    var extra: [SDKEvent] = []
    /// The mode of the last question that has one.
    var mode: Value?
  }

  init(_ flaw: Flaw, _ world: World, _ clock: any RunClock, run: Int) {
    simulator = RELIDSimulator(world: world, clock: clock)
    self.flaw = flaw
    self.run = run
  }

  var nextEventTime: Duration? { simulator.nextEventTime }
  var takesDirections: Bool { true }
  var hasHeldReplies: Bool { simulator.hasHeldReplies }

  func direct(_ direction: Direction) async throws(BackendFailure) {
    if case .send(let event) = direction { simulator.send(event) }
  }

  func close() async -> BackendFailure? {
    flaw == .cannotBeClosed ? BackendFailure(.gone, "the backend did not end within 2 s") : nil
  }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    let answer = try await simulator.perform(heard(call))
    switch (flaw, call.name) {
    case (.breaksDown, "setActivationCode") where answer == .accepted,
      (.diesOfRefusing, "resendActivationCode") where answer != .accepted:
      throw BackendFailure(.gone, "the backend is `gone`")
    default: break
    }
    return state.withLock { state in
      if answer == .accepted {
        (state.lastTaken, state.isUnderWay) = (call.name, true)
        return answer
      }
      switch flaw {
      case .takesUnknownCalls where call.name.hasPrefix("mfaflow"): return .accepted
      case .takesCallsAtAnyTime where call.name == "resendActivationCode": return .accepted
      case .takesAnswersTwice where call.name == "setUser" && state.lastTaken == "setUser" && !state.isUnderWay,
        .takesAnswersWhileUnderWay where call.name == "setUser" && state.lastTaken == "setUser" && state.isUnderWay:
        return call.arguments.isEmpty ? answer : .accepted
      case .takesNothing where call.name == "setUser" && call.arguments.isEmpty: return .accepted
      case .refusesWithZero: return .rejected(code: 0, message: nil)
      case .answersARefusal where call.name == "logOff" && !call.arguments.isEmpty && state.lastTaken == "initialize":
        state.extra.append(SDKEvent("onUserLoggedIn"))
      default: break
      }
      return answer
    }
  }

  /// The call as it is taken.
  private func heard(_ call: SDKCall) -> SDKCall {
    guard flaw == .ignoresEchoes, call.arguments["challengeMode"] != nil, let mode = state.withLock({ $0.mode }) else {
      return call
    }
    var arguments = call.arguments
    arguments["challengeMode"] = mode
    return SDKCall(name: call.name, arguments: arguments)
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    if let event = state.withLock({ $0.extra.isEmpty ? nil : $0.extra.removeFirst() }) { return event }
    guard var event = try await simulator.nextEvent(until: deadline) else { return nil }
    state.withLock { state in
      state.isUnderWay = false
      if let mode = event.data["challengeMode"] { state.mode = mode }
    }
    let isCode = event.name == "getActivationCode"
    var extra: [SDKEvent] = []
    switch flaw {
    case .answersNotAtAll where isCode: return try await nextEvent(until: deadline)
    case .misspellsAField where isCode:
      event.data["userId"] = event.data["userID"]
    case .inventsAnEvent where isCode: event.name = "getActivationCodes"
    case .dropsTheMode: event.data.fields.removeAll { $0.name == "challengeMode" }
    case .misplacesAStatus where isCode: event.status = 164
    case .misplacesAnError where event.name == "onUserLoggedIn": event.error = 7
    case .sendsTwice where isCode: extra = [event]
    case .speaksByItself where event.name == "onUserLoggedIn": extra = [SDKEvent("getUser")]
    case .forgetsIDs where event.name == "onTerminateWithThreats":
      event.data["threats"] = .list([.record(["threatId": .int(99)])])
    case .asksForNamesTooEarly where event.name == "onInitialized": extra = [SDKEvent("getDeviceName")]
    case .isNeverTheSame where event.name == "onInitialized" && run % 2 == 1: extra = [SDKEvent("onDeviceActivated")]
    case .namesAnotherUser where event.data["userID"] != nil: event.data["userID"] = .text("mallory")
    case .renamesTheUser where event.name == "getPassword": event.data["userID"] = .text("mallory")
    case .neverCounts where event.data["attemptsLeft"] != nil: event.data["attemptsLeft"] = .int(3)
    case .beginsTwice where event.name == "onInitialized": extra = [event]
    case .sendsOtherEvents where isCode: event = SDKEvent("onGetNotifications")
    default: break
    }
    if !extra.isEmpty { state.withLock { [extra] in $0.extra += extra } }
    return event
  }
}
