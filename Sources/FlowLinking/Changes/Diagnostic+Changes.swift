// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

extension Diagnostic {
  /// What a part needs cannot be taken away: only its value can be another one.
  static func stillNeeded(_ change: Change, _ name: String) -> Diagnostic {
    Diagnostic(
      LinkRules.matchesNothing, "`\(change.path.value)` is needed by a part, which has a value for it",
      at: change.path.range,
      help: "change its value, or remove what uses `\(name)`")
  }

  /// A change that does not fit the tree that it is for.
  static func misfit(_ change: Change, _ problem: ChangeProblem) -> Diagnostic {
    let path = quoting(change.path.value)
    switch problem {
    case .unknown(let word, let names, let below, let inside):
      return unknown(change, word, among: names, below: below, inside: inside)
    case .keyless(let below, let place): return keyless(change, change.written(below.count), place)
    case .exists(let place):
      return Diagnostic(
        LinkRules.alreadyThere, "\(path) is there already", at: change.path.range,
        help: "to put something else in its place, write the line below `change:`",
        notes: [Note("it is here", at: place)])
    case .listed(let place):
      return Diagnostic(
        LinkRules.alreadyThere, "what \(path) adds is there already", at: change.path.range,
        help: "take it out: it changes nothing", notes: [Note("it is here", at: place)])
    case .same(let place):
      return Diagnostic(
        LinkRules.changesNothing, "\(path) changes nothing", at: change.path.range,
        help: "take the line out, or write another value", notes: [Note("the same is said here", at: place)])
    case .partial(let first):
      let value = first.value.text ?? "…"
      return Diagnostic(
        LinkRules.badChange, "\(path) would have nothing but this: a value is replaced as a whole",
        at: change.path.range,
        help: "write the key behind it, as in `\(change.path.value).\(first.key.value): \(value)`")
    case .empty where change.verb == "add":
      return Diagnostic(
        LinkRules.emptyChange, "\(path) adds nothing", at: change.path.range,
        help: "take the line out, or write what is added")
    case .empty:
      return Diagnostic(
        LinkRules.emptyChange, "\(path) would be empty, and an empty value removes nothing", at: change.path.range,
        help: "name what goes below `remove:`, each by its path")
    }
  }

  /// A path that leads on from a value without keys, such as a message that is only a text.
  private static func keyless(_ change: Change, _ path: String, _ place: SourceRange) -> Diagnostic {
    let help =
      if case .remove = change.action {
        "take the line out: `\(path)` has nothing below it"
      } else {
        "put a whole value in its place: write `\(path): …` below `change:`"
      }
    return Diagnostic(
      LinkRules.matchesNothing, "\(quoting(change.path.value, limit: 60)) matches nothing", at: change.path.range,
      help: help, notes: [Note("\(quoting(path)) is one value, without keys", at: place)])
  }

