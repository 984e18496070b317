// SPDX-License-Identifier: Apache-2.0

/// A shell that ends the programs that we have started, should we be gone before they are: whatever ends us, even a
/// signal that nobody can catch.
///
/// It waits at a pipe whose other end is ours alone, and is told the number of each program that begins and ends.
package final class Watchdog: Sendable {
  private let pipe: PipeEnds
  private let process: Int32

  private static let script = """
    g=; while read -r w p; do case $w in +) g="$g $p";; -) n=; for q in $g; do [ $q = $p ] || n="$n $q"; done; g=$n;; \
    esac; done; for q in $g; do kill -KILL -$q $q; done
    """

  /// Nil where there is no shell, or no room for it: then nobody watches.
  package init?() {
    guard let pipe = try? PipeEnds() else { return nil }
    guard let nowhere = try? Descriptor.openNowhere() else {
      pipe.closeBoth()
      return nil
    }
    defer { try? Descriptor.close(nowhere) }
    let ends = (input: pipe.reading, output: nowhere, errors: nowhere)
    let words = ["/bin/sh", "-c", Self.script]
    guard let process = try? ChildProcess.spawn(words, ChildEnvironment(passing: []), ends) else {
      pipe.closeBoth()
      return nil
    }
    try? Descriptor.close(pipe.reading)
    self.pipe = pipe
    self.process = process
  }

  package func begins(_ process: Int32) { tell("+ \(process)\n") }

  package func ends(_ process: Int32) { tell("- \(process)\n") }

  private func tell(_ line: String) {
    let bytes = Array(line.utf8)
    // Why: a shell that somebody has killed must not take us with it.
    _ = Transfer.write(bytes[...], to: pipe.writing)
  }

  /// It ends with its input, and is waited for, so that nothing is left of it.
  deinit {
    try? Descriptor.close(pipe.writing)
    ChildProcess.ending(of: process)
  }
}
