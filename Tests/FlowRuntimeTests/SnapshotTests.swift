// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract
import Testing
import Values

@testable import FlowRuntime

@Suite("Snapshots")
struct SnapshotTests {
  private static func text(_ snapshot: MachineSnapshot) -> String {
    var json = JSONWriter()
    json.object { snapshot.write(to: &$0) }
    return json.text
  }

  private static func read(_ text: String) throws -> MachineSnapshot {
    try MachineSnapshot(try JSONReader.read(Array(text.utf8)))
  }

  @Test("at every input of any run, what is saved goes on as what is not")
  func goesOn() throws {
    var (taken, longest, kept, waiting) = (0, 0, 0, 0)
    let beginnings = PropertyTests.programs.map { ($0, "start") } + [(try InterruptTests.program(), Self.deep)]
    for (seed, (program, beginning)) in Dice.seeds(5).flatMap({ seed in beginnings.map { (seed, $0) } }) {
      var (run, dice) = (try Diagram.run(program, beginning), Dice(seed: seed))
      for index in 0..<100 {
        run.advance(to: Int64(index * 700))
        if index > 0 { run.feed(try dice.input(for: run.machine, at: Int64(index * 700)).input(for: program)) }
        guard let snapshot = run.machine.snapshot else {
          #expect(
            !run.machine.hasStarted || run.machine.isOver || run.machine.awaitsAnswer || !run.machine.held.isEmpty)
          continue
        }
        let text = Self.text(snapshot)
        let again = try Self.read(text)
        #expect(again == snapshot, "SEED=\(seed) \(text)")
        #expect(!text.contains("secret\""), "SEED=\(seed) \(text)")
        var twin = run
        twin.machine = try FlowMachine(restoring: again, of: program)
        #expect(twin.machine.snapshot == snapshot, "SEED=\(seed)")
        longest = max(longest, snapshot.frames.count)
        kept += snapshot.frames.count { !$0.kept.isEmpty }
        waiting += snapshot.waiting.count
        try follow(run, twin, dice, from: index, seed)
        taken += 1
      }
    }
    print("snapshots: \(taken), \(longest) layers at most, \(kept) with kept events, \(waiting) waiting")
    #expect(taken > 250 && longest > 2 && kept > 0 && waiting > 0)
  }

  /// Three layers, an interrupt that waits, an open call at the bottom, and its reply kept.
  private static let deep =
    OwnerTests.toPIN
    + "\n? pin=1234\nok\n! idle left=9\n! naming label=x\n! alarmed alarms=1\n! entered\n! askPIN(enter) 5"

  /// Both do the same from here on.
  private func follow(_ run: Diagram, _ twin: Diagram, _ dice: Dice, from index: Int, _ seed: UInt64) throws {
    var (run, twin, dice) = (run, twin, dice)
    for later in 1...25 {
      let time = Int64((index + later) * 700)
      run.advance(to: time)
      twin.advance(to: time)
      let input = dice.input(for: run.machine, at: time)
      if case .start = input { continue }
      let before = run.feed(try input.input(for: run.program)).map(\.text)
      #expect(before == twin.feed(try input.input(for: run.program)).map(\.text), "SEED=\(seed) \(input)")
      #expect(run.machine.deadline == twin.machine.deadline && run.machine.proofs == twin.machine.proofs)
    }
  }

  @Test("a run that is taken up says so, and asks its question under a new number")
  func reopens() throws {
    var run = try Diagram.run(InterruptTests.program(), OwnerTests.toPIN + "\n! idle left=9")
    let asked = try #require(run.question)
    run.machine = try FlowMachine(restoring: try #require(run.machine.snapshot), of: run.program)
    try run.play(
      """
      start      | reopen:idle ask:idle
      start      |
      """)
    #expect(run.question?.request == asked.request + 1)
    try run.play(
      """
      #\(asked.request) > ignore  | refuse:stale
      > ignore                    | answer go:resume resume:pin ask:pin
      """)
  }

  @Test("a deadline that has passed meanwhile strikes at once")
  func dueOnReopening() throws {
    var run = try Diagram.run(InterruptTests.program(), OwnerTests.toPIN + "\n@1000 ? pin=1234\n@1000 ok")
    run.machine = try FlowMachine(restoring: try #require(run.machine.snapshot), of: run.program)
    try run.play("@61000 start | reopen:pin timeout go:failed abandon end")
  }

  @Test("a reply that was kept before the proofs were lost earns nothing after the run is taken up, either")
  func keptEarnsNothing() throws {
    func story(isSaved: Bool) throws -> [String] {
      var run = try Diagram.run(
        InterruptTests.program(),
        OwnerTests.toPIN + "\n? pin=1234\nok\n! idle left=9\n! entered | event phase keep:entered")
      run.machine.loseProofs(&run.effects)
      if isSaved {
        let snapshot = try #require(run.machine.snapshot)
        #expect(snapshot.frames[0].kept.count == 1 && snapshot.frames[0].fresh == 0)
        run.machine = try FlowMachine(restoring: try Self.read(Self.text(snapshot)), of: run.program)
      }
      try run.play("> ignore | answer go:resume resume:pin go:inside step ask:inside")
      return run.proofs
    }
    #expect(try story(isSaved: false) == [])
    #expect(try story(isSaved: true) == [])
  }

  @Test("there is none before the start, while a call or a gate waits for a word, and after the end")
  func none() throws {
    #expect(FlowMachine(try InterruptTests.program()).snapshot == nil)
    #expect(try Diagram.run(InterruptTests.program(), "start").machine.snapshot == nil)
    #expect(try Diagram.run(GateTests.program(), "start").machine.snapshot == nil)
    let ended = try Diagram.run(InterruptTests.program(), OwnerTests.toPIN + "\n! unheardOf")
    #expect(ended.machine.isOver && ended.machine.snapshot == nil)
  }

  @Test("what is secret in an event is left out, and so is what the contract does not tell of")
  func secrets() throws {
    let run = try Diagram.run(
      InterruptTests.program(),
      OwnerTests.toPIN
        + "\n! askPIN(enter) token=hush1 more=hush2 rules=plain\n! idle left=9\n! askPIN(enter) 5 token=hush3")
    let text = Self.text(try #require(run.machine.snapshot))
    #expect(!text.contains("hush") && text.contains("plain"))
  }

  @Test("another flow, another version, another contract, a changed flow and a form of the future are refused")
  func others() throws {
    let run = try Diagram.run(InterruptTests.program(), OwnerTests.toPIN)
    let text = Self.text(try #require(run.machine.snapshot))
    func mismatch(_ old: String, _ new: String) throws -> SnapshotMismatch? {
      #expect(text.contains(old))
      return Self.mismatch(try Self.read(text.replacing(old, with: new)), of: run.program)
    }
    let flow = run.program.flow
    #expect(try mismatch("\"flow\":\"\(flow.name)\"", "\"flow\":\"other\"") == .flow("other \(flow.version)"))
    #expect(try mismatch("\"version\":\"\(flow.version)\"", "\"version\":\"9.9.9\"") == .flow("\(flow.name) 9.9.9"))
    #expect(try mismatch("\"contract\":\"", "\"contract\":\"x") == .contract("x\(flow.contract.identity)"))
    #expect(try mismatch("\"format\":3", "\"format\":4") == .format(4))
    let changed = try ToyFlow.program(
      steps: ToyFlow.entry.replacing("tries: 3", with: "tries: 4"), interrupts: InterruptTests.all)
    #expect(Self.mismatch(try #require(run.machine.snapshot), of: changed) == .changed)
  }

  private static func mismatch(_ snapshot: MachineSnapshot, of program: Program) -> SnapshotMismatch? {
    do throws(SnapshotMismatch) {
      _ = try FlowMachine(restoring: snapshot, of: program)
      return nil
    } catch {
      return error
    }
  }

  @Test("a field that is missing, unknown, or of another type is refused; so is every beginning of the text")
  func strict() throws {
    let run = try Diagram.run(InterruptTests.program(), OwnerTests.toPIN + "\n! idle left=9")
    let text = Self.text(try #require(run.machine.snapshot))
    for name in [
      "format", "program", "frames", "waiting", "owed", "counters", "user", "proofs", "phase", "lastRequest", "time",
    ] {
      #expect(throws: JSONProblem.self) { try Self.read(text.replacing("\"\(name)\":", with: "\"x\(name)\":")) }
    }
    for (old, new) in [
      ("\"row\":", "\"row\":-"), ("\"say\":-1", "\"say\":-2"), ("\"fresh\":0", "\"fresh\":true"),
      ("\"waiting\":[]", "\"waiting\":{}"), ("\"kept\":[]", "\"kept\":[7]"), ("\"step\":\"pin\"", "\"step\":null"),
      ("\"lastRequest\":", "\"lastRequest\":99999999999"), ("\"refusals\":0", "\"refusals\":256"),
    ] {
      #expect(text.contains(old))
      #expect(throws: JSONProblem.self, "\(old)") { try Self.read(text.replacing(old, with: new)) }
    }
    let bytes = Array(text.utf8)
    for length in bytes.indices {
      #expect(throws: JSONProblem.self) { try MachineSnapshot(try JSONReader.read(Array(bytes[..<length]))) }
    }
  }

  @Test("what contradicts the flow is refused")
  func contradictions() throws {
    let run = try Diagram.run(InterruptTests.program(), OwnerTests.toPIN + "\n! idle left=9")
    let text = Self.text(try #require(run.machine.snapshot))
    for (old, new) in [
      ("\"step\":\"pin\"", "\"step\":\"nowhere\""), ("\"step\":\"pin\"", "\"step\":\"idle\""),
      ("\"step\":\"idle\"", "\"step\":\"pin\""), ("\"row\":", "\"row\":9"), ("\"say\":-1", "\"say\":32767"),
      ("\"phase\":\"", "\"phase\":\"no"), ("\"counters\":[", "\"counters\":[7,"),
      ("\"event\":\"idle\"", "\"event\":\"naming\""),
      ("\"waiting\":[]", "\"waiting\":[{\"event\":\"askPIN\"}]"),
      ("\"waiting\":[]", "\"waiting\":[{\"event\":\"unheardOf\"}]"),
      ("\"proofs\":[]", "\"proofs\":[{\"factor\":\"knowledge\",\"authenticator\":\"telepathy\"}]"),
      ("\"cooldowns\":[]", "\"cooldowns\":[4503599627370496]"), ("\"fresh\":0", "\"fresh\":1"),
      ("\"lastRequest\":", "\"lastRequest\":0,\"x\":"), ("\"frames\":[", "\"frames\":[],\"x\":["),
      ("\"kept\":[]", "\"kept\":[{\"event\":\"askPIN\",\"data\":{\"attemptsLeft\":\"two\"}}]"),
    ] {
      let changed = text.replacing(old, with: new)
      guard let snapshot = try? Self.read(changed) else { continue }
      #expect(Self.mismatch(snapshot, of: run.program) != nil, "\(old) → \(new)")
    }
    let waiting = Self.text(try #require(run.machine.snapshot)).replacing(
      "\"waiting\":[]", with: "\"waiting\":[{\"event\":\"askPIN\"}]")
    #expect(Self.mismatch(try Self.read(waiting), of: run.program) == .damaged("waiting"))
  }

  @Test("whatever is written into the file, the machine does not crash", arguments: Dice.seeds(10))
  func tampered(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var restored = 0
    for program in PropertyTests.programs {
      var run = Diagram(program)
      for index in 0..<90 {
        run.advance(to: Int64(index * 300))
        run.feed(try (index == 0 ? .start : dice.input(for: run.machine, at: Int64(index * 300))).input(for: program))
        guard let snapshot = run.machine.snapshot else { continue }
        let text = Self.tampered(Self.text(snapshot), &dice)
        guard let node = try? JSONReader.read(Array(text.utf8)), let read = try? MachineSnapshot(node),
          let machine = try? FlowMachine(restoring: read, of: program)
        else { continue }
        restored += 1
        var forged = Diagram(program)
        forged.machine = machine
        forged.feed(.start)
        for step in 0..<25 {
          forged.advance(to: Int64(step) * 100_000)
          _ = forged.question
          forged.feed(try dice.input(for: forged.machine, at: Int64(step) * 100_000).input(for: program))
        }
      }
    }
    #expect(restored > 5, "SEED=\(seed)")
  }

  /// The text with some numbers, names or bytes changed.
  private static func tampered(_ text: String, _ dice: inout Dice) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...dice.roll(2) {
      let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
      switch dice.roll(4) {
      case 0: bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256))
      case 1:
        let large = ["4503599627370496", "65535", "255", "-1", "9223372036854775807", "1"]
        let place = dice.pick(digits)
        bytes.replaceSubrange(place...place, with: Array(dice.pick(large).utf8))
      case 2: bytes[dice.pick(digits)] = UInt8(0x30 + dice.roll(10))
      default:
        let names = ["pin", "name", "idle", "alarmed", "naming", "askPIN", "askName", "inside"]
        let changed = String(decoding: bytes, as: UTF8.self).replacing(dice.pick(names), with: dice.pick(names))
        bytes = Array(changed.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
