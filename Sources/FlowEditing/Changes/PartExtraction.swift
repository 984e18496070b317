// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowFormatting
import FlowLanguage
import LocalFiles
import YAMLTree

/// Steps and interrupts of a file that become a part of their own, with the messages and budgets that only they have.
struct PartExtraction {
  private let workspace: FlowWorkspace
  private let text: EditedText
  private let steps: Set<String>
  private let interrupts: Set<String>
  /// Where all these stand.
  private let stretches: [Range<Int>]
  /// The path of the new file.
  private let target: String
  private let name: String

  /// Nil where no key of a step is in the stretch.
  init?(_ range: Range<Int>, in text: EditedText, _ workspace: FlowWorkspace) {
    guard !range.isEmpty, let tree = text.tree, tree.gaps.isEmpty, text.section("extends") == nil else { return nil }
    var stretches: [Range<Int>] = []
    var first: String?
    func selected(_ section: String) -> Set<String> {
      var names: Set<String> = []
      for entry in text.section(section)?.value.entries ?? [] {
        guard let key = entry.key, text.place(key.range).overlaps(range) else { continue }
        let name = tree.unquoted(key)
        names.insert(name)
        if first == nil { first = name }
        stretches.append(text.place(entry.start..<max(entry.start, entry.value.range.upperBound)))
      }
      return names
    }
    steps = selected("steps")
    interrupts = selected("interrupts")
    guard let first, first.isNameOfLanguage else { return nil }
    self.workspace = workspace
    self.text = text
    self.stretches = stretches
    (name, target) = workspace.freePart(named: first.inKebabCase, beside: text)
  }

  var title: String {
    let count = steps.count + interrupts.count
    let what =
      count == 1
      ? "`\(steps.first ?? interrupts.first ?? "")`"
      : interrupts.isEmpty ? "\(count) steps" : steps.isEmpty ? "\(count) interrupts" : "\(count) steps and interrupts"
    return "Extract \(what) into the part `\(written(target))`"
  }

  /// How a path of the file leads to another one.
  private func written(_ path: String) -> String { FilePath.withoutEnding(FilePath.path(to: path, from: text.path)) }

  func edits() throws(EditProblem) -> FileEdits {
    let (moved, needs) = split()
    var part = try partFile(moved, needs)
    part = try rewritten(part)
    let own = try without(moved)
    var edits = FileEdits()
    for change in text.changes(to: own.bytes) { edits.add(change, to: text.path) }
    edits.create(target, String(decoding: part.bytes, as: UTF8.self))
    guard (EditedText(own).commentTexts + EditedText(part).commentTexts).sorted() == text.commentTexts else {
      throw .commentBetween
    }
    return edits
  }

  /// By section, what goes into the part; and the names that it needs.
  private func split() -> (moved: [(section: String, names: Set<String>)], needs: [String]) {
    let places = workspace.names(in: text.path)
    func isInside(_ place: NamePlace) -> Bool { stretches.contains { $0.contains(place.range.lowerBound) } }
    var (messages, budgets, gates): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    var needs: [String] = []
    for place in places where isInside(place) && !place.isDefinition && !place.name.contains("/") {
      switch place.kind {
      case .target, .step, .needed: if steps.contains(place.name) { continue }
      case .message, .budget, .gate:
        let isOwn = places.contains { $0.isDefinition && $0.kind == place.kind && $0.name == place.name }
        let isShared = places.contains { !$0.isDefinition && !isInside($0) && $0.name == place.name }
        if isOwn, !isShared {
          switch place.kind {
          case .message: messages.insert(place.name)
          case .budget: budgets.insert(place.name)
          default: gates.insert(place.name)
          }
          continue
        }
      default: continue
      }
      if !needs.contains(place.name) { needs.append(place.name) }
    }
    let moved = [
      ("budgets", budgets), ("gates", gates), ("steps", steps), ("interrupts", interrupts), ("messages", messages),
    ]
    return (moved.filter { !$0.1.isEmpty }.map { (section: $0.0, names: $0.1) }, needs)
  }

