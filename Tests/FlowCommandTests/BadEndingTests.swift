// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("A program that ends badly")
struct BadEndingTests {
  /// What it does when it has said everything that the run needs.
  static let afterLastEvent = [
    "exit 7", "exit 0", "kill -KILL $$", "kill -SEGV $$", "echo garbage", "printf '{\"jsonrpc\":'; exit 0",
    #"echo '{"jsonrpc":"2.0","id":99,"result":{}}'"#, "exec >&-; sleep 0.05",
  ]

  /// What it does when it is told to shut down.
  static let atShutdown = [
    "exit 7", "exit 0", "echo garbage; exit 0", "$answer; exit 7", "$answer; sleep 0.05; exit 7",
    "$answer; kill -SEGV $$",
    "$answer; kill -KILL $$", "$answer; echo garbage; exit 0", "$answer; printf x; exit 0",
    #"$answer; echo '{"jsonrpc":"2.0","method":"event","params":{"event":"getUser"}}'; exit 0"#,
    #"$answer; printf '\377\n'; exit 0"#,
  ]

  static func program(afterLastEvent: String = "true", atShutdown: String = "$answer; exit 0") -> String {
    #"""
    answer='say {}'
    say() { echo '{"jsonrpc":"2.0","id":'$id',"result":'"$1"'}'; }
    tell() { echo '{"jsonrpc":"2.0","method":"event","params":{"event":"'$1'"}}'; }
    while read -r line; do
      id=${line#*'"id":'}; id=${id%%,*}
      case "$line" in
        *'"method":"initialize"'*)
          say '{"protocol":"mfaflow-backend/1","contract":{"name":"relid"},"clock":"virtual","capabilities":["directions"]}';;
        *'"name":"initialize"'*) tell getUser; say '{"answer":"accepted"}';;
        *'"userName":"carol"'*) tell onUserLoggedIn; say '{"answer":"accepted"}'; \#(afterLastEvent);;
        *'"method":"shutdown"'*) \#(atShutdown);;
        *'"name"'*) say '{"answer":"accepted"}';;
        *) say '{}';;
      esac
    done
    """#
  }

  private static func desk(_ program: String) throws -> Desk {
    let desk = try Desk()
    try desk.put("sign-in.yaml", Samples.signIn)
    try desk.put("sdk.sh", program)
    try desk.put(
      "s.scenarios.yaml",
      """
      flow: sign-in.yaml
      world: { users: { carol: { lda: true } }, device: { lda: face } }
      scenarios:
        - { name: a, do: [{ identify: { userName: carol } }, { signedIn: finish }], expect: { end: done } }
      """)
    return desk
  }

  private static let sides = ["--backend", "process:sh @sdk.sh"]
  private static let answers = ["--set", "userName=carol", "--set", "signedIn=finish"]
  private static let commands = [
    ["run", "@sign-in.yaml", "--quiet"] + sides + answers, ["test", "@s.scenarios.yaml"] + sides,
    ["soak", "@sign-in.yaml", "--runs", "2"] + sides + answers,
    ["twin", "@sign-in.yaml"] + sides + sides + answers,
  ]

  /// How often each is tried: the verdict must not depend on who is faster.
  private static let runs = ProcessInfo.processInfo.environment["ENDING_RUNS"].flatMap { Int($0) } ?? 2

  @Test("it is told by every command when it ends well", arguments: commands)
  func well(command: [String]) async throws {
    let outcome = await (try Self.desk(Self.program())).run(command)
    #expect(outcome.code == .success, "\(outcome.output)\(outcome.errors)")
  }

  @Test("dying or talking behind its last event is a failure, each time", arguments: afterLastEvent)
  func afterwards(deed: String) async throws { try await tryAll(Self.program(afterLastEvent: deed)) }

  @Test("so is a wrong word or status when it is told to shut down", arguments: atShutdown)
  func atTheEnd(deed: String) async throws { try await tryAll(Self.program(atShutdown: deed)) }

  private func tryAll(_ program: String) async throws {
    let desk = try Self.desk(program)
    for command in Self.commands {
      for _ in 0..<Self.runs {
        let outcome = await desk.run(command + ["--patience", "shutdown=0.5"])
        #expect(outcome.code == .broken, "\(command[0]): \(outcome.output)\(outcome.errors)")
      }
    }
  }

  @Test("a program that does not take a world is skipped by a test, and ends every other command")
  func declined() async throws {
    let program = #"""
      read -r line
      echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no user is known here"}}'
      while read -r line; do :; done
      """#
    let desk = try Self.desk(program)
    let tested = await desk.run(Self.commands[1] + ["--output", "junit=@report.xml", "--verbose"])
    // Nothing was tested: a build server must not take that for success.
    #expect(tested.code == .failure, "\(tested.output)\(tested.errors)")
    #expect(
      tested.errors.contains(
        "1 scenario, 0 passed, 1 skipped; the backend was not tested: it took none of the worlds\n"),
      "\(tested.errors)")
    let report = try String(contentsOfFile: desk.root + "report.xml", encoding: .utf8)
    #expect(report.contains("<skipped message=") && report.contains("no user is known here"), "\(report)")
    for command in Self.commands where command[0] != "test" { #expect(await desk.run(command).code == .broken) }
    // What the scenario itself plays says nothing of the backend.
    try desk.put(
      "hand.scenarios.yaml",
      "flow: sign-in.yaml\nsdk: byHand\n"
        + "scenarios: [{ name: h, do: [{ event: getUser }], expect: { waiting: identify } }]\n")
    let beside = await desk.run(Self.commands[1] + ["@hand.scenarios.yaml"])
    #expect(beside.code == .failure)
    #expect(
      beside.errors
        == "mfaflow: 2 scenarios, 1 passed, 1 skipped; the backend was not tested: it took none of the worlds\n")
    #expect(beside.output.contains("  – 1 skipped: ") && beside.output.contains("no user is known here`\n"))
  }

  @Test(
    "its standard error is kept or shown line by line, without secrets and without what a terminal or a build server obeys"
  )
  func standardError() async throws {
    let noisy = #"""
      printf '\033[31mred\n::error::pwn\ntoken=abcdef12345 Bearer xyz.123\npassword: horse\neyJhbGciOiJIUzI1NiJ9abc\ncut' >&2

      """#
    let desk = try Self.desk(noisy + Self.program())
    let shown = await desk.run(Self.commands[0])
    #expect(shown.code == .success)
    #expect(
      shown.errors.contains(
        "the backend: <U+001B>[31mred\nthe backend: ::error::pwn\nthe backend: token=••• Bearer •••\n"),
      "\(shown.errors)")
    #expect(
      shown.errors.contains("the backend: password: •••\nthe backend: •••\nthe backend: cut\n"), "\(shown.errors)")
    let kept = await desk.run(Self.commands[0] + ["--backend-log", "@log"])
    #expect(!kept.errors.contains("the backend"))
    #expect(try String(contentsOfFile: desk.root + "log", encoding: .utf8).hasPrefix("the backend: <U+001B>[31mred\n"))
  }

  @Test("it gets of our environment what it needs, and nothing else unless it is named")
  func environment() async throws {
    setenv("MFAFLOW_TEST_KEY", "k-1", 1)
    let desk = try Self.desk("echo \"$MFAFLOW_TEST_KEY,${PATH:+path}\" >&2\n" + Self.program())
    #expect(await desk.run(Self.commands[0]).errors.contains("the backend: ,path\n"))
    let named = await desk.run(
      Self.commands[0] + ["--backend-env", "MFAFLOW_TEST_KEY"], environment: ["MFAFLOW_TEST_KEY": "k-1"])
    #expect(named.errors.contains("the backend: k-1,path\n"), "\(named.errors)")
    #expect(await desk.run(Self.commands[0] + ["--backend-env", "NO_SUCH_KEY"]).code == .wrongInput)
  }
}
