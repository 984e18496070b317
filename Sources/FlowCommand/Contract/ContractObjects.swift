// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import RuleBook
import YAMLTree

/// What `mfaflow contract --format json` prints: one object a line.
enum ContractObjects {
  /// An object of the kind `contract` for each name.
  static func list(_ names: [String]) -> String {
    names.map { name in
      line { json in
        json.field("kind", "contract")
        json.field("name", name)
      }
    }.joined()
  }

  /// One of the kind `page`, with what is said of a word.
  static func page(_ pages: [Page], of word: String, in contract: String) -> String {
    line { json in
      json.field("kind", "page")
      json.field("contract", contract)
      json.field("word", word)
      json.field("text", pages.text(.plain))
    }
  }

  /// One of the kind `summary`, behind the findings of a check.
  static func summary(of findings: [Diagnostic], exit: ExitCode) -> String {
    line { json in
      json.field("kind", "summary")
      json.field("errors", findings.count { $0.severity == .error })
      json.field("warnings", findings.count { $0.severity == .warning })
      json.field("exit", Int(exit.rawValue))
    }
  }

  /// A contract as its file has it.
  static func whole(_ file: SourceFile) -> String { YAML.read(file).value.map { $0.json + "\n" } ?? "" }

  private static func line(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    json.object(body)
    json.newline()
    return json.text
  }
}
