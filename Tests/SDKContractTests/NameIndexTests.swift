// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDKContract

@Suite struct NameIndexTests {
  @Test("names that want the same slot are told apart, and one that is entered again stands for the new number")
  func collisions() {
    var index = NameIndex()
    let names = (0..<2000).map { "onEvent\($0)" }
    for (number, name) in names.enumerated() { index.enter(name, number) }
    for (number, name) in names.enumerated() { #expect(index[name] == number) }
    for (number, name) in names.enumerated() { index.enter(name, number + 1) }
    for (number, name) in names.enumerated() { #expect(index[name] == number + 1) }
    #expect(index["onEvent2000"] == nil && index[""] == nil && NameIndex()["onEvent0"] == nil)
  }

  @Test("an event is found by its name and by each alias, and by nothing else")
  func events() throws {
    let contract = try #require(EmbeddedContracts.contract(named: "relid"))
    let known = Set(contract.events.flatMap { [$0.name] + $0.aliases })
    for (index, event) in contract.events.enumerated() {
      for name in [event.name] + event.aliases {
        #expect(contract.event(named: name).map { Int($0.index) } == index, "\(name)")
        for other in [name + "x", String(name.dropLast()), name.uppercased()] where !known.contains(other) {
          #expect(contract.event(named: other) == nil, "\(other)")
        }
      }
    }
    #expect(contract.event(named: "") == nil)
  }
}
