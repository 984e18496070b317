// SPDX-License-Identifier: Apache-2.0

import Cassettes
import FlowRuntime
import SDKContract
import Synchronization
import Testing
import Values

@testable import FlowCommand

/// An SDK that says again what it was told in confidence, in every place that it has.
private final class ParrotSDK: Backend {
  private let heard = Mutex<[String]>([])

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    guard case .secret(let secret)? = call.arguments["password"] else { return .accepted }
    let text = secret.withBytes { String(decoding: $0, as: UTF8.self) }
    heard.withLock { $0.append(text) }
    return .rejected(code: 5, message: "`\(text)` is wrong")
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    guard let text = heard.withLock({ $0.popLast() }) else { throw BackendFailure(.brokeContract, "no more") }
    return SDKEvent(
      "getPassword",
      data: [
        "userID": .text("user \(text)"), "challengeMode": .int(0), "attemptsLeft": .int(2), "unknown": .text("token"),
        "password": .text("other-secret"),
      ], status: 102, statusMessage: "not \(text)", error: 9, errorMessage: text)
  }
}

/// Tells the id of its session, and tells it again.
private struct GossipSDK: Backend {
  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    .rejected(code: 5, message: "no such session: S-7F3A91")
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    SDKEvent(
      "onUserLoggedIn", data: ["userID": .text("bob"), "sessionID": .text("S-7F3A91")], status: 100,
      statusMessage: "session S-7F3A91")
  }
}

@Suite("Recording an SDK")
struct CassetteRecorderTests {
  private let identity = Cassette.Identity(
    contract: "relid", contractVersion: "1.0.0", contractHash: "0", flow: "f", flowVersion: "1.0.0", sources: "0")

  @Test("what the contract marks private is not in the cassette, wherever it comes again")
  func privacy() async throws {
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    let recorder = CassetteRecorder(GossipSDK(), contract, VirtualClock(), most: 1 << 20)
    _ = try await recorder.nextEvent(until: .zero)
    _ = try await recorder.perform(SDKCall(name: "getNotifications", arguments: ["enterpriseID": .text("S-7F3A91")]))
    let text = try #require(recorder.cassette(identity)).text
    #expect(!text.contains("7F3A91"), "\(text)")
    #expect(text.contains("\"userID\":\"bob\""), "\(text)")
  }

  @Test("what an SDK says again of a secret is not in the cassette, nor what the contract does not tell of")
  func parrot() async throws {
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    let recorder = CassetteRecorder(ParrotSDK(), contract, VirtualClock(), most: 1 << 20)
    let secret = Secret("hunter2-words")
    _ = try await recorder.perform(SDKCall(name: "setUser", arguments: ["userName": .text("hunter2-words")]))
    _ = try await recorder.perform(SDKCall(name: "setPassword", arguments: ["password": .secret(secret)]))
    secret.wipe()
    _ = try await recorder.nextEvent(until: .zero)
    await #expect(throws: BackendFailure.self) { try await recorder.nextEvent(until: nil) }
    let text = try #require(recorder.cassette(identity)).text
    for word in ["hunter2", "token", "other-secret", "unknown"] { #expect(!text.contains(word), "\(text)") }
    #expect(text.contains("\"code\":5") && text.contains("\"status\":102") && text.contains("\"attemptsLeft\":2"))
    #expect(text.contains("{\"failed\":\"broke-contract\",\"time\":0}"))
    let read = try Cassette.read(Array(text.utf8))
    let player = CassettePlayer(read, contract, VirtualClock())
    _ = try await player.perform(SDKCall(name: "setUser", arguments: ["userName": .text("anybody")]))
    let answer = try await player.perform(SDKCall(name: "setPassword", arguments: ["password": .secret(Secret("x"))]))
    #expect(answer == .rejected(code: 5, message: "•••"))
    #expect(try await player.nextEvent(until: .zero)?.status == 102)
    await #expect(throws: BackendFailure(.brokeContract, "it did so when it was recorded")) {
      try await player.nextEvent(until: .zero)
    }
    #expect(await player.close() == nil)
  }

  @Test("a run that is too long is not recorded in part")
  func tooLong() async throws {
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    let recorder = CassetteRecorder(ParrotSDK(), contract, VirtualClock(), most: 1000)
    for _ in 0..<1000 { _ = try await recorder.perform(SDKCall(name: "initialize")) }
    #expect(recorder.cassette(identity) == nil)
  }

  @Test("an event comes as long after its call as it did, whenever the call is made")
  func time() async throws {
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    let call = SDKCall(name: "initialize")
    let cassette = Cassette(
      identity: identity, takesDirections: false,
      entries: [
        CassetteEntry(time: 1000, what: .call(call, .answer(.accepted))),
        CassetteEntry(time: 1250, what: .event(SDKEvent("getUser"))),
      ])
    let clock = VirtualClock(startingAt: .seconds(60))
    let player = CassettePlayer(cassette, contract, clock)
    #expect(try await player.nextEvent(until: nil) == nil && player.nextEventTime == nil)
    #expect(try await player.perform(call) == .accepted)
    #expect(player.nextEventTime == .milliseconds(60_250))
    #expect(try await player.nextEvent(until: .milliseconds(60_100)) == nil)
    #expect(clock.now == .milliseconds(60_100))
    #expect(try await player.nextEvent(until: nil) == SDKEvent("getUser"))
    #expect(clock.now == .milliseconds(60_250))
    let failure = await #expect(throws: BackendFailure.self) { try await player.perform(call) }
    #expect(failure?.description == "entry 3 (line 4): then nothing more was asked, now `initialize()`")
  }
}
