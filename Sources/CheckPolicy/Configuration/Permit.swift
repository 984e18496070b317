// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import SystemCalls

/// What a team's configuration lets pass below `allow:`, with its reason; every run of the check tells of it.
///
/// The rules that defend against bypass can be let pass by nothing else.
package struct Permit: Sendable {
  /// The rule, by its code.
  let code: String
  /// The file, or those of a folder or pattern, as it is written.
  let path: String
  private let pattern: PathPattern
  let reason: String
  /// Where it stands in the configuration.
  let range: SourceRange
  /// Where its path stands.
  let pathRange: SourceRange
  /// The path of the configuration.
  let source: String
  /// That of the configuration.
  let folder: PathFolder

  init(code: String, path: Spanned<String>, reason: String, range: SourceRange, source: String) {
    self.code = code
    self.path = path.value
    pathRange = path.range
    self.reason = reason
    self.range = range
    self.source = source
    folder = PathFolder(of: source)
    pattern = folder.pattern(path.value)
  }

  func fits(_ finding: Diagnostic, in sources: SourceMap) -> Bool {
    finding.code.id == code && isFor(sources.file(finding.range.file)?.path ?? "")
  }

  /// Whether there is neither a file nor a folder for which it is.
  ///
  /// Of a pattern with `**` nothing is said: to look for what it fits would mean to search all folders.
  var isForNothing: Bool {
    let place = folder.path(to: path)
    guard let pattern = PathPattern(place) else { return !SystemPath.exists(place) }
    guard !path.contains("**") else { return false }
    return pattern.paths(PathWalker.names(in:)).isEmpty
  }

  /// Whether it is for a file, whatever is found there.
  func isFor(_ path: String) -> Bool { isFor(folder.named(path)) }

  /// The same for a file as its folder names it.
  func isFor(_ file: PathFolder.NamedFile) -> Bool { file.fits(pattern) }
}
