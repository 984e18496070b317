// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Foundation
import SDKContract
import SystemCalls

@testable import ProcessBackend

/// Very many runs of programs that do what no SDK may, many at once, on busy processors.
struct Siege: Sendable {
  let seed: UInt64
  let runs: Int
  /// How many are under way at a time.
  let crowd: Int
  /// A number that none but the programs of this siege have among their words.
  let token: Int
  private let contract: Contract
  /// In turn.
  let attacks: [Attack]
  /// Where half of the programs are noted; each of the others is noted alone.
  private let shared = ChildProcesses()

  init(seed: UInt64, runs: Int, crowd: Int, attacks: [Attack] = Attack.allCases) throws {
    contract = try ShellBackend.contract()
    (self.seed, self.runs, self.crowd, self.attacks) = (seed, runs, crowd, attacks)
    token = 700_000_000 + Int(getpid())
  }

  /// How one run came out.
  struct Outcome: Sendable {
    let attack: Attack
    /// What is wrong with how the host took it; nil if nothing is.
    let complaint: String?
    let time: Duration
  }

  /// How many programs are still noted.
  var left: Int { shared.count }

  func lay() async -> [Outcome] {
    await withTaskGroup(of: Outcome.self) { group in
      for run in 0..<min(crowd, runs) { group.addTask { await outcome(of: run) } }
      var next = min(crowd, runs)
      var outcomes: [Outcome] = []
      for await outcome in group {
        outcomes.append(outcome)
        guard next < runs else { continue }
        group.addTask { [next] in await self.outcome(of: next) }
        next += 1
      }
      return outcomes
    }
  }

  /// Ends what they share.
  func end() { shared.endAll() }

  private func outcome(of run: Int) async -> Outcome {
    var dice = Dice(seed: seed &* 1_000_003 &+ UInt64(run))
    let attack = attacks[run % attacks.count]
    let start = ContinuousClock.now
    let play = Play(attack, token, contract, dice.roll(2) == 0 ? shared : ChildProcesses(), &dice)
    let failure = await play.failure()
    let time = ContinuousClock.now - start
    return Outcome(attack: attack, complaint: play.complaint(failure, time).map { "run \(run), \($0)" }, time: time)
  }
}

/// One run of a siege.
private struct Play {
  let attack: Attack
  let shell: ShellBackend
  let script: String
  /// After how many calls it begins; the host makes three.
  let after: Int
  /// When the program is killed from outside.
  let blow: Duration

  static let calls = 3
  /// More than this is nobody's limit: the host has been slow, or hangs.
  static let patience = Duration.seconds(60)

  init(_ attack: Attack, _ token: Int, _ contract: Contract, _ children: ChildProcesses, _ dice: inout Dice) {
    self.attack = attack
    var shell = ShellBackend(children: children, contract: contract)
    shell.clock = dice.roll(2) == 0 ? .live : .virtual(VirtualClock())
    shell.limits.handshake = Self.patience
    shell.limits.call = attack.isWaitedFor ? .milliseconds(200 + dice.roll(200)) : Self.patience
    shell.limits.shutdown = attack.isWaitedFor ? .milliseconds(300) : Self.patience
    shell.limits.grace = .milliseconds(20 + dice.roll(100))
    shell.limits.quiet = .milliseconds(30)
    // One that is slow to answer well must not be taken for one that never does.
    after = attack.isWaitedFor && attack != .outstaysShutdown ? 0 : dice.roll(Self.calls + 1)
    blow = .milliseconds(dice.roll(60))
    self.shell = shell
    let isLive = if case .live = shell.clock { true } else { false }
    let head = """
      : \(token)
      read -r line
      echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":"mfaflow-backend/1","contract":{"name":"relid"},"clock":"\(isLive ? "live" : "virtual")"}}'
      id=1
      last() {
        case "$line" in *'"method":"shutdown"'*) result='{}';; *) result='{"answer":"accepted"}';; esac
        echo '{"jsonrpc":"2.0","id":'$id',"result":'$result'}'
      }
      answer() { read -r line || exit 0; id=$((id+1)); last; }
      answer_all() { while read -r line; do id=$((id+1)); last; done; }
      """
    let answers = Array(repeating: "answer", count: after).joined(separator: "\n")
    script = [head, answers, attack.script(token, &dice)].joined(separator: "\n")
  }

  /// What the host is told in the end; nil if nothing was wrong.
  func failure() async -> BackendFailure? {
    do throws(BackendFailure) {
      let backend = try await start()
      let killer = Task {
        guard attack == .isKilled else { return }
        try? await Task.sleep(for: blow)
        backend.link.child.kill()
      }
      defer { killer.cancel() }
      let failure = await talk(to: backend)
      guard attack != .isLetGo else { return nil }
      let end = await backend.close()
      return failure ?? end
    } catch {
      return error
    }
  }

  private func start() async throws(BackendFailure) -> ProcessBackend {
    do {
      return try await shell.start(raw: script)
    } catch let failure as BackendFailure {
      throw failure
    } catch {
      throw BackendFailure(.gone, "\(error)")
    }
  }

  private func talk(to backend: ProcessBackend) async -> BackendFailure? {
    let task = Task { () async -> BackendFailure? in
      do throws(BackendFailure) {
        for _ in 0..<Self.calls {
          _ = try await backend.perform(SDKCall(name: "initialize"))
          _ = try await backend.nextEvent(until: backend.clock.now)
        }
        if !backend.clock.isVirtual { _ = try await backend.nextEvent(until: nil) }
        return nil
      } catch {
        return error
      }
    }
    if attack == .isTakenBack {
      try? await Task.sleep(for: blow)
      task.cancel()
    }
    return await task.value
  }

  /// What is wrong with that; nil if nothing is.
  func complaint(_ failure: BackendFailure?, _ time: Duration) -> String? {
    let what = "\(attack) after \(after) calls"
    if time > Self.patience { return "\(what): took \(time)" }
    guard let failure else { return attack.mayEndWell ? nil : "\(what): nobody was told" }
    let words = failure.description
    if words.contains("\n") || words.utf8.count > 700 { return "\(what): is not one line: \(words)" }
    let isMeant = attack.words.contains { words.hasPrefix("the backend \($0)") }
    return isMeant ? nil : "\(what): \(words)"
  }
}
