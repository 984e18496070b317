// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The program at a pseudo-terminal that is its own, and somebody who follows a script at the other end.
final class KeyboardSession {
  /// All that was shown, as bytes.
  private(set) var shown: [UInt8] = []
  private(set) var screen = TerminalScreen()
  /// What went wrong; empty if the script was played to its end.
  private(set) var complaints: [String] = []

  /// What was looked at on the whole screen, one below the other.
  private(set) var looks = ""

  private static let rule = String(repeating: "┄", count: 78) + "\n"
  private let script: KeyboardScript
  private let person: Int32
  private let program: Int32
  private var process: pid_t = 0
  /// Behind what was waited for.
  private var seen = 0
  /// Behind what the screen has been shown.
  private var drawn = 0

  private static let patience = Duration.seconds(30)

  /// Nil where the system gives no pseudo-terminal, or does not start the program.
  init?(_ script: KeyboardScript, of tool: URL, in folder: URL) {
    self.script = script
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var path = [CChar](repeating: 0, count: 128)
    guard person >= 0, Self.unlock(person, &path) else { return nil }
    program = open(path, O_RDWR | O_NOCTTY)
    guard program >= 0 else { return nil }
    resize()
    guard spawn(tool, folder, path) else { return nil }
  }

  deinit {
    if process > 0 {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    close(person)
    close(program)
  }

  func play() {
    for act in script.acts where complaints.isEmpty {
      switch act {
      case .columns(let count):
        draw()
        screen.columns = count
        resize()
      case .rows(let count):
        draw()
        screen.rows = count
        resize()
      case .look: look()
      case .crash: kill(process, SIGSEGV)
      case .hangUp: kill(process, SIGHUP)
      case .see(let words): see(words)
      case .type(let keys): type(keys)
      case .hide(let keys): hide(keys)
      case .stopped: waitForStop()
      case .halt: halt()
      case .goOn: kill(process, SIGCONT)
      case .end(let code): waitForEnd(code)
      }
    }
    for secret in script.secrets where String(decoding: shown, as: UTF8.self).contains(secret) {
      complaints.append("a secret is shown")
    }
    draw()
  }

  private func see(_ words: String) {
    let wanted = Array(words.utf8)
    let end = ContinuousClock.now + Self.patience
    while true {
      if let range = shown[seen...].firstRange(of: wanted) {
        seen = range.upperBound
        return
      }
      guard ContinuousClock.now < end else {
        complaints.append("`\(words)` does not come")
        return
      }
      read(within: 100)
    }
  }

  private func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = bytes.withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
  }

  private func hide(_ keys: String) {
    read(within: 50)
    let before = shown.count
    type(keys)
    read(within: 200)
    if shown.count != before { complaints.append("something is shown while a secret is typed") }
  }

  private func halt() {
    kill(process, SIGSTOP)
    wait(WUNTRACED, "it does not stop") { $0 & 0xFF == 0x7F }
    var settings = termios()
    tcgetattr(program, &settings)
    settings.c_lflag |= tcflag_t(ECHO | ICANON)
    tcsetattr(program, TCSANOW, &settings)
  }

  private func waitForStop() {
    wait(WUNTRACED, "it does not stop") { $0 & 0xFF == 0x7F }
    if !echoes { complaints.append("the terminal does not echo while the program is stopped") }
    draw()
    if !screen.isAsBefore { complaints.append("the screen is not given back while the program is stopped") }
  }

  private func waitForEnd(_ code: Int32) {
    wait(0, "it does not end") { status in
      process = 0
      let exit = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
      if exit != code { complaints.append("the exit code is \(exit)") }
      return true
    }
    read(within: 50)
    draw()
    if !echoes { complaints.append("the terminal does not echo behind the program") }
    if !screen.isAsBefore { complaints.append("the screen is not given back: \(screen.leftOn.sorted())") }
  }

  private func wait(_ options: Int32, _ complaint: String, _ isDone: (Int32) -> Bool) {
    let end = ContinuousClock.now + Self.patience
    while ContinuousClock.now < end {
      read(within: 20)
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG | options) == process, isDone(status) { return }
    }
    complaints.append(complaint)
  }

  /// Reads what there is; returns when there has been nothing more for so many milliseconds.
  private func read(within milliseconds: Int32) {
    while true {
      var entry = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, milliseconds) > 0, entry.revents & Int16(POLLIN) != 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = systemRead(person, &bytes)
      guard count > 0 else { return }
      shown += bytes.prefix(count)
    }
  }

  /// Shows the screen what has come since, as wide as it is now.
  private func draw() {
    screen.show(String(decoding: shown[drawn...], as: UTF8.self))
    drawn = shown.count
  }

  /// Looks when nothing more is drawn.
  private func look() {
    read(within: 300)
    draw()
    guard screen.isWhole else { return complaints.append("nothing draws upon the whole screen") }
    looks += screen.wholeText + Self.rule
  }

  private func resize() {
    var size = winsize(ws_row: UInt16(screen.rows), ws_col: UInt16(screen.columns), ws_xpixel: 0, ws_ypixel: 0)
    #if canImport(Darwin)
      _ = ioctl(person, 0x8008_7467, &size)
    #else
      _ = ioctl(person, UInt(TIOCSWINSZ), &size)
    #endif
  }

  private var echoes: Bool {
    var settings = termios()
    return tcgetattr(program, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// The program leads a session of its own, whose terminal is the first one that it opens.
  private func spawn(_ tool: URL, _ folder: URL, _ terminal: [CChar]) -> Bool {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, descriptor) }
    for descriptor in [person, program] { posix_spawn_file_actions_addclose(&actions, descriptor) }
    #if canImport(Darwin)
      let ownSession = POSIX_SPAWN_SETSID
    #else
      // Why: the C library hides the name from Swift.
      let ownSession: Int32 = 0x80
    #endif
    posix_spawnattr_setflags(&attributes, Int16(ownSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // The shell enters the folder, and becomes the program.
    let words = ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, tool.path] + script.words
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = script.environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, &variables) == 0
  }

  /// Unlocks the program's end, and gives its path.
  private static func unlock(_ person: Int32, _ path: inout [CChar]) -> Bool {
    #if canImport(Darwin)
      guard grantpt(person) == 0, unlockpt(person) == 0, let name = ptsname(person) else { return false }
      path = Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
      return true
    #else
      // Why: the C library hides `unlockpt` and `ptsname` from Swift; these are the calls that they make.
      let (unlock, number) = (UInt(0x4004_5431), UInt(0x8004_5430))
      var value: Int32 = 0
      guard ioctl(person, unlock, &value) == 0, ioctl(person, number, &value) == 0 else { return false }
      path = "/dev/pts/\(value)".utf8CString.map { $0 }
      return true
    #endif
  }
}

/// The system's `read`, which the method of that name would hide.
private func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int { read(descriptor, &bytes, bytes.count) }
