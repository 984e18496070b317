// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import LocalFiles

extension TeamDecisions {
  /// Those for the files of a command line.
  ///
  /// - Parameter knowsBaselines: whether the command has to do with findings that a baseline may know.
  convenience init(
    _ invocation: Invocation, _ format: FindingFormat, _ streams: Streams, knowsBaselines: Bool = true
  ) {
    let baseline: BaselineUse =
      if !knowsBaselines {
        .none
      } else if let path = invocation.value(of: .baseline) {
        .named(path)
      } else if let path = invocation.value(of: .newBaseline) {
        .written(path)
      } else {
        .ofConfigurations
      }
    self.init(
      named: invocation.value(of: .configuration), baseline: baseline,
      inputName: invocation.value(of: .inputName),
      streams.reading,
      telling: { streams.tell($0, in: $1, format) })
  }

  /// The files of the paths, and how many are left out.
  ///
  /// - Parameter hidden: names that begin with a dot, and are looked for in folders all the same.
  func find(_ paths: [String], hidden: [String] = []) -> (found: [FoundPath], excluded: Int) {
    var excluded = 0
    let found = PathWalker.find(paths, hidden: hidden) { path in
      let isExcluded = self.excludes(path)
      if isExcluded { excluded += 1 }
      return isExcluded
    }
    // Nothing is asked of a file that is named, and what is wrong with its configuration is told all the same.
    for case .file(let path, _) in found { read(for: path) }
    return (found, excluded)
  }

  /// - Parameter command: the command that asks, for its help.
  func check(command: String) throws(UsageProblem) {
    switch problem {
    case nil: return
    case .wrong: throw .told(.wrongInput)
    case .unreadable: throw .told(.broken)
    case .twoInFolder(let message, let help): throw UsageProblem(message: message, help: help, command: command)
    }
  }
}
