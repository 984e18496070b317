// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowLanguage
import FlowScenarios
import FlowSyntax
import Foundation
import RELIDSimulator
import SDKContract
import Testing
import YAMLTree

/// A small file in which a map of the table stands, and to which keys of that map are added.
struct KeyFrame: Sendable, CustomTestStringConvertible {
  let kind: FileKind
  let shape: Shape
  /// The part of the file that holds the map; `@` is where its keys stand.
  let text: String
  /// The keys without which nothing of the map would be read.
  let entries: [String]
  /// The keys that are added in this frame; nil for all that the map has.
  let only: [String]?

  init(_ kind: FileKind, _ shape: Shape, _ text: String, _ entries: [String] = [], only: [String]? = nil) {
    self.kind = kind
    self.shape = shape
    self.text = text
    self.entries = entries
    self.only = only
  }

  /// A file that is the map.
  init(_ kind: FileKind) { self.init(kind, kind.shape, "@", Self.head(of: kind)) }

  var testDescription: String {
    "\(kind.rawValue): \(shape.name)" + (only.map { " with \($0.joined(separator: ", "))" } ?? "")
  }

  /// The keys of the map that are added in this frame.
  var names: [String] { only ?? shape.names }

  /// The keys of other maps of such files, which this one cannot have.
  var foreignNames: [String] {
    var known = Set(shape.names)
    return kind.shape.reachable.flatMap(\.names).filter { known.insert($0).inserted }
  }

  /// What must stand in a file of a kind.
  private static func head(of kind: FileKind) -> [String] {
    switch kind {
    case .flow:
      [
        "language: mfaflow/1", "flow: f", "version: 1.0.0", "sdk: relid", "start: a",
        "steps: { a: { challenge: getUser, ask: [userName], answer: setUser, then: { else: b } } }",
        "ends: { b: { outcome: failure } }",
      ]
    case .part: ["part: p", "sdk: relid"]
    case .catalogue: ["catalogue: de", "messages: { m: x }"]
    case .contract:
      [
        "contract: c", "version: 1.0.0", "success: [0]", "phases: { p: {} }",
        "events: { e: { kind: result, source: chosen } }", "calls: { x: { source: chosen, leadsTo: e } }",
      ]
    case .scenarios: ["flow: f.yaml", "scenarios: []"]
    case .answers: ["answers: []"]
    case .world, .config: []
    }
  }

  private static func key(of line: some StringProtocol) -> String { String(line.prefix { $0 != ":" }) }

  /// What is found in the file with some more keys, each written in a line of its own, by the line in which it is found.
  ///
  /// - Returns: for each of the lines, what was found there.
  func findings(adding lines: [String]) -> [[Diagnostic]] {
    let added = Set(lines.map(Self.key))
    let kept = entries.filter { !added.contains(Self.key(of: $0)) }
    guard text != "@" else { return findings(in: kept + lines, last: lines.count) }
    let parts = text.components(separatedBy: "@")
    let written = Set(text.components(separatedBy: "\n").map(Self.key))
    // Several devices stand in place of one flow.
    let head = Self.head(of: kind).filter { line in
      let key = Self.key(of: line)
      return !written.contains(key) && !(key == "flow" && written.contains("devices"))
    }
    let before = (head + [parts[0]]).joined(separator: "\n").components(separatedBy: "\n")
    let entries = (kept + lines).map { " \($0)" }
    let inner = entries.dropLast().map { $0 + "," } + entries.suffix(1)
    return findings(in: before + inner, last: lines.count, behind: parts[1])
  }

  private func findings(in lines: [String], last count: Int, behind end: String = "") -> [[Diagnostic]] {
    let text = (lines + [end]).joined(separator: "\n") + "\n"
    let found = findings(in: SourceFile(path: kind == .config ? ".mfaflow.yaml" : "a.yaml", text: text))
    return (lines.count - count..<lines.count).map { index in
      found.filter { Int($0.range.start.line) == index + 1 && $0.severity == .error }
    }
  }

  private func findings(in file: SourceFile) -> [Diagnostic] {
    switch kind {
    case .flow, .part, .catalogue:
      let tree = YAML.read(file, words: .ofFlows)
      guard let root = tree.value else { return tree.findings }
      return tree.findings + documentFindings(root, tree.findings)
    case .contract: return ContractReader.read(file).findings
    case .scenarios: return ScenarioReader.read(file, in: World.self).findings
    case .world: return WorldReader.read(file).findings
    case .answers: return AnswersReader.read(file).findings
    case .config: return CheckConfiguration.read(file).findings
    }
  }

  private func documentFindings(_ root: YAMLNode, _ known: [Diagnostic]) -> [Diagnostic] {
    switch kind {
    case .part: DocumentReader.readPart(root, knowing: known).findings
    case .catalogue: DocumentReader.readCatalogue(root).findings
    default: DocumentReader.read(root, knowing: known).findings
    }
  }
}
