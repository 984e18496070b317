// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Names in scenarios of several devices")
struct DeviceTests {
  private static let other = Samples.flow(replacing: "flow: small", by: "flow: other")
    .replacingOccurrences(of: "signedIn", with: "home").replacingOccurrences(of: "leave:", with: "quit:")
  private static let scenarios = """
    devices:
      one: { flow: a.yaml }
      two: { flow: b.yaml }
    world: { users: { carol: { lda: true } }, device: { lda: face } }
    scenarios:
      - name: Both sign in
        do:
          - on: one
            do:
              - identify: { userName: carol }
              - expect: { step: signedIn }
              - signedIn: finish
          - on: two
            do:
              - identify: { userName: carol }
              - expect: { step: home }
        expect:
          one: { end: done, path: [initialize, identify, signedIn] }
          two: { waiting: home }

    """

  private func desk() throws -> EditingDesk {
    try EditingDesk(["a.yaml": Samples.flow, "b.yaml": Self.other, "d.scenarios.yaml": Self.scenarios])
  }

  private func place(_ word: String, _ number: Int = 0, in desk: EditingDesk) throws -> NamePlace {
    desk.workspace.settle()
    let places = desk.workspace.names(in: desk.path("d.scenarios.yaml")).filter { $0.name == word }
    return try #require(places.dropFirst(number).first)
  }

  @Test("a name belongs to the flow of its device, also where a scenario says how it ends")
  func definitions() throws {
    let desk = try desk()
    for (word, number, file) in [
      ("identify", 0, "a.yaml"), ("identify", 1, "b.yaml"), ("signedIn", 0, "a.yaml"), ("home", 1, "b.yaml"),
      ("done", 0, "a.yaml"), ("initialize", 0, "a.yaml"),
    ] {
      let place = try place(word, number, in: desk)
      let found = desk.workspace.definitions(of: place, in: desk.path("d.scenarios.yaml")).map(\.path)
      #expect(found == [desk.path(file)], "\(word) \(number)")
    }
  }

  @Test("a new name goes to one of two flows that share nothing but the scenarios")
  func renaming() throws {
    let desk = try desk()
    let place = try place("identify", 0, in: desk)
    let edits = try desk.workspace.renaming(
      at: place.range.lowerBound, in: desk.path("d.scenarios.yaml"), to: "askName")
    #expect(Set(edits.changes.keys) == [desk.path("a.yaml"), desk.path("d.scenarios.yaml")])
    let text = try #require(desk.applied(edits, to: "d.scenarios.yaml"))
    #expect(text.contains("- askName: { userName: carol }\n          - expect: { step: signedIn }"), "\(text)")
    #expect(text.contains("- identify: { userName: carol }\n          - expect: { step: home }"), "\(text)")
    #expect(text.contains("path: [initialize, askName, signedIn]"), "\(text)")
  }

  @Test("what may stand there is of the flow of the device")
  func completion() throws {
    let desk = try desk()
    func labels(_ old: String, _ marked: String) -> [String] {
      desk.completions("d.scenarios.yaml", Self.scenarios.replacingOccurrences(of: old, with: marked))
    }
    #expect(labels("waiting: home", "waiting: |") == ["home", "identify", "initialize"])
    #expect(labels("end: done", "end: |") == ["done", "failed"])
    #expect(labels("on: two", "on: |") == ["one", "two"])
    #expect(labels("signedIn: finish", "signedIn: |") == ["finish"])
    let inputs = labels("identify: { userName: carol }\n          - expect: { step: home }", "identify: { | }")
    #expect(inputs.first == "userName", "\(inputs)")
  }
}
