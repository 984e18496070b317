// SPDX-License-Identifier: Apache-2.0

/// An option of a command: one line of the table that is both read and shown as help.
struct Option: Sendable {
  /// What stands behind the option.
  enum Shape: Sendable {
    /// Nothing: it is there or not.
    case flag
    /// Any text; the placeholder is for the help, such as `FILE`.
    case text(placeholder: String)
    /// A whole number.
    case number
    /// One of these words.
    case oneOf([String])
  }

  /// The name with its dashes, such as `--format`.
  let name: String
  let shape: Shape
  /// Whether it may be given more than once.
  var isRepeatable = false
  /// Another name, of one letter, such as `-o`; nil for none.
  var short: String?
  /// The numbers that may stand behind it, where one is asked for.
  var numbers = 1...Int.max
  /// Words with which that may begin, for a shell to offer.
  var offers: [String] = []
  /// What it does, in one sentence without a full stop.
  let meaning: String

  /// The option as the help shows it, such as `--format text|json`.
  var synopsis: String {
    switch shape {
    case .flag: name
    case .text(let placeholder): "\(name) \(placeholder)"
    case .number: "\(name) N"
    case .oneOf(let words):
      "\(name) "
        + (words.count > Self.mostWords
          ? words.prefix(Self.mostWords).joined(separator: "|") + "|…" : words.joined(separator: "|"))
    }
  }

  /// Whether it names a file that is read.
  var isRead: Bool {
    guard case .text(let placeholder) = shape else { return false }
    return ["FILE", "NAME|FILE"].contains(placeholder) && !Self.writing.contains(name)
  }

  /// The path that is to be written, where it names one.
  ///
  /// - Parameter value: what stands behind it.
  func writtenPath(in value: String) -> String? {
    guard Self.writing.contains(name), case .text(let placeholder) = shape else { return nil }
    guard placeholder.hasPrefix("FORMAT=") else { return value }
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return parts.count == 2 && !parts[1].isEmpty ? parts[1] : nil
  }

  /// The name of the option whose file this one may write over: that is how a run or a baseline is kept up to date.
  var renewed: String? { ["--save": "--resume", "--write-baseline": "--baseline"][name] }

  private static let writing = ["--save", "--record", "--write-baseline", "--output", "--backend-log"]

  /// So many words are shown: more do not fit into a line.
  private static let mostWords = 7
}

extension Option {
  static let help = Option(name: "--help", shape: .flag, meaning: "show this text")

  static let version = Option(name: "--version", shape: .flag, meaning: "show the version")

  static let contract = Option(
    name: "--contract", shape: .text(placeholder: "FILE"),
    meaning: "read the SDK contract from FILE, not from the program")

  static let color = Option(
    name: "--color", shape: .oneOf(["auto", "always", "never"]),
    meaning: "auto (the default) colours what goes to a terminal; NO_COLOR and FORCE_COLOR are respected")

  /// How the findings of a check are written.
  static let findingFormat = Option(
    name: "--format", shape: .oneOf(["text", "oneline", "json"]),
    meaning: "text (the default) shows each finding with its line of the file")
}
