// SPDX-License-Identifier: Apache-2.0

package import LocalFiles
package import MessageLanguages

/// What somebody names for a run: the paths of its files, and how they are read.
package struct RunRequest: Sendable {
  /// Nil if none is named.
  package var flow: String?
  package var world: String?
  package var answers: String?
  package var contract: String?
  /// The run that is taken up.
  package var resume: String?
  /// The flow in which that run was saved.
  package var was: String?
  /// Answers and choices, each as `NAME=VALUE`.
  package var settings: [String] = []
  /// The language that messages are shown in; nil for the flow's own.
  package var language: LanguageTag?
  /// Whether a program answers, which is told the world.
  package var hasResponder = false
  /// Whether the SDK is the simulated one, whose worlds are known.
  package var isSimulated: Bool
  /// How the text of a file is had.
  package let readFile: FileReader.Reading
  /// A variable of the environment; nil if it is not set.
  package let variable: @Sendable (String) -> String?
  package let variableNames: @Sendable () -> [String]

  package init(
    isSimulated: Bool, _ readFile: @escaping FileReader.Reading, variable: @escaping @Sendable (String) -> String?,
    variableNames: @escaping @Sendable () -> [String]
  ) {
    self.isSimulated = isSimulated
    self.readFile = readFile
    self.variable = variable
    self.variableNames = variableNames
  }
}
