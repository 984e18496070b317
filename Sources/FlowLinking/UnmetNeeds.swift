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
    let rest = needs.filter { meant(by: $0, among: names) == nil }
    let holder = rest.isEmpty ? nil : partWith(Set(rest.map(\.name.value)), uses)
    var findings: [Diagnostic] = []
    var told: [String: Int] = [:]
    for need in needs {
      let isRest = rest.contains { $0.name.range == need.name.range }
      // All that no name is near to is most likely in a part that is not used.
      let cause = isRest ? "" : need.name.value
      let note = Note("`\(need.name.value)` is needed here", at: need.name.range)
      if let index = told[cause] {
        findings[index].notes.append(note)
        continue
      }
      told[cause] = findings.count
      let place = uses[need.part.range.file] ?? need.name.range
      var finding = isRest ? Self.unmet(rest, at: place, holder) : unmet(need, at: place, among: names)
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

  /// The name of the flow that is near; a name that merely begins alike is another thing.
  private func meant(by need: UnmetNeed, among names: [String]) -> String? {
    Suggestion.cure(for: need.name.value, among: names)?.change.flatMap { _ in
      Suggestion.nearest(to: need.name.value, among: names)
    }
  }

  private func unmet(_ need: UnmetNeed, at place: SourceRange, among names: [String]) -> Diagnostic {
    let near = meant(by: need, among: names) ?? ""
    return Diagnostic(
      LinkRules.unmetNeed, Self.headline([need]), at: place,
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
      for other in paths(beside: path).prefix(Self.mostBeside) where !used.contains(other) && other.hasSuffix(".yaml") {
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
