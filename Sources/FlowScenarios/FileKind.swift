// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import YAMLTree

/// What a file is by its outermost keys, for somebody who gave it where another kind of file is meant.
public enum FileKind: Sendable, Hashable {
  case flow
  case part
  case scenarios
  case answers
  case world
  case contract

  /// The kind of a file, and the key that tells it; nil if no key does, or if the file is no YAML.
  public static func sniff(_ file: SourceFile, as id: FileID = .first) -> Spanned<FileKind>? {
    guard let entries = YAML.read(file, as: id).value?.entries else { return nil }
    for (key, kind) in tellingKeys {
      guard let entry = entries.first(where: { $0.key.value == key }) else { continue }
      return Spanned(kind, entry.key.range)
    }
    return nil
  }

  /// The first that is there tells the kind: a scenario file names its flow, and so does no other.
  private static let tellingKeys: [(String, FileKind)] = [
    ("language", .flow), ("steps", .flow), ("part", .part), ("scenarios", .scenarios), ("flow", .flow),
    ("contract", .contract), ("answers", .answers), ("users", .world), ("device", .world), ("devices", .world),
  ]

  /// With its article, as in `this looks like a flow`.
  public var name: String {
    switch self {
    case .flow: "a flow"
    case .part: "a part of flows"
    case .scenarios: "a scenario file"
    case .answers: "an answers file"
    case .world: "a world"
    case .contract: "a contract"
    }
  }

  /// What to do with a file of this kind.
  public var use: String {
    switch self {
    case .flow, .part: "check it with `mfaflow check`"
    case .scenarios: "play it with `mfaflow test`"
    case .answers: "give it to `mfaflow run` with `--answers`"
    case .world: "give it to `mfaflow run` with `--world`"
    case .contract: "give it with `--contract`"
    }
  }

  /// A file of this kind as it may be shown, without the passwords and codes that such a file may hold.
  public func shown(_ file: SourceFile) -> SourceFile {
    switch self {
    case .flow, .part, .contract: file
    case .scenarios: CoveredFile(file, showing: .ofScenarios).shown
    case .answers: CoveredFile(file, showing: HarmlessValues(ofAnswersTo: nil)).shown
    case .world: CoveredFile(file, showing: .ofWorld).shown
    }
  }
}
