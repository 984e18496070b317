// SPDX-License-Identifier: Apache-2.0

/// The help, made of the table by which the arguments are read.
enum HelpText {
  /// What the tool is for.
  static let purpose = "checks and runs flows of multi-factor authentication"

  /// The command that is none: it shows the pages of the others.
  static let help = (name: "help", summary: "show this text, or the page of a command; with `--man` the manual page")

  /// The first page: what the tool is for, and its commands.
  static func tool(_ commands: [Command]) -> String {
    var lines = ["mfaflow \(purpose)", ""]
    lines += ["usage: mfaflow COMMAND [OPTION…] …", ""]
    lines += section("commands", commands.map { ($0.name, $0.summary) } + [(help.name, help.summary)])
    let options: [Option] = [.help, .version]
    lines += section(
      "options", options.map { ($0.name, $0.name == "--help" ? "show this text, or that of a command" : $0.meaning) })
    lines += section("exit codes", ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
    lines += examples(commands.compactMap(\.examples.first))
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page of one command.
  static func command(_ command: Command) -> String {
    let operands = command.operands.placeholder
    var lines = ["mfaflow \(command.name): \(command.summary)", ""]
    lines += ["usage: mfaflow \(command.usage)", ""]
    for paragraph in command.details { lines += [paragraph, ""] }
    if !operands.isEmpty { lines += section("arguments", [(operands, command.operands.meaning)]) }
    lines += section("options", (command.options + [.help]).map { ($0.synopsis, $0.meaning) })
    lines += section("exit codes", command.exits.map { (String($0.code.rawValue), $0.meaning) })
    lines += examples(command.examples)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ title: String, _ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    guard width > widestColumn else { return [title + ":"] + rows.flatMap { aligned($0, to: width) } + [""] }
    return [title + ":"] + rows.flatMap { aligned($0, to: widestColumn) } + [""]
  }

  /// A row in two columns; a first column that is too wide has a line of its own.
  private static func aligned(_ row: (String, String), to width: Int) -> [String] {
    let indent = String(repeating: " ", count: width + 4)
    var meaning = wrapped(row.1, to: pageWidth - indent.count)[...]
    guard row.0.count <= width else { return ["  " + row.0] + meaning.map { indent + $0 } }
    let padding = String(repeating: " ", count: width - row.0.count)
    let first = meaning.popFirst() ?? ""
    return ["  \(row.0)\(padding)  \(first)"] + meaning.map { indent + $0 }
  }

  private static func examples(_ examples: [Command.Example]) -> [String] {
    ["examples:"] + examples.flatMap { ["  # \($0.meaning)", "  \($0.line)"] }
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static let widestColumn = 24
  private static let pageWidth = 96
}
