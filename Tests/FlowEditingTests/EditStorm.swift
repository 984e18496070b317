// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowLanguage
import Foundation
import LocalFiles

@testable import FlowEditing

/// Somebody who types without sense in the shipped files, and asks for everything meanwhile.
final class EditStorm {
  /// What was found otherwise than by a check of the same files.
  struct Disagreement: CustomStringConvertible {
    let path: String
    let edited: [String]
    let checked: [String]
    var description: String { "\(path): the editor has \(edited), a check has \(checked)" }
  }

  private var dice: SplitMix64
  /// The folder that is edited: its disk stays as it is.
  private let edited: String
  /// The same folder, into which each text is written for the check.
  private let checked: String
  private let workspace = FlowWorkspace()
  private var paths: [String] = []
  /// What files were before they were edited, to undo it.
  private var before: [(path: String, bytes: [UInt8])] = []
  /// A check that another thread has, and whose result comes at some later time.
  private var beside: CheckBeside?

  init(seed: UInt64, copying folder: String) throws {
    dice = SplitMix64(seed: seed)
    let root =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/mfaflow-storm-\(UUID().uuidString)"
    (edited, checked) = (root + "/edited", root + "/checked")
    for place in [edited, checked] {
      try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: folder, toPath: place)
    }
    workspace.add(folder: edited)
    paths = PathWalker.find([edited]).map(\.path)
    workspace.settle()
  }

  deinit { try? FileManager.default.removeItem(atPath: (edited as NSString).deletingLastPathComponent) }

  /// One change of one file, and a request somewhere.
  func edit() throws {
    guard let path = paths.randomElement(using: &dice), let text = workspace.texts.text(path) else { return }
    var bytes = text.bytes
    switch Int.random(in: 0..<10, using: &dice) {
    case 0, 1:
      // Undone at once, so that most files are nearly whole.
      if let last = before.popLast() { try put(last.bytes, last.path) }
      return
    case 2:
      workspace.close(path)
      try write(path)
      return
    default: break
    }
    if before.count > 12, let first = before.first {
      before.removeFirst()
      try put(first.bytes, first.path)
      return
    }
    before.append((path, bytes))
    let start = Int.random(in: 0...bytes.count, using: &dice)
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: bytes.replaceSubrange(start..<min(bytes.count, start + Int.random(in: 0..<30, using: &dice)), with: [])
    case 1:
      let signs = [
        "{", "}", "[", "]", ":", "\"", "'", "#", "\n", "  ", "- ", "|", "&a", "*a", "😀", "\t", "\r\n", "else", "retry",
      ]
      bytes.insert(contentsOf: Array((signs.randomElement(using: &dice) ?? "").utf8), at: start)
    case 2:
      let lines = text.lines
      let line = lines.bytes(ofLine: Int.random(in: 1...max(1, lines.count), using: &dice))
      bytes.replaceSubrange(line, with: [])
    case 3:
      let lines = text.lines
      let line = lines.bytes(ofLine: Int.random(in: 1...max(1, lines.count), using: &dice))
      bytes.insert(contentsOf: Array(bytes[line]) + [0x0A], at: line.lowerBound)
    case 4:
      let names = workspace.names(in: path)
      guard let one = names.randomElement(using: &dice), let other = names.randomElement(using: &dice) else { break }
      bytes.replaceSubrange(one.range, with: other.name.utf8)
    default: bytes.insert(UInt8.random(in: 0x20..<0x7F, using: &dice), at: start)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { return }
    try put(bytes, path)
    ask(path)
  }

  private func put(_ bytes: [UInt8], _ path: String) throws {
    workspace.edit(SourceFile(path: path, bytes: bytes))
    try write(path)
  }

  private func write(_ path: String) throws {
    guard let text = workspace.texts.text(path) else { return }
    try Data(text.bytes).write(to: URL(fileURLWithPath: checked + path.dropFirst(edited.count)))
  }

  /// Whatever an editor may ask, in the middle of everything.
  private func ask(_ path: String) {
    guard let text = workspace.texts.text(path) else { return }
    let offset = Int.random(in: 0...text.bytes.count, using: &dice)
    switch Int.random(in: 0..<13, using: &dice) {
    case 0: _ = workspace.completions(at: offset, in: path)
    case 1: _ = workspace.meaning(at: offset, in: path)
    case 2: _ = text.colouredWords(workspace.names(in: path))
    case 3: _ = workspace.asides(in: 0..<text.bytes.count, of: path)
    case 4: _ = workspace.offeredChanges(in: offset..<offset, of: path)
    case 5: if let name = workspace.name(at: offset, in: path) { _ = workspace.occurrences(of: name, in: path) }
    case 6: _ = (text.symbols, text.folds, text.stretches(around: offset))
    case 7: _ = text.layoutChanges
    case 8: _ = (workspace.links(in: path), workspace.lenses(in: path))
    case 9: _ = try? workspace.renaming(at: offset, in: path, to: "another")
    case 10: if workspace.isTypedDue { workspace.checkTyped() }
    case 11:
      if let beside { workspace.take(beside.run()) }
      beside = workspace.takeCheckBeside()
    default: break
    }
  }

  /// What is found otherwise than by a check that knows nothing of editors.
  func disagreements() async -> [Disagreement] {
    workspace.settle()
    var order = CheckOrder()
    order.keepsFlows = true
    var found: [Disagreement] = []
    let flows = paths.filter { path in
      workspace.texts.text(path).map { $0.kind == .flow || $0.kind == .part } ?? false
    }
    let places = flows.map { FoundPath.file(checked + $0.dropFirst(edited.count), isNamed: true) }
    let decisions = TeamDecisions(telling: { _, _ in })
    let files = await FlowCheck(order, by: decisions).check(
      places, Dictionary(grouping: places.indices) { decisions.index(for: places[$0].path) })
    var all: [String: Set<String>] = [:]
    // As a check tells it: what flows miss of a part is told there, and not once more of the part alone.
    var told = ToldFindings()
    for flow in files.compactMap(\.flow) {
      told.expect(flow.findings.filter { $0.range.file != .first }, in: flow.sources)
    }
    for file in files {
      guard let flow = file.flow else { continue }
      for finding in flow.findings where told.isNew(finding, in: flow.sources) {
        let path = flow.sources.file(finding.range.file)?.path ?? ""
        all[path, default: []].insert(Self.words(finding))
      }
    }
    for path in paths {
      guard let kind = workspace.texts.text(path)?.kind, kind == .flow || kind == .part else { continue }
      let own = Set(workspace.findings(of: path).map { Self.words($0.finding) })
      let theirs = all[checked + path.dropFirst(edited.count)] ?? []
      if own != theirs, theirs.count < 150 {
        found.append(Disagreement(path: path, edited: own.sorted(), checked: theirs.sorted()))
      }
    }
    return found
  }

  /// A step of a flow inside bears the name of the outer step, too, where it is found by way of that.
  private static func plain(_ message: String) -> String {
    message.replacing(/`[^`]*\/([^`\/]*)`/) { "`\($0.output.1)`" }
  }

  private static func words(_ finding: Diagnostic) -> String {
    "\(finding.range.start.line):\(finding.range.start.column)-\(finding.range.end.line):\(finding.range.end.column) \(finding.severity) \(finding.code.id) \(plain(finding.message))"
  }
}

/// Numbers by chance that a seed repeats.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
