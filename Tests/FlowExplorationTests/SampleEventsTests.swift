// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import SDKContract
import Testing
import Values

@testable import FlowExploration

@Suite("Made-up events")
struct SampleEventsTests {
  private func samples(_ name: String, _ program: Program) throws -> [Occurrence] {
    let event = try #require(program.flow.contract.event(named: name))
    return SampleEvents(program).events(event, mode: nil)
  }

  private func risks(_ occurrence: Occurrence) -> [Value] {
    guard case .list(let alarms)? = occurrence.event.data["alarms"] else { return [] }
    return alarms.compactMap { if case .record(let alarm) = $0 { alarm["risk"] } else { nil } }
  }

  @Test("there is one for each way in which the flow's conditions come out, and no more")
  func conditions() throws {
    let found = try samples("alarmed", BellFlow.program()).map(risks)
    // True, false, and a word that no condition knows.
    #expect(found.count == 3)
    #expect(found[0] == [.text("LOW")])
    #expect(found[1] == [.text("HIGH")])
    #expect(found[2] != found[0] && found[2] != found[1])
  }

  @Test("what the contract requires of an event is true in one and not in another")
  func required() throws {
    let found = try samples("idle", BellFlow.program()).map { $0.event.data["canExtend"] }
    #expect(found == [.flag(true), .flag(false)])
  }

  @Test("an event on which nothing hangs is there once, with each of its fields")
  func plain() throws {
    let program = try BellFlow.program()
    let found = try samples("naming", program)
    #expect(found.count == 1)
    #expect(found.first?.event.data.fields.map(\.name) == ["label"])
    #expect(found.first?.event.status == 0)
    #expect(try samples("sealed", program).first?.event.status == nil)
  }

  @Test("an echo has the ids of what it answers, and an event that comes unasked has its own")
  func echo() throws {
    let program = try BellFlow.program()
    let contract = program.flow.contract
    let call = try #require(contract.call(named: "handleAlarms"))
    let reply = try #require(contract[call].replies.first)
    let answered = try #require(samples("alarmed", program).last)
    let echoes = SampleEvents(program).replies(reply, answering: answered.again())
    #expect(echoes.count == 1)
    #expect(echoes.first?.event.data["alarms"] == answered.event.data["alarms"])
  }

  @Test("the same flow has the same samples in the same order")
  func deterministic() throws {
    for name in ["askName", "idle", "alarmed", "sealed", "entered"] {
      let first = try samples(name, BellFlow.program()).map(\.event)
      #expect(try samples(name, BellFlow.program()).map(\.event) == first)
    }
  }
}
