// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("Very many runs of a flow")
struct SoakTests {
  /// Counts its runs in a file; does otherwise in the run that is named.
  private static let backend = #"""
    echo >> "$1"
    [ "$(wc -l < "$1")" = "$2" ] && bad=yes
    while read -r line; do
      id=${line#*'"id":'}; id=${id%%,*}
      tell() { echo '{"jsonrpc":"2.0","method":"event","params":{"event":"'$1'"}}'; }
      case "$line" in
        *'"method":"initialize"'*)
          echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocol":"mfaflow-backend/1","contract":{"name":"relid"},"clock":"virtual"}}'
          continue;;
        *'"name":"initialize"'*) tell getUser;;
        *'"name":"setUser"'*) [ "$bad" ] && exit 9; tell onUserLoggedIn;;
        *'"method":"shutdown"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{}}'; exit;;
      esac
      echo '{"jsonrpc":"2.0","id":'$id',"result":{"answer":"accepted"}}'
    done
    """#

  private static let answered = ["--set", "userName=carol", "--set", "signedIn=finish"]
  private static let simulated = ["soak", "@sign-in.yaml", "--world", "@world.yaml", "--steady"]

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("sign-in.yaml", Samples.signIn)
    try desk.put("world.yaml", "users: { carol: { lda: true } }\ndevice: { lda: face }\nlatency: 200ms\n")
    try desk.put("sdk.sh", Self.backend)
    return desk
  }

  /// A program that goes wrong in one run; 0 for none.
  private func program(badIn run: Int) -> [String] {
    ["soak", "@sign-in.yaml", "--steady", "--backend", "process:sh @sdk.sh @count \(run)"] + Self.answered
  }

  @Test("all end well: the report tells how many, and how long they stood at each step by their own clock")
  func good() async throws {
    let outcome = await (try desk()).run(Self.simulated + ["--runs", "300", "--concurrency", "2"] + Self.answered)
    #expect(outcome.errors == "" && outcome.code == .success)
    #expect(outcome.output.hasPrefix("300 runs of sign-in 1.0.0, "))
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("300 done (success)"))
    #expect(rows.contains("identify 300 200 200 200 200"))
    #expect(rows.contains("signedIn 300 0 0 0 0"))
    #expect(rows.contains { $0.hasPrefix("whole run 300 4") })
  }

  @Test("however many are at work, the report is the same")
  func steady() async throws {
    let desk = try desk()
    let words = Self.simulated + ["--runs", "500", "--format", "json"] + Self.answered
    let one = await desk.run(words + ["--concurrency", "1"]).output
    let two = await desk.run(words + ["--concurrency", "64"]).output
    func plain(_ text: String) -> String { text.replacing(/"concurrency":\d+/, with: "") }
    #expect(plain(one) == plain(two) && one.contains(#""runs":500"#))
    #expect(!one.contains("nanoseconds") && !one.contains("wallNanoseconds"))
  }

  @Test("a file whose name says HTML gets the page")
  func pageByName() async throws {
    let desk = try desk()
    let outcome = await desk.run(Self.simulated + ["--runs", "5", "-o", "@soak.html"] + Self.answered)
    let page = try String(contentsOf: URL(filePath: desk.root + "soak.html"), encoding: .utf8)
    #expect(outcome.code == .success && page.hasPrefix("<!"), "\(page.prefix(80))")
  }

  @Test("the JSON has the times of the wall, too, and is written besides the text")
  func json() async throws {
    let desk = try desk()
    var words = Self.simulated
    words.removeLast()
    let outcome = await desk.run(words + ["--runs", "5", "--output", "@soak.json"] + Self.answered)
    #expect(outcome.code == .success && outcome.output.contains("runs a second"))
    let data = try Data(contentsOf: URL(filePath: desk.root + "soak.json"))
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(report["runs"] as? Int == 5 && report["wanted"] as? Int == 5 && report["exit"] as? Int == 0)
    let steps = try #require(report["steps"] as? [[String: Any]])
    #expect(steps.map { $0["step"] as? String } == ["initialize", "identify", "signedIn"])
    for step in steps {
      let wall = try #require(step["wallNanoseconds"] as? [String: Int])
      #expect(Set(wall.keys) == ["p50", "p95", "p99", "max"] && wall.values.allSatisfy { $0 > 0 })
      #expect(try #require(wall["p50"]) <= #require(wall["p95"]) && #require(wall["p99"]) <= #require(wall["max"]))
    }
  }

  @Test("runs that fail, and runs that nobody goes on with, are exit code 1")
  func failing() async throws {
    let desk = try desk()
    let waiting = await desk.run(Self.simulated + ["--runs", "7", "--set", "userName=carol"])
    #expect(waiting.code == .failure && waiting.output.contains("7  signedIn (waiting)"))
    try desk.put("silent.yaml", "users: { carol: { lda: true } }\nfaults: [{ at: setUser, error: 500 }]\n")
    let failed = await desk.run(
      ["soak", "@sign-in.yaml", "--world", "@silent.yaml", "--runs", "7", "--steady"] + Self.answered)
    #expect(failed.code == .failure || failed.code == .wrongInput, "\(failed)")
  }

  @Test(
    "what cannot be meant is said, and nothing is run",
    arguments: [
      ([], "`soak` needs to know how many runs"),
      (["--runs", "0"], "`--runs` must be from 1 to 1000000000"),
      (["--runs=-5"], "`--runs` must be from 1 to 1000000000, not `-5`"),
      (["--runs", "many"], "`--runs` needs a whole number, not `many`"),
      (["--runs", "1000000001"], "`--runs` must be from 1 to 1000000000"),
      (["--runs", "18446744073709551615"], "`--runs` must be from 1 to 1000000000"),
      (["--runs", "5", "--concurrency", "0"], "`--concurrency` must be from 1 to 1000"),
      (["--runs", "5", "--concurrency", "1001"], "`--concurrency` must be from 1 to 1000"),
      (["--runs", "5", "--backend", "python3"], "`python3` is no SDK that `--backend` knows"),
      (["--runs", "5", "--output", "/dev/full"], "`--output` cannot write to `/dev/full`: it is a device"),
      (["--runs", "5", "--output", "@world.yaml"], "`world.yaml` is also read"),
    ])
  func wrong(words: [String], message: String) async throws {
    let outcome = await (try desk()).run(Self.simulated + words + Self.answered)
    #expect(outcome.errors.hasPrefix("mfaflow: \(message)"), "\(outcome.errors)")
    #expect(outcome.code == .wrongInput && outcome.output.isEmpty)
  }

  @Test("it needs a world, files that are there, and answers that the flow asks for")
  func wrongFiles() async throws {
    let desk = try desk()
    let noWorld = await desk.run("soak", "@sign-in.yaml", "--runs", "5")
    #expect(noWorld.code == .wrongInput && noWorld.errors.hasPrefix("mfaflow: `soak` needs a world"))
    let noFile = await desk.run("soak", "@none.yaml", "--runs", "5", "--world", "@world.yaml")
    #expect(noFile.code == .broken && noFile.errors.contains("none.yaml"))
    let noAnswers = await desk.run(Self.simulated + ["--runs", "5", "--answers", "@none.yaml"])
    #expect(noAnswers.code == .broken && noAnswers.output.isEmpty)
    try desk.put("answers.yaml", "answers:\n  - identfy: { userName: carol }\n")
    let unknown = await desk.run(Self.simulated + ["--runs", "5", "--answers", "@answers.yaml"])
    #expect(unknown.code == .wrongInput && unknown.errors.contains("error[MFA921]"))
    #expect(unknown.errors.contains("did you mean `identify`?"))
  }

  @Test("a report that cannot be written is exit code 3, and told before anything is run")
  func unwritable() async throws {
    let outcome = await (try desk()).run(
      Self.simulated + ["--runs", "5", "--output", "@no/such/folder.json"] + Self.answered)
    #expect(outcome.code == .broken && outcome.output.isEmpty)
    #expect(outcome.errors.contains("`--output` cannot write to `no/such/folder.json`: there is no folder `no/such`"))
  }

  @Test("each run has a program of its own, and more may be under way than there are runs")
  func programs() async throws {
    let desk = try desk()
    let outcome = await desk.run(program(badIn: 0) + ["--runs", "6", "--concurrency", "500"])
    #expect(outcome.errors == "" && outcome.code == .success)
    #expect(outcome.output.hasPrefix("6 runs of sign-in 1.0.0, 6 at a time\n"))
    #expect(outcome.output.contains("6  done (success)"))
    #expect(try String(contentsOfFile: desk.root + "count", encoding: .utf8).count == 6)
  }

  @Test("a program that dies in the middle of run 17 ends the soak: exit code 3, and a report of what was done")
  func dying() async throws {
    let outcome = await (try desk()).run(program(badIn: 17) + ["--runs", "40", "--concurrency", "1"])
    #expect(outcome.code == .broken)
    #expect(outcome.output.contains("16  done (success)") && outcome.output.contains("1  backend-gone"))
    #expect(
      outcome.errors == """
        mfaflow: run 17: the backend ended with the exit code 9 instead of answering `setUser`
        mfaflow: 17 of 40 runs were done: the SDK failed; `--keep-going` goes on

        """)
  }

  @Test("with --keep-going it is counted, and the soak goes on")
  func goingOn() async throws {
    let outcome = await (try desk()).run(
      program(badIn: 3) + ["--runs", "6", "--concurrency", "1", "--keep-going", "--format", "json"])
    #expect(outcome.code == .broken)
    #expect(outcome.output.contains(#"{"ending":"success","end":"done","runs":5},{"ending":"backend-gone","runs":1}"#))
    #expect(outcome.output.contains(#""failure":{"run":3,"message":"the backend ended with"#))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "stopped, it does not wait for programs that hang, whatever their patience", .timeLimit(.minutes(30)),
    arguments: [
      "sleep 1000", "trap '' TERM; while :; do sleep 1; done", "while :; do echo noise >&2; done",
      "while :; do tell onDeviceActivated; sleep 0.01; done", "kill -STOP $$",
    ])
  func stopped(deed: String) async throws {
    let desk = try desk()
    try desk.put("sdk.sh", Self.backend.replacing(#"[ "$bad" ] && exit 9;"#, with: #"echo >> "$1.hung"; \#(deed);"#))
    let stop = StopBell()
    // Without an end of its own, a run would be waited for as long as this.
    async let outcome = desk.run(
      program(badIn: 0) + [
        "--runs", "100", "--concurrency", "2", "--backend-log", "@log", "--patience", "call=3600", "--patience",
        "shutdown=3600",
      ], stop: stop)
    func hung() -> Int { ((try? String(contentsOfFile: desk.root + "count.hung", encoding: .utf8)) ?? "").count }
    while hung() < 2 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(stop.ring(2))
    let (code, errors) = await (outcome.code, outcome.errors)
    #expect(code == .interrupted)
    #expect(errors.contains("0 of 100 runs were done: it was stopped"), "\(errors)")
  }

  @Test("interrupted, it tells of the runs that are done", arguments: [true, false])
  func interrupted(isSimulated: Bool) async throws {
    let desk = try desk()
    let stop = StopBell()
    let words =
      isSimulated
      ? Self.simulated + ["--runs", "1000000000", "--output", "@soak.json"] + Self.answered
      : program(badIn: 0) + ["--runs", "1000000", "--concurrency", "2", "--output", "@soak.json"]
    async let outcome = desk.run(words, stop: stop)
    if !isSimulated {
      while ((try? String(contentsOfFile: desk.root + "count", encoding: .utf8)) ?? "").count < 8 { await Task.yield() }
    }
    while !stop.ring(2) { await Task.yield() }
    let (code, output, errors) = await (outcome.code, outcome.output, outcome.errors)
    #expect(code == .interrupted)
    #expect(errors.contains("runs were done: it was stopped\n"))
    #expect(isSimulated || output.contains("done (success)"))
    #expect(!output.contains("waiting") && !output.contains("backend"))
    let report = try String(contentsOfFile: desk.root + "soak.json", encoding: .utf8)
    #expect(report.contains(#""interrupted":true"#) && report.contains(#""exit":130"#))
  }
}
