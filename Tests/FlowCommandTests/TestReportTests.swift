// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import CheckPolicy
@testable import FlowCommand
@testable import LocalFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The reports of mfaflow test")
struct TestReportTests {
  @Test("JSON is one object a line: scenarios, findings, coverage, and a summary at the end")
  func json() async throws {
    let desk = try Self.desk()
    let outcome = await desk.run("test", "--format", "json", "@")
    #expect(outcome.code == .wrongInput)
    let objects = try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(
      objects.compactMap { $0["kind"] as? String } == [
        "scenario", "scenario", "finding", "scenario", "coverage", "summary",
      ])
    let failed = objects[0]
    #expect(failed["name"] as? String == "a new user")
    #expect(failed["passed"] as? Bool == false)
    #expect((failed["failures"] as? [[String: Any]])?.first?["code"] as? String == "MFA942")
    #expect((failed["failures"] as? [[String: Any]])?.first?["line"] as? Int == 8)
    #expect((failed["trace"] as? [String])?.count == 12)
    #expect((objects[1]["trace"] as? [String])?.isEmpty == true)
    #expect(objects[2]["scenarios"] as? String == "flows/wrong.scenarios.yaml")
    let coverage = objects[4]
    let parts = ["steps", "interrupts", "branches", "choices"].compactMap { coverage[$0] as? [String: Int] }
    #expect(parts.compactMap { $0["all"] }.reduce(0, +) == (coverage["together"] as? [String: Int])?["all"])
    #expect((coverage["untaken"] as? [[String: Any]])?.first?["file"] as? String == "flows/flow.yaml")
    let summary = objects[5]
    #expect(summary["scenarios"] as? Int == 3 && summary["failed"] as? Int == 1 && summary["broken"] as? Int == 1)
    #expect(summary["exit"] as? Int == 2)
  }

