// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What becomes of a backend when the program itself is ended by what nobody can catch.
@Suite("A run that is killed")
struct KilledTests {
  @Test(
    "leaves no backend behind, nor what that has started", .timeLimit(.minutes(30)),
    arguments: [SIGKILL, SIGUSR1, SIGTERM])
  func orphans(signal: Int32) async throws {
    let tool = try #require(ExampleTests.built("mfaflow"), "the tests' target asks for mfaflow in Package.swift")
    let folder = FileManager.default.temporaryDirectory.appending(path: "mfaflow-killed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = "echo $$ > '\(folder.path)/pids'; sleep 300 & echo $! >> '\(folder.path)/pids'; wait"
    try Data(script.utf8).write(to: folder.appending(path: "hang.sh"))
    let process = Process()
    process.executableURL = tool
    process.arguments = [
      "run", Repository.here.root.appending(path: "flows/login.yaml").path, "--backend",
      "process:sh \(folder.path)/hang.sh",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var pids: [pid_t] = []
    while pids.count < 2 {
      try await Task.sleep(for: .milliseconds(20))
      let text = (try? String(contentsOf: folder.appending(path: "pids"), encoding: .utf8)) ?? ""
      pids = text.split(separator: "\n").compactMap { pid_t($0) }
      try #require(process.isRunning || pids.count == 2)
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    // It takes as long as the machine is busy, and never comes where nobody sees to it: then the test's own limit tells.
    while pids.contains(where: Self.runs) { try await Task.sleep(for: .milliseconds(20)) }
  }

  /// What has ended may wait to be collected by whoever has inherited it.
  private static func runs(_ process: pid_t) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
    return !(text.split(separator: ")").last?.hasPrefix(" Z") ?? false)
  }
}
