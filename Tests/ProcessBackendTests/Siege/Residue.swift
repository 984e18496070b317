// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a process has open, and what it has left behind.
enum Residue {
  /// The descriptors that are open: the number, and what it is of where the system tells it.
  static func descriptors() throws -> Set<String> {
    #if os(Linux)
      let folder = "/proc/self/fd"
    #else
      let folder = "/dev/fd"
    #endif
    let numbers = try FileManager.default.contentsOfDirectory(atPath: folder).filter { number in
      // The one by which the folder was read is closed again.
      Int32(number).map { fcntl($0, F_GETFD) >= 0 } ?? false
    }
    return Set(
      numbers.map { number in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
        return "\(number) \(target ?? "")"
      })
  }

  /// Whether a process of ours has ended and was not collected, or runs.
  ///
  /// - Parameter mayRun: whether one that runs is none of those: a sanitizer has a process of its own, which reads symbols.
  static func hasChild(mayRun: Bool) -> Bool {
    var info = siginfo_t()
    guard waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return false }
    return !mayRun || info.si_signo == SIGCHLD
  }

  /// The lines of all processes that have this number among their words; each begins with the number of the process.
  static func processes(with token: Int) throws -> [String] {
    #if os(Linux)
      let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
      return all.compactMap { id in
        let words = FileManager.default.contents(atPath: "/proc/\(id)/cmdline").map {
          String(decoding: $0, as: UTF8.self)
        }
        return words.flatMap { $0.contains(String(token)) ? "\(id) \($0.replacing("\0", with: " "))" : nil }
      }
    #else
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(filePath: "/bin/ps")
      process.arguments = ["-A", "-ww", "-o", "pid=,args="]
      process.standardOutput = pipe
      try process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return text.split(separator: "\n").map { String($0.trimmingPrefix { $0 == " " }) }.filter {
        $0.contains(String(token))
      }
    #endif
  }

  /// The most memory that this process has had, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    // 0 is `RUSAGE_SELF`, which is of another type on each system.
    getrusage(0, &usage)
    #if os(Linux)
      return usage.ru_maxrss * 1024
    #else
      return usage.ru_maxrss
    #endif
  }
}
