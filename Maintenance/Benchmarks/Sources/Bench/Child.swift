// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One run of another program.
struct Child {
  /// From before the start to after the end.
  let seconds: Double
  /// What it took of the processors, all its threads together.
  let processorSeconds: Double
  /// The most memory that it held at a time, in MB; never less than what this program holds itself when it starts it.
  let peakMegabytes: Double
  /// Nil if it was stopped because it took too long, or ended by a signal.
  let exitCode: Int32?

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - limit: after so many seconds it is killed. Nil waits for ever, and is more exact.
  ///   - output: the file into which it prints. Nil throws that away.
  /// - Returns: nil if the program cannot be started.
  static func run(_ arguments: [String], limit: Double? = nil, output: String? = nil) -> Child? {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }

    let start = now()
    var child: pid_t = 0
    guard posix_spawn(&child, arguments[0], &actions, nil, words, environ) == 0 else { return nil }
    let (status, usage) = end(of: child, killedAt: limit.map { start + $0 })
    let processor = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
    #if canImport(Glibc)
      let unit = 1024.0
    #else
      let unit = 1.0
    #endif
    return Child(
      seconds: now() - start, processorSeconds: processor, peakMegabytes: Double(usage.ru_maxrss) * unit / 1e6,
      exitCode: status & 0x7f == 0 ? (status >> 8) & 0xff : nil)
  }

  private static func end(of child: pid_t, killedAt deadline: Double?) -> (status: Int32, usage: rusage) {
    var status: Int32 = 0
    var usage = rusage()
    guard let deadline else {
      while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
      return (status, usage)
    }
    while wait4(child, &status, WNOHANG, &usage) == 0 {
      if now() > deadline { kill(child, SIGKILL) }
      usleep(100)
    }
    return (status, usage)
  }
}

/// Runs of one command line.
struct Runs {
  /// In milliseconds, from before the start to after the end.
  let wall: Samples
  /// In milliseconds of the processors; on a busy machine the better measure.
  let processor: Samples
  /// In MB, the most that one held at a time.
  let peak: Samples

  /// Measures two commands in turn, after one run of each that is not counted; nil if one cannot be started.
  static func alternately(rounds: Int, _ first: [String], _ second: [String]) -> (Runs, Runs)? {
    guard Child.run(first) != nil, Child.run(second) != nil else { return nil }
    let pairs = (0..<rounds).compactMap { _ in Child.run(first).flatMap { one in Child.run(second).map { (one, $0) } } }
    return (Runs(pairs.map(\.0)), Runs(pairs.map(\.1)))
  }

  private init(_ children: [Child]) {
    wall = Samples(children.map { $0.seconds * 1000 })
    processor = Samples(children.map { $0.processorSeconds * 1000 })
    peak = Samples(children.map(\.peakMegabytes))
  }
}
