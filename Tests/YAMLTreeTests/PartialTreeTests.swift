// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing
import YAMLTree

@Suite("What can be read of a broken file")
struct PartialTreeTests {
  @Test(
    "what can be read is read, and the rest is a gap",
    arguments: [
      ("a: b\nc: \"d", #"{"a":"b","c":"d"}"#, []),
      ("a: \"b\nc: \"d\"\ne: f", #"{"a":"b","c":"d","e":"f"}"#, []),
      ("a: { b: c, d: [e, f", #"{"a":{"b":"c","d":["e","f"]}}"#, []),
      ("a: { b: c # why\nd: e\n", #"{"a":{"b":"c"},"d":"e"}"#, []),
      // A comment begins right behind a sign or a quote, too, and not within a text.
      ("a: {#x\nd: e\n", #"{"a":{},"d":"e"}"#, []),
      ("a: { b: [#x\nd: e\n", #"{"a":{"b":[]},"d":"e"}"#, []),
      ("a: { b: c,#x\nd: e\n", #"{"a":{"b":"c"},"d":"e"}"#, []),
      ("a: [\"b\"#x\nd: e\n", #"{"a":["b"],"d":"e"}"#, []),
      ("a: [b#x\nd: e\n", #"{"a":["b#x"],"d":"e"}"#, []),
      ("a: { b: c,\n     d: [e,\nf: g\n", #"{"a":{"b":"c","d":["e"]},"f":"g"}"#, []),
      ("a: b\nc\nd: e\n", #"{"a":"b","d":"e"}"#, ["c"]),
      ("a: b: c\nd: e\n", #"{"a":"b","d":"e"}"#, [": c"]),
      ("a: b\n  c: d\ne: f\n", #"{"a":"b","e":"f"}"#, ["c: d"]),
      ("a:\n  b: c\n d:\n   e: f\ng: h\n", #"{"a":{"b":"c"},"g":"h"}"#, ["d:\n   e: f"]),
      ("a: @b\nc: d\n", #"{"a":null,"c":"d"}"#, ["@b"]),
      ("a: \"b\" c\nd: e\n", #"{"a":"b","d":"e"}"#, ["c"]),
      ("a: \"\\q\"\nd: e\n", #"{"a":"?q","d":"e"}"#, ["\\"]),
      ("a:\n\tb: c\nd: e\n", #"{"a":{"b":"c"},"d":"e"}"#, ["\t"]),
      ("a: b\u{7}c\nd: e\n", #"{"a":"b?c","d":"e"}"#, ["\u{7}"]),
      ("a: b\n---\nc: d\n", #"{"a":"b"}"#, ["---\nc: d"]),
      ("%YAML 1.1\na: b\n", #"{"a":"b"}"#, ["%YAML 1.1"]),
      ("a: &\nb: c\n", #"{"a":null,"b":"c"}"#, ["&"]),
      ("a: [b}\nc: d\n", #"{"a":["b"],"c":"d"}"#, ["}"]),
      ("a: { b: c }'\nd: e\n", #"{"a":{"b":"c"},"d":"e"}"#, ["'"]),
      ("- a\n- b: c\n  d\n- e\n", #"["a",{"b":"c"},"e"]"#, ["d"]),
    ])
  func examples(text: String, json: String, gaps: [String]) throws {
    let file = SourceFile(path: "a.yaml", text: text)
    let part = YAML.readPart(of: file)
    #expect(part.value?.json == json)
    #expect(part.findings == YAML.read(file).findings)
    #expect(part.findings.hasErrors)
    let tree = try #require(SourceTree(partOf: file))
    #expect(tree.gaps.map { tree.text($0) } == gaps)
    #expect(tree.bytes == file.bytes)
    #expect(Partition(tree).problem == nil)
  }

  @Test(
    "a line that is less deep than members hides none above it, unless their own key is missing",
    arguments: [
      ("s:\n  a:\n    b: c\n  d:\n    e: f\n g: h\n", ["a"]),
      ("s:\n  a:\n    b: c\n  d:\n    e: f\n\tg: h\n", ["a"]),
      ("s:\n  a:\n    b: c\n  d:\n    e: f\n g:\n    h: i\n", ["a"]),
      ("s:\n  a: b\n  c: d\n e: f\n", ["a"]),
      ("s:\n    a: b\n    c: { d: e }\n  f:\n    g: h\n", []),
      ("s:\n    a: b\n    c: { d: e }\n  f: { g: h }\n", []),
    ])
  func shallowLine(text: String, names: [String]) throws {
    let file = SourceFile(path: "a.yaml", text: text)
    let tree = try #require(YAML.readRest(of: file, knowing: YAML.read(file).findings))
    let lines = text.split(separator: "\n")
    let read = tree.readableMembers(of: ["s"]).map { lines[Int($0.start.line) - 1] }
    #expect(read.map { $0.prefix { $0 != ":" }.drop { $0 == " " } } == names.map { Substring($0) })
  }

  @Test("a file that is not broken is read as it is, without gaps")
  func whole() throws {
    for path in try Corpus.shipped() {
      let file = try Corpus.file(path)
      #expect(YAML.readPart(of: file).value?.json == YAML.read(file).value?.json)
      #expect(try #require(SourceTree(partOf: file)).gaps.isEmpty)
    }
  }

  @Test("of a file in another encoding, or of nothing, there is no tree", arguments: ["", "# c\n", "a\0: b\0"])
  func nothing(text: String) {
    #expect(YAML.readPart(of: SourceFile(path: "a.yaml", text: text)).value == nil)
    #expect(SourceTree(partOf: SourceFile(path: "a.yaml", text: text)) == nil)
  }

  /// All bytes with `CUT_STEP=1`, as `make cut` does.
  @Test("cut anywhere, a shipped file keeps what stands before the cut", arguments: try Corpus.shipped())
  func cut(path: String) throws {
    let environment = ProcessInfo.processInfo.environment
    let step = environment["CUT_STEP"].flatMap(Int.init) ?? 4001
    let seed = environment["CUT_SEED"].flatMap(Int.init) ?? 1
    print("cut: \(path) at every byte \(seed) + n x \(step)")
    let file = try Corpus.file(path)
    let whole = try #require(YAML.read(file).value)
    let lines = LineTable(file)
    for end in stride(from: seed % step, to: file.bytes.count, by: step) {
      let prefix = SourceFile(path: path, bytes: Array(file.bytes[..<end]))
      let part = YAML.readPart(of: prefix).value
      #expect(whole.isKept(in: part, before: end, lines), "\(path) cut at byte \(end)")
      try expectPartition(prefix, of: part)
    }
  }

  @Test("with a slip somewhere, nearly all else is read")
  func slips() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["SLIP_SEED"].flatMap(UInt64.init) ?? 1
    let count = environment["SLIP_COUNT"].flatMap(Int.init) ?? 200
    print("slips: \(count) files from seed \(seed)")
    var random = Slips(state: seed)
    let files = try Corpus.shipped().map { try Corpus.file($0) }
    var (kept, all, broken) = (0, 0, 0)
    for _ in 0..<count {
      let file = files[random.below(files.count)]
      let slipped = SourceFile(path: file.path, bytes: random.slip(in: file.bytes))
      guard YAML.read(slipped).value == nil else { continue }
      broken += 1
      let part = YAML.readPart(of: slipped).value
      try expectPartition(slipped, of: part)
      let whole = try #require(YAML.read(file).value)
      let values = whole.values()
      let left = part.map { Set($0.values()) } ?? []
      all += values.count
      kept += values.count { left.contains($0) }
    }
    print("slips: \(broken) broken files keep \(kept) of \(all) values")
    #expect(broken > count / 10)
    // One slip near the start of a long file may take much of it.
    #expect(kept * 100 > all * 80)
  }

  @Test("monsters are answered, too", arguments: HostileTests.monsters.indices)
  func monsters(index: Int) throws {
    let file = SourceFile(path: "a.yaml", text: HostileTests.monsters[index].text)
    let part = YAML.readPart(of: file)
    #expect(part.findings == YAML.read(file).findings)
    if let value = part.value { #expect(value.range.end >= value.range.start) }
  }

  /// Both trees hold the same, and what is in no node, no comment and no gap is white space and signs.
  private func expectPartition(_ file: SourceFile, of part: YAMLNode?) throws {
    guard let tree = SourceTree(partOf: file) else {
      #expect(part == nil)
      return
    }
    guard let part else { return }
    let lines = LineTable(tree.bytes)
    var places: Set<Int> = []
    tree.root.collectPlaces(into: &places)
    var missing: Int?
    part.forEachPlace(lines) { if missing == nil, !places.contains($0) { missing = $0 } }
    #expect(missing == nil, "\(file.path)")
    let problem = Partition(tree).problem
    #expect(problem == nil, "\(file.path): byte \(problem ?? 0) of \(tree.bytes.count)")
  }
}

extension YAMLNode {
  /// Whether each scalar that ends before a byte stands in the same place of what was read of a cut file.
  ///
  /// Both trees are walked together: all bytes of all files are cut, and lists of paths would take hours.
  fileprivate func isKept(in part: YAMLNode?, before end: Int, _ lines: LineTable) -> Bool {
    guard lines.offset(of: range.start) < end else { return true }
    // What an alias stands for is there when the whole alias is.
    let first = kind == .mapping ? entries.first?.key.range.start : items.first?.range.start
    if let first, first < range.start, lines.offset(of: range.end) >= end { return true }
    switch kind {
    case .scalar: return lines.offset(of: range.end) >= end || text == part?.text
    case .sequence:
      let others = part?.items ?? []
      return items.enumerated().allSatisfy { index, item in
        item.isKept(in: index < others.count ? others[index] : nil, before: end, lines)
      }
    case .mapping:
      let others = part?.entries ?? []
      return entries.enumerated().allSatisfy { index, entry in
        let key = entry.key.value
        let other = index < others.count && others[index].key.value == key ? others[index].value : part?.value(of: key)
        return entry.value.isKept(in: other, before: end, lines)
      }
    }
  }

  /// Each scalar with the keys above it; items that are lost change the numbers of others.
  fileprivate func values(at path: [String] = []) -> [[String]] {
    switch kind {
    case .scalar: [path + [text ?? ""]]
    case .sequence: items.flatMap { $0.values(at: path) }
    case .mapping: entries.flatMap { $0.value.values(at: Int($0.key.value) == nil ? path + [$0.key.value] : path) }
    }
  }

  /// Where the texts begin that are not empty.
  fileprivate func forEachPlace(_ lines: LineTable, _ body: (Int) -> Void) {
    switch kind {
    case .scalar: if text?.isEmpty == false { body(lines.offset(of: range.start)) }
    case .sequence: for item in items { item.forEachPlace(lines, body) }
    case .mapping:
      for entry in entries {
        body(lines.offset(of: entry.key.range.start))
        entry.value.forEachPlace(lines, body)
      }
    }
  }
}

extension SourceNode {
  /// Where its texts begin, with the names that `&` gives them.
  fileprivate func collectPlaces(into places: inout Set<Int>) {
    guard isContainer else {
      places.insert(anchor?.lowerBound ?? range.lowerBound)
      return
    }
    for entry in entries {
      entry.key?.collectPlaces(into: &places)
      entry.value.collectPlaces(into: &places)
    }
  }
}
