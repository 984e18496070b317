// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("A program behind a run")
struct ProgramTests {
  /// Greets, and answers every call with the event that is due.
  private static let backend = #"""
    clock=virtual
    while read -r line; do
      id=${line#*'"id":'}; id=${id%%,*}
      tell() { echo '{"jsonrpc":"2.0","method":"event","params":{"event":"'$1'"}}'; }
      case "$line" in
        *'"method":"initialize"'*)
          echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocol":"mfaflow-backend/1","contract":{"name":"relid"},"clock":"'$clock'"}}'
          continue;;
        *'"name":"initialize"'*) tell getUser;;
        *'"userName":"carol"'*) tell onUserLoggedIn;;
        *'"name":"setUser"'*) echo '{"jsonrpc":"2.0","method":"event","params":{"event":"getUser","status":101}}';;
        *'"method":"shutdown"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{}}'; exit;;
      esac
      echo '{"jsonrpc":"2.0","id":'$id',"result":{"answer":"accepted"}}'
    done
    """#

  private static let responder = #"""
    while read -r line; do
      id=${line#*'"id":'}; id=${id%%,*}
      say() { echo '{"jsonrpc":"2.0","id":'$id',"result":'"$1"'}'; }
      case "$line" in
        *'"method":"initialize"'*) say '{"protocol":"mfaflow-responder/1"}';;
        *'"method":"refused"'*) refused=yes;;
        *'"step":"identify"'*'"status":101'*) say '{"values":{"userName":"carol"}}';;
        *'"step":"identify"'*) say '{"values":{"userName":"nobody"}}';;
        *'"step":"signedIn"'*) [ "$refused" ] && say '{"choice":"finish"}' || say '{"choice":"fnish"}';;
        *'"method":"shutdown"'*) say '{}'; exit;;
      esac
    done
    """#

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put("sign-in.yaml", Samples.signIn)
    try desk.put("sdk.sh", Self.backend)
    try desk.put("answers.sh", Self.responder)
    return desk
  }

  @Test("plays the SDK, and another one answers: a wrong name, the right one, a choice that is refused, the right one")
  func bothSides() async throws {
    let outcome = await (try desk()).run(
      "run", "@sign-in.yaml", "--backend", "process:sh @sdk.sh", "--responder", "process:sh @answers.sh")
    #expect(outcome.errors.hasPrefix("mfaflow: an answer of the responder was refused: "))
    #expect(outcome.output.hasSuffix("✓ done (success), proofs: possession by device, inherence by device\n"))
    #expect(outcome.output.contains("go          getUser 101 → retry"))
    #expect(outcome.code == .success)
  }

  @Test("a secret that a responder hands in as the name of an input is told nowhere")
  func secretAsName() async throws {
    let desk = try desk()
    let slip = Self.responder.replacingOccurrences(
      of: #"{"userName":"nobody"}"#, with: #"{"horse-battery-1":"nobody"}"#)
    try desk.put("answers.sh", slip)
    for format in ["text", "json"] {
      let outcome = await desk.run(
        "run", "@sign-in.yaml", "--backend", "process:sh @sdk.sh", "--responder", "process:sh @answers.sh", "--format",
        format)
      let told = outcome.output + outcome.errors
      #expect(told.contains("an input has a name that the flow does not know"), "\(told)")
      #expect(!told.contains("horse") && !told.contains("battery"), "\(told)")
    }
  }

  @Test("has a live clock, where the run is content with it: a run that nobody goes on with is left after a while")
  func liveClock() async throws {
    let desk = try desk()
    try desk.put("live.sh", Self.backend.replacingOccurrences(of: "clock=virtual", with: "clock=live"))
    let backend = ["--backend", "process:sh @live.sh"]
    let left = await desk.run(["run", "@sign-in.yaml", "--quiet", "--patience", "quiet=0.3"] + backend)
    #expect(left.output == "… identify waits for an answer\n" && left.code == .failure)
    let done = await desk.run(
      ["run", "@sign-in.yaml", "--set", "userName=carol", "--set", "signedIn=finish", "--quiet"] + backend)
    #expect(done.output.hasPrefix("✓ done") && done.errors == "")
    let refused = await desk.run(["run", "@sign-in.yaml", "--clock", "virtual"] + backend)
    #expect(refused.errors == "mfaflow: the backend has no virtual clock, which is asked for\n")
    #expect(refused.code == .broken && refused.output.isEmpty)
  }

  @Test(
    "that fails ends the run with exit code 3 and one line",
    arguments: [
      ("process:sh -c 'exit 5'", "mfaflow: the backend ended with the exit code 5 instead of answering `initialize`\n"),
      (
        "process:no-such-program",
        "mfaflow: the backend cannot be started: `no-such-program`: No such file or directory\n"
      ),
    ])
  func failing(backend: String, words: String) async throws {
    let outcome = await (try desk()).run("run", "@sign-in.yaml", "--backend", backend)
    #expect(outcome.errors == words)
    #expect(outcome.code == .broken && outcome.output.isEmpty)
  }

  @Test("that fails in the middle is told as the result")
  func failingLater() async throws {
    let desk = try desk()
    try desk.put("bad.sh", Self.backend.replacingOccurrences(of: "tell getUser", with: "tell getUsr"))
    let outcome = await desk.run("run", "@sign-in.yaml", "--backend", "process:sh @bad.sh", "--format", "json")
    let last = try #require(outcome.output.split(separator: "\n").last)
    #expect(last.contains(#""ending":"backend-broke-contract""#))
    #expect(last.contains("sent the event `getUsr`, which the contract `relid` does not know"))
    #expect(outcome.code == .broken)
  }

  @Test("a responder that fails ends the run with exit code 3")
  func failingResponder() async throws {
    let desk = try desk()
    for (script, words) in [
      ("exit 1", "the responder ended with the exit code 1 instead of answering `initialize`"),
      (
        #"read -r l; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":"mfaflow-responder/7"}}'"#,
        "the responder speaks `mfaflow-responder/7`, and mfaflow speaks `mfaflow-responder/1`"
      ),
      (
        #"read -r l; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":"mfaflow-responder/1"}}'; read -r l; echo '{"jsonrpc":"2.0","id":2,"result":{"value":1}}'"#,
        "the responder answered `respond` (step `identify`) in another form: there is none of `values`, `choice`"
      ),
    ] {
      try desk.put("bad.sh", script)
      let outcome = await desk.run(
        "run", "@sign-in.yaml", "--backend", "process:sh @sdk.sh", "--responder", "process:sh @bad.sh", "--quiet")
      #expect((outcome.errors + outcome.output).contains(words), "\(outcome.errors)")
      #expect(outcome.code == .broken)
      #expect(outcome.output.isEmpty || outcome.output.hasPrefix("✗ the responder failed: "))
      let json = await desk.run(
        "run", "@sign-in.yaml", "--backend", "process:sh @sdk.sh", "--responder", "process:sh @bad.sh", "--format",
        "json")
      #expect(json.output.contains("\"ending\":\"responder-failed\"") && json.output.contains("\"exit\":3"), "\(json)")
    }
  }

  @Test(
    "a responder that waits for what is past, or that confides an answer in another form, fails; its answer is not told"
  )
  func confidingResponder() async throws {
    let desk = try desk()
    for (answer, words) in [
      (#"{"waitUntil":0}"#, "`waitUntil` is 0 ms, and it is 0 ms already"),
      (#"{"choice":"x","values":{}}"#, "one answer holds two: `values` and `choice`"),
      (#"{"waitUntil":1125899906842625}"#, "`waitUntil`: a whole number from 0 to 1125899906842624 is expected"),
      (#"{"values":{"password":"horse-battery-1"}},"extra":1"#, "`extra` is no field of this object"),
      (#"{"values":{"password":"horse-battery-1"}"#, "bytes is not quoted"),
    ] {
      try desk.put(
        "bad.sh",
        #"read -r l; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":"mfaflow-responder/1"}}'; "#
          + #"read -r l; echo '{"jsonrpc":"2.0","id":2,"result":"# + answer + "}'; sleep 5")
      let outcome = await desk.run(
        "run", "@sign-in.yaml", "--backend", "process:sh @sdk.sh", "--responder", "process:sh @bad.sh", "--format",
        "json")
      let last = try #require(outcome.output.split(separator: "\n").last)
      #expect(last.contains(#""ending":"responder-failed""#) && last.contains(words), "\(last)")
      #expect(!(outcome.output + outcome.errors).contains("battery"))
      #expect(outcome.code == .broken)
    }
  }

  /// Greets, and says something to every question.
  private static func responder(saying answer: String) -> String {
    #"read -r l; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":"mfaflow-responder/1"}}'; n=1; "#
      + #"while read -r l; do n=$((n + 1)); "# + answer + "; done"
  }

  @Test("a responder that puts off a question again and again fails, and so does one that waits for what is past")
  func puttingOff() async throws {
    let desk = try desk()
    try desk.put(
      "late.sh", Self.responder(saying: #"echo '{"jsonrpc":"2.0","id":'$n',"result":{"waitUntil":'$n'}}'"#))
    let outcome = await desk.run(
      "run", "@sign-in.yaml", "--backend", "process:sh @sdk.sh", "--responder", "process:sh @late.sh", "--quiet")
    #expect(outcome.output.contains("put off `respond` (step `identify`) 1000 times in a row"), "\(outcome)")
    #expect(outcome.code == .broken)
    try desk.put("live.sh", Self.backend.replacingOccurrences(of: "clock=virtual", with: "clock=live"))
    try desk.put("past.sh", Self.responder(saying: #"echo '{"jsonrpc":"2.0","id":'$n',"result":{"waitUntil":0}}'"#))
    let live = await desk.run(
      "run", "@sign-in.yaml", "--clock", "live", "--backend", "process:sh @live.sh", "--responder",
      "process:sh @past.sh", "--quiet")
    #expect(live.output.contains("`waitUntil` is 0 ms, and it is "), "\(live)")
    #expect(live.code == .broken)
  }

  @Test("a responder that says nothing is waited for on a live clock, too, where a limit is set")
  func silentOnLiveClock() async throws {
    let desk = try desk()
    try desk.put("live.sh", Self.backend.replacingOccurrences(of: "clock=virtual", with: "clock=live"))
    try desk.put("hang.sh", Self.responder(saying: "sleep 600"))
    let outcome = await desk.run(
      "run", "@sign-in.yaml", "--clock", "live", "--backend", "process:sh @live.sh", "--responder",
      "process:sh @hang.sh", "--patience", "call=2", "--patience", "shutdown=0.1", "--quiet")
    #expect(outcome.output.contains("did not answer `respond` (step `identify`) within 2 s"), "\(outcome)")
    #expect(outcome.code == .broken)
  }

  @Test("that breaks its contract at the end makes no success, and no report is written over what it is made of")
  func afterTheEnd() async throws {
    let desk = try desk()
    try desk.put(
      "end.sh", Self.backend.replacingOccurrences(of: #""result":{}}'; exit;;"#, with: #""result":{}}'; exit 9;;"#))
    try desk.put(
      "dead.sh",
      Self.backend.replacingOccurrences(
        of: #"*'"method":"shutdown"'*)"#, with: #"*'"method":"shutdown"'*) exit 9;; *nothing*)"#))
    let answers = ["--set", "userName=carol", "--set", "signedIn=finish", "--quiet"]
    let dead = await desk.run(["run", "@sign-in.yaml", "--backend", "process:sh @dead.sh"] + answers)
    #expect(dead.output.hasPrefix("✗ the SDK went away: the backend ended with the exit code 9"))
    #expect(dead.code == .broken)
    for option in [["run", "--record"], ["soak", "--output"], ["test", "--output"]] {
      let outcome = await desk.run(
        [
          option[0], "@sign-in.yaml", "--backend", "process:sh @sdk.sh", option[1],
          option[0] == "test" ? "json=@sdk.sh" : "@sdk.sh",
        ]
          + (option[0] == "run" ? answers : []))
      #expect(outcome.code == .wrongInput, "\(option): \(outcome.errors)")
    }
    #expect(try String(contentsOfFile: desk.root + "sdk.sh", encoding: .utf8) == Self.backend)
  }

  @Test("plays a scenario; one that fails is MFA980 and exit code 3")
  func scenarios() async throws {
    let desk = try desk()
    try desk.put(
      "sign-in.scenarios.yaml",
      """
      flow: sign-in.yaml
      world: { users: { carol: { lda: true } }, device: { lda: face } }
      scenarios:
        - name: Carol signs in
          do:
            - identify: { userName: nobody }
            - expect: { step: identify, status: 101 }
            - reject: { call: setUser, code: 500 }
            - identify: { userName: carol }
            - expect: { step: identify, rejected: 500 }
            - identify: { userName: carol }
            - signedIn: finish
          expect: { end: done }
        - name: A reply is held, and time passes
          do:
            - hold: replies
            - identify: { userName: carol }
            - after: 2s
            - release: replies
            - signedIn: finish
          expect: { end: done }
        - name: An event comes by itself that no contract knows
          do:
            - event: onNothing
              unknown: true
          expect: { end: failed }
      """)
    let good = await desk.run("test", "--backend", "process:sh @sdk.sh", "@sign-in.scenarios.yaml")
    #expect(good.code == .success, "\(good.output)\(good.errors)")
    let bad = await desk.run("test", "--backend", "process:sh -c 'exit 5'", "@sign-in.scenarios.yaml")
    #expect(bad.output.contains("error[MFA980]: the backend failed, so that this scenario says nothing of the flow"))
    #expect(bad.output.contains("= help: the backend ended with the exit code 5 instead of answering `initialize`"))
    #expect(bad.code == .broken)
  }

  @Test(
    "that cannot be meant is a wrong command line",
    arguments: [
      (["--backend", "python3 sdk.py"], "`python3 sdk.py` is no SDK that `--backend` knows"),
      (["--backend", "simulator:x"], "`simulator:x` is no SDK that `--backend` knows"),
      (["--backend", "process:"], "`--backend` names no program: there is no program in it"),
      (["--backend", "process:sh 'x"], "`--backend` names no program: the quote ' has no end"),
      (["--backend", "process:sh", "--save", "run.json"], "`--save` needs the simulator"),
      (["--backend", "process:sh", "--resume", "run.json"], "`--resume` needs the simulator"),
      (["--backend", "process:sh", "--patience", "call"], "`call` does not say how long to wait for what"),
      (["--backend", "process:sh", "--patience", "call=0"], "`call=0` does not say how long to wait for what"),
      (["--backend", "process:sh", "--patience", "cal=1"], "`cal=1` does not say how long to wait for what"),
      (
        ["--backend", "process:sh", "--patience", "call=1", "--patience", "call=2"],
        "`--patience` says twice how long to wait for `call`"
      ),
      (["--responder", "sh"], "`sh` is no responder"),
      (["--responder", "process: "], "`--responder` names no program: there is no program in it"),
    ])
  func wrongCommandLine(words: [String], message: String) async throws {
    let outcome = await (try desk()).run(["run", "@sign-in.yaml"] + words)
    #expect(outcome.errors.hasPrefix("mfaflow: \(message)"), "\(outcome.errors)")
    #expect(outcome.code == .wrongInput && outcome.output.isEmpty)
  }

  @Test("a signal that ends the tool ends the programs that it has started")
  func signalled() async throws {
    let desk = try desk()
    let stop = StopBell()
    try desk.put("hang.sh", "echo $$ > \(desk.root)pid; trap '' TERM; while :; do sleep 0.05; done")
    let run = Task { await desk.run("run", "@sign-in.yaml", "--backend", "process:sh @hang.sh", stop: stop) }
    var pid: Int32?
    while pid == nil {
      try await Task.sleep(for: .milliseconds(10))
      pid = (try? String(contentsOfFile: desk.root + "pid", encoding: .utf8)).flatMap { Int32($0.dropLast()) }
    }
    #expect(!stop.ring(SIGTERM))
    stop.end()
    #expect(kill(try #require(pid), 0) != 0)
    #expect(await run.value.code == .interrupted)
  }
}
