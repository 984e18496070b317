// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension Command {
  static let completions = Command(
    name: "completions", summary: "print what makes a shell complete command lines of mfaflow",
    details: [
      """
      `make install` puts all three where their shells look for them. By hand, for bash:
      `source <(mfaflow completions bash)`.
      """
    ],
    operands: Operands(
      placeholder: Shell.allCases.map(\.rawValue).joined(separator: "|"), minimum: 1, maximum: 1,
      meaning: "the shell"),
    options: [],
    exits: [Exit(.success, "printed"), Exit(.wrongInput, "the command line is wrong, or there is no such shell")],
    examples: [
      Example("mfaflow completions bash", "for ~/.bash_completion, or a file of bash-completion"),
      Example("mfaflow completions zsh", "for a file _mfaflow in a folder of $fpath"),
      Example("mfaflow completions fish", "for ~/.config/fish/completions/mfaflow.fish"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      let name = invocation.operands[0]
      guard let shell = Shell(rawValue: name) else {
        let names = Shell.allCases.map(\.rawValue)
        throw UsageProblem(
          message: "there are no completions for \(Diagnostic.quoting(name))",
          help: Suggestion.help(
            for: name, among: names, otherwise: "write one of " + names.map { "`\($0)`" }.joined(separator: ", ")),
          command: "completions")
      }
      streams.output.write(shell.completions(of: Command.all))
      return .success
    })
}

/// A shell that completes words.
private enum Shell: String, CaseIterable {
  case bash, zsh, fish

  func completions(of commands: [Command]) -> String {
    switch self {
    case .bash: BashCompletion.text(commands)
    case .zsh: ZshCompletion.text(commands)
    case .fish: FishCompletion.text(commands)
    }
  }
}

/// What may stand at a place of a command line, as far as a shell can tell.
enum CompletedWords {
  case words([String])
  case files
  case folders
  /// Anything, of which nothing is known.
  case anything
}

extension Option {
  /// What may stand behind it; nil if nothing does.
  var completed: CompletedWords? {
    switch shape {
    case .flag: nil
    case .number: .anything
    case .oneOf(let words): .words(words)
    case .text("FILE"), .text("FLOW"), .text("NAME|FILE"): .files
    case .text("DIR"): .folders
    case .text: .anything
    }
  }
}

extension Command.Operands {
  /// What may stand on the line without being an option.
  var completed: CompletedWords {
    let offered = offers()
    if !offered.isEmpty { return .words(offered) }
    if placeholder.contains("|") {
      let words = placeholder.split(separator: " ")[0].split(separator: "|").map(String.init)
      if words.allSatisfy({ $0 == $0.lowercased() }) { return .words(words) }
    }
    return ["PATH", "FILE", "FLOW"].contains { placeholder.contains($0) } ? .files : .anything
  }
}
