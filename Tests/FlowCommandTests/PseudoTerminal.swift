// SPDX-License-Identifier: Apache-2.0

import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Both ends of a pseudo-terminal: the program's, and that of the person who types.
final class PseudoTerminal: Sendable {
  let program: Int32
  private let person: Int32

  init() throws {
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(person >= 0)
    program = open(try #require(Self.name(of: person)), O_RDWR | O_NOCTTY)
    try #require(program >= 0)
  }

  /// Unlocks the program's end, and gives its path; nil if the system refuses.
  private static func name(of person: Int32) -> String? {
    #if canImport(Darwin)
      guard grantpt(person) == 0, unlockpt(person) == 0 else { return nil }
      return ptsname(person).map { String(cString: $0) }
    #else
      // Why: the C library hides `unlockpt` and `ptsname` from Swift; these are the calls that they make.
      let (unlock, number) = (UInt(0x4004_5431), UInt(0x8004_5430))
      var value: Int32 = 0
      guard ioctl(person, unlock, &value) == 0, ioctl(person, number, &value) == 0 else { return nil }
      return "/dev/pts/\(value)"
    #endif
  }

  deinit {
    close(program)
    close(person)
  }

  func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(person, $0.baseAddress, $0.count) } }

  /// Reads what the program shows, until it shows `words`; gives all of it.
  func read(until words: String) -> String {
    var shown: [UInt8] = []
    while !String(decoding: shown, as: UTF8.self).contains(words) {
      var byte: UInt8 = 0
      guard systemRead(person, &byte) == 1 else { break }
      shown.append(byte)
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Whether something was typed that the program has not read.
  var hasTypedAhead: Bool {
    var entry = pollfd(fd: program, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 100) > 0
  }

  var echoes: Bool {
    var settings = termios()
    return tcgetattr(program, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }
}

private func systemRead(_ descriptor: Int32, _ byte: inout UInt8) -> Int { read(descriptor, &byte, 1) }
