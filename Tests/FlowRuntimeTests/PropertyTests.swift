// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract
import Testing
import Values

@testable import FlowRuntime

@Suite("What holds of every run, whatever comes in")
struct PropertyTests {
  /// Flows that use every construct, each with the proofs that its goal takes.
  static let programs: [Program] = {
    let code = """
      code:
        challenge: askCode
        ask: [code]
        answer: sendCode
        tries: 4
        choices:
          resend: { call: resendCode, max: 3, every: 3s, then: { askCode: { stay: again } } }
          cancel: { call: reset, max: 5, then: { askName: name } }
        then:
          askPIN(enter): pin
          15: { retry: wrong }
          askName 7: blocked
          rejected 70: { stay: hello }
          timeout: { stay: again }
          exhausted: blocked
          else: failed
      """
    let name = ToyFlow.naming(
      "askPIN(enter): pin\naskCode: code\naskDevice: device\naskConsent: agree\nentered: inside"
    )
    .replacing("  answer: sendName", with: "  answer: sendName\n  tries: 6\n  within: 90s")
    let device = String(CallTests.approving().split(separator: "device:\n", maxSplits: 1)[1])
      .replacing("then: { askCode: failed }", with: "then: { askCode: code }")
    let consenting = EnteringTests.consenting()
    let agree = String(consenting.split(separator: "agree:\n", maxSplits: 1)[1])
      .replacing(
        "then: { entered: inside, else: failed }\n\(ToyFlow.inside)", with: "then: { entered: inside, else: failed }")
    let steps = [name, ToyFlow.pin, code, "device:\n" + device, "agree:\n" + agree].joined(separator: "\n")
    let moving = InterruptTests.all.replacing("ok: { to: gone }", with: "ok: { to: restart }")
    let restart = steps + "\nrestart: { call: reset, max: 4, then: { askName: name, else: failed } }"
    let sources: [(String?, String, String)] = [
      ("aal2", ToyFlow.entry, ""), ("aal2", ToyFlow.entry, InterruptTests.all), ("aal1", steps, ""),
      ("aal2", steps, InterruptTests.all), (nil, restart, moving), ("aal2", restart, moving),
      ("aal3", steps, InterruptTests.alarmed + "\n" + InterruptTests.sealed),
    ]
    do {
      return try sources.map { try ToyFlow.program(goal: $0.0, steps: $0.1, interrupts: $0.2) }
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// Plays a random run, and looks at the machine after each input.
  private func play(
    _ program: Program, seed: UInt64, length: Int = 120, _ look: (Diagram, DrawnInput, [TraceEntry]) throws -> Void
  ) throws -> [String] {
    var dice = Dice(seed: seed)
    var run = Diagram(program)
    var time: Int64 = 0
    var lines: [String] = []
    for index in 0..<length {
      let input = index == 0 && dice.roll(10) != 0 ? DrawnInput.start : dice.input(for: run.machine, at: time)
      time += Int64(dice.roll(25) == 0 ? 20_000 : dice.pick([0, 0, 1, 100, 3000, -50]))
      run.advance(to: time)
      let entries = run.feed(try input.input(for: program))
      lines += ["\(input)"] + entries.map(\.text)
      try look(run, input, entries)
    }
    return lines
  }

  @Test("a run ends or waits: never a crash, never two calls at once, never a second end, time only forward")
  func sound() throws {
    var ends: [String: Int] = [:]
    for program in Self.programs {
      for seed in Dice.seeds(40) {
        var pending = 0
        var last = Duration.zero
        var ended = 0
        _ = try play(program, seed: seed) { run, input, entries in
          if case .accepted = input { pending = 0 }
          if case .rejected = input { pending = 0 }
          pending += entries.count { $0.kind == "call" }
          ended += entries.count { $0.kind == "end" }
          #expect(pending <= 1 && ended <= 1, "SEED=\(seed)")
          #expect(run.machine.awaitsAnswer == (pending == 1), "SEED=\(seed)")
          #expect((run.machine.isOver) == (ended == 1), "SEED=\(seed)")
          for entry in entries {
            #expect(entry.time >= last, "SEED=\(seed)")
            last = entry.time
          }
          if let end = entries.last(where: { $0.kind == "end" })?.text("end") { ends[end, default: 0] += 1 }
        }
      }
    }
    print("ends: \(ends.sorted { $0.key < $1.key })")
    #expect(ends["done", default: 0] > 0 && ends["failed", default: 0] > 0 && ends["goal-not-reached", default: 0] > 0)
  }

  @Test("an ended machine changes nothing more, and does nothing")
  func endIsEnd() throws {
    for program in Self.programs {
      for seed in Dice.seeds(25) {
        var atEnd: (proofs: [Proof], user: String?, left: Int)?
        _ = try play(program, seed: seed) { run, _, entries in
          if let atEnd {
            #expect(run.machine.proofs == atEnd.proofs && run.machine.currentUser == atEnd.user, "SEED=\(seed)")
            #expect(run.machine.leftover.count == atEnd.left && run.effects.actions.isEmpty, "SEED=\(seed)")
            #expect(entries.allSatisfy { ["refuse", "drop", "stranded"].contains($0.kind) }, "SEED=\(seed)")
            #expect(run.machine.deadline == nil && run.question == nil, "SEED=\(seed)")
          } else if run.machine.isOver {
            atEnd = (run.machine.proofs, run.machine.currentUser, run.machine.leftover.count)
          }
        }
      }
    }
  }

  @Test("no success without the goal's proofs, without anybody signed in, or by an unasked event")
  func noFalseSuccess() throws {
    for program in Self.programs {
      for seed in Dice.seeds(40) {
        var phase = "off"
        var openCalls = 0
        _ = try play(program, seed: seed) { run, _, entries in
          for entry in entries {
            switch entry.kind {
            case "phase": phase = entry.text("name") ?? phase
            case "accepted": openCalls += 1
            case "proof", "enrol": #expect(openCalls > 0, "SEED=\(seed)")
            case "end" where entry.text("outcome") == "success":
              let kinds = Set(run.machine.proofs.map(\.factor)).count
              let needed = ["aal1": 1, "aal2": 2, "aal3": 9][program.flow.goal?.value ?? ""] ?? 0
              #expect(phase == "in" && kinds >= needed, "SEED=\(seed)")
            case "end": #expect(run.machine.proofs.isEmpty && run.machine.enrolled.isEmpty, "SEED=\(seed)")
            default: break
            }
          }
        }
      }
    }
  }

  @Test("each question is answered once, by an answer with its number")
  func answeredOnce() throws {
    for program in Self.programs {
      for seed in Dice.seeds(25) {
        var answered: Set<UInt32> = []
        _ = try play(program, seed: seed) { _, input, entries in
          for entry in entries {
            guard case .answered(let request, _, _) = entry.mark.what, request != 0 else { continue }
            #expect(answered.insert(request).inserted, "SEED=\(seed)")
            guard case .answer(let number, _, _, _) = input else {
              Issue.record("an answer from nowhere, SEED=\(seed)")
              continue
            }
            #expect(number == Int(request), "SEED=\(seed)")
          }
        }
      }
    }
  }

  @Test("what is offered can be done, and what is not offered cannot")
  func offersHold() throws {
    for program in Self.programs {
      for seed in Dice.seeds(10) {
        _ = try play(program, seed: seed) { run, _, _ in
          guard let question = run.question else { return }
          let step = try #require(program.flow.step(named: question.step))
          for choice in step.choices {
            var copy = run
            let entries = copy.feed(.answer(Answer(to: question, choice: choice.name.value)))
            let isOffered = question.choices.contains { $0.name == choice.name.value }
            #expect(isOffered == entries.contains { $0.kind == "answer" }, "SEED=\(seed) \(choice.name.value)")
          }
        }
      }
    }
  }

  @Test("the budgets of the run are never overdrawn")
  func budgets() throws {
    for program in Self.programs {
      for seed in Dice.seeds(25) {
        var accepted: [String: Int] = [:]
        _ = try play(program, seed: seed, length: 300) { _, _, entries in
          for entry in entries where entry.kind == "accepted" {
            guard let call = entry.text("call"), let step = entry.text("step") else { continue }
            accepted["\(step) \(call)", default: 0] += 1
          }
        }
        #expect(accepted["pin sendPIN", default: 0] <= 3, "SEED=\(seed)")
        #expect(accepted["code sendCode", default: 0] <= 4, "SEED=\(seed)")
        #expect(accepted["code resendCode", default: 0] <= 3, "SEED=\(seed)")
        #expect(accepted["code reset", default: 0] <= 5, "SEED=\(seed)")
        #expect(accepted["restart reset", default: 0] <= 4, "SEED=\(seed)")
        #expect(accepted["idle extend", default: 0] <= 3, "SEED=\(seed)")
      }
    }
  }

  @Test("the same inputs make the same trace, to the letter")
  func deterministic() throws {
    for program in Self.programs {
      for seed in Dice.seeds(10) {
        let first = try play(program, seed: seed) { _, _, _ in }
        let second = try play(Program(ValidFlow(checked: program.flow)), seed: seed) { _, _, _ in }
        #expect(first == second, "SEED=\(seed)")
      }
    }
  }

  @Test("a run is the same whether or not it is traced")
  func tracingChangesNothing() throws {
    for program in Self.programs {
      for seed in Dice.seeds(10) {
        var silent = FlowMachine(program)
        var effects = Effects(tracing: false)
        var time: Int64 = 0
        var dice = Dice(seed: seed &+ 1000)
        _ = try play(program, seed: seed) { run, input, _ in
          time = max(time, run.machine.now)
          _ = dice.next()
          effects.clear()
          silent.receive(try input.input(for: program), at: time, into: &effects)
          #expect(effects.marks.isEmpty && effects.actions.count == run.effects.actions.count, "SEED=\(seed)")
          #expect(silent.stepName == run.machine.stepName && silent.proofs == run.machine.proofs, "SEED=\(seed)")
        }
      }
    }
  }

  @Test("the order of keys and comments change no trace")
  func orderAndComments() throws {
    let text = ToyFlow.text(goal: "aal2", steps: ToyFlow.entry, interrupts: InterruptTests.all)
    let program = try ToyFlow.compile(text)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The PIN step with its keys and lines in another order.
    let first = try #require(lines.firstIndex(of: "  pin:"))
    let last = try #require(lines[first...].firstIndex { $0.contains("inside:") })
    lines.replaceSubrange(
      first..<last,
      with: """
          pin:   # a comment
            then:
              else: failed
              exhausted: blocked   # another
              askName 7: blocked
              5: { retry: wrong }
              entered: inside
            tries: 3

            answer: sendPIN
            ask: [pin]
            challenge: askPIN(enter)
        """.split(separator: "\n").map(String.init))
    let other = try ToyFlow.compile("# a comment\n" + lines.joined(separator: "\n"))
    for seed in Dice.seeds(25) {
      let first = try play(program, seed: seed) { _, _, _ in }
      let second = try play(other, seed: seed) { _, _, _ in }
      #expect(first == second, "SEED=\(seed)")
    }
  }
}
