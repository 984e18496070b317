// SPDX-License-Identifier: Apache-2.0

extension Command {
  /// Every command, in the order of the help.
  ///
  /// A new one is a file and a line here.
  static let all: [Command] = [
    .check,
    .run,
    .play,
    .test,
    .soak,
    .twin,
    .matrix,
    .contract,
    .backend,
    .fmt,
    .show,
    .graph,
    .page,
    .story,
    .messages,
    .diff,
    .new,
    .tutor,
    .explain,
    .schema,
    .lsp,
    .completions,
  ]
}
