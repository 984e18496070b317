// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The reports of mfaflow check")
struct CheckReportTests {
  private typealias Object = [String: Any]

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("a,b: %.yaml", Samples.brokenFlow)
    try desk.put("good.yaml", Samples.flow)
    try desk.put("world.yaml", Samples.world)
    return desk
  }

  private func sarif(_ text: String) throws -> (run: Object, results: [Object]) {
    let log = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [Object])?.first)
    return (run, try #require(run["results"] as? [Object]))
  }

  @Test("SARIF names each finding's rule, weight and place, and has the page of each rule that was broken")
  func findingsAsSARIF() async throws {
    let outcome = await (try desk()).run("check", "--format", "sarif", "@")
    #expect(outcome.code == .failure)
    let (run, results) = try sarif(outcome.output)
    let driver = try #require((run["tool"] as? Object)?["driver"] as? Object)
    let rules = try #require(driver["rules"] as? [Object])
    #expect(driver["name"] as? String == "mfaflow")
    #expect(!results.isEmpty)
    #expect(Set(rules.compactMap { $0["id"] as? String }) == Set(results.compactMap { $0["ruleId"] as? String }))
    for rule in rules {
      let help = (rule["help"] as? Object)?["markdown"] as? String
      #expect(help?.contains("*How to mend it:*") == true, "\(rule)")
    }
    let location = ((results[0]["locations"] as? [Object])?.first)?["physicalLocation"] as? Object
    let uri = (location?["artifactLocation"] as? Object)?["uri"] as? String
    #expect(uri?.hasSuffix("/a,b%3A%20%25.yaml") == true, "\(uri ?? "")")
    let region = try #require(location?["region"] as? [String: Int])
    #expect(Set(region.keys) == ["startLine", "startColumn", "endLine", "endColumn"])
    #expect(results[0]["level"] as? String == "error")
  }

  @Test("SARIF of a relative path hangs below the root of the sources; without findings the results are an empty list")
  func emptySARIF() async throws {
    let (run, results) = try sarif(
      await (try Desk()).run("check", "--format", "sarif", "-", input: Samples.flow).output)
    #expect(results.isEmpty)
    #expect(((run["invocations"] as? [Object])?.first)?["executionSuccessful"] as? Bool == true)
    let broken = await (try Desk()).run(
      "check", "--format", "sarif", "--stdin-filename", "./flows/a.yaml", "-", input: Samples.brokenFlow)
    #expect(broken.output.contains(#""artifactLocation":{"uri":"flows/a.yaml","uriBaseId":"%SRCROOT%"}"#))
  }

  @Test(
    "SARIF's objects have the properties that the format gives them, and no others",
    arguments: [Samples.brokenFlow, Samples.flowWithCycle, Samples.flowWithNameTwice])
  func shapeOfSARIF(flow: String) async throws {
    let desk = try Desk()
    try desk.put("policy.yaml", "rule-pages: https://git.example.com/mfaflow/Rules.md\n")
    let text = await desk.run("check", "--config", "@policy.yaml", "--format", "sarif", "-", input: flow).output
    let problems = SARIFShape.problems(in: try JSONSerialization.jsonObject(with: Data(text.utf8)))
    #expect(problems.isEmpty, "\(problems)\n\(text)")
    let (run, results) = try sarif(text)
    #expect(!results.isEmpty)
    let driver = try #require((run["tool"] as? Object)?["driver"] as? Object)
    let rule = try #require((driver["rules"] as? [Object])?.first)
    let id = try #require(rule["id"] as? String)
    let name = try #require(rule["name"] as? String)
    let anchor = "\(id.lowercased())-\(name)"
    #expect(rule["helpUri"] as? String == "https://git.example.com/mfaflow/Rules.md#\(anchor)")
  }

  @Test("the run that shows a finding is a code flow of SARIF, and is told to GitHub")
  func wayInReports() async throws {
    let desk = try Desk()
    try desk.put("a.yaml", Samples.flowWithCycle)
    let outcome = await desk.run("check", "--format", "sarif", "--output", "github=@out", "@a.yaml")
    let result = try #require(try sarif(outcome.output).results.first)
    let flow = try #require((result["codeFlows"] as? [Object])?.first)
    let thread = try #require((flow["threadFlows"] as? [Object])?.first)
    let steps = try #require(thread["locations"] as? [Object])
    let lines = steps.compactMap { step -> Int? in
      let place = (step["location"] as? Object)?["physicalLocation"] as? Object
      return (place?["region"] as? Object)?["startLine"] as? Int
    }
    #expect(lines == [12, 17])
    #expect(steps.compactMap { $0["executionOrder"] as? Int } == [1, 2])
    #expect(result["relatedLocations"] == nil)
    #expect(!outcome.output.contains("helpUri"))
    let github = try String(contentsOfFile: desk.root + "out", encoding: .utf8)
    #expect(
      github.contains("%0Away: how it comes about%0A1. `identify` leads to `verify` (\(desk.root)a.yaml:12:"),
      "\(github)")
  }

  @Test("the notes of a finding are SARIF's related places, numbered")
  func notesInSARIF() async throws {
    let outcome = await (try Desk()).run("check", "--format", "sarif", "-", input: Samples.flowWithNameTwice)
    let result = try #require(try sarif(outcome.output).results.first)
    let related = try #require(result["relatedLocations"] as? [Object])
    #expect(related.compactMap { $0["id"] as? Int } == Array(related.indices))
    #expect(related.allSatisfy { ($0["message"] as? Object)?["text"] is String && $0["physicalLocation"] != nil })
  }

  @Test("GitHub's commands escape what would end a value, and carry the cure")
  func findingsForGitHub() async throws {
    let outcome = await (try desk()).run("check", "--format", "github", "@")
    let lines = outcome.output.split(separator: "\n")
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.hasPrefix("::error file=a%2Cb%3A %25.yaml,line=") }, "\(outcome.output)")
    #expect(outcome.output.contains(",title=MFA205 unknown-target::"))
    #expect(outcome.output.contains("%0Ahelp: "))
  }

  @Test("JUnit has a case for each flow, which fails if it has errors, and an error for what cannot be read")
  func findingsAsJUnit() async throws {
    let outcome = await (try desk()).run("check", "--format", "junit", "@", "@missing.yaml")
    #expect(outcome.code == .broken)
    let counts = #"tests="3" failures="1" errors="1""#
    #expect(outcome.output.contains("<testsuites name=\"mfaflow check\" \(counts) time=\""), "\(outcome.output)")
    let parser = XMLParser(data: Data(outcome.output.utf8))
    #expect(parser.parse(), "\(parser.parserError.map(String.init(describing:)) ?? "")")
    #expect(outcome.output.components(separatedBy: "<failure ").count == 2)
    #expect(outcome.output.components(separatedBy: "<error ").count == 2)
    let times = outcome.output.matches(of: /<testcase [^>]* time="([0-9]+)\.([0-9]{3})"/)
    #expect(times.count == 3, "each case says how long it took")
    let all = try #require(try /<testsuites [^>]* time="([0-9]+)\.([0-9]{3})"/.firstMatch(in: outcome.output))
    #expect((Int(all.1 + all.2) ?? -1) >= times.reduce(0) { $0 + (Int($1.1 + $1.2) ?? 0) })
  }

  @Test("several reports are written in one run, and standard output keeps its own")
  func severalReports() async throws {
    let desk = try desk()
    let outcome = await desk.run(
      "check", "--format", "oneline", "--output", "sarif=@out.sarif", "--output", "junit=@out.xml", "@")
    #expect(outcome.code == .failure)
    #expect(outcome.output.contains(": error[MFA205] "))
    let sarif = try String(contentsOfFile: desk.root + "out.sarif", encoding: .utf8)
    let results = try self.sarif(sarif).results
    #expect(results.count == outcome.output.split(separator: "\n").count)
    #expect(try String(contentsOfFile: desk.root + "out.xml", encoding: .utf8).hasPrefix("<?xml"))
  }

  @Test(
    "a report that nobody can make or write is told",
    arguments: [
      (["--output", "srif=x"], "did you mean `sarif`?", ExitCode.wrongInput),
      (["--output", "sarif"], "write a format, `=` and a path", .wrongInput),
      (["--output", "sarif=-"], "`--format sarif` writes the report to standard output", .wrongInput),
      (["--output", "sarif="], "write a format, `=` and a path", .wrongInput),
      (["--output", "json=@x", "--output", "sarif=@x"], "two reports", .wrongInput),
      (["--output", "json=@no/such/folder/x"], "there is no folder `no/such/folder`", .broken),
      (["--fail-on", "warnings"], "did you mean `warning`?", .wrongInput),
    ])
  func badReports(words: [String], message: String, code: ExitCode) async throws {
    let desk = try desk()
    let second = words.count > 2 ? Array(words[2...]) : ["--color", "never"]
    let outcome = await desk.run("check", words[0], words[1], second[0], second[1], "@good.yaml")
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(
    "a slip in a part is told and counted once, whichever flows use the part, and all of them are broken",
    arguments: ["text", "oneline", "json", "github", "gitlab", "sarif", "junit"])
  func sharedPart(format: String) async throws {
    let desk = try Desk()
    let interrupts = try #require(Samples.flow.firstRange(of: "interrupts:"))
    let ends = try #require(Samples.flow.firstRange(of: "ends:\n"))
    let shared = Samples.flow[interrupts.lowerBound..<ends.lowerBound]
    let slip = shared.replacing("else: failed", with: "else: nowhere-at-all")
    try desk.put("shared.yaml", "part: shared\nsdk: relid\n" + slip)
    let flow = Samples.flow.replacing(shared, with: "").replacing("sdk: relid\n", with: "sdk: relid\nuse: [shared]\n")
    for name in ["a", "b", "c"] { try desk.put("\(name).yaml", flow.replacing("flow: sample", with: "flow: \(name)")) }
    let outcome = await desk.run("check", "--format", format, "--output", "json=@all.json", "@")
    #expect(outcome.code == .failure)
    let isOnce = format != "junit"
    #expect(outcome.output.components(separatedBy: "`nowhere-at-all`").count == (isOnce ? 2 : 9), "\(outcome.output)")
    #expect(!isOnce || !outcome.output.contains("b.yaml"), "\(outcome.output)")
    if !isOnce { #expect(outcome.output.contains(#"failures="4""#), "\(outcome.output)") }
    #expect(outcome.errors.hasPrefix("1 error in 4 of 4 files"), "\(outcome.errors)")
    let json = try String(contentsOfFile: desk.root + "all.json", encoding: .utf8)
    #expect(json.components(separatedBy: "nowhere-at-all").count == 2, "\(json)")
  }

  @Test("GitLab's report is one list, and no two entries of it have the same fingerprint")
  func gitlab() async throws {
    let outcome = await (try desk()).run("check", "--format", "gitlab", "@")
    let list = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    #expect(!list.isEmpty && Set(list.compactMap { $0["fingerprint"] as? String }).count == list.count)
    for entry in list {
      #expect(Set(entry.keys) == ["description", "check_name", "fingerprint", "severity", "location"])
      let location = try #require(entry["location"] as? [String: Any])
      #expect((location["lines"] as? [String: Int])?["begin"] ?? 0 > 0 && location["path"] is String)
    }
    let empty = await (try desk()).run("check", "--format", "gitlab", "@good.yaml")
    #expect(try JSONSerialization.jsonObject(with: Data(empty.output.utf8)) as? [String] == [])
  }

  @Test("`--statistics` counts each rule, and `--quiet` leaves the summary out")
  func counted() async throws {
    let outcome = await (try desk()).run("check", "--statistics", "--quiet", "--format", "oneline", "@")
    let findings = outcome.output.split(separator: "\n").compactMap { $0.firstMatch(of: /\[(MFA\d+)\]/)?.output.1 }
    let lines = outcome.errors.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.compactMap { Int($0[0]) }.reduce(0, +) == findings.count && !findings.isEmpty, "\(outcome.errors)")
    #expect(Set(lines.map { String($0[1]) }) == Set(findings.map(String.init)))
  }

  @Test(
    "NO_COLOR and FORCE_COLOR decide where `--color` says nothing",
    arguments: [
      ([:], false), (["FORCE_COLOR": "1"], true), (["FORCE_COLOR": "0"], false), (["FORCE_COLOR": ""], false),
      (["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
    ])
  func forcedColor(environment: [String: String], isColored: Bool) async throws {
    let outcome = await (try desk()).run(["check", "@"], environment: environment)
    #expect(outcome.output.contains("\u{1B}[") == isColored)
  }

  @Test("`--fail-on` moves the line between clean and not", arguments: [("error", 1), ("warning", 1), ("none", 0)])
  func failing(limit: String, code: Int32) async throws {
    let outcome = await (try desk()).run("check", "--fail-on", limit, "@")
    #expect(outcome.code.rawValue == code)
    #expect(outcome.output.contains("error[MFA205]"))
  }

  @Test("what cannot be read is never forgiven")
  func unreadable() async throws {
    let outcome = await (try desk()).run("check", "--fail-on", "none", "@missing.yaml", "@good.yaml")
    #expect(outcome.code == .broken)
  }

  @Test("standard input has the name that it is given")
  func inputName() async throws {
    let outcome = await (try Desk()).run(
      "check", "--format", "oneline", "--stdin-filename", "flows/login.yaml", "-", input: Samples.brokenFlow)
    #expect(outcome.output.hasPrefix("flows/login.yaml:"), "\(outcome.output)")
  }
}
