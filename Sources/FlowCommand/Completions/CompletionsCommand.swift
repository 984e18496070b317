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
enum CompletedWords: Sendable {
  case words([String])
  case files
  case folders
  /// Anything, of which nothing is known.
  case anything
}

extension Command {
  /// What may stand behind one of its options; nil if nothing does.
  func completed(behind option: Option) -> CompletedWords? {
    switch option.shape {
    case .flag: nil
    case .number: .anything
    case .oneOf(let words): .words(words)
    case .text("FILE"), .text("FLOW"), .text("NAME|FILE"): .files
    case .text("DIR"): .folders
    case .text("FORMAT=FILE"): .words(formats.map { $0 + "=" })
    case .text: option.offers.isEmpty ? .anything : .words(option.offers)
    }
  }

  /// The words behind its `--format`.
  private var formats: [String] {
    options.lazy.compactMap { option -> [String]? in
      guard option.name == "--format", case .oneOf(let words) = option.shape else { return nil }
      return words
    }.first ?? []
  }
}

extension Command.Operands {
  /// What may stand on the line without being an option.
  var completed: CompletedWords {
    let offered = offers()
    if !offered.isEmpty { return .words(offered) }
    if !firstWords.isEmpty { return .words(firstWords) }
    return Self.isOfFiles(placeholder[...]) ? .files : .anything
  }

  /// The words of which one stands first, such as `serve`; empty if any word may, and says nothing of what stands behind it.
  var firstWords: [String] {
    guard let first = placeholder.split(separator: " ").first, first.contains("|") else {
      return offersBehind().keys.sorted()
    }
    let words = first.split(separator: "|").map(String.init)
    return words.allSatisfy { $0 == $0.lowercased() } ? words : []
  }

  /// What may stand behind one of ``firstWords``.
  func completed(behind word: String) -> CompletedWords {
    if let offered = offersBehind()[word] { return offered }
    return Self.isOfFiles(placeholder.drop { $0 != " " }) ? .files : .anything
  }

  private static func isOfFiles(_ placeholder: Substring) -> Bool {
    ["PATH", "FILE", "FLOW", "OLD"].contains { placeholder.contains($0) }
  }
}
