// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("Checks on another thread")
struct CheckBesideTests {
  private static let flow = Samples.flow(replacing: "start:", by: "use: [session]\nstart:")
    .replacingOccurrences(of: "  failed:", with: "  signedOut: { outcome: ended }\n  failed:")

  private static func desk() throws -> EditingDesk {
    let desk = try EditingDesk(["a.yaml": flow, "b.yaml": flow, "session.yaml": Samples.part])
    desk.workspace.settle()
    _ = desk.workspace.takeChanged()
    return desk
  }

  private static let broken = Samples.part.replacingOccurrences(of: "[signedOut]", with: "[signedOut, elsewhere]")

  @Test("the file in which somebody types is checked here, those that depend on it beside")
  func besides() throws {
    let desk = try Self.desk()
    let workspace = desk.workspace
    desk.edit("session.yaml", Self.broken)
    #expect(workspace.takeCheckBeside() == nil, "what is typed comes first")
    #expect(workspace.isTypedDue)
    workspace.checkNext()
    #expect(!workspace.isTypedDue)
    #expect(workspace.findings(of: desk.path("session.yaml")).isEmpty, "a part alone may need anything")
    var checked: [String] = []
    while let beside = workspace.takeCheckBeside() {
      checked.append(beside.text.path)
      #expect(!workspace.hasWork, "one at a time")
      #expect(workspace.takeCheckBeside() == nil)
      workspace.take(beside.run())
    }
    #expect(checked.sorted() == [desk.path("a.yaml"), desk.path("b.yaml")])
    #expect(workspace.findings(of: desk.path("session.yaml")).map(\.finding.code.id) == ["MFA192"])
    #expect(workspace.takeChanged().contains(desk.path("session.yaml")))
  }

  @Test("a result that a later change has made stale is thrown away, and the file checked again")
  func stale() throws {
    let desk = try Self.desk()
    let workspace = desk.workspace
    desk.edit("session.yaml", Self.broken)
    workspace.checkNext()
    let beside = try #require(workspace.takeCheckBeside())
    let result = beside.run()
    desk.edit("session.yaml", Samples.part)
    workspace.checkNext()
    workspace.take(result)
    #expect(workspace.findings(of: desk.path("session.yaml")).isEmpty)
    while let next = workspace.takeCheckBeside() { workspace.take(next.run()) }
    #expect(!workspace.isDue)
    #expect(workspace.findings(of: desk.path("session.yaml")).isEmpty)
  }

  @Test("what was typed into meanwhile, closed meanwhile, or asked for meanwhile takes no late result")
  func overtaken() throws {
    let desk = try Self.desk()
    let workspace = desk.workspace
    for path in ["a.yaml", "b.yaml"] {
      desk.edit("session.yaml", Self.broken)
      workspace.checkNext()
      while let beside = workspace.takeCheckBeside() {
        let late = beside.run()
        if beside.text.path == desk.path(path) {
          desk.edit(path, Self.flow.replacingOccurrences(of: "identify, else", with: "identfy, else"))
          workspace.settle(desk.path(path))
          #expect(workspace.findings(of: desk.path(path)).map(\.finding.code.id).contains("MFA205"))
        }
        workspace.take(late)
      }
      #expect(workspace.findings(of: desk.path(path)).map(\.finding.code.id).contains("MFA205"))
      workspace.close(desk.path(path))
      workspace.settle()
    }
    desk.edit("session.yaml", Self.broken)
    workspace.checkNext()
    let beside = try #require(workspace.takeCheckBeside())
    let late = beside.run()
    try FileManager.default.removeItem(atPath: beside.text.path)
    workspace.filesChanged([beside.text.path])
    workspace.take(late)
    #expect(workspace.findings(of: beside.text.path).isEmpty)
  }

  @Test("who asks for one file alone waits for no other")
  func alone() throws {
    let desk = try Self.desk()
    let workspace = desk.workspace
    desk.edit("session.yaml", Self.broken)
    workspace.settle(desk.path("session.yaml"), alone: true)
    #expect(workspace.findings(of: desk.path("session.yaml")).isEmpty)
    #expect(workspace.isDue)
    workspace.settle(desk.path("session.yaml"))
    #expect(!workspace.findings(of: desk.path("session.yaml")).isEmpty)
  }
}
