// SPDX-License-Identifier: Apache-2.0

/// The variables of our environment that a program gets: those that say where things are and how people write.
///
/// A build server keeps its keys in others; who wants a program to have one names it.
package struct ChildEnvironment: Sendable {
  /// Variables that every program gets.
  static let usual: Set<String> = [
    "DYLD_LIBRARY_PATH", "HOME", "JAVA_HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "LOGNAME", "PATH", "PWD", "SHELL",
    "TEMP", "TERM", "TMP", "TMPDIR", "TZ", "USER", "VIRTUAL_ENV",
  ]

  /// Each as `NAME=value`.
  let entries: [String]

  /// - Parameter named: variables that it gets besides the usual ones.
  package init(passing named: Set<String>) {
    var entries: [String] = []
    for entry in Environment.entries {
      let name = String(entry.prefix { $0 != "=" })
      if Self.usual.contains(name) || name.hasPrefix("LC_") || named.contains(name) { entries.append(entry) }
    }
    self.entries = entries
  }
}
