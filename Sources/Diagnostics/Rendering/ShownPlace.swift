// SPDX-License-Identifier: Apache-2.0

extension SourceMap {
  /// A place as it is shown, such as `flows/login.yaml:31:9`: on one line, with nothing in it that a terminal would obey.
  ///
  /// - Parameter path: what stands for a file that is not among these.
  package func shownPlace(_ range: SourceRange, otherwise path: String = "<unknown>") -> String {
    TerminalText.line("\(file(range.file)?.path ?? path):\(range.start.line):\(range.start.column)")
  }
}
