// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDKContract

@Suite struct NameShortcutsTests {
  @Test("names that want the same slot are distinguished: the second is not found here, and never taken for the first")
  func collisions() {
    var shortcuts = NameShortcuts()
    let names = (0..<2000).map { "onEvent\($0)" }
    for (place, name) in names.enumerated() { shortcuts.enter(name, at: UInt16(place)) }
    let found = names.indices.filter { shortcuts[names[$0]] == $0 }
    #expect(!found.isEmpty && found.count <= 256)
    for name in names { #expect(shortcuts[name].map { names.indices.contains($0) } ?? false) }
    #expect(NameShortcuts()["onEvent0"] == nil && NameShortcuts()[""] == nil)
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
