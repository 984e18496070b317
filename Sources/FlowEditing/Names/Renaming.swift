// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowLanguage
import YAMLTree

/// Why a name stays as it is, in one sentence.
package struct RenamingProblem: Error, Sendable, Hashable {
  package let words: String
}

/// What stands in files from now on.
package struct FileEdits: Sendable, Equatable {
  package struct Change: Sendable, Equatable {
    package let range: Range<Int>
    package let text: String

    package init(_ range: Range<Int>, _ text: String) {
      self.range = range
      self.text = text
    }
  }

  /// By path, each in the order of the file.
  package private(set) var changes: [String: [Change]] = [:]

  /// The texts of files that are not there yet, by path.
  package private(set) var created: [String: String] = [:]

  package init() {}

  package mutating func add(_ change: Change, to path: String) { changes[path, default: []].append(change) }

  package mutating func create(_ path: String, _ text: String) { created[path] = text }

  /// The same, with the line breaks that the files have; a file that is made has those of another one.
  func inLineBreaks(of text: (String) -> EditedText?, created model: EditedText) -> FileEdits {
    func broken(_ words: String, like text: EditedText?) -> String {
      guard text?.breaksWithReturn ?? false else { return words }
      return words.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    }
    var edits = FileEdits()
    for (path, all) in changes {
      for change in all { edits.add(Change(change.range, broken(change.text, like: text(path))), to: path) }
    }
    for (path, words) in created { edits.create(path, broken(words, like: model)) }
    return edits
  }

  /// A text with its changes.
  package static func applied(_ changes: [Change], to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(change.range.clamped(to: 0..<bytes.count), with: change.text.utf8)
    }
    return bytes
  }
}

extension EditedText {
  /// The file with changes.
  func file(with changes: [FileEdits.Change]) -> SourceFile {
    SourceFile(path: path, bytes: FileEdits.applied(changes, to: bytes))
  }
}

extension FlowWorkspace {
  /// What of a name at a byte would be replaced.
  package func renamable(at offset: Int, in path: String) throws(RenamingProblem) -> NamePlace {
    guard var place = name(at: offset, in: path) else { throw RenamingProblem(words: "there is no name here") }
    switch place.kind {
    case .step, .end, .target, .message, .budget, .gate, .choice, .offered, .counted, .needed: break
    case .input:
      let isWritten = occurrences(of: place, in: path).contains {
        if case .input = $0.place.kind { isParameter($0.place, in: $0.path) } else { false }
      }
      guard !isWritten else { throw RenamingProblem(words: "the input `\(place.name)` has its name from the call") }
    case .ofContract:
      throw RenamingProblem(words: "flows and programs know `\(place.name)` of the contract by this name")
    case .event, .call, .trigger, .parameter:
      throw RenamingProblem(words: "`\(place.name)` has its name from the contract")
    case .file, .sdk: throw RenamingProblem(words: "a path is no name")
    case .flow, .part, .scenario: throw RenamingProblem(words: "what has this name is found by the path of its file")
    }
    guard !definitions(of: place, in: path).isEmpty else {
      let isSecret = texts.text(path)?.kind.map { mayBeSecret(place, in: path, of: $0) } ?? false
      throw RenamingProblem(words: "nothing gives \(isSecret ? "this" : "`\(place.name)`") its name")
    }
    if place.isInner,
      let local = spaces(with: path, on: place.device).lazy.compactMap({ self.names.local(place, in: $0) }).first
    {
      place = local.place
    }
    return place
  }

  /// Whether an input is a parameter of the call, as in `ask: [userName]`.
  private func isParameter(_ place: NamePlace, in path: String) -> Bool {
    guard let definition = place.definition else { return false }
    return definition == place.range
  }

  /// A name and all that refers to it, under another name.
  ///
  /// Each flow that has it is checked with its new name; where that would break one, everything stays.
  package func renaming(at offset: Int, in path: String, to name: String) throws(RenamingProblem) -> FileEdits {
    let place = try renamable(at: offset, in: path)
    let written = self.name(at: offset, in: path) ?? place
    guard name.isNameOfLanguage else {
      throw RenamingProblem(words: "a name begins with a letter A-Z or a-z, and has letters, digits, `-` and `_` only")
    }
    if name != place.name, let reading = OtherParsers.reading(ofName: name) {
      throw RenamingProblem(words: "YAML takes `\(name)` for \(reading): give it another name")
    }
    let all = occurrences(of: written, in: path)
    let isMessage = all.contains { $0.place.isDefinition && $0.place.kind == .message }
    let taken = isMessage ? ReservedWords.flags : ReservedWords.ofFlows
    guard !taken.contains(where: { $0.description == name }) else {
      throw RenamingProblem(words: "`\(name)` is a word of the language")
    }
    var edits = FileEdits()
    for (file, place) in all { edits.add(FileEdits.Change(place.range, name), to: file) }
    guard name != place.name else { return edits }
    if let words = doubt(among: all) { throw RenamingProblem(words: words) }
    for space in allSpaces(with: path)
    where all.contains(where: { space.contains($0.path) && space.holds($0.place, in: $0.path) }) {
      for file in space.files {
        if names.names(in: file, of: space).contains(where: {
          $0.isDefinition && $0.name == name && $0.collides(with: all)
        }) {
          throw RenamingProblem(words: "there is \(Diagnostic.withArticle("`\(name)`")) already")
        }
      }
    }
    // Names change nothing of what the graph means.
    if let words = breakage(by: edits, checkingGraph: false) { throw RenamingProblem(words: words) }
    return edits.keepingLayout(of: texts.text)
  }

