// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import ProcessBackend
import SDKContract
import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How many calls a second a program as the SDK takes, and what of a call is not the pipes' own.
struct ProcessSpeed {
  /// The program in C that takes every call.
  let echo: String

  private static let rounds = 7
  private static let calls = 4_000

  func measure(into report: inout Report) async {
    report.heading("A program as the SDK: calls to a child in C, one after the other, by the clock on the wall")
    var call: [Double] = []
    var raw: [Double] = []
    for _ in 0..<Self.rounds {
      guard let one = await secondsOfCalls(), let other = RawPipe.seconds(echo, trips: Self.calls) else {
        return report.fault("not measured: \(echo) cannot be started, or fails")
      }
      call.append(one / Double(Self.calls) * 1e6)
      raw.append(other / Double(Self.calls) * 1e6)
    }
    let (calls, pipes) = (Samples(call), Samples(raw))
    report.figure("a call", calls, "µs")
    report.figure("a line there and back, read and written bare", pipes, "µs")
    report.verdict("calls a second", 1e6 / calls.median, "/s", .atLeast(20_000))
    report.verdict("of a call, beyond the pipes", calls.median - pipes.median, "µs", .nothing)
  }

  /// Nil if the child cannot be started, or refuses a call.
  ///
  /// Not on the main thread, where no session is: each call would wake it for nothing.
  @concurrent
  private func secondsOfCalls() async -> Double? {
    guard let contract = EmbeddedContracts.contract(named: "relid"), let command = try? CommandWords(echo) else {
      return nil
    }
    let setup = BackendSetup(contract: contract, clock: .virtual(VirtualClock()), world: nil)
    guard let backend = try? await ProcessBackend.start(command, setup, in: ChildProcesses()) else { return nil }
    let call = SDKCall(name: "setUser", arguments: ["userName": .text("alice")])
    var taken = 0
    let start = now()
    for _ in 0..<Self.calls where (try? await backend.perform(call)) == .accepted { taken += 1 }
    let time = now() - start
    return await backend.close() == nil && taken == Self.calls ? time : nil
  }
}

/// Two pipes to a child, and nothing else.
private enum RawPipe {
  /// Nil if the child cannot be started, or sends back something else.
  static func seconds(_ program: String, trips: Int) -> Double? {
    var (to, from): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&to) == 0, pipe(&from) == 0 else { return nil }
    for end in [to[1], from[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, to[0], 0)
    posix_spawn_file_actions_adddup2(&actions, from[1], 1)
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("raw"), nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let isStarted = posix_spawn(&child, program, &actions, nil, &words, environ) == 0
    close(to[0])
    close(from[1])
    defer {
      close(to[1])
      close(from[0])
      var status: Int32 = 0
      if isStarted { while waitpid(child, &status, 0) < 0, errno == EINTR {} }
    }
    guard isStarted else { return nil }
    // As long as a call's.
    let line =
      Array(#"{"jsonrpc":"2.0","id":1,"method":"call","params":{"name":"setUser","arguments":{}}}"#.utf8) + [10]
    var answer = [UInt8](repeating: 0, count: line.count)
    let start = now()
    for _ in 0..<trips {
      guard write(to[1], line, line.count) == line.count else { return nil }
      var got = 0
      while got < line.count {
        let count = answer.withUnsafeMutableBytes { read(from[0], $0.baseAddress, $0.count - got) }
        guard count > 0 else { return nil }
        got += count
      }
    }
    return now() - start
  }
}
