// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAMLTree

/// What is sent to do harm is answered, soon, and with a place inside the file.
@Suite struct HostileTests {
  private static func rep(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  static let monsters: [(name: String, text: String, code: DiagnosticCode?)] = [
    ("open lists", rep("[", 100_000), YAMLRules.nestedTooDeep),
    ("open lists, one a line", rep("[\n", 100_000), YAMLRules.nestedTooDeep),
    ("open maps", rep("{a: ", 100_000), YAMLRules.nestedTooDeep),
    ("nested items", rep("- ", 100_000), YAMLRules.nestedTooDeep),
    ("nested keys", rep("? ", 100_000), YAMLRules.keyNotText),
    ("a staircase", (0..<500).map { rep(" ", $0) + "a:\n" }.joined(), YAMLRules.nestedTooDeep),
    ("a wide list", "[" + rep("a,", 300_000) + "]", YAMLRules.tooManyValues),
    ("a wide map", "{" + rep("a,", 20_000) + "}", YAMLRules.emptyValue),
    ("empty values", rep("a:\n", 20_000), YAMLRules.emptyValue),
    ("one long text", rep("a", 100_000), YAMLRules.textTooLong),
    ("one long text of many lines", rep("a\n", 50_000), YAMLRules.textTooLong),
    ("one long key", rep("a", 100_000) + ": b", YAMLRules.textTooLong),
    ("an open quote", "\"" + rep("a\n", 50_000), YAMLRules.invalidYAML),
    ("blank lines in a block", "a: |+\n" + rep("\n", 200_000), YAMLRules.textTooLong),
    ("comments with tabs", "a: b\n" + rep("#\té\t", 50_000), nil),
    ("tabs", rep("\t", 100_000), YAMLRules.tabUsed),
    ("directives", rep("%TAG !a! x\n", 50_000), YAMLRules.directiveNotAllowed),
    ("directives behind the end", "a: b\n...\n" + rep("%TAG !a! x\n", 50_000), YAMLRules.directiveNotAllowed),
    ("documents", rep("---\n", 50_000), YAMLRules.secondDocument),
    ("unknown aliases", (0..<20_000).map { "- *a\($0)\n" }.joined(), YAMLRules.unknownAlias),
    ("anchors", (0..<20_000).map { "- &a\($0) b\n" }.joined(), nil),
    ("a long anchor", "- &" + rep("a", 100_000) + " b", nil),
    ("tags", rep("- !!str a\n", 20_000), YAMLRules.tagNotAllowed),
    ("colons", rep(": ", 50_000), YAMLRules.invalidYAML),
    ("duplicates", rep("a: 1\n", 20_000), YAMLRules.duplicateKey),
    ("keys", (0..<20_000).map { "k\($0): 1\n" }.joined(), nil),
  ]

  @Test("A monster is refused by its rule, or read", arguments: monsters.indices)
  func answersMonster(_ index: Int) {
    let monster = Self.monsters[index]
    let file = SourceFile(path: monster.name, text: monster.text)
    var outcome = Outcome<YAMLNode>(nil, [])
    let time = ContinuousClock().measure { outcome = YAML.read(file) }
    #expect(outcome.findings.first?.code == monster.code, "\(monster.name)")
    #expect(outcome.findings.count <= 51, "\(monster.name)")
    #expect(time < .seconds(30), "\(monster.name): \(time)")
    expectPlacesInside(file, outcome)
  }

  @Test("A million values out of five lines are not made")
  func bomb() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<9 { text += "a\(level): &a\(level) [\(Self.rep("*a\(level - 1), ", 10))]\n" }
    let outcome = YAML.read(SourceFile(path: "f", text: text))
    #expect(outcome.findings.map(\.code) == [YAMLRules.tooManyValues])
    #expect(outcome.value == nil)
  }

