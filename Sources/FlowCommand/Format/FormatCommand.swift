// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

extension Option {
  static let looksOnly = Option(
    name: "--check", shape: .flag, meaning: "write nothing; name the files that would change, and fail if there are any"
  )

  static let showsChanges = Option(
    name: "--diff", shape: .flag, meaning: "write nothing; show what would change, and fail if anything would")
}

extension Command {
  static let fmt = Command(
    name: "fmt", summary: "format files",
    details: [
      """
      Keys come in the order of the language where their order means nothing, lines are indented by two
      spaces, quotes stand where they are needed, and brackets that are longer than \(Formatter.width) characters are
      written line by line. What a file says stays the same, and so does each comment. Flows, parts,
      contracts, scenarios, worlds, answers, catalogues and `.mfaflow.yaml` are formatted; other files in a
      folder are left alone.
      """
    ],
    operands: Operands(
      placeholder: "PATH…", minimum: 1, maximum: nil,
      meaning: "files, folders or patterns; `-` formats standard input, and prints it"),
    options: [.looksOnly, .showsChanges, .inputName, .configuration, .color],
    exits: [
      Exit(.success, "all files are formatted"),
      Exit(.failure, "a file would change (`--check`, `--diff`), or cannot be read as YAML and stays as it is"),
      Exit(.wrongInput, "the command line is wrong, or there is nothing to format in what it names"),
      Exit(.broken, "a file could not be read or written"),
    ],
    examples: [
      Example("mfaflow fmt flows", "format the files of a folder"),
      Example("mfaflow fmt --check .", "in CI: fail where somebody forgot it"),
      Example("mfaflow fmt --diff flows/login.yaml", "look before"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      guard !invocation.has(.looksOnly) || !invocation.has(.showsChanges) else {
        throw UsageProblem(
          message: "`--check` and `--diff` exclude each other", help: "give one of them", command: "fmt")
      }
      return try await FormatRun(invocation, streams).perform()
    })
}
