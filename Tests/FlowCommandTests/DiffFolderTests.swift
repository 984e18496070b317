// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("the folders of mfaflow diff")
struct DiffFolderTests {
  @Test("what the configuration leaves out is told, and that of the new side alone by another word")
  func leftOut() async throws {
    let desk = try Desk()
    for side in ["old", "new"] {
      try DiffTests.putParts(in: side + "/", of: desk)
      for name in ["login", "second", "drafts/third"] { try desk.put("\(side)/\(name).yaml", DiffTests.login) }
      try desk.put("\(side)/drafts/parts/a.yaml", "part: a\n")
      try desk.put("\(side)/.mfaflow.yaml", "exclude: [drafts, 'parts/*']\n")
    }
    let settled = await desk.run("diff", "@old", "@new")
    #expect(settled.code == .success && settled.errors.isEmpty, "\(settled)")
    #expect(settled.output.hasPrefix("drafts: left out by the configuration\n"), "\(settled)")
    #expect(!settled.output.contains("parts"), "\(settled)")
    try desk.put("new/.mfaflow.yaml", "exclude: [drafts, login.yaml]\n")
    let hidden = await desk.run("diff", "@old", "@new")
    #expect(hidden.code == .success && hidden.output.contains("second.yaml: equal"), "\(hidden)")
    #expect(hidden.output.contains("login.yaml: left out by the configuration of the new one alone\n"), "\(hidden)")
    #expect(await desk.run("diff", "--fail-on", "changed", "@old", "@new").code == .failure)
    let json = await desk.run("diff", "--format", "json", "@old", "@new")
    #expect(json.output.contains("\"newlyLeftOut\":[\"login.yaml\"],\"leftOut\":[\"drafts\"]"), "\(json)")
  }

  @Test("what is wrong with a new flow stands in the comment and at the lines of a pull request")
  func wrongInReview() async throws {
    let desk = try Desk()
    for side in ["old", "new"] { try DiffTests.putParts(in: side + "/", of: desk) }
    try desk.put("old/login.yaml", DiffTests.login)
    try desk.put("new/login.yaml", DiffTests.login.replacing("start: begin", with: "start: nowhere"))
    for paths in [["@old/login.yaml", "@new/login.yaml"], ["@old", "@new"]] {
      let github = await desk.run(["diff", "--format", "github"] + paths)
      #expect(github.code == .wrongInput && github.output.contains("\n::error file="), "\(github)")
      #expect(github.output.contains("new/login.yaml,line=7,"), "\(github)")
      let markdown = await desk.run(["diff", "--format", "markdown"] + paths)
      #expect(markdown.code == .wrongInput && markdown.output.contains("new/login.yaml:7: "), "\(markdown)")
    }
    let back = await desk.run("diff", "--format", "github", "@new/login.yaml", "@old/login.yaml")
    #expect(back.code == .wrongInput && !back.output.contains("::error"), "\(back)")
  }

  @Test("a comparison of nothing is no success")
  func ofNothing() async throws {
    let desk = try Desk()
    try DiffTests.putParts(in: "old/", of: desk)
    try DiffTests.putParts(in: "new/", of: desk)
    try desk.put("old/login.yaml", DiffTests.login)
    try desk.put("new/other.yaml", DiffTests.login.replacing("flow: short", with: "flow: other"))
    let outcome = await desk.run("diff", "--fail-on", "none", "@old", "@new")
    #expect(outcome.code == .wrongInput && outcome.output.contains("login.yaml: removed\n"), "\(outcome)")
    #expect(outcome.errors.contains("no flow is compared: none is in both, by its path or its name"), "\(outcome)")
    try desk.put("new/other.yaml", DiffTests.login)
    #expect(await desk.run("diff", "@old", "@new").code == .success)
  }
}
