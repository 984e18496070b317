// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowRuntime
import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How fast a machine takes inputs, whether a large flow slows it, and what a live run weighs.
struct MachineSpeed {
  let peers: [Peer]

  func measure(into report: inout Report) {
    measureLogin(&report)
    measureExchanges(&report)
  }

  /// The flow of the peers: each input is an event, and each event leads to another state.
  private func measureLogin(_ report: inout Report) {
    report.heading("The machine on the login flow of the peers: each input is an event of the same tape")
    guard let login = LoginRun() else { return report.fault("the login flow of the benchmark is not valid") }
    let path = login.path()
    guard path == LoginRun.expectedPath else {
      return report.fault("the machine walks another path: \(path.joined(separator: " "))")
    }
    let (plain, traced) = alternately(
      rounds: 11, { login.rate(events: 1_000_000, tracing: false) }, { login.rate(events: 1_000_000, tracing: true) })
    report.figure("events a second, no trace", plain, "/s")
    report.figure("events a second, every mark of the trace", traced, "/s")
    report.verdict("without a trace", plain.median, "/s", .atLeast(20_000_000))
    report.verdict("with a trace", traced.median, "/s", .atLeast(3_000_000))
    for peer in peers {
      report.figure("\(peer.name), events a second", peer.rate, "/s")
      let wanted: Report.Wanted = peer.name == "transitions" ? .atLeast(250) : .nothing
      report.verdict("our events for one of it, no trace", plain.median / peer.rate.median, "×", wanted)
    }
  }

  /// What a flow of challenges does: three inputs for one step.
  private func measureExchanges(_ report: inout Report) {
    report.heading("The machine on exchanges: the inputs are a button, the SDK's yes, and the event that follows")
    guard let small = ChainRun(steps: 20), let large = ChainRun(steps: 2_000) else {
      return report.fault("the flow of the benchmark is not valid")
    }
    weigh(small, &report)
    let inputs = 300_000
    let (plain, traced) = alternately(
      rounds: 11, { small.rate(inputs: inputs, tracing: false) }, { small.rate(inputs: inputs, tracing: true) })
    report.figure("inputs a second, no trace", plain, "/s")
    report.figure("inputs a second, every mark of the trace", traced, "/s")
    report.verdict("without a trace", plain.median, "/s", .nothing)
    report.verdict("with a trace", traced.median, "/s", .atLeast(3_000_000))
    let (short, long) = alternately(
      rounds: 11, { small.rate(inputs: inputs, tracing: false) }, { large.rate(inputs: inputs, tracing: false) })
    report.figure("inputs a second, flow of 2,000 steps", long, "/s")
    report.verdict("time of an input: 2,000 steps against 20", short.median / long.median, "×", .atMost(1.4))
  }

  private func weigh(_ chain: ChainRun, _ report: inout Report) {
    let count = 100_000
    let before = Memory.used
    let runs = chain.liveRuns(count)
    let each = Double(Memory.used - before) / Double(runs.count)
    keep(runs.count { $0.isOver })
    report.verdict("memory of a live run, of \(short(Double(count))) that wait for an answer", each, "B", .atMost(256))
    report.remark("  of it the value itself: \(MemoryLayout<FlowMachine>.stride) B; we aim at 128 B in all")
    for peer in peers { report.remark("  \(peer.name): \(short(peer.bytes)) B") }
  }
}

/// Runs of a flow whose steps follow each other, one press each.
private struct ChainRun {
  let program: Program
  private let stepCount: Int
  private let user: Occurrence
  private let code: Occurrence

  /// Nil if the flow is not valid.
  init?(steps: Int) {
    let file = SourceFile(path: "chain.yaml", text: FlowGenerator.chain(of: steps))
    guard let flow = Compiler().compile(file).flow else { return nil }
    program = Program(flow)
    stepCount = steps
    guard let user = try? program.occurrence(of: SDKEvent("getUser")),
      let code = try? program.occurrence(of: SDKEvent("getActivationCode"))
    else { return nil }
    self.user = user
    self.code = code
  }

  /// A machine that waits for the answer of the first step of the chain.
  private func started(_ effects: inout Effects) -> FlowMachine {
    var machine = FlowMachine(program)
    machine.receive(.start, at: 0, into: &effects)
    machine.receive(.accepted, at: 0, into: &effects)
    machine.receive(.event(user), at: 0, into: &effects)
    let name: Record = ["userName": .text("alice")]
    machine.receive(.answer(Answer(to: Self.request(in: effects), values: name)), at: 0, into: &effects)
    machine.receive(.accepted, at: 0, into: &effects)
    machine.receive(.event(code), at: 0, into: &effects)
    return machine
  }

  private static func request(in effects: Effects) -> Int {
    for action in effects.actions.reversed() {
      if case .ask(let request) = action { return Int(request) }
    }
    return 0
  }

  /// Inputs a second, after at least so many.
  func rate(inputs: Int, tracing: Bool) -> Double {
    var effects = Effects(tracing: tracing)
    var taken = 0
    var time = 0.0
    while taken < inputs {
      effects.clear()
      var machine = started(&effects)
      var request = Self.request(in: effects)
      time += seconds {
        for step in 0..<stepCount {
          effects.clear()
          machine.receive(.answer(Answer(to: request, choice: "next")), at: Int64(step), into: &effects)
          machine.receive(.accepted, at: Int64(step), into: &effects)
          machine.receive(.event(code), at: Int64(step), into: &effects)
          if case .ask(let next)? = effects.actions.last { request = Int(next) }
        }
      }
      guard machine.isOver else { return .nan }
      taken += 3 * stepCount
    }
    return Double(taken) / time
  }

  /// Machines that all wait for an answer.
  func liveRuns(_ count: Int) -> [FlowMachine] {
    var effects = Effects(tracing: false)
    var runs: [FlowMachine] = []
    runs.reserveCapacity(count)
    for _ in 0..<count {
      effects.clear()
      runs.append(started(&effects))
    }
    return runs
  }
}

/// The memory of this process.
private enum Memory {
  /// Bytes; 0 where the system does not tell.
  static var used: Int {
    #if canImport(Glibc)
      let fields = Files.read("/proc/self/statm").map { String(decoding: $0, as: UTF8.self).split(separator: " ") }
      return fields.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 * Int(getpagesize()) } ?? 0
    #else
      return Int(mstats().bytes_used)
    #endif
  }
}
