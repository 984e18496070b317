// SPDX-License-Identifier: Apache-2.0

/// A command of the tool: how it is written, what it does, and what carries it out.
///
/// The table is the only description: the arguments are read by it, and the help is made of it. A new command is a
/// file that makes one of these, and a line in ``Command/all``.
struct Command: Sendable {
  /// What stands on the line without being an option.
  struct Operands: Sendable {
    /// As the help shows it, such as `PATH…`.
    let placeholder: String
    let minimum: Int
    /// Nil for any number.
    let maximum: Int?
    let meaning: String
    /// Words that a shell offers there, where there are some beside what the placeholder says.
    ///
    /// Why a function: only who asks for completions waits for them.
    var offers: @Sendable () -> [String] = { [] }
    /// What a shell offers behind a first word, where that is not what the placeholder says.
    var offersBehind: @Sendable () -> [String: CompletedWords] = { [:] }

    static let none = Operands(placeholder: "", minimum: 0, maximum: 0, meaning: "")
  }

  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// An exit code of this command and when it comes.
  struct Exit: Sendable {
    let code: ExitCode
    let meaning: String

    init(_ code: ExitCode, _ meaning: String) {
      self.code = code
      self.meaning = meaning
    }
  }

  let name: String
  /// One line, without a full stop.
  let summary: String
  /// Paragraphs of the help; each is a row of lines.
  var details: [String] = []
  /// The options without which it does nothing, as the help shows them; empty for none.
  var required = ""
  let operands: Operands
  /// All but `--help`, which every command has.
  let options: [Option]
  let exits: [Exit]
  let examples: [Example]
  /// Does the work.
  ///
  /// It throws where only the command itself can see that the command line is wrong.
  let perform: @Sendable (Invocation, Streams) async throws(UsageProblem) -> ExitCode

  /// How it is written, behind the name of the tool.
  var usage: String {
    let words = operands.placeholder
    return [name, required, "[OPTION…]", operands.minimum == 0 && !words.isEmpty ? "[\(words)]" : words]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
