// SPDX-License-Identifier: Apache-2.0

/// Completions for zsh.
enum ZshCompletion {
  static func text(_ commands: [Command]) -> String {
    """
    #compdef mfaflow
    # Completions of mfaflow for zsh, made by `mfaflow completions zsh`.
    _mfaflow() {
      local state line
      local -a commands
      commands=(
    \(commands.map { "    '\(described($0.name, $0.summary))'" }.joined(separator: "\n"))
        'help:show the help of a command'
      )
      _arguments -C '(- *)\(Option.help.name)[\(text(Option.help.meaning))]' \\
        '(- *)\(Option.version.name)[\(text(Option.version.meaning))]' '1: :->command' '*:: :->rest'
      case $state in
        command) _describe command commands ;;
        rest)
          case ${words[1]} in
            help) _describe command commands ;;
    \(commands.map(arguments).joined(separator: "\n"))
          esac ;;
      esac
    }

    if [ "$funcstack[1]" = _mfaflow ]; then _mfaflow "$@"; else compdef _mfaflow mfaflow; fi

    """
  }

  private static func arguments(of command: Command) -> String {
    let options = (command.options + [.help]).map { "          '\(specification(of: $0, command))'" }
    let operands = command.operands
    let count = operands.maximum == 1 || !operands.firstWords.isEmpty ? "1" : "*"
    var rest =
      operands.placeholder.isEmpty
      ? [] : ["          '\(count):\(text(operands.placeholder)):\(action(operands.completed))'"]
    if operands.maximum != 1, let word = operands.firstWords.last {
      rest.append("          '*:\(text(operands.placeholder)):\(action(operands.completed(behind: word)))'")
    }
    return "        \(command.name)) _arguments -S \\\n" + (options + rest).joined(separator: " \\\n") + " ;;"
  }

  private static func specification(of option: Option, _ command: Command) -> String {
    let start = (option.isRepeatable ? "*" : "") + option.name
    guard let completed = command.completed(behind: option) else { return "\(start)[\(text(option.meaning))]" }
    let behind = option.synopsis.dropFirst(option.name.count + 1)
    let name = if case .oneOf = option.shape { "word" } else { text(String(behind)) }
    return "\(start)=[\(text(option.meaning))]:\(name):\(action(completed))"
  }

  private static func action(_ completed: CompletedWords) -> String {
    switch completed {
    case .words(let words): "(\(words.map(text).joined(separator: " ")))"
    case .files: "_files"
    case .folders: "_files -/"
    case .anything: ""
    }
  }

  private static func described(_ name: String, _ meaning: String) -> String { "\(name):\(text(meaning))" }

  /// Text in single quotes in which no sign has a task.
  private static func text(_ words: String) -> String {
    var result = ""
    for character in words {
      switch character {
      case "'": result += #"'\''"#
      case "[", "]", ":", "\\": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }
}