  /// Why it is not known of which step a choice is that scenarios expect, in a sentence; nil where that is known of all.
  private func doubt(among all: [(path: String, place: NamePlace)]) -> String? {
    for (path, place) in all where place.kind == .offered {
      var givers: Set<[String]> = []
      for space in spaces(with: path, on: place.device) where space.holds(place, in: path) {
        for files in [space.files] + names.spaces(runIn: space) {
          for other in files.flatMap({ names(in: $0) }) where other.isDefinition && place.mayBe(other) {
            if case .choice(let step) = other.kind { givers.insert([files[0], step]) }
          }
        }
      }
      guard givers.count > 1, let text = texts.text(path) else { continue }
      let line = text.lines.position(at: place.range.lowerBound).line
      let name = path.split(separator: "/").last ?? ""
      return "line \(line) of `\(name)` does not say which step offers `\(place.name)`: write `step:` there first"
    }
    return nil
  }

  /// What would be wrong with the changes that is not wrong without them, in a sentence; nil for nothing.
  ///
  /// - Parameter checkingGraph: whether more counts than what is wrong with what is written.
  func breakage(by edits: FileEdits, checkingGraph: Bool = true) -> String? {
    let changed = WorkspaceTexts()
    for path in texts.editedPaths { if let text = texts.edited(path) { changed.edit(text.file) } }
    for (path, changes) in edits.changes {
      guard let text = texts.text(path) else { return "a file has gone" }
      changed.edit(text.file(with: changes))
    }
    for (path, text) in edits.created { changed.edit(SourceFile(path: path, text: text)) }
    let (reads, others) = (NotedReads(texts), NotedReads(changed))
    let (check, other) = (standingCheck(reading: reads), standingCheck(reading: others))
    // What nobody has checked yet may break as well.
    let roots = knownPaths.filter { root in
      names.space(of: root).contains { edits.changes[$0] != nil }
        || !filesChecked(with: root).isDisjoint(with: edits.changes.keys)
    }
    // Of each rule, how much of it there was at most in a file that is made of what changes.
    var allowed: [String: Int] = [:]
    for root in roots {
      guard let before = texts.text(root), let after = changed.text(root), before.kind != nil else { continue }
      let known =
        settled(root) ?? FileFindings(before, isFlow: false, reads) { check.check($0, checkingGraph: checkingGraph) }
      let now = FileFindings(after, isFlow: false, others) { other.check($0, checkingGraph: checkingGraph) }
      let counts = known.countsOfRules
      if let words = now.breakage(beyond: counts) { return words }
      allowed.merge(counts) { max($0, $1) }
    }
    // A file that is made stands for itself, too: what a flow lends its part, the part has to say that it needs.
    for path in edits.created.keys.sorted() {
      guard let made = changed.text(path) else { continue }
      let now = FileFindings(made, isFlow: false, others) { other.check($0, checkingGraph: checkingGraph) }
      if let words = now.breakage(beyond: allowed) { return words }
    }
    return nil
  }
}

extension FileFindings {
  /// By the code of a rule, how many findings there are.
  fileprivate var countsOfRules: [String: Int] {
    findings.reduce(into: [:]) { counts, finding in counts[finding.finding.code.id, default: 0] += 1 }
  }

  /// The first finding of a rule that has more of them than there were, in a sentence; nil where none has.
  fileprivate func breakage(beyond known: [String: Int]) -> String? {
    var counts = known
    for finding in findings {
      counts[finding.finding.code.id, default: 0] -= 1
      if counts[finding.finding.code.id, default: 0] < 0 {
        let name = finding.path.split(separator: "/").last ?? ""
        return "it would break `\(name)`, line \(finding.finding.range.start.line): \(finding.finding.message)"
      }
    }
    return nil
  }
}

extension NamePlace {
  /// Whether a name that is given here is of the same sort as one of those.
  fileprivate func collides(with others: [(path: String, place: NamePlace)]) -> Bool {
    others.contains { other in
      guard other.place.isDefinition else { return false }
      switch (kind, other.place.kind) {
      case (.step, .end), (.end, .step): return true
      case (.needed, .message), (.needed, .budget), (.needed, .gate): return true
      case (.message, .needed), (.budget, .needed), (.gate, .needed): return true
      default: return kind == other.place.kind
      }
    }
  }
}

extension String {
  /// Whether it is a name as an author may give it.
  var isNameOfLanguage: Bool {
    let bytes = Array(utf8)
    guard let first = bytes.first, (97...122).contains(first | 0x20) else { return false }
    return bytes.allSatisfy(\.isOfName)
  }
}

extension UInt8 {
  /// Whether a name as an author may give it can have this byte.
  var isOfName: Bool {
    (97...122).contains(self | 0x20) || (48...57).contains(self) || self == 0x2D || self == 0x5F
  }
}
