// SPDX-License-Identifier: Apache-2.0

import Diagnostics
public import FlowRuntime
import SDKContract
import Synchronization
import Values

/// A program in any language as the SDK: it is asked in JSON-RPC 2.0, one message a line, over its standard input and
/// output.
///
/// Documentation/ProcessProtocol.md tells what it is sent, and what it may say.
public final class ProcessBackend: TimedBackend {
  /// The clock of the run, which began when the process said that it is ready.
  public let clock: any RunClock
  var link: ProcessLink { lease.link }
  private let lease: Lease
  /// The one that it is the SDK on, where there are several.
  private let device: String?
  private let inbox: EventInbox
  /// Of all devices, its own among them.
  private let inboxes: DeviceInboxes
  private let canDirect: Bool
  /// The calls that lead to an event, by name.
  private let answered: Set<String>
  /// The last call that was taken and to which nothing came, though nothing is due; nil for none.
  private let silentCall = Mutex<String?>(nil)

  /// The process ends with the last of those who need it.
  private final class Lease: Sendable {
    let link: ProcessLink
    init(_ link: ProcessLink) { self.link = link }
    deinit { link.fail(BackendFailure(.gone, "nobody needs the backend any more")) }
  }

  /// Starts a program and greets it.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - children: where it is noted, so that it does not outlive the host.
  /// - Throws: when it cannot be started, does not answer, or is not the SDK that is asked for. Nothing is left of it then.
  public static func start(
    _ command: CommandWords, _ setup: BackendSetup, limits: ProcessLimits = ProcessLimits(), in children: ChildProcesses
  ) async throws(BackendFailure) -> ProcessBackend {
    let backends = try await startAll(command, setup, limits: limits, in: children)
    guard let first = backends.first, backends.count == 1 else {
      throw BackendFailure(.gone, "the backend is asked for several devices, and one is needed")
    }
    return first
  }

  /// Starts one program that is the SDK on each device of the set-up.
  ///
  /// - Returns: one for each device, in their order, or one for the device without a name. They end together, with the
  ///   first that is closed.
  package static func startAll(
    _ command: CommandWords, _ setup: BackendSetup, limits: ProcessLimits = ProcessLimits(), in children: ChildProcesses
  ) async throws(BackendFailure) -> [ProcessBackend] {
    let inboxes = DeviceInboxes(setup.devices)
    let contract = setup.contract
    let link = try ProcessLink(
      command.words, name: "the backend", limits: limits, in: children, isOnTrial: setup.isOnTrial
    ) { method, params throws(WireFault) in
      guard method == "event" else {
        throw WireFault("told of \(Diagnostic.quoting(method)), which is no message of a backend")
      }
      let told = try ToldEvent(params, hasDevices: !setup.devices.isEmpty)
      let event = setup.holdsEvents ? try told.held(to: contract) : told.event
      try inboxes.put(event, on: told.device, most: limits.mostEvents)
    } onAnswer: {
      inboxes.release()
    } onFailure: { failure in
      inboxes.fail(failure)
    }
    do throws(BackendFailure) {
      let greeting = try await Self.greet(link, setup)
      let lease = Lease(link)
      let clock: any RunClock =
        switch (setup.clock, greeting.clock) {
        case (.virtual(let clock), .virtual), (.virtualIfPossible(let clock), .virtual): clock
        default: LiveClock()
        }
      if !clock.isVirtual {
        inboxes.release(forGood: true)
        link.watch()
      }
      return inboxes.all.indices.map { place in
        let device = setup.devices.isEmpty ? nil : setup.devices[place]
        return ProcessBackend(
          lease, device, inboxes.all[place], inboxes, clock, answered: contract.answeredCalls,
          canDirect: greeting.takesDirections)
      }
    } catch {
      let failure = link.fail(error)
      _ = await link.close()
      throw failure
    }
  }