  @Test("JUnit's XML can be read, and counts what there is")
  func junit() async throws {
    let desk = try Self.desk()
    let outcome = await desk.run("test", "--format", "junit", "@")
    let root = try #require(try XMLDocument(data: Data(outcome.output.utf8)).rootElement())
    #expect(root.attribute(forName: "tests")?.stringValue == "4")
    #expect(root.attribute(forName: "failures")?.stringValue == "1")
    #expect(root.attribute(forName: "errors")?.stringValue == "1")
    let suites = root.elements(forName: "testsuite")
    #expect(
      suites.map { $0.attribute(forName: "name")?.stringValue } == [
        "flows/a.scenarios.yaml", "flows/wrong.scenarios.yaml", "more/b.scenarios.yml",
      ])
    let failure = try #require(suites[0].elements(forName: "testcase").first?.elements(forName: "failure").first)
    #expect(failure.attribute(forName: "message")?.stringValue == "step: expected `identify`, found `createPassword`")
    #expect(failure.stringValue?.contains("--> flows/a.scenarios.yaml:8:25") == true)
    #expect(failure.stringValue?.contains(/ask +createPassword/) == true)
    let error = try #require(suites[1].elements(forName: "testcase").first?.elements(forName: "error").first)
    #expect(error.stringValue?.contains("must have the key `expect`") == true)
  }

  @Test(
    "what failed and what could not be played is a finding for build servers", arguments: ["github", "gitlab", "sarif"])
  func findings(format: String) async throws {
    let desk = try Self.desk()
    let outcome = await desk.run("test", "--format", format, "@")
    #expect(outcome.code == .wrongInput)
    for code in ["MFA942", "MFA121"] { #expect(outcome.output.contains(code), "\(code)\n\(outcome.output)") }
    #expect(outcome.output.contains("flows/a.scenarios.yaml") && outcome.output.contains("flows/wrong.scenarios.yaml"))
    if format != "github" { _ = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) }
    let failed = try #require(await desk.run("test", "@").output.firstMatch(of: /✗ (.+)/)?.output.1)
    #expect(outcome.output.contains("\(failed): step: expected"), "\(outcome.output)")
    let sound = try TestTests.desk()
    let low = await sound.run("test", "--format", format, "--min-coverage", "100", "@")
    #expect(low.code == .failure && low.output.contains("MFA966") && low.output.contains("percent only"))
  }

  @Test(
    "what is wrong with a file is told once: in the report, and on standard error only where the report is for people",
    arguments: ["json", "github", "gitlab", "junit", "sarif"])
  func toldOnce(format: String) async throws {
    let desk = try Self.desk()
    let outcome = await desk.run("test", "--format", format, "@")
    #expect(outcome.output.contains("must have the key `expect`"), "\(outcome.output)")
    #expect(outcome.errors.hasPrefix("mfaflow: 3 scenarios, ") && outcome.errors.split(separator: "\n").count == 1)
    #expect(await desk.run("test", "--format", format, "--quiet", "@").errors.isEmpty)
    let text = await desk.run("test", "--output", "\(format)=@report", "@")
    #expect(text.errors.contains("error[MFA121]") && !text.output.contains("MFA121"))
  }

  @Test("`--skip` leaves scenarios out, and says so in every report")
  func skipped() async throws {
    let desk = try TestTests.desk()
    let all = await desk.run("test", "--verbose", "@")
    let name = try #require(all.output.firstMatch(of: /✓ (.+)/)?.output.1)
    let outcome = await desk.run("test", "--skip", String(name), "--output", "junit=@report.xml", "@")
    #expect(outcome.code == .success)
    #expect(outcome.errors.contains(", 1 skipped"), "\(outcome.errors)")
    let report = try String(contentsOfFile: desk.root + "report.xml", encoding: .utf8)
    #expect(report.contains("<skipped/>") && report.contains("skipped=\"1\""))
    #expect(await desk.run("test", "--skip", " ", "@").errors.contains("`--skip` leaves no scenario"))
    #expect(await desk.run("test", "--skip", "x", "--min-coverage", "1", "@").code == .wrongInput)
  }

  @Test("times are there, and nothing that Jenkins' schema does not have")
  func times() async throws {
    let outcome = await (try Self.desk()).run("test", "--format", "junit", "--min-coverage", "100", "@")
    let root = try #require(try XMLDocument(data: Data(outcome.output.utf8)).rootElement())
    let allowed: [String: Set<String>] = [
      "testsuites": ["name", "tests", "failures", "errors", "time"],
      "testsuite": ["name", "tests", "failures", "errors", "skipped", "time"],
      "testcase": ["classname", "name", "time"], "failure": ["type", "message"], "error": ["type", "message"],
    ]
    func look(_ element: XMLElement) throws {
      let name = try #require(element.name)
      let names = Set((element.attributes ?? []).compactMap(\.name))
      #expect(names.isSubset(of: try #require(allowed[name])), "\(name): \(names)")
      for child in element.children ?? [] { if let child = child as? XMLElement { try look(child) } }
    }
    try look(root)
    #expect(root.attribute(forName: "time")?.stringValue?.wholeMatch(of: /\d+\.\d{3}/) != nil)
  }

  @Test("a coverage that is not reached is a failure in every report")
  func coverage() async throws {
    for (minimum, tooLow) in [(100, 1), (1, 0)] {
      let desk = try TestTests.desk()
      let outcome = await desk.run("test", "--format", "junit", "--min-coverage", "\(minimum)", "@")
      #expect(outcome.code == (tooLow == 1 ? .failure : .success))
      let root = try #require(try XMLDocument(data: Data(outcome.output.utf8)).rootElement())
      #expect(root.attribute(forName: "failures")?.stringValue == "\(tooLow)")
      let suite = try #require(root.elements(forName: "testsuite").last)
      #expect(suite.attribute(forName: "name")?.stringValue == "coverage")
      #expect(suite.attribute(forName: "failures")?.stringValue == "\(tooLow)")
      #expect(
        root.elements(forName: "testsuite").flatMap { $0.elements(forName: "testcase") }.count.description
          == root.attribute(forName: "tests")?.stringValue)
      let cases = suite.elements(forName: "testcase")
      #expect(cases.map { $0.attribute(forName: "classname")?.stringValue } == ["flows/flow.yaml"])
      let failures = cases.flatMap { $0.elements(forName: "failure") }
      #expect(failures.count == tooLow)
      #expect(failures.allSatisfy { $0.stringValue?.contains("flows/flow.yaml:") == true })
      let json = await desk.run("test", "--format", "json", "--min-coverage", "\(minimum)", "@")
      #expect(json.output.contains("\"minimum\":\(minimum),\"reached\":\(tooLow == 0)"))
      #expect(json.output.contains("\"tooLow\":\(tooLow)"))
    }
  }

  @Test("a flow without a scenario is covered by none")
  func noScenario() async throws {
    let desk = try TestTests.desk()
    try desk.put("flows/other.yaml", Samples.flow.replacing("flow: sample", with: "flow: other"))
    try desk.put("flows/c.scenarios.yaml", "flow: other.yaml\nscenarios: []\n")
    let outcome = await desk.run("test", "--min-coverage", "1", "@")
    #expect(outcome.code == .failure)
    #expect(outcome.errors.contains("flows/other.yaml is covered to 0 percent only"))
  }

  @Test("a flow of a folder that no scenario file is for counts as one that no scenario takes")
  func noScenarioFile() async throws {
    let desk = try TestTests.desk()
    try desk.put("flows/other.yaml", Samples.flow.replacing("flow: sample", with: "flow: other"))
    let outcome = await desk.run("test", "--own", "--min-coverage", "1", "@")
    #expect(outcome.code == .failure, "\(outcome)")
    #expect(outcome.errors.contains("flows/other.yaml has no scenario file, and is covered to 0 percent only"))
    #expect(outcome.output.contains("coverage of flows/other.yaml\n"), "\(outcome)")
    // Who asks for no coverage, names the scenario files, or leaves the flow out, is asked for nothing.
    for words in [["@"], ["--min-coverage", "1", "@flows/a.scenarios.yaml"]] {
      let sound = await desk.run(["test"] + words)
      #expect(sound.code == .success && !(sound.output + sound.errors).contains("other.yaml"), "\(sound)")
    }
    try desk.put("flows/other.yaml", Samples.flow.replacing("start: ", with: "start: no"))
    let broken = await desk.run("test", "--min-coverage", "1", "@")
    #expect(
      broken.code == .wrongInput && broken.errors.contains("could not be played: `flows/other.yaml`"), "\(broken)")
  }

  @Test("a report is not written to a pipe, a device, or over an output of the program; it may be dropped")
  func noPlace() async throws {
    let desk = try TestTests.desk()
    #expect(mkfifo(desk.root + "pipe", 0o600) == 0)
    let piped = await desk.run("test", "--output", "junit=@pipe", "@")
    #expect(piped.code == .wrongInput && piped.output.isEmpty)
    #expect(piped.errors.hasPrefix("mfaflow: `--output` cannot write to `pipe`: it is a pipe\n"))
    let checked = await desk.run("check", "--output", "sarif=@pipe", "@")
    #expect(checked.code == .wrongInput && checked.errors.contains("`--output` cannot write to `pipe`"))
    let baseline = await desk.run("check", "--write-baseline", "@pipe", "@")
    #expect(baseline.code == .wrongInput && baseline.errors.contains("`--write-baseline` cannot write to `pipe`"))
    let lost = await desk.run("check", "--write-baseline", "/dev/null", "@")
    #expect(lost.code == .wrongInput && lost.errors.contains("it is a"))
    let dropped = await desk.run("test", "--output", "junit=/dev/null", "@")
    #expect(dropped.code == .success)
    #if os(Linux)
      // Where the tests write to is the affair of who runs them; only nowhere is no output to be cut off.
      let isDropped = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/1")) == "/dev/null"
      let own = await desk.run("test", "--output", "junit=/dev/stdout", "@")
      #expect(own.code == (isDropped ? .success : .wrongInput))
    #endif
  }

  @Test(
    "whatever stands in a text, XML stays XML",
    arguments: ["a & b < c > \"d\"", "]]>", "]]]]>>", "\u{1}\u{1B}[31m\u{FFFE}", "line\nline\ttab\r", "naïve 🙂"])
  func xml(text: String) throws {
    var writer = XMLWriter()
    writer.element("a", [("b", text)]) { $0.element("c", [], text: text) }
    let root = try #require(try XMLDocument(data: Data(writer.text.utf8)).rootElement())
    let plain = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { "\u{1}\u{1B}\u{FFFE}".unicodeScalars.contains($0) ? "\u{FFFD}" : $0 }))
    #expect(root.attribute(forName: "b")?.stringValue == plain)
    #expect(root.elements(forName: "c").first?.stringValue == plain.replacingOccurrences(of: "\r", with: "\n"))
  }

  @Test("a report in a file leaves the text for people; a file that cannot be written is exit code 3")
  func output() async throws {
    let desk = try TestTests.desk()
    let outcome = await desk.run("test", "--output", "junit=@report.xml", "@")
    #expect(outcome.code == .success)
    #expect(outcome.output.hasPrefix("flows/a.scenarios.yaml: 2 scenarios, 2 passed\n"))
    let report = try String(contentsOfFile: desk.root + "report.xml", encoding: .utf8)
    #expect(report.hasPrefix("<?xml version=\"1.0\""))
    let lost = await desk.run("test", "--output", "json=@no/where.json", "@")
    #expect(lost.code == .broken)
    #expect(lost.errors.contains("there is no folder `no`"))
  }

  @Test(
    "a report that the system lets nobody write is refused before the work",
    arguments: [
      ["test", "@", "--output", "json="], ["check", "@", "--output", "json="], ["check", "@", "--write-baseline", ""],
      ["matrix", "@flows/flow.yaml", "--output", ""], ["graph", "@flows/flow.yaml", "--output", ""],
      ["story", "@flows/flow.yaml", "--output", ""], ["page", "@flows/flow.yaml", "--output", ""],
      ["backend", "verify", "process:touch @begun", "--output", "json="],
      ["soak", "@flows/flow.yaml", "--runs", "2", "--backend", "process:touch @begun", "--output", ""],
    ])
  func refused(words: [String]) async throws {
    let desk = try TestTests.desk()
    try desk.put("locked.svg", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: desk.root + "locked.svg")
    var places: [String] = []
    // Nobody is kept from anything who may do everything.
    if !FileManager.default.isWritableFile(atPath: desk.root + "locked.svg") { places.append("@locked.svg") }
    #if os(Linux)
      places.append("/proc/mfaflow.svg")
    #endif
    for place in places {
      let outcome = await desk.run(Array(words.dropLast()) + [(words.last ?? "") + place])
      #expect(outcome.code == .broken && outcome.output.isEmpty, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.errors.contains("` cannot write to `"), "\(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: desk.root + "begun"))
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.root)
    #expect(Set(names) == ["flows", "more", "locked.svg"], "\(names)")
  }

  @Test(
    "a path in a file is seen from its folder, and written as short as it can be",
    arguments: [
      ("a/b.yaml", "c.yaml", "a/c.yaml"), ("b.yaml", "c.yaml", "c.yaml"), ("-", "c.yaml", "c.yaml"),
      ("a/b.yaml", "./c.yaml", "a/c.yaml"), ("a/b.yaml", "../c.yaml", "c.yaml"), ("b.yaml", "../c.yaml", "../c.yaml"),
      ("a/b.yaml", "/c/d.yaml", "/c/d.yaml"), ("/a/b.yaml", "../c.yaml", "/c.yaml"),
    ])
  func paths(file: String, name: String, path: String) { #expect(RelativePath(folderOf: file).path(to: name) == path) }

  /// One scenario fails, one file is wrong.
  private static func desk() throws -> Desk {
    let desk = try TestTests.desk()
    try desk.put("flows/a.scenarios.yaml", TestTests.slipped)
    try desk.put("flows/wrong.scenarios.yaml", "flow: flow.yaml\nscenarios: [{ name: a }]\n")
    return desk
  }
}