  /// A path that leads nowhere.
  ///
  /// - Parameters:
  ///   - word: the name that is not there.
  ///   - names: what is there instead.
  ///   - below: the names on the way to them.
  ///   - inside: the one of them below which such a name stands; nil for none.
  static func unknown(
    _ change: Change, _ word: String, among names: [String], below: [String], inside: String? = nil
  ) -> Diagnostic {
    let place = change.written(below.count)
    let what = place.isEmpty ? "the flow" : quoting(place)
    // One number is no slip for another.
    let isNumber = below.last == "then" ? !code(of: word).isEmpty : Int(word) != nil
    let near =
      isNumber ? nil : Suggestion.nearest(to: word, among: names) ?? otherNames[word]?.first { names.contains($0) }
    let help: Cure
    if let inside, change.verb != "add" {
      let path = meant(change, word, "\(inside).\(word)")
      help = Cure("did you mean `\(path)`?", .word(change.path.value, by: path))
    } else if below.last == "then", change.verb != "add", let line = line(of: word, among: names) {
      let path = meant(change, word, line)
      help = Cure("did you mean `\(path)`?", .word(change.path.value, by: path))
    } else if case .change = change.action, change.words.last == word, below.count + 1 == change.words.count,
      ValueShape.shape({ .flow }).mayHold(word, at: below[...])
    {
      let lacking = ValueShape.shape({ .flow }).lacking(for: word, among: names, at: below[...])
      help =
        if let rival = ValueShape.shape({ .flow }).rival(of: word, among: names, at: below[...]) {
          Cure(
            "`\(word)` cannot stand beside `\(rival)`: put a whole value in its place, by `\(place): …` below `change:`"
          )
        } else if !lacking.isEmpty {
          Cure("`\(word)` has no meaning there: \(what) has no \(lacking.quotedList("or"))")
        } else {
          Cure("`\(word)` may stand there: write the line below `add:`")
        }
    } else if case .change = change.action, below.last.map(named.contains) ?? false,
      below.count + 1 == change.words.count
    {
      // A line is easily taken for one that is there.
      let others = below.last == "then" ? otherNames(ofCode: word, among: names) : []
      let lead =
        if let near {
          "did you mean `\(meant(change, word, near))`? "
        } else if !others.isEmpty {
          "if it is another name of the code of \(others.quotedList("or")), write that one; "
        } else {
          names.isEmpty ? "" : "\(what) has \(list(names)); "
        }
      help = Cure(lead + (below.last == "then" ? "a line" : "one") + " that is not there yet is written below `add:`")
    } else if let near {
      let path = meant(change, word, near)
      help = Cure("did you mean `\(path)`?", .word(change.path.value, by: path))
    } else if below.isEmpty, change.path.value.hasPrefix("$.") {
      help = Cure("write `\(change.path.value.dropFirst(2))`, without `$.`")
    } else if below.isEmpty, change.words.count > 1, change.verb != "add", !Shape.flow.names.contains(word) {
      help = Cure("a path begins with a key of the flow, such as `steps.\(change.path.value)`")
    } else if names.isEmpty {
      help = Cure(place.isEmpty ? "write a key of the flow" : "`\(place)` has nothing below it")
    } else {
      help = Cure("\(what) has \(list(names))")
    }
    return Diagnostic(
      LinkRules.matchesNothing, "\(quoting(change.path.value, limit: 60)) matches nothing", at: change.path.range,
      help: help)
  }

  /// A path that leads nowhere, where another one does.
  static func unknown(_ change: Change, meaning path: String) -> Diagnostic {
    Diagnostic(
      LinkRules.matchesNothing, "\(quoting(change.path.value, limit: 60)) matches nothing", at: change.path.range,
      help: Cure("did you mean `\(path)`?", .word(change.path.value, by: path)))
  }

  /// Words of other languages for keys of a flow.
  private static let otherNames = Shape.otherNames(of: Shape.flow.reachable)

  /// The line for the same code that is likely meant: `102` where `getPassword 102` is looked for, or the other way round.
  private static func line(of word: String, among names: [String]) -> String? {
    let same = code(of: word).isEmpty ? [] : names.filter { code(of: $0) == code(of: word) }
    let bare = same.filter { Int(word) != nil || Int($0) != nil }
    return bare.count == 1 ? bare[0] : Suggestion.nearest(to: word, among: same)
  }

  /// So many names are listed.
  private static let mostNames = 12

  /// Names, the first of them where there are many.
  private static func list(_ names: [String]) -> String {
    let more = names.count > mostNames ? " and \(names.count - mostNames) more" : ""
    return names.prefix(mostNames).map { "`\($0)`" }.joined(separator: ", ") + more
  }

  /// The lines that may be for the code that a word names in another way: by its number, or by its name in the contract.
  private static func otherNames(ofCode word: String, among names: [String]) -> [String] {
    func isName(_ line: String) -> Bool {
      line.first?.isLowercase ?? false && line.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
        && !ReservedWords.outcomes.contains { $0.description == line }
    }
    if isName(word) { return Array(names.filter { Int($0) != nil }.prefix(mostNames)) }
    return Int(word) == nil ? [] : Array(names.filter(isName).prefix(mostNames))
  }

  /// The digits with which a line ends; empty for a line that is for no code.
  private static func code(of line: String) -> String { String(line.reversed().prefix(while: \.isNumber).reversed()) }

  /// The keys below which stand names that the author has chosen, or lines.
  private static let named = ["then", "steps", "interrupts", "ends", "messages", "budgets", "choices", "ask"]

