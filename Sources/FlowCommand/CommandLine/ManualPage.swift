// SPDX-License-Identifier: Apache-2.0

import RuleBook

/// The manual page `mfaflow.1`, made of the table by which the arguments are read, as the help is.
///
/// Source: the macros of man(7).
enum ManualPage {
  static func text(_ commands: [Command]) -> String {
    var page = [#".TH MFAFLOW 1 "" "mfaflow \#(Release.version)""#]
    page += section("NAME") + [#"mfaflow \- \#(plain(HelpText.purpose))"#]
    page += section("SYNOPSIS") + [".B mfaflow", #"\fICOMMAND\fR [\fIOPTION\fR...] ..."#]
    page += section("COMMANDS")
    for command in commands { page += self.command(command) }
    page += section("OPTIONS")
    for option in [Option.help, .version] { page += item(option.name, option.meaning) }
    page += section("EXIT STATUS")
    for code in ExitCode.allCases { page += item(String(code.rawValue), code.meaning) }
    return page.joined(separator: "\n") + "\n"
  }

  private static func section(_ title: String) -> [String] { [".SH \(title)"] }

  private static func command(_ command: Command) -> [String] {
    let operands = command.operands
    var lines = [".SS \(plain("mfaflow \(command.usage)"))"]
    lines.append(plain(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."))
    for paragraph in command.details { lines += [".PP"] + paragraph.split(separator: "\n").map { plain($0) } }
    if !operands.placeholder.isEmpty { lines += item(operands.placeholder, operands.meaning) }
    for option in command.options { lines += item(option.synopsis, option.meaning) }
    lines += [".PP", "Exit codes:"]
    for exit in command.exits { lines += item(String(exit.code.rawValue), exit.meaning) }
    lines += [".PP", "Examples:"]
    for example in command.examples {
      lines += [".PP", plain(example.meaning + ":"), ".PP", ".nf", plain(example.line), ".fi"]
    }
    return lines
  }

  private static func item(_ name: String, _ meaning: String) -> [String] {
    [".TP", #"\fB\#(plain(name))\fR"#, plain(meaning)]
  }

  /// Text in which nothing is a macro: no line begins with a full stop or a quote, and a dash is a dash.
  private static func plain(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += #"\e"#
      case "-": result += #"\-"#
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? #"\&"# + result : result
  }
}
