// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand
@testable import LocalFiles

@Suite("Patterns of paths")
struct PathPatternTests {
  @Test(
    "a star stands for any part of a name, a question mark for one character",
    arguments: [
      ("login.yaml", "*.yaml", true), ("login.yaml", "log??.yaml", true), ("login.yaml", "*", true),
      ("login.yaml", "l*n*y*l", true), ("aab", "*ab", true), ("", "*", true), ("login.yaml", "login.yaml", true),
      ("login.yaml", "*.yml", false), ("login.yaml", "?.yaml", false), ("login.yaml", "login", false),
      ("", "?", false), ("é界.yaml", "??.yaml", true), ("é界.yaml", "?.yaml", false), ("aé", "*?é", true),
      ("é", "*?é", false),
      ("a.yaml", "*.yaml*", true), ("ab", "*b?", false), (".hidden.yaml", "*.yaml", false),
      (".hidden.yaml", ".*.yaml", true),
    ])
  func names(name: String, pattern: String, fits: Bool) {
    #expect(PathPattern.fits(Array(name.utf8), Array(pattern.utf8)) == fits)
  }

  @Test("a name with very many stars is answered at once")
  func stars() {
    let pattern = String(repeating: "*a", count: 200) + "b"
    #expect(!PathPattern.fits(Array(repeating: UInt8(ascii: "a"), count: 5_000), Array(pattern.utf8)))
  }

  @Test("two stars stand for any folders, none included")
  func folders() async throws {
    let desk = try Desk()
    for name in ["a.yaml", "x/a.yaml", "x/y/a.yaml", "x/.z/a.yaml", "x/b.yaml"] { try desk.put(name, Samples.flow) }
    let every = await desk.run("check", "@**/a.yaml")
    #expect(every.errors == "no findings in 3 files\n")
    let below = await desk.run("check", "@x/*.yaml", "@x/**/a.yaml")
    #expect(below.errors == "no findings in 3 files\n")
    let folder = await desk.run("check", "@?")
    #expect(folder.errors == "no findings in 3 files\n")
  }

  @Test("a pattern skips what is no flow, and one that fits nothing is an error")
  func nothing() async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.flow)
    try desk.put("world.yaml", Samples.world)
    #expect(await desk.run("check", "@*.yaml").errors == "no findings in 1 file; 1 other YAML file skipped\n")
    let none = await desk.run("check", "--format", "oneline", "@a.yaml", "@b*.yaml")
    #expect(none.code == .broken)
    #expect(none.output.contains("no file matches `b*.yaml`"))
  }

  @Test("links that lead in circles, and very many double stars, are answered at once")
  func circles() async throws {
    let desk = try Desk()
    for name in ["a", "b", "c"] { try desk.put("loop/\(name)/f.yaml", Samples.flow) }
    for (link, target) in [("loop/l1", "."), ("loop/l2", "."), ("loop/a/b", "../b"), ("loop/b/c", "../c")] {
      try FileManager.default.createSymbolicLink(atPath: desk.root + link, withDestinationPath: target)
    }
    let outcome = await desk.run("check", "@loop/**/*.yaml")
    #expect(outcome.code == .success && outcome.errors.hasPrefix("no findings in 3 files"), "\(outcome.errors)")
    let many = await desk.run("check", "@loop/" + String(repeating: "**/", count: 12) + "*.yaml")
    #expect(many.errors.hasPrefix("no findings in 3 files"), "\(many.errors)")
    let deep = Array(repeating: "d", count: 60).joined(separator: "/")
    let pattern = PathPattern(anyPath: Array(repeating: "**/d", count: 20).joined(separator: "/") + "/x")
    #expect(!pattern.fits(deep) && pattern.fits(deep + "/x") && pattern.fits(deep + "/x/y"))
  }

  @Test("very many patterns are held against a long path in no time")
  func manyPatterns() throws {
    let desk = try Desk()
    let folder = Array(repeating: String(repeating: "a", count: 200), count: 15).joined(separator: "/")
    let patterns = (0..<1_000).map { PathPattern(anyPath: String(repeating: "**/", count: 15) + "*a*a*a\($0)") }
    let file = PathFolder(of: desk.root + "team.yaml").named(desk.root + folder + "/aaa999")
    #expect(patterns.filter(file.fits).count == 1)
    #expect(!file.fits(PathPattern(anyPath: "*a999")))
    #expect(file.fits(PathPattern(anyPath: "/**/aaa999")))
  }
}