  @Test("Aliases do not reach deeper than brackets may")
  func deepAliases() {
    let text = "a0: &a0 []\n" + (1..<80).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }.joined()
    let outcome = YAML.read(SourceFile(path: "f", text: text))
    #expect(outcome.findings.map(\.code) == [YAMLRules.nestedTooDeep])
  }

  @Test("Each limit lets through what it allows, and nothing above")
  func limits() {
    func codes(_ text: String, _ limits: YAMLLimits) -> [DiagnosticCode] {
      YAML.read(SourceFile(path: "f", text: text), limits: limits).findings.map(\.code)
    }
    #expect(codes("a: [[b]]", YAMLLimits(depth: 3)) == [])
    #expect(codes("a: [[b]]", YAMLLimits(depth: 2)) == [YAMLRules.nestedTooDeep])
    #expect(codes("a: &x [b]\nc: *x", YAMLLimits(nodes: 7)) == [])
    #expect(codes("a: &x [b]\nc: *x", YAMLLimits(nodes: 6)) == [YAMLRules.tooManyValues])
    #expect(codes("a: bcd", YAMLLimits(scalarBytes: 3)) == [])
    #expect(codes("a: bcde", YAMLLimits(scalarBytes: 3)) == [YAMLRules.textTooLong])
    #expect(codes("a: b", YAMLLimits(bytes: 4)) == [])
    #expect(codes("a: bc", YAMLLimits(bytes: 4)) == [YAMLRules.fileTooLarge])
  }

  private static let flow = """
    language: mfaflow/1  # a comment
    steps:
      identify: &step
        challenge: getUser
        ask: { userName: text, 'b c': "d\\te" }
        then:
          getUser 138: blocked
          101: { retry: check-your-details }
          else: [a, "é 日本 🔒", *step2, |x]
        note: |
          one
           two

        say: >-
          three
    ends:
      - done
      - ? x
        : y
    """

  @Test("Bytes thrown at random never do harm")
  func randomBytes() {
    var random = SplitMix(seed: SplitMix.seed("randomBytes"))
    for _ in 0..<1_500 {
      let bytes = (0..<random.below(60)).map { _ in
        random.below(4) == 0 ? UInt8(truncatingIfNeeded: random.next()) : Self.signs[random.below(Self.signs.count)]
      }
      readAndWalk(bytes)
    }
  }

  @Test("A good file with some bytes changed never does harm")
  func mutations() {
    var random = SplitMix(seed: SplitMix.seed("mutations"))
    let original = Array(Self.flow.utf8)
    for _ in 0..<1_500 {
      var bytes = original
      for _ in 0...random.below(4) {
        let at = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes.remove(at: at)
        case 1: bytes.insert(Self.signs[random.below(Self.signs.count)], at: at)
        case 2: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        default: bytes.removeSubrange(at..<min(bytes.count, at + random.below(20)))
        }
      }
      readAndWalk(bytes)
    }
  }

  @Test("A good file that breaks off anywhere never does harm")
  func prefixes() {
    let bytes = Array(Self.flow.utf8)
    for end in bytes.indices { readAndWalk(Array(bytes[..<end])) }
  }

  private static let signs = Array("\n\n  ::--,[]{}&*!|>'\"#%@`?ab1~\\\r\té<.".utf8)

  private func readAndWalk(_ bytes: [UInt8]) {
    let file = SourceFile(path: "f", bytes: bytes)
    let outcome = YAML.read(file)
    #expect(outcome.value != nil || outcome.findings.hasErrors, "\(bytes)")
    expectPlacesInside(file, outcome)
    if let root = outcome.value { walk(root, in: LineTable(bytes), bytes) }
    let shown = TextRenderer().render(outcome.findings, in: SourceMap([file]))
    #expect(!shown.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  /// Every node has its place inside the file, and every text can be had.
  private func walk(_ node: YAMLNode, in lines: LineTable, _ bytes: [UInt8]) {
    #expect(node.range.start <= node.range.end, "\(bytes)")
    #expect(node.range.end <= lines.end, "\(bytes)")
    _ = node.text
    for item in node.items { walk(item, in: lines, bytes) }
    for entry in node.entries {
      #expect(node.value(of: entry.key.value) != nil)
      walk(entry.value, in: lines, bytes)
    }
  }

  private func expectPlacesInside(_ file: SourceFile, _ outcome: Outcome<YAMLNode>) {
    let lines = LineTable(file)
    for range in outcome.findings.flatMap({ [$0.range] + $0.notes.compactMap(\.range) }) {
      let isInside = range.start >= .start && Int(range.start.line) <= lines.count && range.start <= range.end
      #expect(isInside, "\(file.bytes.prefix(500)) \(range)")
      let line = lines.text(ofLine: Int(range.start.line))
      #expect(Int(range.start.column) <= line.unicodeScalars.count + 1, "\(file.bytes.prefix(500)) \(range)")
    }
  }
}

/// A small source of numbers that look random and can be had again.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A new seed, printed so that a failing run can be repeated by writing it here.
  static func seed(_ name: String) -> UInt64 {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of \(name): \(seed)")
    return seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { limit <= 0 ? 0 : Int(next() % UInt64(limit)) }
}