  private init(
    _ lease: Lease, _ device: String?, _ inbox: EventInbox, _ inboxes: DeviceInboxes, _ clock: any RunClock,
    answered: Set<String>, canDirect: Bool
  ) {
    self.lease = lease
    self.device = device
    self.inbox = inbox
    self.inboxes = inboxes
    self.clock = clock
    self.answered = answered
    self.canDirect = canDirect
  }

  private static func greet(
    _ link: ProcessLink, _ setup: BackendSetup
  ) async throws(BackendFailure) -> BackendGreeting {
    let world = try setup.world.map { text throws(BackendFailure) in
      do throws(JSONProblem) {
        return try JSONReader.read(Array(text.utf8))
      } catch {
        throw BackendFailure(.gone, "the world cannot be told to the backend: \(error.message)")
      }
    }
    let contract = setup.contract
    link.note(secretNames: contract.privateNames, harmless: contract.names)
    if let world { link.note(world: world, except: contract.names) }
    let node = try await link.request("initialize", "`initialize`", within: link.limits.handshake) { json in
      json.field("protocol", WireProtocol.backend)
      json.object("contract") { json in
        json.field("name", contract.name)
        json.field("version", contract.version)
        json.field("fingerprint", contract.fingerprint)
      }
      json.field("clock", setup.clock.wish.rawValue)
      if !setup.devices.isEmpty { json.field("devices", setup.devices) }
      if let world {
        json.key("world")
        json.write(world)
      }
    }
    do throws(WireFault) {
      return try BackendGreeting(node, to: setup)
    } catch {
      throw BackendFailure(.brokeContract, "the backend \(error.words)")
    }
  }

  /// Asks the process, and waits for its answer.
  public func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    inboxes.somebodyAsks()
    let what = "`\(call.name)`"
    let node = try await link.request("call", what, within: link.limits.call) { json in
      json.field("name", call.name)
      json.key("arguments")
      json.write(call.arguments) { link.note(secret: $0) }
      writePlace(&json, clock.now)
    }
    let answer = try link.read(node, as: what) { node throws(JSONProblem) in
      try inboxes.notePace(node, isAlone: false)
      return try SDKAnswer(node)
    }
    let isSilent = inbox.isEmpty && inbox.nextTime == nil && !inbox.hasHeldReplies
    if answer == .accepted, isSilent, answered.contains(call.name) { silentCall.withLock { $0 = call.name } }
    return answer
  }

  /// Tells the usual cause, once, where time has to pass for a call to which nothing is under way.
  private func remarkOnSilence() {
    guard
      let name = silentCall.withLock({ call in
        defer { call = nil }; return call
      })
    else { return }
    link.remark(
      "took `\(name)`, and nothing came of it or is due: on a virtual clock, an event is written before the answer to the "
        + "request that leads to it, or told as `next`")
  }

  /// The next event, as soon as there is one.
  ///
  /// On a live clock it is waited for, and what is silent for the time of `limits.quiet` has nothing to say.
  public func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    clock.isVirtual ? try await nextDue(until: deadline) : try await nextLive(until: deadline)
  }

  private func nextDue(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    while true {
      if let event = try takeEvent() { return event }
      let now = clock.now
      let next = inbox.nextTime
      if let next, next <= now {
        try await advance(to: now)
        continue
      }
      guard let wakeUp = [next, deadline].compactMap({ $0 }).min(), wakeUp > now else { return nil }
      if next == nil { remarkOnSilence() }
      await clock.sleep(until: wakeUp)
      if Task.isCancelled { return nil }
    }
  }

  private func takeEvent() throws(BackendFailure) -> SDKEvent? {
    let event: SDKEvent?
    do throws(BackendFailure) {
      event = try inbox.take()
    } catch {
      // Where time stands still, it is told at the next question: whether it is known by now depends on who was faster.
      guard clock.isVirtual, !link.isOnTrial else { throw error }
      event = nil
    }
    if event != nil { silentCall.withLock { $0 = nil } }
    return event
  }

  private func nextLive(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    let quiet = link.limits.quiet.map { clock.now + $0 }
    let limit = [deadline, deadline == nil ? quiet : nil].compactMap { $0 }.min()
    while true {
      if let event = try takeEvent() { return event }
      if Task.isCancelled { return nil }
      if let limit, limit <= clock.now { return nil }
      let timer = limit.map { limit in
        Task { [clock, inbox] in
          await clock.sleep(until: limit)
          inbox.wake()
        }
      }
      await inbox.wait { [clock] in limit.map { $0 <= clock.now } ?? false }
      timer?.cancel()
    }
  }

  /// Lets the process know that it is later, and has it send what is due.
  private func advance(to time: Duration) async throws(BackendFailure) {
    inboxes.somebodyAsks()
    guard inbox.mayAdvance(to: time) else {
      throw failed("lets no time pass: \(EventInbox.mostAtOneTime) times it had something more at \(time.inWords)")
    }
    let node = try await link.request("advance", "`advance`", within: link.limits.call) { json in
      writePlace(&json, time)
    }
    try link.read(node, as: "`advance`") { node throws(JSONProblem) in try inboxes.notePace(node, isAlone: true) }
    if inbox.isEmpty, let next = inbox.nextTime, next <= time {
      throw failed("says that an event is due at \(next.inWords), and does not send it when it is that time")
    }
  }

  /// Whether a failure is that it said something behind its last message.
  package static func isTooLate(_ failure: BackendFailure) -> Bool {
    failure.kind == .brokeContract && failure.description.contains(ProcessLink.saidTooLate)
  }

  /// Whether a failure is that it does not list the capability that several devices need.
  package static func isIncapable(_ failure: BackendFailure) -> Bool {
    failure.kind == .brokeContract && failure.description.contains(BackendGreeting.onOneDevice)
  }

  /// Has whatever is waited for fail at once, and the program ended.
  package func cut(_ words: String) { link.fail(BackendFailure(.gone, words)) }

  /// Where and when something is asked.
  private func writePlace(_ json: inout JSONWriter, _ time: Duration) {
    if let device { json.field("device", device) }
    json.field("time", Int(time.milliseconds))
  }

  /// The backend did what it may not: it is ended.
  private func failed(_ words: String) -> BackendFailure {
    link.fail(BackendFailure(.brokeContract, "the backend \(words)"))
  }
}

