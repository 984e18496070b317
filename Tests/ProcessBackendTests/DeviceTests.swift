// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SDKContract
import Testing

@testable import ProcessBackend

@Suite("A program as the SDK on several devices")
struct DeviceTests {
  /// Starts a script that greets with these capabilities, in a run on a phone and a tablet.
  private static func start(
    _ script: String, capabilities: String = #"["devices"]"#, _ children: ChildProcesses, _ clock: VirtualClock
  ) async throws -> [ProcessBackend] {
    var setup = BackendSetup(contract: try ShellBackend.contract(), clock: .virtual(clock), world: nil)
    setup.devices = ["phone", "tablet"]
    let greeting = ShellBackend.answering(
      1,
      #"{"protocol":"mfaflow-backend/1","contract":{"name":"relid"},"clock":"virtual","capabilities":\#(capabilities)}"#
    )
    let lines = (greeting + "\n" + script).replacing("'", with: #"'\''"#)
    return try await ProcessBackend.startAll(try CommandWords("sh -c '\(lines)'"), setup, in: children)
  }

  @Test("each device is asked by its name, and hears only what comes on it")
  func orderly() async throws {
    let (children, clock) = (ChildProcesses(), VirtualClock())
    let backends = try await Self.start(
      #"""
      read -r line
      case "$line" in *'"device":"tablet","time":0'*) ;; *) echo "not $line";; esac
      echo '{"jsonrpc":"2.0","method":"event","params":{"device":"phone","event":"onGetNotifications"}}'
      echo '{"jsonrpc":"2.0","id":2,"result":{"answer":"accepted","next":{"tablet":700},"held":["phone"]}}'
      read -r line
      case "$line" in *'"advance","params":{"device":"tablet","time":700}'*) ;; *) echo "not $line";; esac
      echo '{"jsonrpc":"2.0","method":"event","params":{"device":"tablet","event":"getUser"}}'
      echo '{"jsonrpc":"2.0","id":3,"result":{}}'
      read -r line
      echo '{"jsonrpc":"2.0","id":4,"result":{}}'
      """#, children, clock)
    try #require(backends.count == 2)
    let (phone, tablet) = (backends[0], backends[1])
    #expect(try await tablet.perform(SDKCall(name: "initialize")) == .accepted)
    #expect(phone.nextEventTime == .zero && tablet.nextEventTime == .milliseconds(700))
    #expect(phone.hasHeldReplies && !tablet.hasHeldReplies)
    #expect(try await phone.nextEvent(until: clock.now) == SDKEvent("onGetNotifications"))
    #expect(try await phone.nextEvent(until: clock.now) == nil && phone.nextEventTime == nil)
    #expect(try await tablet.nextEvent(until: nil) == SDKEvent("getUser"))
    #expect(clock.now == .milliseconds(700) && !phone.hasHeldReplies)
    #expect(await phone.close() == nil)
    #expect(await tablet.close() == nil)
    #expect(children.count == 0)
  }

  @Test("one that does not list the capability is refused, and ended", arguments: ["[]", #"["directions","device"]"#])
  func incapable(capabilities: String) async throws {
    let children = ChildProcesses()
    let failure = await #expect(throws: BackendFailure.self) {
      _ = try await Self.start("cat >/dev/null", capabilities: capabilities, children, VirtualClock())
    }
    #expect(
      failure?.description
        == "the backend is the SDK on one device only: `devices` is not among its `capabilities`")
    #expect(children.count == 0)
  }

  @Test(
    "what it says of no device, or of one that there is not, ends the run for all",
    arguments: [
      (#"{"jsonrpc":"2.0","method":"event","params":{"event":"getUser"}}"#, "in another form: `device` is missing"),
      (
        #"{"jsonrpc":"2.0","method":"event","params":{"device":"watch","event":"getUser"}}"#,
        "sent the event `getUser` on `watch`, which is no device of this run"
      ),
      (
        #"{"jsonrpc":"2.0","id":2,"result":{"answer":"accepted","next":{"watch":1}}}"#,
        "answered `initialize` in another form: `watch` is no field"
      ),
      (
        #"{"jsonrpc":"2.0","id":2,"result":{"answer":"accepted","next":{"tablet":1125899906842625}}}"#,
        "in another form: `tablet`: a whole number from 0 to 1125899906842624 is expected"
      ),
      (
        #"{"jsonrpc":"2.0","id":2,"result":{"answer":"accepted","next":5}}"#,
        "in another form: `next`: an object is expected"
      ),
      (
        #"{"jsonrpc":"2.0","id":2,"result":{"answer":"accepted","held":["watch"]}}"#,
        "in another form: there is no such device in this run"
      ),
    ])
  func strangeDevices(line: String, words: String) async throws {
    let (children, clock) = (ChildProcesses(), VirtualClock())
    let backends = try await Self.start("read -r line; echo '\(line)'; cat >/dev/null", children, clock)
    let failure = await #expect(throws: BackendFailure.self) {
      _ = try await backends[0].perform(SDKCall(name: "initialize"))
    }
    #expect(failure?.description.contains(words) ?? false, "\(String(describing: failure))")
    await #expect(throws: BackendFailure.self) { _ = try await backends[1].perform(SDKCall(name: "initialize")) }
    await backends[1].close()
    #expect(children.count == 0)
  }

  @Test("where there is one device only, an event that names one is refused")
  func unaskedDevice() async throws {
    let failure = try await ShellBackend().failure(
      #"read -r line; echo '{"jsonrpc":"2.0","method":"event","params":{"device":"phone","event":"getUser"}}'"#)
    #expect(failure.description.contains("`device` is no field of this object"), "\(failure)")
  }
}
