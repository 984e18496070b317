// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A shell that ends the programs that we have started, should we be gone before they are: whatever ends us, even a
/// signal that nobody can catch.
///
/// It waits at a pipe whose other end is ours alone, and is told the number of each program that begins and ends.
final class Watchdog: Sendable {
  private let pipe: PipeEnds
  private let process: pid_t

  private static let script = """
    g=; while read -r w p; do case $w in +) g="$g $p";; -) n=; for q in $g; do [ $q = $p ] || n="$n $q"; done; g=$n;; \
    esac; done; for q in $g; do kill -KILL -$q $q; done
    """

  /// Nil where there is no shell, or no room for it: then nobody watches.
  init?() {
    guard let pipe = try? PipeEnds() else { return nil }
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { if nowhere >= 0 { close(nowhere) } }
    var process = pid_t()
    let ends = (input: pipe.reading, output: nowhere, errors: nowhere)
    guard nowhere >= 0,
      ChildProcess.spawn(["/bin/sh", "-c", Self.script], ChildEnvironment(passing: []), ends, &process) == 0
    else {
      pipe.closeBoth()
      return nil
    }
    close(pipe.reading)
    self.pipe = pipe
    self.process = process
  }

  func begins(_ process: pid_t) { tell("+ \(process)\n") }

  func ends(_ process: pid_t) { tell("- \(process)\n") }

  private func tell(_ line: String) {
    let bytes = Array(line.utf8)
    // Why: a shell that somebody has killed must not take us with it.
    _ = Transfer.write(bytes[...], to: pipe.writing)
  }

  /// It ends with its input, and is waited for, so that nothing is left of it.
  deinit {
    close(pipe.writing)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
