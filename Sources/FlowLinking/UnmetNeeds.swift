// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import FlowSyntax
import YAMLTree

/// A name that a part needs, and that the flow does not have.
struct UnmetNeed {
  let name: Spanned<String>
  let part: PartDocument

  /// - Parameters:
  ///   - held: what the flow has, with its parts.
  ///   - removed: what a variant removed: of that each line is told that still names it.
  static func all(of parts: [PartDocument], _ held: Set<String>, without removed: [String: RemovedThing]) -> [UnmetNeed]
  {
    parts.flatMap { part in
      part.needs.filter { !held.contains($0.value) && removed[$0.value] == nil }.map { UnmetNeed(name: $0, part: part) }
    }
  }
}

extension LinkedFiles {
  /// What there is to say of needs that are not met: one finding for those that have one cause.
  ///
  /// - Parameters:
  ///   - held: what the flow has.
  ///   - uses: by the file of a part, where the flow uses it.
  func findings(_ all: [UnmetNeed], _ held: Set<String>, _ uses: [FileID: SourceRange]) -> [Diagnostic] {
    let needs = all.filter(isNamedInPart)
    let names = held.sorted()
    let used = needs.isEmpty ? [] : wordsUsed()
    let nearest = needs.map { meant(by: $0, among: names, used) }
    let rest = zip(needs, nearest).filter { $1 == nil }.map(\.0)
    let holder = rest.isEmpty ? nil : partWith(Set(rest.map(\.name.value)), uses)
    var findings: [Diagnostic] = []
    var told: [String: Int] = [:]
    for (need, near) in zip(needs, nearest) {
      // All that no name is near to is most likely in a part that is not used.
      let cause = near == nil ? "" : need.name.value
      let note = Note("`\(need.name.value)` is needed here", at: need.name.range)
      if let index = told[cause] {
        findings[index].notes.append(note)
        continue
      }
      told[cause] = findings.count
      let place = uses[need.part.range.file] ?? need.name.range
      var finding = near.map { Self.unmet(need, at: place, near: $0) } ?? Self.unmet(rest, at: place, holder)
      if place != need.name.range { finding.notes.append(note) }
      findings.append(finding)
    }
    return findings
  }

  /// False for a slip below `needs:`, which is told of where the part is checked: no line of the part names it, and one names
  /// something that is near.
  private func isNamedInPart(_ need: UnmetNeed) -> Bool {
    guard let file = sources.file(need.name.range.file), file.bytes.count < 65536 else { return true }
    let words = String(decoding: file.bytes, as: UTF8.self).split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }
      .map(String.init)
    guard words.count(where: { $0 == need.name.value }) == 1 else { return true }
    let names = Set(words).subtracting(need.part.needs.map(\.value))
    return Suggestion.nearest(to: need.name.value, among: names.sorted()) == nil
  }

  /// The name of the flow that is near; a name that merely begins alike is another thing, and so may be one that the flow uses.
  private func meant(by need: UnmetNeed, among names: [String], _ used: Set<String>) -> String? {
    let name = need.name.value
    let alike = names.filter { $0.letters == name.letters }
    if alike.count == 1 { return alike[0] }
    guard Suggestion.cure(for: name, among: names)?.change != nil,
      let near = Suggestion.nearest(to: name, among: names)
    else { return nil }
    return Suggestion.isOneLetter(name, from: near) || !used.contains(near) ? near : nil
  }

  /// The words that stand in the files more than once: a name that stands there once is used by nothing.
  private func wordsUsed() -> Set<String> {
    var seen: Set<String> = []
    var used: Set<String> = []
    for file in sources.files where file.bytes.count < 65536 {
      for word in String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: {
        !($0.isLetter || $0.isNumber || "-_".contains($0))
      }) {
        let word = String(word)
        if !seen.insert(word).inserted { used.insert(word) }
      }
    }
    return used
  }

  private static func unmet(_ need: UnmetNeed, at place: SourceRange, near: String) -> Diagnostic {
    Diagnostic(
      LinkRules.unmetNeed, headline([need]), at: place,
      help: "the flow has `\(near)`: if that is meant, make both names the same; else add a step, an end, a message, a "
        + "budget or a list of `gates` called `\(need.name.value)` to the flow")
  }

  private static func unmet(
    _ needs: [UnmetNeed], at place: SourceRange, _ holder: (path: String, names: [String])?
  ) -> Diagnostic {
    let isOne = Set(needs.map(\.name.value)).count == 1
    let adding =
      "add a step, an end, a message, a budget or a list of `gates` of \(isOne ? "that" : "each") name to the flow"
    return Diagnostic(
      LinkRules.unmetNeed, headline(needs), at: place,
      help: holder.map { holder in
        "write `\(holder.path)` below `use:`, which has \(isOne ? "it" : holder.names.quotedList("and")); or \(adding)"
      } ?? (isOne ? adding : "\(adding), or `use:` the part that has them"))
  }

  private static func headline(_ needs: [UnmetNeed]) -> String {
    var names: [String] = []
    for need in needs where !names.contains(need.name.value) { names.append(need.name.value) }
    let first = Diagnostic.quoting(names[0], limit: 24)
    let parts = Set(needs.map(\.part.name.value))
    let what =
      parts.count == 1 ? "the part \(Diagnostic.quoting(needs[0].part.name.value, limit: 24)) needs" : "parts need"
    let more = names.count > 1 ? " and \(names.count - 1) more" : ""
    return "\(what) \(first)\(more), which the flow does not have"
  }

  /// The part beside those that are used, as a path from the flow, that has most of some names; nil if none has any.
  private func partWith(_ names: Set<String>, _ uses: [FileID: SourceRange]) -> (path: String, names: [String])? {
    guard let place = uses.values.min(), let flow = sources.file(place.file)?.path else { return nil }
    let used = Set(sources.files.map(\.path))
    var folders: Set<String> = []
    var best: (path: String, names: [String])?
    for file in uses.keys.sorted() {
      guard let path = sources.file(file)?.path,
        folders.insert(String(path.dropLast(FilePath.name(of: path).count))).inserted
      else { continue }
      for other in paths(beside: path).prefix(Self.mostBeside) where !used.contains(other) && FilePath.isYAML(other) {
        let found = names.intersection(namesInPart(other)).sorted()
        if found.count > best?.names.count ?? 0 { best = (other, found) }
      }
    }
    return best.map { (FilePath.withoutEnding(FilePath.path(to: $0.path, from: flow)), $0.names) }
  }

  /// A folder with more files is not searched: that costs time.
  private static let mostBeside = 100

  /// The steps, interrupts, ends and messages of a part that nothing is wrong with; none for any other file.
  private func namesInPart(_ path: String) -> Set<String> {
    guard let file = text(at: path), file.bytes.count < 65536, let root = YAML.read(file, words: .ofFlows).value,
      DocumentReader.isPart(root), case let part = DocumentReader.readPart(root), !part.findings.hasErrors,
      let value = part.value
    else { return [] }
    return Set(
      (value.steps + value.interrupts).map(\.name.value) + value.ends.map(\.name.value)
        + value.messages.map(\.name.value))
  }
}

extension String {
  /// Without what authors write in one way or another: capitals, `-` and `_`.
  fileprivate var letters: String { lowercased().filter { $0 != "-" && $0 != "_" } }
}