  private func partFile(
    _ moved: [(section: String, names: Set<String>)], _ needs: [String]
  ) throws(EditProblem) -> SourceFile {
    guard let sdk = text.word(of: "sdk") else { throw .nothingThere }
    var lines = ["part: \(SourceValue.text(name).inlineText)", "sdk: \(contract(sdk))"]
    if !needs.isEmpty { lines.append("needs: \(SourceValue.list(needs.map { .text($0) }).inlineText)") }
    for (section, _) in moved { lines += ["", "\(section): {}"] }
    var file = SourceFile(path: target, text: lines.joined(separator: "\n") + "\n")
    let editor = try text.editor()
    for (section, names) in moved {
      let written = try editor.written(names, at: SourcePath() / section)
      file = try EditedText(file).editor().inserting(written, into: SourcePath() / section)
    }
    return file
  }

  /// The contract as the part has to name it.
  private func contract(_ word: String) -> String {
    guard FilePath.isPath(word) else { return word }
    let path = FilePath.path(to: RelativePath.absolute(FilePath.place(word, from: text.path)), from: target)
    return FilePath.isYAML(word) ? path : FilePath.withoutEnding(path)
  }

  /// The part with paths that begin at its own folder, laid out.
  private func rewritten(_ part: SourceFile) throws(EditProblem) -> SourceFile {
    var part = part
    for place in workspace.names(in: text.path)
    where place.kind == .file(.inner) && stretches.contains(where: { $0.contains(place.range.lowerBound) }) {
      guard let file = workspace.names.target(of: place, in: text.path),
        let keys = KeyedPlace.find(at: place.range.lowerBound, in: text)?.keys
      else { continue }
      let path = FilePath.withoutEnding(FilePath.path(to: file, from: target))
      let place = SourcePath(keys.map { .key($0) })
      part = try EditedText(part).editor().setting(.text(path), at: place)
    }
    let edited = EditedText(part)
    return SourceFile(path: target, bytes: FileEdits.applied(edited.layoutChanges, to: edited.bytes))
  }

  /// The file without what goes into the part, and with the part below `use:`.
  private func without(_ moved: [(section: String, names: Set<String>)]) throws(EditProblem) -> SourceFile {
    var file = text.file
    func editor() throws(EditProblem) -> SourceEditor { try EditedText(file).editor() }
    for (section, names) in moved {
      file = try editor().removing(names, from: SourcePath() / section)
      // A flow has `steps:`, if only empty ones.
      if section != "steps" || text.kind == .part { file = try editor().withoutEmpty(section) }
    }
    let use = SourceValue.text(written(target))
    guard text.section("use") == nil else {
      return try editor().inserting(item: use, into: SourcePath() / "use")
    }
    return try editor().inserting(SourceValue.Member("use", .list([use])), into: SourcePath())
  }
}

extension FlowWorkspace {
  /// A name for a part, and a path that no file has: where the other parts of a file are, or beside a part.
  fileprivate func freePart(named name: String, beside text: EditedText) -> (name: String, path: String) {
    let known = names(in: text.path).first { $0.kind == .file(.part) }.flatMap { names.target(of: $0, in: text.path) }
    let own = text.path.split(separator: "/").dropLast().joined(separator: "/")
    let folder =
      known.map { "/" + $0.split(separator: "/").dropLast().joined(separator: "/") }
      ?? (text.kind == .part ? "/\(own)" : "/\(own)/parts")
    var number = 1
    while true {
      let free = number == 1 ? name : "\(name)-\(number)"
      let path = "\(folder)/\(free).yaml"
      if texts.text(path) == nil { return (free, path) }
      number += 1
    }
  }
}

extension String {
  /// `verifyPassword` as `verify-password`.
  fileprivate var inKebabCase: String {
    reduce(into: "") { name, letter in
      if letter.isUppercase, let last = name.last, last != "-" { name += "-" }
      name += letter.lowercased()
    }
  }
}
