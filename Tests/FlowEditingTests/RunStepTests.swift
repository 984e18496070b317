// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Steps that run another flow: what is said of them, and how runs come there")
struct RunStepTests {
  private static let outer = """
    language: mfaflow/1
    flow: outer
    version: 1.0.0
    sdk: relid
    start: signIn
    steps:
      signIn: { run: a, then: { done: home, else: failed } }
      home:
        event: onUserLoggedIn
        choices: { finish: { to: done }, again: { to: signIn } }
        then: { else: failed }
    ends: { done: { outcome: success }, failed: { outcome: failure } }

    """

  private func offset(of word: String) throws -> Int {
    Self.outer[..<(try #require(Self.outer.range(of: word)).lowerBound)].utf8.count + 1
  }

  private func desk() throws -> EditingDesk {
    let desk = try EditingDesk(["a.yaml": Samples.flow, "outer.yaml": Self.outer])
    desk.workspace.settle()
    return desk
  }

  @Test(
    "hover tells where it begins, where its lines lead, and what is proved there", arguments: ["signIn: {", "signIn }"])
  func hover(word: String) throws {
    let desk = try desk()
    let text = try #require(desk.workspace.meaning(at: try offset(of: word), in: desk.path("outer.yaml"))).text
    #expect(text.hasPrefix("**signIn**: a step of `outer`, which runs another flow\n\n"), "\(text)")
    #expect(text.contains("Begins at `signIn/initialize`."), "\(text)")
    #expect(text.contains("`done` leads to `home`."), "\(text)")
    #expect(text.contains("`else` leads to the end `failed` (failure)."), "\(text)")
    #expect(text.contains("Proved when it is reached: nothing"), "\(text)")
  }

  @Test("the call hierarchy tells who leads there and where it leads, and not what happens within")
  func ways() throws {
    let desk = try desk()
    let places = desk.workspace.flowPlaces(at: try offset(of: "signIn: {"), in: desk.path("outer.yaml"))
    #expect(places.map(\.name) == ["signIn"] && places.map(\.deed) == ["runs another flow"])
    let place = try #require(places.first)
    #expect(Set(desk.workspace.waysTo(place).map(\.place.name)) == ["outer", "home"])
    #expect(Set(desk.workspace.waysFrom(place).map(\.place.name)) == ["home", "failed"])
    #expect(desk.workspace.flowPlace(.step, named: "signIn", inFlow: desk.path("outer.yaml")) == place)
    // In the flow itself, nothing has that name.
    #expect(desk.workspace.flowPlace(.step, named: "signIn", inFlow: desk.path("a.yaml")) == nil)
  }

  @Test("other steps are told as before")
  func others() throws {
    let desk = try desk()
    let home = try #require(desk.workspace.meaning(at: try offset(of: "home:\n"), in: desk.path("outer.yaml"))).text
    #expect(home.hasPrefix("**home**: a step of `outer`\n\n"), "\(home)")
    let places = desk.workspace.flowPlaces(at: try offset(of: "home:\n"), in: desk.path("outer.yaml"))
    let from = desk.workspace.waysFrom(try #require(places.first)).map(\.place.name)
    #expect(Set(from).isSuperset(of: ["done", "signIn/initialize"]), "\(from)")
  }
}
