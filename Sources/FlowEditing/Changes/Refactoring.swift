// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowFormatting
import FlowLanguage
import YAMLTree

/// A change of what a flow is made of, and not of what it does; it is worked out once somebody wants it.
package struct Refactoring: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// Steps become a part.
    case extracts
    /// A part becomes lines of the file that uses it.
    case inlines
  }

  package let kind: Kind
  /// What it does, in the imperative.
  package let title: String
  package let path: String
  /// The stretch that it was offered for.
  package let range: Range<Int>
}

/// Why a flow stays made of what it is made of, in one sentence.
package struct RefactoringProblem: Error, Sendable, Hashable {
  package let words: String

  package init(words: String) { self.words = words }

  init(_ problem: EditProblem) {
    words =
      switch problem {
      case .shared: "a name behind `&` or `*` would lose what it stands for"
      case .commentBetween: "a comment stands where it could not stay"
      case .keyIsThere: "one of the names is there already"
      case .nothingThere, .root, .otherKind: "what stands there cannot be moved"
      case .changesMore: "more would change than what is moved"
      }
  }
}

extension FlowWorkspace {
  /// What can be made otherwise for a stretch of a file.
  package func refactorings(in range: Range<Int>, of path: String) -> [Refactoring] {
    guard let text = texts.text(path), text.kind == .flow || text.kind == .part else { return [] }
    var found: [Refactoring] = []
    if let extraction = PartExtraction(range, in: text, self) {
      found.append(Refactoring(kind: .extracts, title: extraction.title, path: path, range: range))
    }
    if let inlining = PartInlining(range.lowerBound, in: text, self) {
      found.append(Refactoring(kind: .inlines, title: inlining.title, path: path, range: range))
    }
    return found
  }

  /// The changes that make it so: nothing of what the flows do is another, each comment is still there, and no flow has a finding that
  /// it did not have.
  package func edits(for refactoring: Refactoring) throws(RefactoringProblem) -> FileEdits {
    guard let text = texts.text(refactoring.path), refactoring.range.upperBound <= text.bytes.count else {
      throw RefactoringProblem(words: "the file has changed meanwhile")
    }
    settle(refactoring.path)
    let edits: FileEdits?
    do throws(EditProblem) {
      switch refactoring.kind {
      case .extracts: edits = try PartExtraction(refactoring.range, in: text, self)?.edits()
      case .inlines: edits = try PartInlining(refactoring.range.lowerBound, in: text, self)?.edits()
      }
    } catch {
      throw RefactoringProblem(error)
    }
    guard let edits else { throw RefactoringProblem(words: "the file has changed meanwhile") }
    if let words = breakage(by: edits) { throw RefactoringProblem(words: words) }
    return edits.inLineBreaks(of: texts.text, created: text).keepingLayout(of: texts.text)
  }
}

extension EditedText {
  /// The member below an outermost key; nil where the file has no such key.
  func section(_ name: String) -> SourceEntry? {
    guard let tree else { return nil }
    return tree.root.entries.first { $0.key.map { tree.unquoted($0) } == name }
  }

  /// The text of the value behind an outermost key, without quotes; nil for none, or no text.
  func word(of name: String) -> String? {
    guard let tree, let value = section(name)?.value, !value.isContainer else { return nil }
    return tree.unquoted(value)
  }

  /// An editor of the file; nil where it is broken.
  func editor() throws(EditProblem) -> SourceEditor {
    guard let known, let editor = SourceEditor(file, as: known.shape) else { throw .otherKind }
    return editor
  }

  /// The comments, each with its sign, in any order.
  var commentTexts: [String] { (tree?.comments ?? []).map { text(place($0)).trimmingEnd }.sorted() }
}

extension SourceEditor {
  /// The same file without an outermost key of which only empty brackets are left; with it where a comment belongs to it.
  func withoutEmpty(_ section: String) throws(EditProblem) -> SourceFile {
    let entry = tree.root.entries.first { $0.key.map { tree.unquoted($0) } == section }
    let hasComment = entry?.above.contains { $0 != .blank } ?? false
    guard let entry, entry.value.isContainer, entry.value.entries.isEmpty, !hasComment, entry.comment == nil else {
      return file
    }
    return try removing(SourcePath() / section)
  }
}

extension String {
  /// Without the white space at its end.
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while let last = text.last, last == " " || last == "\t" || last.isNewline { text.removeLast() }
    return String(text)
  }
}
