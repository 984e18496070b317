// SPDX-License-Identifier: Apache-2.0

extension Command {
  /// Every command, in the order of the help.
  ///
  /// A new one is a file and a line here.
  private static let lines: [@Sendable () -> Command] = [
    { .check },
    { .run },
    { .play },
    { .test },
    { .soak },
    { .twin },
    { .matrix },
    { .contract },
    { .backend },
    { .fmt },
    { .show },
    { .graph },
    { .page },
    { .story },
    { .messages },
    { .diff },
    { .new },
    { .tutor },
    { .explain },
    { .schema },
    { .lsp },
    { .completions },
  ]

  static var all: [Command] { lines.map { $0() } }

  /// The command of that name; nil if there is none.
  ///
  /// Why not from ``all``: the options and pages of all commands take as long as the check of a flow.
  static func named(_ name: String) -> Command? { lines.lazy.map { $0() }.first { $0.name == name } }
}
