// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowFormatting
import FlowLanguage
import YAMLTree

/// A part whose contents become lines of the file that uses it; its own file stays, for others that use it.
struct PartInlining {
  private let workspace: FlowWorkspace
  private let text: EditedText
  private let part: EditedText
  /// Which of the items below `use:` it is, and as it is written there.
  private let item: Int
  private let written: String

  /// Nil where no path of a part is.
  init?(_ offset: Int, in text: EditedText, _ workspace: FlowWorkspace) {
    guard let tree = text.tree, tree.gaps.isEmpty, let name = workspace.name(at: offset, in: text.path),
      name.kind == .file(.part), let path = workspace.names.target(of: name, in: text.path),
      let part = workspace.texts.text(path), part.kind == .part,
      let item = text.section("use")?.value.entries.firstIndex(where: {
        text.place($0.value.range).contains(name.range.lowerBound)
      })
    else { return nil }
    (self.workspace, self.text, self.part) = (workspace, text, part)
    (self.item, written) = (item, name.name)
  }

  var title: String { "Take the contents of the part `\(written)` in here" }

  /// Why it stays a part, in a sentence; nil where nothing in its head says so.
  var obstacle: String? {
    if part.section("catalogues") != nil {
      return "`\(written)` has texts in other languages, and the flow would have to be translated as a whole"
    }
    guard let tree = part.tree, let needs = part.section("needs")?.value, needs.isMap,
      let value = needs.entries.first(where: { $0.value.isContainer || tree.unquoted($0.value) != "required" }),
      let key = value.key
    else { return nil }
    return "the parameter `\(tree.unquoted(key))` of `\(written)` has a value, and only a part has parameters"
  }

  func edits() throws(EditProblem) -> FileEdits {
    let members = try members()
    var file = try used()
    func editor() throws(EditProblem) -> SourceEditor { try EditedText(file).editor() }
    for (section, written) in members {
      if EditedText(file).section(section) == nil {
        file = try editor().inserting(SourceValue.Member(section, .map([])), into: SourcePath())
      }
      file = try editor().inserting(written, into: SourcePath() / section)
    }
    file = try rewritten(file)
    guard EditedText(file).commentTexts == (text.commentTexts + part.commentTexts).sorted() else {
      throw .commentBetween
    }
    var edits = FileEdits()
    for change in text.changes(to: file.bytes) { edits.add(change, to: text.path) }
    return edits
  }

  private static let sections = Shape.part.words(merged: .byName).map(\.description)

  /// What the part holds, by section; comments that are about none of it stand above all.
  private func members() throws(EditProblem) -> [(section: String, written: WrittenMembers)] {
    let editor = try part.editor()
    var found: [(section: String, written: WrittenMembers)] = []
    for section in Self.sections {
      guard let value = part.section(section)?.value, let tree = part.tree, !value.entries.isEmpty else { continue }
      let names = Set(value.entries.compactMap { $0.key.map { tree.unquoted($0) } })
      found.append((section, try editor.written(names, at: SourcePath() / section)))
    }
    let stretches = found.flatMap(\.written.stretches)
    let rest = editor.tree.comments.filter { comment in !stretches.contains { $0.contains(comment.lowerBound) } }
    guard !rest.isEmpty else { return found }
    guard !found.isEmpty else { throw .commentBetween }
    found[0].written.prepend(rest.map { editor.tree.text($0) })
    return found
  }

  /// The file with the parts that the part uses in the place of the part.
  private func used() throws(EditProblem) -> SourceFile {
    let path = SourcePath() / "use"
    let own = Set(links(of: text).map(\.target))
    let more = links(of: part).filter { $0.kind == .file(.part) && !own.contains($0.target) }
    var file = try text.editor().removing(path / item)
    func editor() throws(EditProblem) -> SourceEditor { try EditedText(file).editor() }
    for (index, link) in more.enumerated() {
      let name = FilePath.withoutEnding(FilePath.path(to: link.target, from: text.path))
      file = try editor().inserting(item: .text(name), into: path, at: item + index)
    }
    return try more.isEmpty ? editor().withoutEmpty("use") : file
  }

  private func links(of file: EditedText) -> [(kind: NamePlace.Kind, target: String)] {
    workspace.names(in: file.path).compactMap { place in
      guard place.kind == .file(.part) || place.kind == .file(.inner),
        let target = workspace.names.target(of: place, in: file.path)
      else { return nil }
      return (place.kind, target)
    }
  }

  /// Paths of flows that are run begin at the folder of the file.
  private func rewritten(_ file: SourceFile) throws(EditProblem) -> SourceFile {
    var file = file
    for place in workspace.names(in: part.path) where place.kind == .file(.inner) {
      guard let target = workspace.names.target(of: place, in: part.path),
        let keys = KeyedPlace.find(at: place.range.lowerBound, in: part)?.keys
      else { continue }
      let path = FilePath.withoutEnding(FilePath.path(to: target, from: text.path))
      guard path != place.name else { continue }
      file = try EditedText(file).editor().setting(.text(path), at: SourcePath(keys.map { .key($0) }))
    }
    return file
  }
}
