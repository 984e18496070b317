// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage

extension Option {
  fileprivate static let draft = Option(
    name: "--draft", shape: .oneOf(JSONSchema.Draft.allCases.map(\.rawValue)),
    meaning: "the version of JSON Schema: \(JSONSchema.Draft.latest.rawValue) (the default), or 07 for older editors")
}

extension Command {
  static let schema = Command(
    name: "schema", summary: "print the JSON Schema of a kind of file, for editors",
    details: [
      """
      A schema knows keys, words and forms; what they mean together, `mfaflow check` knows. An editor
      with yaml-language-server takes it by a first line such as
      `# yaml-language-server: $schema=./flow.schema.json`.
      """
    ],
    operands: Operands(
      placeholder: FileKind.allCases.map(\.rawValue).joined(separator: "|"), minimum: 0, maximum: 1,
      meaning: "the kind of file; without it, all kinds are listed, one a line"),
    options: [.draft],
    exits: [Exit(.success, "printed"), Exit(.wrongInput, "the command line is wrong, or there is no such kind")],
    examples: [
      Example("mfaflow schema", "the kinds of files"),
      Example("mfaflow schema flow > flow.schema.json", "the schema of flows"),
      Example("mfaflow schema world --draft 07", "the schema of worlds, for an editor that knows draft 7"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      guard let name = invocation.operands.first else {
        streams.output.write(list)
        return .success
      }
      guard let kind = FileKind(rawValue: name) else { throw noSuchKind(name) }
      let draft = invocation.value(of: .draft).flatMap { JSONSchema.Draft(rawValue: $0) }
      streams.output.write(JSONSchema(of: kind, draft ?? .latest).text)
      return .success
    })

  /// The kinds and what each is, one a line.
  private static var list: String {
    let width = FileKind.allCases.map(\.rawValue.utf8.count).max() ?? 0
    return FileKind.allCases.map { kind in
      let space = String(repeating: " ", count: width - kind.rawValue.utf8.count)
      return "\(kind.rawValue)\(space)  \(kind.shape.meaning)\n"
    }.joined()
  }

  private static func noSuchKind(_ name: String) -> UsageProblem {
    guard name != "cassette", name != "cassettes" else {
      return UsageProblem(
        message: "there is no schema for \(Diagnostic.quoting(name)): nobody writes one by hand",
        help: "record it again with `mfaflow run --record`; one that was edited is refused", command: "schema")
    }
    let names = FileKind.allCases.map(\.rawValue)
    return UsageProblem(
      message: "there is no schema for \(Diagnostic.quoting(name))",
      help: Suggestion.help(
        for: name, among: names, otherwise: "write one of " + names.map { "`\($0)`" }.joined(separator: ", ")),
      command: "schema")
  }
}
