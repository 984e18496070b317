// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SDKContract
import Testing
import Values

@testable import ProcessBackend

@Suite("A program as the SDK")
struct ProcessBackendTests {
  /// Behind the answer to the first call it tells of an event.
  private static let talksBehindItsAnswer = #"""
    \#(ShellBackend.answering(2, #"{"answer":"accepted"}"#))
    echo '{"jsonrpc":"2.0","method":"event","params":{"event":"getUser"}}'
    """#

  @Test("an event behind an answer is heard with the next answer, however fast it came", arguments: [0, 50])
  func behind(milliseconds: Int) async throws {
    let script =
      Self.talksBehindItsAnswer + "\n" + ShellBackend.answering(3, #"{"answer":"accepted"}"#)
      + "\n" + ShellBackend.answering(4, "{}")
    let backend = try await ShellBackend().start(script)
    _ = try await backend.perform(SDKCall(name: "initialize"))
    try await Task.sleep(for: .milliseconds(milliseconds))
    #expect(try await backend.nextEvent(until: nil) == nil && !backend.hasUnreadEvent)
    _ = try await backend.perform(SDKCall(name: "initialize"))
    #expect(try await backend.nextEvent(until: nil) == SDKEvent("getUser"))
    #expect(await backend.close() == nil)
  }

  @Test("an event behind the last answer is a failure, since nobody heard it", arguments: [0, 50])
  func unheard(milliseconds: Int) async throws {
    let backend = try await ShellBackend().start(Self.talksBehindItsAnswer + "\n" + ShellBackend.answering(3, "{}"))
    _ = try await backend.perform(SDKCall(name: "initialize"))
    try await Task.sleep(for: .milliseconds(milliseconds))
    #expect(try await backend.nextEvent(until: nil) == nil)
    let failure = await backend.close()
    #expect(
      failure?.description
        == "the backend sent `getUser` behind its answer: on a virtual clock, an event is written before the answer")
  }

  @Test("is asked, answers, and tells its events in order, those before its answer too")
  func orderly() async throws {
    let shell = ShellBackend()
    let backend = try await shell.start(
      #"""
      read -r line
      echo '{"jsonrpc":"2.0","method":"event","params":{"event":"onInitialized"}}'
      echo '{"jsonrpc":"2.0","method":"event","params":{"event":"getUser","data":{"userNames":["a"]},"status":101,"statusMessage":"no"}}'
      echo '{"jsonrpc":"2.0","id":2,"result":{"answer":"accepted"}}'
      read -r line
      echo '{"jsonrpc":"2.0","id":3,"result":{"answer":"rejected","code":906,"message":"no more"}}'
      read -r line
      echo '{"jsonrpc":"2.0","id":4,"result":{}}'
      """#)
    #expect(backend.clock.isVirtual)
    #expect(try await backend.perform(SDKCall(name: "initialize")) == .accepted)
    #expect(try await backend.nextEvent(until: nil) == SDKEvent("onInitialized"))
    #expect(
      try await backend.nextEvent(until: nil)
        == SDKEvent("getUser", data: ["userNames": .list([.text("a")])], status: 101, statusMessage: "no"))
    #expect(try await backend.nextEvent(until: nil) == nil)
    #expect(
      try await backend.perform(SDKCall(name: "resendActivationCode")) == .rejected(code: 906, message: "no more"))
    #expect(await backend.close() == nil)
    #expect(shell.children.count == 0)
  }

  @Test("on a virtual clock, is told the time when something is due, and not before")
  func virtualTime() async throws {
    let clock = VirtualClock()
    var shell = ShellBackend()
    shell.clock = .virtual(clock)
    let backend = try await shell.start(
      ShellBackend.answering(2, #"{"answer":"accepted","next":5000}"#) + "\n"
        + #"""
        read -r line
        case "$line" in *'"advance","params":{"time":5000}'*) ;; *) echo "not $line";; esac
        echo '{"jsonrpc":"2.0","method":"event","params":{"event":"getUser"}}'
        echo '{"jsonrpc":"2.0","id":3,"result":{"next":null}}'
        """# + "\n" + ShellBackend.answering(4, "{}"))
    #expect(try await backend.perform(SDKCall(name: "initialize")) == .accepted)
    #expect(backend.nextEventTime == .seconds(5))
    #expect(try await backend.nextEvent(until: .seconds(2)) == nil)
    #expect(clock.now == .seconds(2))
    #expect(try await backend.nextEvent(until: .seconds(9)) == SDKEvent("getUser"))
    #expect(clock.now == .seconds(5))
    #expect(await backend.close() == nil)
  }

  @Test("on a live clock, is waited for until a deadline, while it may be quiet, or until the task is cancelled")
  func liveTime() async throws {
    var shell = ShellBackend()
    shell.clock = .live
    shell.limits.quiet = .milliseconds(50)
    let backend = try await shell.start("cat >/dev/null")
    #expect(!backend.clock.isVirtual)
    #expect(try await backend.nextEvent(until: backend.clock.now) == nil)
    #expect(try await backend.nextEvent(until: backend.clock.now + .milliseconds(30)) == nil)
    #expect(try await backend.nextEvent(until: nil) == nil)
    let task = Task { try await backend.nextEvent(until: .seconds(1000)) }
    task.cancel()
    #expect(try await task.value == nil)
    await backend.close()
  }

  @Test("an event that comes while somebody listens wakes them")
  func eventWakes() async throws {
    var shell = ShellBackend()
    shell.clock = .live
    let backend = try await shell.start(
      #"sleep 0.1; echo '{"jsonrpc":"2.0","method":"event","params":{"event":"getUser"}}'; cat >/dev/null"#)
    #expect(try await backend.nextEvent(until: nil) == SDKEvent("getUser"))
    await backend.close()
  }

  @Test("a call whose task is cancelled is taken back, and its answer is waited for")
  func cancellation() async throws {
    let shell = ShellBackend()
    let backend = try await shell.start(
      #"""
      read -r call; read -r cancel
      case "$cancel" in *'"method":"cancel","params":{"id":2}'*) code=5;; *) code=6;; esac
      echo '{"jsonrpc":"2.0","id":2,"result":{"answer":"rejected","code":'$code'}}'
      """#)
    let task = Task { try await backend.perform(SDKCall(name: "initialize")) }
    task.cancel()
    #expect(try await task.value == .rejected(code: 5, message: nil))
    await backend.close()
  }

  @Test("secrets go to it as texts, and a text for a secret comes from it as one")
  func secrets() async throws {
    let shell = ShellBackend()
    let backend = try await shell.start(
      #"""
      read -r line
      case "$line" in *'"password":"h\"1"'*) ;; *) echo "not so";; esac
      echo '{"jsonrpc":"2.0","id":2,"result":{"answer":"accepted"}}'
      """#)
    let call = SDKCall(name: "setPassword", arguments: ["password": .secret(Secret("h\"1")), "challengeMode": .int(0)])
    #expect(try await backend.perform(call) == .accepted)
    await backend.close()
  }

  @Test("one that nobody closes ends with the last who knows it")
  func lettingGo() async throws {
    let shell = ShellBackend()
    _ = try await shell.start("cat >/dev/null; sleep 100")
    for _ in 0..<500 where shell.children.count > 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(shell.children.count == 0)
  }

  @Test("all that run are ended at once, and none is started any more")
  func endAll() async throws {
    let shell = ShellBackend()
    let backend = try await shell.start("trap '' TERM; while :; do sleep 0.05; done")
    shell.children.endAll(grace: .milliseconds(50))
    await #expect(throws: BackendFailure.self) { _ = try await backend.perform(SDKCall(name: "initialize")) }
    await #expect(throws: BackendFailure.self) { _ = try await shell.start("cat") }
    await backend.close()
    #expect(shell.children.count == 0)
  }

  @Test("several at once do not disturb each other")
  func several() async throws {
    let shell = ShellBackend()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let backend = try await shell.start(
            ShellBackend.answering(2, #"{"answer":"accepted"}"#) + "\n" + ShellBackend.answering(3, "{}"))
          #expect(try await backend.perform(SDKCall(name: "initialize")) == .accepted)
          #expect(await backend.close() == nil)
        }
      }
      try await group.waitForAll()
    }
    #expect(shell.children.count == 0)
  }
}
