// SPDX-License-Identifier: Apache-2.0

/// Completions for bash, from 3.2 on.
enum BashCompletion {
  static func text(_ commands: [Command]) -> String {
    let names = commands.map(\.name) + ["help", Option.help.name, Option.version.name]
    return """
      # Completions of mfaflow for bash, made by `mfaflow completions bash`.
      _mfaflow_offer() {
        local line
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$@")
        # bash 3.2 has no such command.
        case "${COMPREPLY[0]}" in *[=:]) compopt -o nospace 2> /dev/null ;; esac
      }

      _mfaflow() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
        local command="${COMP_WORDS[1]}"
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          _mfaflow_offer -W '\(names.joined(separator: " "))' -- "$word"
          return
        fi
        if [ "$command" = help ]; then
          _mfaflow_offer -W '\(commands.map(\.name).joined(separator: " "))' -- "$word"
          return
        fi
        local index hasEnded=
        for ((index = 2; index < COMP_CWORD; index++)); do
          [ "${COMP_WORDS[index]}" = -- ] && hasEnded=1
        done
        # bash makes three words of `--format=text`.
        if [ "$word" = = ]; then
          word=
        elif [ "$before" = = ]; then
          before="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        if [ -z "$hasEnded" ]; then
          case "$command $before" in
      \(commands.flatMap { command in command.options.compactMap { behind($0, of: command) } }.joined(separator: "\n"))
          esac
          case "$command $word" in
      \(commands.map { options(of: $0) }.joined(separator: "\n"))
          esac
        fi
        if [ "$COMP_CWORD" -gt 2 ]; then
          case "$command ${COMP_WORDS[2]}" in
      \(commands.flatMap { command in command.operands.firstWords.map { behind($0, of: command) } }.joined(separator: "\n"))
          esac
        fi
        case "$command" in
      \(commands.map { operands(of: $0) }.joined(separator: "\n"))
        esac
      }

      complete -o filenames -F _mfaflow mfaflow

      """
  }

  private static func behind(_ option: Option, of command: Command) -> String? {
    guard let completed = command.completed(behind: option) else { return nil }
    return "      '\(command.name) \(option.name)') \(offer(completed)) return ;;"
  }

  private static func options(of command: Command) -> String {
    let names = (command.options + [.help]).map(\.name)
    return "      '\(command.name) '-*) \(offer(.words(names))) return ;;"
  }

  private static func behind(_ word: String, of command: Command) -> String {
    "      '\(command.name) \(word)') \(offer(command.operands.completed(behind: word))) return ;;"
  }

  private static func operands(of command: Command) -> String {
    "    \(command.name)) \(offer(command.operands.completed)) ;;"
  }

  private static func offer(_ completed: CompletedWords) -> String {
    switch completed {
    case .words(let words): "_mfaflow_offer -W '\(words.joined(separator: " "))' -- \"$word\";"
    case .files: "_mfaflow_offer -f -- \"$word\";"
    case .folders: "_mfaflow_offer -d -- \"$word\";"
    case .anything: ":;"
    }
  }
}
