// SPDX-License-Identifier: Apache-2.0

import ProcessBackend

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Streams {
  /// The streams of this process.
  static func ofProcess() -> Streams {
    openMissingDescriptors()
    // Why: a reader that goes away (`| head`) is told by an error of write, not by a signal that kills.
    signal(SIGPIPE, SIG_IGN)
    let output = DescriptorOutput(STDOUT_FILENO)
    let errors = DescriptorOutput(STDERR_FILENO)
    let streams = Streams(
      output: output, errors: errors,
      readInput: { () throws(FileProblem) in
        try FileReader.bytes(of: STDIN_FILENO, expecting: 1 << 14, "<stdin>")
      },
      hasUnreadInput: { hasUnread(STDIN_FILENO) },
      variable: { name in getenv(name).map { String(cString: $0) } },
      terminal: isatty(STDIN_FILENO) == 1
        ? Terminal(
          input: STDIN_FILENO, output: promptDescriptor(errors.isTerminal),
          isDumb: ["", "dumb"].contains(getenv("TERM").map { String(cString: $0) } ?? "")) : nil,
      lines: { LineSource(descriptor: STDIN_FILENO) })
    streams.stop.beforeEnd {
      output.mute()
      errors.mute()
    }
    return streams
  }

  /// Whether a file or pipe has bytes that can be read at once; a device says nothing of what comes.
  private static func hasUnread(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return lseek(descriptor, 0, SEEK_CUR) < status.st_size
    case S_IFIFO, S_IFSOCK:
      var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&waited, 1, 0) > 0 && waited.revents & Int16(POLLIN) != 0
    default: return false
    }
  }

  /// Standard error if a person sees it; else the terminal itself.
  private static func promptDescriptor(_ errorsAreSeen: Bool) -> Int32 {
    guard !errorsAreSeen else { return STDERR_FILENO }
    let terminal = open("/dev/tty", O_WRONLY | O_CLOEXEC | O_NOCTTY)
    return terminal < 0 ? STDERR_FILENO : terminal
  }

  /// A program that is started without standard streams must not take its first file for one.
  ///
  /// What stands in for a closed standard output cannot be written, so that what is lost there is told.
  private static func openMissingDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
