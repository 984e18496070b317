// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Foundation
import SDKContract
import SystemCalls
import Testing
import Values

@testable import ProcessBackend

@Suite("A program that does what no SDK may")
struct MisbehaviourTests {
  private static let event = #"{"jsonrpc":"2.0","method":"event","params":{"event":"getUser"}}"#

  @Test("is not there")
  func missing() async throws {
    let setup = BackendSetup(contract: try ShellBackend.contract(), clock: .live, world: nil)
    let failure = await #expect(throws: BackendFailure.self) {
      _ = try await ProcessBackend.start(
        try CommandWords("no-such-program-here --x"), setup, in: ChildProcesses())
    }
    #expect(
      failure?.description == "the backend cannot be started: `no-such-program-here`: No such file or directory")
    #expect(failure?.kind == .gone)
  }

  @Test(
    "ends or says something else before it has greeted",
    arguments: [
      ("exit 3", "the backend ended with the exit code 3 instead of answering `initialize`"),
      ("kill -9 $$", "the backend was ended by the signal 9 instead of answering `initialize`"),
      ("exec >&-; sleep 100", "the backend closed its output instead of answering `initialize`"),
      (
        "printf half; exit 0",
        "the backend ended with the exit code 0 instead of answering `initialize`; the line of 4 bytes is not quoted"
      ),
      (
        ShellBackend.answering(1, #"{"protocol":"mfaflow-backend/2","contract":{"name":"relid"}}"#),
        "the backend speaks `mfaflow-backend/2`, and mfaflow speaks `mfaflow-backend/1`"
      ),
      (
        ShellBackend.answering(1, #"{"protocol":"mfaflow-backend/1","contract":{"name":"other"}}"#),
        "the backend is an SDK of the contract `other`, and the flow is for `relid`"
      ),
      (
        ShellBackend.answering(1, #"{"protocol":"mfaflow-backend/1","contract":{"name":"relid","version":"9.0.0"}}"#),
        "the backend has the contract `relid` in the version `9.0.0`, and the flow has `1.0.0`"
      ),
      (
        ShellBackend.answering(1, #"{"protocol":"mfaflow-backend/1","contract":{"name":"relid","fingerprint":"1"}}"#),
        "the backend has another contract of the name `relid` than the flow"
      ),
      (ShellBackend.greeting("live"), "the backend has no virtual clock, which is asked for"),
      (ShellBackend.greeting("solar"), "the backend has a clock that is neither `live` nor `virtual`"),
      (ShellBackend.answering(1, "{}"), "the backend answered `initialize` in another form: `protocol` is missing"),
      (ShellBackend.answering(2, "{}"), "the backend answered the request 2, which is not open: "),
      (
        "echo; sleep 100",
        "the backend sent what is no message (column 1: the line is empty: each line is a message)"
      ),
      ("read -r l; echo '\(event)'; sleep 100", "the backend told of `event` before it had answered `initialize`: "),
    ])
  func beforeGreeting(script: String, words: String) async throws {
    #expect(try await ShellBackend().failure(raw: script).description.hasPrefix(words))
  }

  @Test(
    "says a secret again wherever its words are told: none of them is shown",
    arguments: [
      #"{"jsonrpc":"2.0","method":"event","params":{"event":"horse-battery-1"}}"#,
      #"{"jsonrpc":"2.0","method":"horse-battery-1","params":{}}"#,
      #"{"jsonrpc":"2.0","id":9,"method":"horse-battery-1","params":{}}"#,
      #"{"jsonrpc":"2.0","id":3,"result":{"answer":"accepted","horse-battery-1":1}}"#,
      #"{"jsonrpc":"2.0","id":3,"result":{},"horse-battery-1":1}"#,
      #"{"horse-battery-1":1,"horse-battery-1":2}"#,
      #"{"oops":"\u0068orse-b\u0061ttery-1"}"#,
      "garbage horse-batt",
      #"{"jsonrpc":"2.0","method":"event","params":{"event":"getUser","data":{"jwt":"horse-b","userNames":7}}}"#,
    ])
  func leaking(line: String) async throws {
    let script =
      ShellBackend.answering(2, #"{"answer":"accepted"}"#) + "\nread -r line; printf '%s\\n' '\(line)'; sleep 100"
    let backend = try await ShellBackend().start(script)
    _ = try await backend.perform(SDKCall(name: "initialize"))
    let call = SDKCall(name: "setPassword", arguments: ["password": .secret(Secret("horse-battery-1"))])
    let failure = await #expect(throws: BackendFailure.self) { _ = try await backend.perform(call) }
    await backend.close()
    let words = try #require(failure).description
    #expect(
      (words.contains("•••") || words.contains("is not quoted")) && !words.contains("horse")
        && !words.contains("battery"), "\(words)")
  }

  @Test("lets no time pass: it always has something more at the time that it is")
  func standstill() async throws {
    let script = #"""
      while read -r line; do
        id=${line#*'"id":'}; id=${id%%,*}
        case "$line" in *'"method":"advance"'*) echo '{"jsonrpc":"2.0","method":"event","params":{"event":"onSDKVersion"}}';; esac
        case "$line" in *'"method":"call"'*) result='"answer":"accepted","next":0';; *) result='"next":0';; esac
        echo '{"jsonrpc":"2.0","id":'$id',"result":{'$result'}}'
      done
      """#
    let notice = try #require(try ShellBackend.contract().events.first { $0.kind == .notice }?.name)
    let backend = try await ShellBackend().start(script.replacing("onSDKVersion", with: notice))
    _ = try await backend.perform(SDKCall(name: "initialize"))
    let failure = await #expect(throws: BackendFailure.self) {
      for _ in 0..<2000 { _ = try await backend.nextEvent(until: nil) }
    }
    await backend.close()
    #expect(failure?.description == "the backend lets no time pass: 1000 times it had something more at 0 s")
  }

  @Test("never greets")
  func hangingGreeting() async throws {
    var shell = ShellBackend()
    shell.limits.handshake = .milliseconds(150)
    let failure = try await shell.failure(raw: "exec sleep 100")
    #expect(failure == BackendFailure(.gone, "the backend did not answer `initialize` within 150 ms"))
  }

  @Test(
    "answers a call with something else",
    arguments: [
      (
        "read -r line; echo Traceback",
        "sent what is no message (column 1: a value is expected); the line of 9 bytes is not quoted"
      ),
      (
        #"read -r line; printf '{"jsonrpc":"2.0","id":2,"result":{\n'; sleep 100"#,
        "sent what is no message (column 35: the text is cut off: a message stands on one line, without breaks); the line of "
      ),
      ("read -r line; exit 7", "ended with the exit code 7 instead of answering `initialize`"),
      ("read -r line; kill -SEGV $$", "was ended by the signal 11 instead of answering `initialize`"),
      (ShellBackend.answering(2, "{}"), "answered `initialize` in another form: `answer` is missing"),
      (
        ShellBackend.answering(2, #"{"answer":"maybe"}"#),
        "answered `initialize` in another form: `answer` is neither `accepted` nor `rejected`"
      ),
      (
        ShellBackend.answering(2, #"{"answer":"rejected","code":0}"#),
        "answered `initialize` in another form: a `code` of 0 rejects nothing"
      ),
      (
        ShellBackend.answering(2, #"{"answer":"accepted","nxt":5}"#),
        "answered `initialize` in another form: `nxt` is no field of this object"
      ),
      (
        ShellBackend.answering(2, #"{"answer":"accepted","next":-5}"#),
        "answered `initialize` in another form: `next`: a whole number from 0 to 1125899906842624 is expected"
      ),
      (
        ShellBackend.answering(2, #"{"answer":"accepted","next":1125899906842625}"#),
        "answered `initialize` in another form: `next`: a whole number from 0 to 1125899906842624 is expected"
      ),
      (
        ShellBackend.answering(2, #"{"answer":"rejected","code":-2147483649}"#),
        "answered `initialize` in another form: `code`: a whole number from -2147483648 to 2147483647 is expected"
      ),
      (ShellBackend.answering(3, #"{"answer":"accepted"}"#), "answered the request 3, which is not open: "),
      (
        #"read -r line; echo '{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"what?"}}'"#,
        "could not carry out `initialize` (error -32601): "
      ),
      (
        #"read -r line; echo '{"jsonrpc":"2.0","id":9,"method":"help","params":{}}'"#,
        "asked for `help`: it may answer and tell, not ask: "
      ),
      (#"read -r line; echo '{"jsonrpc":"1.0","id":2,"result":{}}'"#, "sent what is no message (column 12: `jsonrpc`"),
      (
        #"read -r line; echo '{"jsonrpc":"2.0","method":"log","params":{}}'"#,
        "told of `log`, which is no message of a backend: "
      ),
      (
        #"read -r line; echo '{"jsonrpc":"2.0","method":"event","params":{"event":"onNothing"}}'"#,
        "sent the event `onNothing`, which the contract `relid` does not know: "
      ),
      (
        #"read -r line; echo '{"jsonrpc":"2.0","method":"event","params":{"event":"getPassword","data":{"attemptsLeft":-1}}}'"#,
        "sent `getPassword` with a `attemptsLeft` that is not of the type count: "
      ),
      (
        #"read -r line; echo '{"jsonrpc":"2.0","method":"event","params":{"event":"getUser","stauts":101}}'"#,
        "sent an event in another form: `stauts` is no field of this object, at column 72: "
      ),
      (
        #"read -r line; echo '{"jsonrpc":"2.0","method":"event"}'"#,
        "sent an event without `params`: "
      ),
    ])
  func atCall(script: String, words: String) async throws {
    let failure = try await ShellBackend().failure(script)
    #expect(failure.description.hasPrefix("the backend \(words)"), "\(failure.description)")
  }

  @Test("never answers a call, and what it has started ends with it")
  func hangingCall() async throws {
    var shell = ShellBackend()
    shell.limits.call = .milliseconds(150)
    let failure = try await shell.failure("read -r line; sleep 100 & sleep 100")
    #expect(failure == BackendFailure(.gone, "the backend did not answer `initialize` within 150 ms"))
  }

  @Test("sends a line without end")
  func hugeLine() async throws {
    var shell = ShellBackend()
    shell.limits.longestLine = 5_000
    let failure = try await shell.failure("read -r line; yes x | tr -d '\\n'")
    #expect(failure.description.hasPrefix("the backend sent a line of more than 5000 bytes; the line of "))
    #expect(failure.description.utf8.count < 250)
  }

  @Test("sends events without end", arguments: [BackendSetup.Clock.live, .virtual(VirtualClock())])
  func flood(clock: BackendSetup.Clock) async throws {
    var shell = ShellBackend()
    shell.clock = clock
    shell.limits.mostEvents = 50
    let failure = try await shell.failure("read -r line; yes '\(Self.event)'")
    #expect(failure.description.hasPrefix("the backend sends more events than anybody can read (50 at once): "))
    #expect(failure.kind == .brokeContract)
  }

  @Test("begins a line and never ends it, while nobody asks for anything")
  func slowLoris() async throws {
    var shell = ShellBackend()
    shell.clock = .live
    shell.limits.call = .milliseconds(300)
    let backend = try await shell.start(#"while :; do printf '{'; sleep 0.02; done"#)
    let failure = await #expect(throws: BackendFailure.self) { _ = try await backend.nextEvent(until: nil) }
    #expect(
      failure?.description.hasPrefix("the backend began a line and did not end it within 300 ms; the line of ")
        ?? false,
      "\(String(describing: failure))")
    await backend.close()
  }

  @Test("dies while an event is waited for")
  func deathInSilence() async throws {
    var shell = ShellBackend()
    shell.clock = .live
    let backend = try await shell.start("exit 4")
    let failure = await #expect(throws: BackendFailure.self) { _ = try await backend.nextEvent(until: nil) }
    #expect(failure?.description == "the backend ended with the exit code 4, which nobody had told it to")
    await backend.close()
  }

  @Test("dies behind its answer while time stands still: the next question tells it, however fast it died")
  func deathBehindAnswer() async throws {
    let backend = try await ShellBackend().start(ShellBackend.answering(2, #"{"answer":"accepted"}"#) + "\nexit 0")
    #expect(try await backend.perform(SDKCall(name: "initialize")) == .accepted)
    while !backend.link.child.hasEnded { try await Task.sleep(for: .milliseconds(1)) }
    #expect(try await backend.nextEvent(until: nil) == nil)
    #expect(
      await backend.close()?.description == "the backend ended with the exit code 0 instead of answering `shutdown`")
  }

  @Test("begins an answer and does not end it: both times are over at once, and that is told")
  func halfAnswer() async throws {
    var shell = ShellBackend()
    shell.limits.call = .milliseconds(300)
    let failure = try await shell.failure("read -r line; printf '{'; sleep 100")
    #expect(
      failure.description
        == "the backend began a line and did not end it within 300 ms; the line of 1 byte is not quoted"
    )
  }

  @Test("says that an event is due, and has none")
  func emptyPromise() async throws {
    let shell = ShellBackend()
    let backend = try await shell.start(
      ShellBackend.answering(2, #"{"answer":"accepted","next":0}"#) + "\n" + ShellBackend.answering(3, #"{"next":0}"#))
    #expect(try await backend.perform(SDKCall(name: "initialize")) == .accepted)
    let failure = await #expect(throws: BackendFailure.self) { _ = try await backend.nextEvent(until: nil) }
    #expect(failure?.description.hasPrefix("the backend says that an event is due at 0 s") ?? false)
    await backend.close()
  }

  @Test("echoes what it was told in confidence, in a line that cannot be read: it is not quoted")
  func secretsAreCovered() async throws {
    let secret = Secret(#"hunter2 "x y z""#)
    var shell = ShellBackend()
    shell.world = #"{"users":{"bob":{"password":"staple-battery"}}}"#
    let call = SDKCall(name: "setPassword", arguments: ["password": .secret(secret), "challengeMode": .int(0)])
    let failure = try await shell.failure(#"read -r line; echo "oops staple-battery $line""#, call: call)
    #expect(failure.description.contains("; the line of "), "\(failure.description)")
    #expect(!failure.description.contains("hunter2") && !failure.description.contains("staple"))
  }

  @Test("does not end when it is told to: it is ended")
  func stubborn() async throws {
    var shell = ShellBackend()
    shell.limits.shutdown = .milliseconds(150)
    shell.limits.grace = .milliseconds(50)
    let backend = try await shell.start("trap '' TERM; while :; do sleep 0.05; done")
    let problem = await backend.close()
    #expect(problem?.description == "the backend did not answer `shutdown` within 150 ms")
    #expect(shell.children.count == 0)
    let polite = try await shell.start(ShellBackend.answering(2, "{}") + "; trap '' TERM; while :; do sleep 0.05; done")
    #expect(await polite.close()?.description == "the backend did not end within 150 ms after it was told to")
    #expect(shell.children.count == 0)
  }

  /// Descriptors are counted where nobody else opens any: in the siege, which has a process of its own.
  @Test("leaves no process behind, whatever it does")
  func nothingIsLeft() async throws {
    // A number is said as the name of a method: what cannot be read is not quoted.
    let say = #"tell() { echo '{"jsonrpc":"2.0","id":9,"method":"pid '$1'"}'; }; "#
    let scripts = [
      "tell $$", "read -r line; tell $$; exit 1", "sleep 100 & tell $!; wait",
      ShellBackend.greeting() + "; read -r line; sleep 100 & tell $!; wait",
    ].map { say + $0 }
    for round in 0..<60 {
      let shell = ShellBackend()
      var failure: BackendFailure?
      do {
        let backend = try await shell.start(raw: scripts[round % scripts.count])
        do throws(BackendFailure) {
          _ = try await backend.perform(SDKCall(name: "initialize"))
        } catch { failure = error }
        await backend.close()
      } catch let error as BackendFailure {
        failure = error
      }
      let words = try #require(failure).description
      let number = try #require(words.split(separator: "pid ").last.flatMap { Int32($0.prefix { $0.isNumber }) })
      #expect(await Self.isGone(number), "\(scripts[round % scripts.count]): \(words)")
      #expect(shell.children.count == 0)
    }
  }

  /// What was ended is collected by the system a moment later, where its parent was ended before it.
  private static func isGone(_ process: Int32) async -> Bool {
    for _ in 0..<200 {
      if kill(process, 0) != 0 { return true }
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      if state?.contains(") Z ") ?? false { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}
