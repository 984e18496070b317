// SPDX-License-Identifier: Apache-2.0

extension Command {
  static let lsp = Command(
    name: "lsp", summary: "serve editors: findings while you type, completion, and all that an editor asks",
    details: [
      """
      An editor starts it, and speaks with it over standard input and output by the Language Server
      Protocol 3.17 (see Documentation/Editors.md). It reads files, and writes none.
      """
    ],
    operands: .none,
    options: [.overPipes],
    exits: [
      Exit(.success, "the editor has said that it ends, and then ended it"),
      Exit(.failure, "the editor has ended it without saying so before, or has gone"),
      Exit(.wrongInput, "the command line is wrong"),
    ],
    examples: [Example("mfaflow lsp", "what an editor runs")],
    perform: { _, streams throws(UsageProblem) in await ServerLoop(streams).serve() })
}

extension Option {
  /// Editors give it to servers that have several ways; here there is no other one.
  fileprivate static let overPipes = Option(
    name: "--stdio", shape: .flag, meaning: "over standard input and output, as always; some editors say so")
}