  /// What is added on the outermost level and is no key of a flow: most often a name without its section, or a key of what is added
  /// above it.
  ///
  /// - Parameter changes: those of the file.
  static func noKey(_ change: Change, among changes: [Change]) -> Diagnostic {
    let name = change.words[0]
    if let owner = change.lineAbove(among: changes), owner.lacks(name) {
      return Diagnostic(
        LinkRules.matchesNothing,
        "\(quoting(name, limit: 30)) stands too far to the left: it belongs to \(quoting(owner.path.value, limit: 30))",
        at: change.path.range, help: "indent it and what stands below it by two more spaces")
    }
    let near = Suggestion.nearest(to: name, among: Shape.flow.names)
    let path = near ?? change.likelySection + "." + name
    return Diagnostic(
      LinkRules.matchesNothing, "\(quoting(name, limit: 60)) is no key of a flow", at: change.path.range,
      help: Cure("did you mean `\(path)`?", .word(change.path.value, by: path)))
  }

  /// The path of a change with another name in it.
  private static func meant(_ change: Change, _ word: String, _ near: String) -> String {
    var words = change.path.value.split(separator: ".").map(String.init)
    guard let index = words.lastIndex(where: { $0 == word || $0.hasSuffix("/" + word) }) else { return near }
    words[index] = words[index].dropLast(word.count) + near
    return words.joined(separator: ".")
  }

  /// A change of what stands in the very file.
  static func stands(_ change: Change, here place: SourceRange?) -> Diagnostic {
    Diagnostic(
      LinkRules.badChange, "\(quoting(change.path.value)) is of this file itself", at: change.path.range,
      help:
        "write it where it belongs: `\(change.verb):` is for what comes from other files",
      notes: place.map { [Note("it is here", at: $0)] } ?? [])
  }

  /// A key of a flow that a variant has from its base.
  static func ofTheBase(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      LinkRules.badChange, "a variant has `\(key.value)` from its base", at: key.range,
      help: key.value == "use"
        ? "write `add: { use: […] }` for another part, or `change: { use: […] }` to put others in the place of all"
        : ChangedFlow.sections.contains(key.value)
          ? "write what differs below `change:`, `add:` or `remove:`, as in `add: { \(key.value).NAME: … }`"
          : "write another value below `change:`, as in `change: { \(key.value): … }`")
  }

  /// A change of an interrupt in a flow that is run.
  static func innerInterrupt(_ change: Change, _ name: String) -> Diagnostic {
    let own = "interrupts." + name
    return Diagnostic(
      LinkRules.badChange, "\(quoting(change.path.value)) is never opened: interrupts are those of the outer flow",
      at: change.path.range, help: "write `\(own)`")
  }

  static func notABase(_ pin: BasePin) -> Diagnostic {
    Diagnostic(
      LinkRules.notAFlow, "`\(pin.path.value)` is not a flow", at: pin.written.range,
      help: "a variant extends a file that begins with `language:` and `flow:`")
  }

  /// A base that is not of the version for which the variant was written.
  ///
  /// - Parameter path: of the base's file.
  static func otherVersion(_ pin: BasePin, _ path: String, _ version: String, at place: SourceRange?) -> Diagnostic {
    let numbers = version.split(separator: ".").prefix(2).joined(separator: ".")
    let now = "\(pin.path.value)@\(numbers)"
    // A path that a shell would read otherwise is left to the author.
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789/._-".unicodeScalars.contains($0)
    }
    let command = isPlain ? ", with `mfaflow diff \(path)@\(pin.version) \(path)`" : ""
    // There was no such version yet: nothing has changed since.
    let isAhead = parts(of: numbers).lexicographicallyPrecedes(parts(of: pin.version))
    return Diagnostic(
      LinkRules.otherVersion,
      isAhead
        ? "the base is only at \(version), and this variant is for \(pin.version)"
        : "the base is \(version) now, and this variant is for \(pin.version)",
      at: pin.written.range,
      help: Cure(
        isAhead
          ? "write `\(now)`" : "look at what the base changed\(command); if the variant still holds, write `\(now)`",
        .word(pin.written.value, by: now)),
      notes: place.map { [Note("the version of the base", at: $0)] } ?? [])
  }

  private static func parts(of version: String) -> [Int] { version.split(separator: ".").map { Int($0) ?? 0 } }

  static func missing(_ key: String, in flow: YAMLNode) -> Diagnostic {
    Diagnostic(
      YAMLRules.missingKey, "a variant must have the key `\(key)`", at: flow.firstLine,
      help: key == "language" ? "add `\(LanguageVersion.line)`" : "add `\(key):` to it: a variant is a flow of its own")
  }
}
