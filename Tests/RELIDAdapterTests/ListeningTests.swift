// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Foundation
@preconcurrency import RELID
import RELIDAdapter
import Synchronization
import Testing
import Values

@Suite struct ListeningTests {
  @MainActor
  private func backend(clock: any RunClock = VirtualClock()) -> RELIDBackend {
    RELIDBackend(RDNA(), clock: clock) { rdna, listener, _ in rdna.initialize(listener) }
  }

  @Test("events that came before anybody listened are heard in their order")
  func keepsEarlyEvents() async throws {
    let backend = await backend()
    for message in ["1", "2", "3"] { backend.listener.onSessionTimeout(message) }
    for message in ["1", "2", "3"] {
      #expect(try await backend.nextEvent(until: nil)?.data["message"] == .text(message))
    }
    #expect(try await backend.nextEvent(until: .zero) == nil)
  }

  @Test("of callbacks from many threads none is lost, and those of one thread keep their order")
  func hearsManyThreads() async throws {
    let backend = await backend()
    let (threads, each) = (8, 200)
    let heard = Task {
      var last: [Int: Int] = [:]
      var count = 0
      while count < threads * each, let event = try await backend.nextEvent(until: nil) {
        guard case .int(let thread)? = event.data["authenticationType"],
          case .int(let number)? = event.data["challengeMode"]
        else { break }
        if number != (last[thread] ?? -1) + 1 { break }
        last[thread] = number
        count += 1
      }
      return count
    }
    let listener = backend.listener
    for thread in 0..<threads {
      Thread.detachNewThread {
        for number in 0..<each {
          listener.getUserConsentForLDA(
            userID: "alice", challengeMode: RDNAChallengeOpMode(rawValue: number),
            authenticationType: RDNALDACapabilities(rawValue: thread), response: RDNAChallengeResponse(),
            error: RDNAError())
        }
      }
    }
    #expect(try await heard.value == threads * each)
  }

  @Test("a callback during a call is heard")
  func hearsDuringCalls() async throws {
    let script = await Talker.make()
    let backend = await RELIDBackend(script.rdna) { rdna, listener, _ in rdna.initialize(listener) }
    #expect(try await backend.perform(SDKCall(name: "initialize")) == .accepted)
    #expect(try await backend.nextEvent(until: nil)?.name == "getUser")
  }

  @Test("who waits is sent away at the deadline, by cancelling, and by closing")
  func endsWaiting() async throws {
    let backend = await backend()
    #expect(try await backend.nextEvent(until: .seconds(5)) == nil)
    let cancelled = Task { try await backend.nextEvent(until: nil) }
    cancelled.cancel()
    #expect(try await cancelled.value == nil)
    let waiting = Task { try await backend.nextEvent(until: nil) }
    backend.close()
    #expect(try await waiting.value == nil)
    backend.listener.onSessionTimeout("late")
    #expect(try await backend.nextEvent(until: nil) == nil)
  }

  @Test("a deadline that has struck leaves the next event to the next who listens")
  func keepsEventsBehindDeadlines() async throws {
    let backend = await backend()
    for _ in 0..<50 {
      #expect(try await backend.nextEvent(until: .milliseconds(1)) == nil)
      let listener = backend.listener
      Thread.detachNewThread { listener.onSessionTimeout("now") }
      #expect(try await backend.nextEvent(until: nil)?.name == "onSessionTimeout")
    }
  }

  @MainActor
  @Test("nothing of it outlives it")
  func freesEverything() async throws {
    let rdna = RDNA()
    weak var listener: RELIDListener?
    weak var adapter: RELIDBackend?
    weak var threat: RDNAThreat?
    do {
      let backend = RELIDBackend(rdna) { rdna, listener, _ in rdna.initialize(listener) }
      _ = try await backend.perform(SDKCall(name: "initialize"))
      let open = RDNAThreat(id: 1)
      backend.listener.onUserConsentThreats([open])
      _ = try await backend.nextEvent(until: nil)
      (listener, adapter, threat) = (backend.listener, backend, open)
      #expect(rdna.callbacks != nil)
    }
    #expect(adapter == nil && listener == nil && threat == nil)
    #expect(rdna.callbacks == nil)
  }
}

/// An SDK that calls back before it returns.
@MainActor
private final class Talker: @preconcurrency RDNAScript {
  let rdna = RDNA()
  private static let kept = Mutex<[Talker]>([])

  static func make() -> Talker {
    let talker = Talker()
    talker.rdna.script = talker
    kept.withLock { $0.append(talker) }
    return talker
  }

  func called(_ method: String, _ arguments: [Any]) -> RDNAError {
    rdna.callbacks?.getUser([], recentlyLoggedInUser: "", response: RDNAChallengeResponse(), error: RDNAError())
    return RDNAError()
  }
}
