// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Testing
import Values

@testable import RELIDSimulator

@Suite("The journal of a simulated SDK")
struct JournalTests {
  private static let yaml = """
    users:
      bob: { password: horse-battery-1, passwordHistory: [former-horse-1], activationCode: ["118822", "220011"] }
      eve: { activationCode: "771204" }
    policy: { minDigits: 1 }
    """

  private static func world(_ yaml: String = Self.yaml) throws -> World {
    try #require(WorldReader.read(SourceFile(path: "world.yaml", text: yaml)).value)
  }

  private struct Bench {
    let network: RELIDNetwork
    let clock: VirtualClock

    init(_ world: World) {
      clock = VirtualClock()
      network = RELIDNetwork(world: world, clock: clock, keepsJournal: true)
    }

    init(_ world: World, _ journal: RELIDJournal, at time: Duration, _ passwords: [Int: String] = [:]) throws {
      clock = VirtualClock(startingAt: time)
      network = try RELIDNetwork(world: world, clock: clock, replaying: journal) { passwords[$0].map { Secret($0) } }
    }

    /// Makes a call; gives the last event that comes at once, with its status.
    @discardableResult
    func call(_ name: String, _ arguments: Record = [:]) async throws -> String {
      let sdk = network.simulator
      if case .rejected(let code, _) = try await sdk.perform(SDKCall(name: name, arguments: arguments)) {
        return "refused \(code)"
      }
      var last = "nothing"
      while let event = try await sdk.nextEvent(until: clock.now) { last = "\(event.name) \(event.status ?? 0)" }
      return last
    }

    @discardableResult
    func password(_ password: String, mode: Int = 0) async throws -> String {
      try await call("setPassword", ["password": .secret(Secret(password)), "challengeMode": .int(mode)])
    }

    var secrets: [RELIDJournal.KnownSecret] {
      (network.journal?.entries ?? []).flatMap { entry -> [RELIDJournal.KnownSecret] in
        if case .call(_, _, let secrets, _) = entry.what { secrets.map(\.secret) } else { [] }
      }
    }
  }

  /// Eve activates the device with a password of her own, and logs off.
  private static func activated() async throws -> Bench {
    let bench = Bench(try world())
    try await bench.call("initialize")
    try await bench.call("setUser", ["userName": .text("eve")])
    try await bench.call("setActivationCode", ["activationCode": .secret(Secret("000000"))])
    try await bench.call("setActivationCode", ["activationCode": .secret(Secret(" 771204 "))])
    #expect(try await bench.password("no-digit-at-all", mode: 1) == "getPassword 190")
    try await bench.password("eves-own-horse-3", mode: 1)
    try await bench.call("setDeviceName", ["deviceName": .text("phone")])
    try await bench.call("logOff", ["userID": .text("eve")])
    #expect(try await bench.call("setUser", ["userName": .text("eve")]) == "getPassword 100")
    return bench
  }

  @Test("what is secret is told by where the world has it, and by a number where it has not")
  func secrets() async throws {
    let bench = try await Self.activated()
    #expect(try await bench.password("wrong-horse-9") == "getPassword 102")
    #expect(bench.secrets == [.other, .code(of: "eve", 0), .other, .set(1), .other])
    #expect(bench.network.journal?.passwordsSet == 1)
    var json = JSONWriter()
    json.object { bench.network.journal?.write(to: &$0) }
    for word in ["horse", "digit", "771204", "000000"] { #expect(!json.text.contains(word)) }
    var fields = try JSONReader.read(json.bytes).object()
    #expect(try RELIDJournal(from: &fields) == bench.network.journal)
    try fields.finish()
  }

  @Test("who hands the password in again signs in with it, and with no other; the journal goes on as it was")
  func handedIn() async throws {
    let bench = try await Self.activated()
    let journal = try #require(bench.network.journal)
    let again = try Bench(try Self.world(), journal, at: bench.clock.now, [1: "eves-own-horse-3"])
    #expect(again.network.journal == journal)
    #expect(try await again.password("wrong-horse-9") == "getPassword 102")
    #expect(try await again.password("eves-own-horse-3") == "onUserLoggedIn 100")
    #expect(again.secrets.suffix(2) == [.other, .set(1)])
  }

  @Test("without it no password is right, not even the one that stood in for it")
  func notHandedIn() async throws {
    let bench = try await Self.activated()
    let journal = try #require(bench.network.journal)
    let again = try Bench(try Self.world(), journal, at: bench.clock.now)
    #expect(again.network.journal == journal)
    let standIn = Secret(bytes: [0xFF] + Array("1".utf8))
    let guess = try await again.call("setPassword", ["password": .secret(standIn), "challengeMode": .int(0)])
    #expect(guess == "getPassword 102")
    #expect(try await again.password("eves-own-horse-3") == "getPassword 102")
    #expect(
      try await again.call("setPassword", ["password": .secret(Secret("")), "challengeMode": .int(0)]) == "refused 905")
  }