extension ProcessBackend: PacedBackend {
  package var nextEventTime: Duration? {
    inbox.isEmpty ? inbox.nextTime : .zero
  }

  package var hasUnreadEvent: Bool { !inbox.isEmpty }

  package var takesDirections: Bool { canDirect }

  package var hasHeldReplies: Bool { inbox.hasHeldReplies }

  package func direct(_ direction: Direction) async throws(BackendFailure) {
    let time = clock.now
    let node = try await link.request("direct", "`direct`", within: link.limits.call) { json in
      writePlace(&json, time)
      switch direction {
      case .send(let event):
        json.object("send") { $0.writeFields(of: event) }
      case .refuse(let call, let code):
        json.object("refuse") { json in
          json.field("call", call)
          json.field("code", code)
        }
      case .hold: json.field("replies", "hold")
      case .release: json.field("replies", "release")
      }
    }
    try link.read(node, as: "`direct`") { node throws(JSONProblem) in try inboxes.notePace(node, isAlone: true) }
  }

  /// Has the process shut down; after it, nothing of it is left.
  ///
  /// - Returns: what it did wrong at the end or before, whether the run was told it or not; nil if nothing.
  @discardableResult
  public func close() async -> BackendFailure? {
    if let failure = await link.close() { return failure }
    return inboxes.firstBehind.map { name in
      let words = "sent `\(name)` behind its answer: on a virtual clock, an event is written before the answer"
      return BackendFailure(.brokeContract, "the backend \(words)")
    }
  }
}

extension Contract {
  /// The calls that lead to an event, by name.
  fileprivate var answeredCalls: Set<String> { Set(calls.filter { !$0.replies.isEmpty }.map(\.name)) }
}
