// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowFormatting
import FlowLanguage
import FlowSyntax
import MessageLanguages
import YAMLTree

/// A catalogue that is being written: each change leaves the rest of the file as it is, comments included.
struct CatalogueDraft {
  private(set) var file: SourceFile
  private static let shape = ValueShape.shape { .catalogue }
  private static let messages = SourcePath([.key("messages")])

  /// A catalogue that is not there yet.
  init(_ tag: LanguageTag, _ texts: [(key: String, parts: MessageParts)]) throws(EditProblem) {
    let messages = SourceValue.map(texts.map { .init($0.key, $0.parts.value) })
    let value = SourceValue.map([.init("catalogue", .text("\(tag)")), .init("messages", messages)])
    file = SourceFile(path: "catalogue.yaml", text: value.fileText)
    guard SourceEditor(file, as: Self.shape)?.value.saysTheSame(as: value) ?? false else { throw .changesMore }
  }

  /// A catalogue that is there.
  init(_ file: SourceFile) { self.file = file }

  /// Writes messages: those that are there are changed, the others are added in the order that is given.
  mutating func write(_ texts: [(key: String, parts: MessageParts)]) throws(EditProblem) {
    guard let editor = SourceEditor(file, as: Self.shape) else { throw .nothingThere }
    guard case .map(let all) = editor.value,
      case .map(let members)? = all.first(where: { $0.key == "messages" })?.value
    else { throw .otherKind }
    for (key, parts) in texts {
      guard let editor = SourceEditor(file, as: Self.shape) else { throw .nothingThere }
      file =
        try members.contains { $0.key == key }
        ? editor.setting(parts.value, at: Self.messages / key)
        : editor.inserting(.init(key, parts.value), into: Self.messages)
    }
  }

  /// Takes a message out.
  mutating func remove(_ key: String) throws(EditProblem) {
    guard let editor = SourceEditor(file, as: Self.shape) else { throw .nothingThere }
    file = try editor.removing(Self.messages / key)
  }

  /// The file as `mfaflow fmt` lays it out; nil only by a defect.
  var laidOut: String? {
    guard case .formatted(let text) = Formatter.format(file, as: Self.shape, words: .ofFlows) else { return nil }
    return text
  }
}
