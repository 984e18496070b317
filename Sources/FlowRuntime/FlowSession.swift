// SPDX-License-Identifier: Apache-2.0

public import FlowGraph
import SDKContract
import Values

/// Performs what a ``FlowMachine`` wants done: the one actor of a run.
///
/// It makes the machine's calls on a ``Backend``, brings its questions to a ``Responder``, tells it the time, and feeds
/// what comes back. It decides nothing itself: `SessionLoop` says what comes next.
public actor FlowSession {
  private var loop: SessionLoop
  private let program: Program
  private let backend: any Backend
  private let responder: any Responder
  private let runTime: RunTime
  private var clock: any RunClock { runTime.clock }
  private let modules: SecurityModules
  private let watch: @Sendable (_ step: Int, _ time: Int64) -> Void
  /// What the host tells the run.
  private let inbox: SessionInbox
  /// Why modules denied it.
  private(set) var reasons: [String]
  /// What the gates have asked that the run has passed.
  private(set) var allowed: [SecurityQuestion]
  /// Why security modules deny that a saved run goes on; empty if they do not.
  public private(set) var denialOfResuming: [String] = []
  /// Events that came and that the machine has not been told; known when the run has stopped.
  private(set) var unread: [SDKEvent] = []
  private var ending: RunResult.Ending?
  /// What was said at the end.
  private var said: SaidMessage?
  private var mailbox: Mailbox?
  /// The question that was brought to a responder who takes time; 0 for none.
  private var posed = 0
  /// The question to which that responder has nothing to say; 0 for none.
  private var unanswered = 0
  /// What the SDK said to the call that it refused last; nil if it has taken another one since.
  private var spoken: SpokenRefusal?
  private var handed = HandedSecrets()
  /// How many calls were made.
  private var calls = 0
  /// How many had been made when the SDK had nothing more to say; nil if it may have something.
  private var silentAfter: Int?

  /// A run that has not begun.
  ///
  /// - Parameters:
  ///   - flow: what the checker let pass.
  ///   - backend: the SDK; it serves this run only.
  ///   - responder: who answers the questions.
  ///   - clock: the time, from whose zero the run counts; nil for the clock of a ``TimedBackend``, and a live one that
  ///     starts now where the backend has none.
  ///   - modules: who is asked at a `gate:`; none allow everything.
  ///   - trace: told everything that happens, as it happens; nil for no trace, which is faster.
  public init(
    flow: ValidFlow, backend: any Backend, responder: any Responder, clock: (any RunClock)? = nil,
    modules: SecurityModules = SecurityModules(), trace: (@Sendable (TraceEntry) -> Void)? = nil
  ) {
    self.init(
      program: Program(flow), backend: backend, responder: responder, clock: clock, modules: modules, trace: trace)
  }

  /// A run of a program that is compiled already: for many runs of one flow.
  public init(
    program: Program, backend: any Backend, responder: any Responder, clock: (any RunClock)? = nil,
    modules: SecurityModules = SecurityModules(), trace: (@Sendable (TraceEntry) -> Void)? = nil
  ) {
    self.init(
      machine: FlowMachine(program), backend: backend, responder: responder, clock: clock, modules: modules,
      trace: trace)
  }

  /// A run that goes on from where a machine stands.
  public init(
    machine: FlowMachine, backend: any Backend, responder: any Responder, clock: (any RunClock)? = nil,
    modules: SecurityModules = SecurityModules(), trace: (@Sendable (TraceEntry) -> Void)? = nil
  ) {
    self.init(
      machine: machine, backend: backend, responder: responder, clock: clock, modules: modules, inbox: SessionInbox(),
      trace: trace)
  }

  /// - Parameters:
  ///   - reasons: why modules denied it before the run was taken up.
  ///   - allowed: what modules have allowed before.
  ///   - watch: told after each input which step is at work by its place in the flow, and the time in milliseconds.
  package init(
    machine: FlowMachine, backend: any Backend, responder: any Responder, clock: (any RunClock)? = nil,
    modules: SecurityModules = SecurityModules(), inbox: SessionInbox, reasons: [String] = [],
    allowed: [SecurityQuestion] = [], trace: (@Sendable (TraceEntry) -> Void)? = nil,
    watch: @escaping @Sendable (_ step: Int, _ time: Int64) -> Void = { _, _ in }
  ) {
    self.watch = watch
    self.inbox = inbox
    self.reasons = reasons
    self.allowed = allowed
    loop = SessionLoop(machine, trace: trace)
    program = machine.program
    self.backend = backend
    self.responder = responder
    runTime = RunTime(clock, on: backend)
    self.modules = modules
  }

  /// Runs the flow to its end, or until nobody answers and nothing more can come.
  public func run() async -> RunResult {
    guard await mayGoOn() else {
      unread = inbox.takeEvents()
      return result(.waiting(step: loop.machine.stepName), leftover: loop.machine.leftover + unread)
    }
    var failure: BackendFailure?
    do throws(BackendFailure) {
      try await play()
    } catch {
      failure = error
    }
    // What nobody has read yet may repeat a secret, too, and is saved with the run.
    let heard = (inbox.takeEvents() + (await mailbox?.close() ?? [])).map(covered)
    unread = heard
    if let failure, ending == nil { return result(.failed(failure), leftover: heard) }
    return result(
      ending ?? .waiting(step: loop.machine.stepName), leftover: loop.machine.leftover + heard + (await later()))
  }

  /// The app has gone to the background: nobody is asked until it comes back, and what was being typed is dropped.
  ///
  /// Time and the SDK's events go on.
  public nonisolated func enterBackground() { inbox.put(.background) }

  /// The app has come back: what is due strikes, then the open question is asked again, under a new number.
  public nonisolated func enterForeground() { inbox.put(.foreground) }

  /// Stops the run where it is, as soon as no call is under way: ``run()`` returns, and ``saved`` tells where it stands.
  ///
  /// A responder that answers at once is not interrupted by it: cancel the task, too.
  public nonisolated func stop() { inbox.put(.stop) }

  /// The time since the start of the run.
  var time: Duration { clock.now }

  /// Where the run stands, for a snapshot; ask when ``run()`` has returned.
  public var state: FlowMachine { loop.machine }

  private func result(_ ending: RunResult.Ending, leftover: [SDKEvent]) -> RunResult {
    RunResult(
      ending: ending, proofs: loop.machine.proofs, enrolled: loop.machine.enrolled, user: loop.machine.currentUser,
      reasons: reasons, unreachedGoal: loop.machine.unreachedGoal, strandedPhase: loop.machine.strandedPhase,
      said: said, leftover: leftover)
  }

  /// Events that are there when the run has come to its end.
  private func later() async -> [SDKEvent] {
    guard ending != nil else { return [] }
    var events: [SDKEvent] = []
    while events.count < 64, let event = try? await backend.nextEvent(until: runTime.told(clock.now)) {
      events.append(event)
    }
    return events.map(covered)
  }

  /// Does what the run needs, one need after the other, until it needs nothing more or nobody can meet it.
  private func play() async throws(BackendFailure) {
    receive(.start)
    while let need = loop.next(at: clock.now.milliseconds, watch) {
      switch need {
      case .refusal(let refusal): if let question { await responder.refused(refusal, to: question) }
      case .call(let call): loop.said(try await perform(call))
      case .gate(let questions): loop.judged(await ask(questions))
      case .abandon(let call):
        if let answer = try? await backend.perform(call) { loop.abandoned(answer, at: clock.now.milliseconds) }
      case .end(let end): (ending, said) = (loop.machine.ending(end), loop.machine.said(at: end))
      case .event: guard !Task.isCancelled, try await hears() else { return }
      case .response:
        guard let question else { continue }
        let response = await responder.respond(to: question)
        loop.take(response, at: clock.now, watch)
      case .time(let limit): guard try await waits(until: limit) else { return }
      }
    }
  }

  private func receive(_ input: MachineInput) { loop.receive(input, at: clock.now.milliseconds, watch) }

  private func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    calls += 1
    handed.note(call)
    defer { call.arguments.wipe() }
    let answer = try await backend.perform(call)
    spoken = SpokenRefusal(answer, handed)
    return answer
  }

  private func ask(_ questions: [SecurityQuestion]) async -> SecurityVerdict {
    let verdict = await modules.verdict(on: questions, clock)
    allowed.removeAll { questions.contains($0) }
    switch verdict {
    case .allow: allowed += questions
    case .deny(let why): reasons += why.filter { !reasons.contains($0) }
    }
    return verdict
  }

  /// Whether modules still allow what they have allowed before the run was saved.
  ///
  /// A phone may have been rooted since; the gate itself lies behind the run.
  private func mayGoOn() async -> Bool {
    guard !allowed.isEmpty, case .deny(let why) = await modules.verdict(on: allowed, clock) else { return true }
    denialOfResuming = why
    return false
  }

  /// The open question, with the SDK's words where it has refused a call.
  private var question: Question? {
    var question = loop.machine.question(at: clock.now.milliseconds)
    if let spoken, question?.refusal == spoken.code { question?.refusalMessage = spoken.words }
    return question
  }

  /// What is there already: a letter of the host, or an event; from a responder who takes time, whatever comes first.
  ///
  /// - Returns: false if the run shall stop.
  private func hears() async throws(BackendFailure) -> Bool {
    if let letter = inbox.take() { return try take(letter) }
    guard responder.answersAtOnce else {
      guard let input = try await nextAsItComes() else { return false }
      receive(input)
      return true
    }
    if let event = try await backend.nextEvent(until: runTime.told(clock.now)) { receive(try heard(event)) }
    return true
  }

  /// An event, a letter of the host, or the time.
  ///
  /// - Returns: false if the run shall stop, or nothing can come.
  private func waits(until limit: Duration?) async throws(BackendFailure) -> Bool {
    if let letter = inbox.take() { return try take(letter) }
    if let event = try await event(until: limit) {
      receive(try heard(event))
      return true
    }
    if let letter = inbox.take() { return try take(letter) }
    guard limit != nil else { return false }
    receive(.tick)
    return true
  }

  private func take(_ letter: SessionInbox.Letter) throws(BackendFailure) -> Bool {
    guard let input = try read(letter) else { return false }
    receive(input)
    return true
  }

  /// Nil if the run shall stop.
  private func read(_ letter: SessionInbox.Letter) throws(BackendFailure) -> MachineInput? {
    switch letter {
    case .background: .background
    case .foreground: .foreground
    case .event(let event): try heard(event)
    case .stop: nil
    }
  }

  /// The next event; nil when the time has come, when the host tells something, or when nothing can come.
  private func event(until limit: Duration?) async throws(BackendFailure) -> SDKEvent? {
    guard !clock.isVirtual else {
      if let event = try await backend.nextEvent(until: runTime.told(limit)) { return event }
      if let limit, inbox.isEmpty { await clock.sleep(until: limit) }
      return nil
    }
    let isHidden = loop.machine.isInBackground
    let waiting = Task { [backend, runTime] () -> Result<SDKEvent?, BackendFailure> in
      do throws(BackendFailure) {
        if let event = try await backend.nextEvent(until: runTime.told(limit)) { return .success(event) }
      } catch {
        return .failure(error)
      }
      if let limit { await runTime.clock.sleep(until: limit) }
      // Only the host can go on.
      if limit == nil, isHidden { await Task.untilCancelled() }
      return .success(nil)
    }
    inbox.onArrival { waiting.cancel() }
    defer { inbox.onArrival(nil) }
    return try await withTaskCancellationHandler {
      await waiting.value
    } onCancel: {
      waiting.cancel()
    }.get()
  }

  /// The SDK, the responder and the clock all write into one mailbox, which is read in order.
  ///
  /// - Returns: nil if nothing ever will come.
  private func nextAsItComes() async throws(BackendFailure) -> MachineInput? {
    if let letter = inbox.take() { return try read(letter) }
    let mailbox = self.mailbox ?? openMailbox()
    let question = self.question
    let isAnswerable = question.map { $0.request != unanswered } ?? false
    // In the background nobody is asked, and the host may go on.
    if silentAfter == calls, !isAnswerable, loop.machine.deadline == nil, !loop.machine.isInBackground { return nil }
    if silentAfter != calls { mailbox.listen(after: calls) }
    mailbox.wake(at: loop.machine.deadline.map { .milliseconds($0) })
    if question?.request ?? 0 != posed {
      posed = question?.request ?? 0
      mailbox.pose(question)
    }
    switch await mailbox.next() {
    case .event(let event):
      // It had more to say after all: somebody else has to do with it.
      silentAfter = nil
      return try heard(event)
    case .failure(let failure): throw failure
    case .silence(let calls):
      silentAfter = calls
      return .tick
    case .time:
      await mailbox.ringAfterEvents(at: runTime.told(clock.now))
      return try await nextAsItComes()
    case .timeAfterEvents: return .tick
    case .bell: return try await nextAsItComes()
    case .response(let request, let response): return take(response, to: request)
    case nil: return nil
    }
  }

  private func heard(_ event: SDKEvent) throws(BackendFailure) -> MachineInput {
    .event(try program.occurrence(of: covered(event), at: clock.now.milliseconds))
  }

  private func covered(_ event: SDKEvent) -> SDKEvent { handed.covered(event, user: loop.machine.currentUser) }

  private func openMailbox() -> Mailbox {
    let mailbox = Mailbox(backend: backend, responder: responder, clock: clock)
    inbox.onArrival { [weak mailbox] in mailbox?.ring() }
    self.mailbox = mailbox
    return mailbox
  }

  private func take(_ response: Response, to request: Int) -> MachineInput? {
    switch response {
    case .answer(let answer):
      // If it is refused, the question is brought again.
      if request == posed { posed = 0 }
      return .answer(answer)
    case .leave: return nil
    case .wait: unanswered = request
    case .waitUntil: if request == posed { posed = 0 }
    }
    return .tick
  }
}

extension Record {
  /// Overwrites the secrets of an answer or a call, which nobody needs again.
  package func wipe() {
    for index in fields.indices {
      if case .secret(let secret) = fields[index].value { secret.wipe() }
    }
  }
}

extension Task where Success == Never, Failure == Never {
  fileprivate static func untilCancelled() async {
    let (nothing, slot) = AsyncStream.makeStream(of: Void.self)
    for await _ in nothing {}
    slot.finish()
  }
}

extension Duration {
  /// Whole milliseconds.
  package var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