  @Test("the time of events that are under way is kept, and a reply that is held stays held")
  func underWay() async throws {
    let world = try Self.world(Self.yaml + "\nlatency: 300ms\n")
    let bench = Bench(world)
    let sdk = bench.network.simulator
    _ = try await sdk.perform(SDKCall(name: "initialize"))
    bench.clock.advance(to: .milliseconds(100))
    sdk.send(SDKEvent("onDeviceDetails", data: ["token": .secret(Secret("t")), "n": .int(1)]), after: .seconds(1))
    sdk.refuseNext("setUser", with: 500)
    sdk.holdReplies()
    let journal = try #require(bench.network.journal)
    let again = try Bench(world, journal, at: bench.clock.now).network
    #expect(again.journal == journal)
    let (first, second) = (sdk, again.simulator)
    for simulator in [first, second] { simulator.releaseReplies() }
    #expect(try await second.nextEvent(until: .milliseconds(299)) == nil)
    #expect(try await second.nextEvent(until: .milliseconds(300))?.name == "onInitialized")
    while try await second.nextEvent(until: .milliseconds(1099)) != nil {}
    #expect(try await second.nextEvent(until: .milliseconds(1100))?.name == "onDeviceDetails")
    #expect(try await second.perform(SDKCall(name: "setUser")) == .rejected(code: 500, message: nil))
  }

  @Test(
    "another world, and a journal that was changed, are refused",
    arguments: [
      ("bob", "rob"), ("eve:", "ada:"), ("activationCode: \"771204\"", "password: known-horse-1"),
      ("users:", "seed: 1\nusers:"), ("220011", "220012"), ("minDigits: 1", "minDigits: 2"),
      ("eve: {", "eve: { activationAttempts: 9,"),
    ])
  func otherWorld(old: String, new: String) async throws {
    let bench = try await Self.activated()
    let journal = try #require(bench.network.journal)
    let world = try Self.world(Self.yaml.replacing(old, with: new))
    // What the run did not touch may be another.
    if old == "users:" || old == "220011" {
      _ = try Bench(world, journal, at: bench.clock.now)
    } else {
      #expect(throws: JournalMismatch.self) { try Bench(world, journal, at: bench.clock.now) }
    }
  }

  @Test("an entry that is left out, moved, or put where there is nothing is refused or plays otherwise; none crashes")
  func tampered() async throws {
    let bench = try await Self.activated()
    let journal = try #require(bench.network.journal)
    var refused = 0
    for index in journal.entries.indices {
      var other = journal
      other.entries.remove(at: index)
      if (try? Bench(try Self.world(), other, at: bench.clock.now)) == nil { refused += 1 }
      other = journal
      other.entries.swapAt(index, 0)
      if (try? Bench(try Self.world(), other, at: bench.clock.now)) == nil { refused += 1 }
    }
    #expect(refused > journal.entries.count)
    let entry = try #require(journal.entries.last)
    for what: RELIDJournal.Entry.What in [
      .refuseNext("setNothing", number: 1), .look(.init(event: "onUserLoggedIn", said: "0123456789abcdef")),
      .call("noSuchCall", arguments: [:], secrets: [], refusal: nil),
      .call(
        "setPassword", arguments: [:], secrets: [.init(name: "password", secret: .former(of: "bob", 9))], refusal: nil),
      .call(
        "setPassword", arguments: [:], secrets: [.init(name: "password", secret: .password(of: "nobody"))], refusal: nil
      ),
      .call(
        "setPassword", arguments: [:], secrets: [.init(name: "password", secret: .code(of: "eve", 7))], refusal: nil),
    ] {
      var other = journal
      other.entries.append(.init(device: 0, time: entry.time, what: what))
      #expect(throws: JournalMismatch.self, "\(what)") { try Bench(try Self.world(), other, at: bench.clock.now) }
    }
    var other = journal
    other.entries.append(.init(device: 3, time: entry.time, what: .holdReplies))
    #expect(throws: JournalMismatch.self) { try Bench(try Self.world(), other, at: bench.clock.now) }
    other = journal
    other.devices = []
    #expect(throws: JournalMismatch.self) { try Bench(try Self.world(), other, at: bench.clock.now) }
    other.devices = ["device-1", "device-1"]
    #expect(throws: JournalMismatch.self) { try Bench(try Self.world(), other, at: bench.clock.now) }
  }

  @Test("where none is asked for, none is written")
  func none() throws {
    #expect(RELIDNetwork(world: try Self.world(), clock: VirtualClock()).journal == nil)
  }
}
