// SPDX-License-Identifier: Apache-2.0

/// Completions for fish.
enum FishCompletion {
  static func text(_ commands: [Command]) -> String {
    var lines = ["# Completions of mfaflow for fish, made by `mfaflow completions fish`.", "complete -c mfaflow -f"]
    for option in [Option.help, .version] {
      lines.append(
        "complete -c mfaflow -n __fish_use_subcommand -l \(option.name.dropFirst(2)) -d \(quoted(option.meaning))")
    }
    for command in commands {
      lines.append("complete -c mfaflow -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))")
      let here = "complete -c mfaflow -n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options + [.help] {
        let behind = command.completed(behind: option).map { " -r" + arguments($0) } ?? ""
        lines.append("\(here) -l \(option.name.dropFirst(2))\(behind) -d \(quoted(option.meaning))")
      }
      let words = command.operands.firstWords
      let first = words.isEmpty ? "" : "; and not __fish_seen_subcommand_from \(words.joined(separator: " "))"
      let operands = arguments(command.operands.completed)
      if !operands.isEmpty { lines.append(here.dropLast() + first + "'" + operands) }
      for word in words {
        let behind = arguments(command.operands.completed(behind: word))
        if !behind.isEmpty { lines.append(here.dropLast() + "; and __fish_seen_subcommand_from \(word)'" + behind) }
      }
    }
    let names = commands.map(\.name).joined(separator: " ")
    lines.append("complete -c mfaflow -n __fish_use_subcommand -a help -d 'show the help of a command'")
    lines.append("complete -c mfaflow -n '__fish_seen_subcommand_from help' -a '\(names)'")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func arguments(_ completed: CompletedWords) -> String {
    switch completed {
    case .words(let words): " -f -a '\(words.joined(separator: " "))'"
    case .files: " -F"
    case .folders: " -f -a '(__fish_complete_directories)'"
    case .anything: ""
    }
  }

  private static func quoted(_ words: String) -> String {
    var result = "'"
    for character in words { result += character == "'" || character == "\\" ? "\\\(character)" : String(character) }
    return result + "'"
  }
}
