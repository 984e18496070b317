// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import SDKContract
import YAMLTree

/// A few words that an editor shows behind a place, and that do not stand in the file.
package struct Aside: Sendable, Hashable {
  package let offset: Int
  package let words: String
}

/// A path in a file, and where it leads.
package struct FileLink: Sendable, Hashable {
  package let range: Range<Int>
  package let target: String
}

extension FlowWorkspace {
  /// What a flow leaves unsaid in a stretch: the names of codes, where a `retry` goes, where what is changed comes from, and what
  /// other flows change.
  package func asides(in wanted: Range<Int>, of path: String) -> [Aside] {
    guard let text = texts.text(path), text.kind == .flow || text.kind == .part else { return [] }
    let contract = contract(for: path)
    var asides: [Aside] = []
    for place in names(in: path) where wanted.contains(place.range.lowerBound) {
      switch place.kind {
      case .trigger:
        guard let contract, let last = place.name.split(separator: " ").last, let number = Int(last) else { continue }
        let isError = place.name.hasPrefix("rejected") || place.name.contains("error")
        let name =
          isError
          ? contract.errors.first { $0.number == number }?.name : contract.codes.first { $0.number == number }?.name
        if let name { asides.append(Aside(offset: place.range.upperBound, words: name)) }
      default: break
      }
    }
    asides += retries(in: wanted, of: text) + origins(in: wanted, of: text)
    return asides.sorted { ($0.offset, $0.words) < ($1.offset, $1.words) }
  }

  private func retries(in wanted: Range<Int>, of text: EditedText) -> [Aside] {
    guard let tree = text.tree else { return [] }
    var asides: [Aside] = []
    for section in tree.root.entries where section.key.map({ tree.unquoted($0) }) == "steps" {
      for step in section.value.entries {
        guard let name = step.key.map({ tree.unquoted($0) }) else { continue }
        func walk(_ node: SourceNode) {
          for entry in node.entries {
            let isRetry = entry.key.map { tree.unquoted($0) } == "retry"
            let isWord = !entry.value.isContainer && tree.unquoted(entry.value) == "retry"
            let end = text.place(entry.start..<max(entry.start, entry.value.range.upperBound)).upperBound
            if isRetry || isWord, wanted.contains(end) { asides.append(Aside(offset: end, words: "→ \(name)")) }
            walk(entry.value)
          }
        }
        for part in step.value.entries {
          let key = part.key.map { tree.unquoted($0) }
          if key == "then" || key == "choices" { walk(part.value) }
        }
      }
    }
    return asides
  }

  /// The paths in a file that lead to files that are there.
  package func links(in path: String) -> [FileLink] {
    names(in: path).compactMap { place in
      guard let target = names.target(of: place, in: path), texts.text(target) != nil else { return nil }
      return FileLink(range: place.range, target: target)
    }
  }

  /// What has a name in the workspace that holds some letters, in any case: flows and parts before what they hold.
  package func symbols(holding wanted: String) -> [(path: String, symbol: FileSymbol)] {
    let wanted = wanted.lowercased()
    var found: [(path: String, symbol: FileSymbol)] = []
    for path in knownPaths {
      guard let text = texts.text(path), text.kind == .flow || text.kind == .part else { continue }
      for place in names(in: path) where place.kind == .flow || place.kind == .part {
        guard wanted.isEmpty || place.name.lowercased().contains(wanted) else { continue }
        let symbol = FileSymbol(
          name: place.name, detail: "", kind: .file, range: 0..<text.bytes.count, nameRange: place.range)
        found.append((path, symbol))
      }
    }
    for path in knownPaths {
      guard let text = texts.text(path), found.count < Self.mostSymbols else { continue }
      for symbol in text.symbols {
        for one in [symbol] + symbol.children where wanted.isEmpty || one.name.lowercased().contains(wanted) {
          found.append((path, one))
        }
      }
    }
    return Array(found.prefix(Self.mostSymbols))
  }

  private static var mostSymbols: Int { 500 }
}
