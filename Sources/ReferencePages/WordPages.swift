// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Guards
import Guide
package import RuleBook

/// What a word of the language means: the keys of that name, and the terms of the glossary.
package enum WordPages {
  /// All names of keys and of terms, and what guards, messages and arguments may read.
  package static var words: [String] {
    var known: Set<String> = []
    let ofGuards = (GuardWord.all + GuardWord.names).map(\.name)
    return (keys.map(\.key.name) + Glossary.terms.flatMap(\.names) + ofGuards + FilledName.words).filter {
      known.insert($0).inserted
    }
  }

  /// The pages of everything that bears the name; empty if nothing does.
  package static func pages(of word: String) -> [Page] {
    [keyPage(of: word)].compactMap(\.self) + Glossary.terms(named: word).map(page)
      + [GuardWord.named(word.lowercased())].compactMap(\.self).map { page(of: $0, "a word of guards") }
      + GuardWord.names.filter { $0.name == word.lowercased() }.map { page(of: $0, "a name that guards read") }
      + FilledName.named(word).map(\.page)
  }

  /// What a word of the table says that is no key, such as `ended`: the keys behind which it may stand.
  package static func pages(ofValue word: String) -> [Page] {
    let places = keys.filter { $0.key.value.fixedWords.contains { $0.lowercased() == word.lowercased() } }
    guard let first = places.first,
      let name = first.key.value.fixedWords.first(where: { $0.lowercased() == word.lowercased() })
    else { return [] }
    var blocks: [Page.Block] = [.heading([Page.Piece("\(name): a value")], level: 1)]
    for place in places {
      blocks += [
        .blank,
        .heading([Page.Piece("Behind \(place.key.name), in \(place.shape.name) (\(files(place.kinds)))")], level: 2),
        .prose(lead: "", [Page.pieces(ofMarkdown: place.key.sentences)]),
      ]
    }
    return [Page(blocks)]
  }

  /// The terms that explain a word which has no page of its own.
  package static func terms(explaining word: String) -> [Page] { Glossary.terms(explaining: word).map(page) }

  /// A key, the map that has it, and the files that have the map.
  private struct KeyPlace {
    let key: Key
    let shape: Shape
    var kinds: [FileKind]
  }

  private static var keys: [KeyPlace] {
    var places: [KeyPlace] = []
    var known: [String: [Int]] = [:]
    for kind in FileKind.allCases {
      for shape in kind.shapes {
        if let indices = known[shape.name] {
          for index in indices { places[index].kinds.append(kind) }
        } else {
          known[shape.name] = Array(places.count..<(places.count + shape.keys.count))
          places += shape.keys.map { KeyPlace(key: $0, shape: shape, kinds: [kind]) }
        }
      }
    }
    return places
  }

  private static func keyPage(of word: String) -> Page? {
    let all = keys
    func named(_ isSo: (Key) -> Bool) -> [KeyPlace] { all.filter { isSo($0.key) } }
    var (places, isOther) = (named { $0.name == word }, false)
    // In any letter case, and with blanks in place of hyphens.
    let likened = word.lowercased().replacing(" ", with: "-")
    if places.isEmpty { places = named { $0.name.lowercased() == likened } }
    if places.isEmpty { (places, isOther) = (named { $0.otherNames.contains(word) }, true) }
    guard let first = places.first else { return nil }
    let name = isOther ? word : first.key.name
    var blocks: [Page.Block] = [
      .heading([Page.Piece(isOther ? "\(name): what other languages call these keys" : "\(name): a key")], level: 1)
    ]
    for place in places {
      let lead = isOther ? "\(place.key.name), in " : "In "
      blocks += [
        .blank,
        .heading([Page.Piece("\(lead)\(place.shape.name) (\(files(place.kinds)))")], level: 2),
        .prose(lead: "", [Page.pieces(ofMarkdown: place.key.sentences)]),
        .blank,
        .row("value", Page.pieces(ofMarkdown: place.key.value.words())),
      ]
    }
    return Page(blocks)
  }

  private static func files(_ kinds: [FileKind]) -> String {
    let names = kinds.map { kind in
      switch kind {
      case .flow: "flows"
      case .part: "parts"
      case .catalogue: "catalogues"
      case .contract: "contracts"
      case .scenarios: "scenarios"
      case .world: "worlds"
      case .answers: "answers"
      case .config: "the configuration file"
      }
    }
    return names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1] : names[0]
  }

  private static func page(of word: GuardWord, _ kind: String) -> Page {
    Page([
      .heading([Page.Piece("\(word.name): \(kind)")], level: 1),
      .prose(lead: "", [Page.pieces(ofMarkdown: word.meaning)]),
      .blank,
      .row("written", [Page.Piece(word.form, .code)]),
    ])
  }

  private static func page(of term: Glossary.Term) -> Page {
    Page([
      .heading([Page.Piece("\(term.words): a word of the documentation")], level: 1),
      .prose(lead: "", [Page.pieces(ofMarkdown: term.meaning)]),
    ])
  }
}
