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
    workspace.checkTyped()
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
    #expect(workspace.findings(of: desk.path("a.yaml")).map(\.finding.code.id) == ["MFA192"], "where the part is used")
    #expect(workspace.takeChanged().contains(desk.path("a.yaml")))
  }

  @Test("a result that a later change has made stale is thrown away, and the file checked again")
  func stale() throws {
    let desk = try Self.desk()
    let workspace = desk.workspace
    desk.edit("session.yaml", Self.broken)
    workspace.checkTyped()
    let beside = try #require(workspace.takeCheckBeside())
    let result = beside.run()
    desk.edit("session.yaml", Samples.part)
    workspace.checkTyped()
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
      workspace.checkTyped()
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
    workspace.checkTyped()
    let beside = try #require(workspace.takeCheckBeside())
    let late = beside.run()
    try FileManager.default.removeItem(atPath: beside.text.path)
    workspace.filesChanged([beside.text.path])
    workspace.take(late)
    #expect(workspace.findings(of: beside.text.path).isEmpty)
  }

  /// The same flow, but that it claims more than it proves.
  private static let unproved = Samples.flow(replacing: "goal: aal2", by: "goal: aal3")

  private static func codes(_ workspace: FlowWorkspace, _ path: String) -> [String] {
    workspace.findings(of: path).map(\.finding.code.id)
  }

  @Test("what is typed is told at once, and what its runs show once another thread has followed them")
  func runsLater() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    let (workspace, path) = (desk.workspace, desk.path("a.yaml"))
    workspace.settle()
    desk.edit("a.yaml", Self.unproved)
    workspace.checkTyped()
    #expect(Self.codes(workspace, path).isEmpty)
    let beside = try #require(workspace.takeCheckBeside())
    workspace.take(beside.run())
    #expect(Self.codes(workspace, path) == ["MFA403"])
    #expect(!workspace.isDue)

    // Moved along while nobody has followed them again, and gone with their cause.
    let line = try #require(workspace.findings(of: path).first?.finding.range.start.line)
    desk.edit("a.yaml", "# A remark.\n\n" + Self.unproved)
    workspace.checkTyped()
    #expect(Self.codes(workspace, path) == ["MFA403"])
    #expect(workspace.findings(of: path).first?.finding.range.start.line == line + 2)
    desk.edit("a.yaml", Samples.flow)
    workspace.checkTyped()
    #expect(Self.codes(workspace, path) == ["MFA403"], "not known better yet")
    workspace.take(try #require(workspace.takeCheckBeside()).run())
    #expect(Self.codes(workspace, path).isEmpty)
  }

  @Test("a flow that cannot be run has no runs to follow, and keeps nothing of them once it is checked")
  func brokenRuns() throws {
    let desk = try EditingDesk(["a.yaml": Self.unproved])
    let (workspace, path) = (desk.workspace, desk.path("a.yaml"))
    workspace.settle()
    #expect(Self.codes(workspace, path) == ["MFA403"])
    desk.edit("a.yaml", Self.unproved.replacingOccurrences(of: "identify, else", with: "identfy, else"))
    workspace.checkTyped()
    #expect(Self.codes(workspace, path) == ["MFA205", "MFA403"], "not known better yet")
    workspace.take(try #require(workspace.takeCheckBeside()).run())
    #expect(Self.codes(workspace, path) == ["MFA205"])
    #expect(!workspace.isDue)
  }

  @Test("of many keystrokes no more than one check runs beside, and the last one counts")
  func oneBeside() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    let (workspace, path) = (desk.workspace, desk.path("a.yaml"))
    workspace.settle()
    desk.edit("a.yaml", Self.unproved)
    workspace.checkTyped()
    let first = try #require(workspace.takeCheckBeside())
    for count in 1...3 {
      desk.edit("a.yaml", String(repeating: "\n", count: count) + Samples.flow)
      workspace.checkTyped()
      #expect(workspace.takeCheckBeside() == nil, "one is at work, if for nothing")
      #expect(!workspace.hasWork)
    }
    workspace.take(first.run())
    #expect(Self.codes(workspace, path).isEmpty, "it is stale")
    workspace.take(try #require(workspace.takeCheckBeside()).run())
    #expect(Self.codes(workspace, path).isEmpty)
    #expect(!workspace.isDue)
  }

  @Test("who asks for all of a file has its runs followed, who asks for the file alone does not")
  func askedRuns() throws {
    let desk = try EditingDesk(["a.yaml": Samples.flow])
    let (workspace, path) = (desk.workspace, desk.path("a.yaml"))
    desk.edit("a.yaml", Self.unproved)
    workspace.settle(path, alone: true)
    #expect(Self.codes(workspace, path).isEmpty)
    workspace.settle(path)
    #expect(Self.codes(workspace, path) == ["MFA403"])
  }

  @Test("who asks for one file alone waits for no other")
  func alone() throws {
    let desk = try Self.desk()
    let workspace = desk.workspace
    // The end is a success, which only the flow knows.
    desk.edit("session.yaml", Samples.part.replacingOccurrences(of: "signedOut", with: "done"))
    workspace.settle(desk.path("session.yaml"), alone: true)
    #expect(workspace.findings(of: desk.path("session.yaml")).isEmpty)
    #expect(workspace.isDue)
    workspace.settle(desk.path("session.yaml"))
    #expect(!workspace.findings(of: desk.path("session.yaml")).isEmpty)
  }
}
