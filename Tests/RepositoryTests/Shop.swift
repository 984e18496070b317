// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import FlowRuntime
import SDKContract
import Synchronization
import Testing
import Values

@testable import PhoneExample

/// A run on a phone whose SDK is a shop, and whose time goes on by hand.
@MainActor
final class Shop {
  let clock = DialClock()
  let sdk: ShopSDK
  let run: FlowRun
  let task: Task<RunResult, Never>
  private let screens: AsyncStream<Screen?>

  var presenter: FlowPresenter { run.presenter }
  /// What is to be seen now.
  var last: Screen? { run.presenter.screen }

  static func run() throws -> Shop {
    let contract = ContractReader.read(SourceFile(path: "shop.contract.yaml", text: Shop.contract))
    let compilation = Compiler(contract: contract.value).compile(SourceFile(path: "shop.yaml", text: Shop.flow))
    let found = TextRenderer().render(contract.findings + compilation.findings, in: compilation.sources)
    return Shop(try #require(compilation.flow, "\(found)"))
  }

  private init(_ flow: ValidFlow) {
    sdk = ShopSDK(clock: clock)
    let (screens, slot) = AsyncStream.makeStream(of: Screen?.self)
    self.screens = screens
    let run = FlowRun(flow, on: sdk) { slot.yield($0) }
    self.run = run
    task = Task { await run.play() }
  }

  /// Waits until the user sees a screen like this and the run waits for the user.
  func screen(_ isWanted: (Screen) -> Bool) async throws -> Screen {
    var seen = screens.makeAsyncIterator()
    while let screen = await seen.next() {
      if let screen, isWanted(screen) { return screen }
    }
    throw Over()
  }

  struct Over: Error {}

  private static let contract = """
    contract: shop
    version: 1.0.0
    success: [0]
    phases: { outside: {}, inside: {} }
    signedIn: inside
    authenticators: { key: { channel: device } }
    types:
      thing: { name: text }
      shelf: { name: text, things: list thing }
    events:
      entered: { kind: result, fields: { shelves: list shelf }, enters: inside, source: chosen }
      taken: { kind: result, source: chosen }
      rung: { kind: result, source: chosen }
    calls:
      enter:
        leadsTo: { entered: { earns: { possession: key } } }
        source: chosen
      take:
        phases: inside
        takes: { name: text, gift: flag, count: count }
        leadsTo: { taken: chosen }
        source: chosen
      ring:
        phases: inside
        leadsTo: { rung: chosen }
        source: chosen
    """

  private static let flow = """
    language: mfaflow/1
    flow: shop
    version: 1.0.0
    sdk: shop
    goal: aal1
    start: enter
    steps:
      enter: { call: enter, then: { entered: choose, else: failed } }
      choose:
        event: entered
        pick: { shelf: { from: event.shelves }, thing: { from: shelf.things } }
        ask: [gift, count]
        answer: { call: take, with: { name: $thing.name } }
        tries: 9
        choices:
          ring: { call: ring, every: 30s, max: 5, then: { rung: stay, else: failed } }
        then: { taken: done, exhausted: failed, else: failed }
    ends:
      done: { outcome: success }
      failed: { outcome: failure }
    """
}

/// Two shelves, and a bell.
final class ShopSDK: TimedBackend {
  let clock: any RunClock
  private let said = Mutex<[String]>([])
  private let events: AsyncStream<SDKEvent>
  private let slot: AsyncStream<SDKEvent>.Continuation

  init(clock: any RunClock) {
    self.clock = clock
    (events, slot) = AsyncStream.makeStream(of: SDKEvent.self)
  }

  /// The calls and their arguments.
  var calls: [String] { said.withLock { $0 } }

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    said.withLock { $0.append(call.arguments.isEmpty ? call.name : "\(call.name) \(call.arguments)") }
    switch call.name {
    case "enter": slot.yield(SDKEvent("entered", data: ["shelves": .list([fruit, bread])]))
    case "take": slot.yield(SDKEvent("taken"))
    default: slot.yield(SDKEvent("rung"))
    }
    return .accepted
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    guard deadline == nil else { return nil }
    var next = events.makeAsyncIterator()
    return await next.next()
  }

  private let fruit = ShopSDK.shelf("fruit", "apple", "pear")
  private let bread = ShopSDK.shelf("bread", "roll")

  private static func shelf(_ name: String, _ things: String...) -> Value {
    .record(["name": .text(name), "things": .list(things.map { .record(["name": .text($0)]) })])
  }
}

/// A clock that goes on only when a test turns it.
final class DialClock: RunClock {
  private let state = Mutex<(now: Duration, sleepers: [AsyncStream<Void>.Continuation])>((.zero, []))

  var now: Duration { state.withLock { $0.now } }

  func sleep(until time: Duration) async {
    let (turns, slot) = AsyncStream.makeStream(of: Void.self)
    state.withLock { $0.sleepers.append(slot) }
    var turn = turns.makeAsyncIterator()
    while now < time, await turn.next() != nil {}
  }

  func turn(to time: Duration) {
    let sleepers = state.withLock { state in
      state.now = time
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.yield() }
  }
}
