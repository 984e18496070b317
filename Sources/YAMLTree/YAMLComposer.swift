// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Builds the tree from events, and holds the limits while it grows.
struct YAMLComposer: YAMLEventTaker {
  /// A map or list whose end has not come yet.
  struct Open {
    let row: Int
    let isMapping: Bool
    let isFlow: Bool
    /// How many nodes stand in it so far; in a map, keys and values.
    var children = 0
    /// How many levels of maps and lists are in it.
    var levels = 0
    let expandedBefore: Int
    /// Which of the anchors is its name; nil if it has none.
    let anchor: Int?

    var awaitsKey: Bool { isMapping && children & 1 == 0 }

    /// Takes in one more node, with as many levels in it.
    mutating func add(_ levels: Int) {
      children += 1
      self.levels = max(self.levels, levels)
    }
  }

  /// What a name given with `&` stands for.
  struct Anchor {
    let name: String
    let row: Int
    /// Nil while the end of the value has not come.
    var size: (nodes: Int, levels: Int)?
    let place: SourceRange
  }

  let source: SourceFile
  let file: FileID
  let limits: YAMLLimits
  let words: YAMLWords
  var rows: [YAMLRow] = []
  var text: [UInt8] = []
  var open: [Open] = []
  var anchors: [Anchor] = []
  /// The latest anchor of each name.
  var anchorNames: [String: Int] = [:]
  /// How many nodes there are, each alias counted as all that it stands for.
  var expanded = 0
  /// Just behind what was read last, white space and comments left aside.
  var lastEnd = SourcePosition.start
  var keys = KeyTable()
  private var hasDocument = false
  /// True if there is no tree to be had.
  var isStopped = false
  /// The characters without which texts are read, since no file may hold them; nil where none are left out.
  var refused: RefusedCharacters?
  /// True if a text holds one of them: what it says is not what anybody reads.
  var isUnclear = false
  /// Whether a `#` may cut a text off.
  let mayHoldCutText: Bool
  /// Whether there is a tree even of what nobody should rely on.
  var goesOn = false
  /// Whether the file is read only to see whether it can be.
  var isTrial = false
  /// Whether only what stands near some lines is read.
  var isNear = false
  var findings: [Diagnostic] = []
  /// Lines that may begin with a key which has become part of a text, or which have a key that is none.
  var loneKeys: [Int] = []
  private var lines: LineTable?
  private var textEnd: SourcePosition?
  private static let mostFindings = 50

  init(_ source: SourceFile, _ file: FileID, _ limits: YAMLLimits, _ words: YAMLWords) {
    self.source = source
    self.file = file
    self.limits = limits
    self.words = words
    mayHoldCutText = CutText.mayBe(in: source.bytes)
    rows.reserveCapacity(min(source.bytes.count / 8 + 8, limits.nodes + 8))
    text.reserveCapacity(source.bytes.count / 2)
    open.reserveCapacity(16)
  }

  /// The tree, unless something stopped it, and all that was found.
  func outcome() -> Outcome<YAMLNode> {
    let inOrder = findings.inReadingOrder()
    if isStopped || isUnclear && !goesOn { return Outcome(nil, inOrder) }
    // Why the rest: an anchor or a tag without a value is a text of nothing.
    guard let root = rows.first, root.end > root.start, !(root.isReported && findings.isEmpty) else {
      return Outcome(nil, inOrder + [.emptyFile(file)])
    }
    return Outcome(YAMLNode(YAMLStorage(file: file, rows: rows, text: text), 0), inOrder)
  }

  /// Adds an event to the tree; false if no more are wanted.
  mutating func take(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .scalar: addScalar(event)
    case .mappingStart: begin(event, isMapping: true)
    case .sequenceStart: begin(event, isMapping: false)
    case .containerEnd: endContainer(event)
    case .alias: addAlias(event)
    case .documentStart: startDocument(event)
    case .other: break
    }
    return !isStopped
  }

  /// Keeps a finding; it is not even made when there are enough, since looking for words and lines costs time.
  mutating func report(_ finding: (inout YAMLComposer) -> Diagnostic) {
    if findings.count < Self.mostFindings { findings.append(finding(&self)) }
  }

  /// Reports what makes the rest of the file not worth reading; there will be no tree.
  mutating func stop(_ finding: Diagnostic) {
    isStopped = true
    findings.append(finding)
  }

  /// Reports why the file is no YAML; what was found from there on merely follows from it.
  mutating func stop(at problem: YAMLProblem) {
    if let marker = conflictMarker() { return stop(marker) }
    let near = [problem.place, problem.contextPlace].compactMap { $0.map { Int($0.line) } }
    if stop(near: near) == true { return }
    let lines = lineTable()
    if let dash = lineWithoutDash(problem) { return stop(dash) }
    let sign = signSlip(problem)
    let isColon = problem.problem == "could not find expected ':'"
    if let sign, sign.fits, sign.slip.isSure || isColon { return stop(at: sign) }
    let slips = slips(behind: problem)
    let other = slips.otherThanIndentation()
    let moved = other == nil ? movedLine(problem) : nil
    if let moved, moved.fits { return stop(at: moved) }
    if let dash = firstLineWithoutDash(problem) { return stop(dash) }
    if let sign, sign.fits || other == nil { return stop(at: sign) }
    let slip = slips.wording()
    if slip == nil, let missing = whatIsMissing(problem) {
      // All else follows from it: the file says nothing wrong with it.
      findings = []
      return stop(missing)
    }
    if slip == nil, let moved { return stop(at: moved) }
    if slip == nil, let hollow = findings.firstIndex(where: { isHollow($0, before: problem, lines) }) {
      findings.removeSubrange((hollow + 1)...)
      isStopped = true
      return
    }
    let wording = slip ?? problem.wording(lines)
    let finding = Diagnostic.invalidYAML(problem, wording, in: lines, file)
    let first = wording.from ?? Int(finding.range.start.line)
    findings.removeAll { $0.range.start.line >= first && $0.code != YAMLRules.textTooLong }
    stop(finding)
  }

  /// Whether a finding is about a key without a value that stands as deep as the line below it, in a map that could not be
  /// read to its end: that is why.
  private func isHollow(_ finding: Diagnostic, before problem: YAMLProblem, _ lines: LineTable) -> Bool {
    guard finding.code == YAMLRules.emptyValue, problem.problem == "did not find expected key",
      let start = problem.contextPlace, finding.range.start.line >= start.line,
      finding.range.start.line < problem.place.line, let below = lines.written(below: Int(finding.range.start.line))
    else { return false }
    return below.key != nil && below.depth == Int(finding.range.start.column) - 1
  }

  /// Reports where lines are indented in a way that leaves open what belongs to what; all else follows from it.
  mutating func stop(forIndentation finding: Diagnostic) {
    findings.removeAll { $0.range.start.line >= finding.range.start.line }
    stop(finding)
  }

  /// The slips of the hand that may be behind a problem.
  mutating func slips(behind problem: YAMLProblem) -> LineSlips {
    let lines = lineTable()
    let text = rows.last { $0.form == .scalar && !$0.isPlain && $0.end.line > $0.start.line && isQuoted($0, lines) }
    return LineSlips(lines: lines, problem: problem, longText: text.map { ($0.start, $0.end) })
  }

  private func isQuoted(_ row: YAMLRow, _ lines: LineTable) -> Bool {
    let offset = lines.offset(of: row.start)
    return offset < source.bytes.count && "\"'".utf8.contains(source.bytes[offset])
  }

  func range(_ event: YAMLEvent) -> SourceRange { SourceRange(event.start, event.end, in: file) }

  func range(_ row: YAMLRow) -> SourceRange { SourceRange(row.start, row.end, in: file) }

  /// Where the lines begin; made when the first finding or block text needs it.
  mutating func lineTable() -> LineTable {
    if let lines { return lines }
    let made = LineTable(source)
    lines = made
    return made
  }

  /// Just behind the last character of the file that is not white space.
  mutating func endOfText() -> SourcePosition {
    if let textEnd { return textEnd }
    let end = lineTable().end
    textEnd = end
    return end
  }

  /// Counts a node, or as many as an alias stands for, into the container that is open.
  @inline(__always)
  mutating func count(_ nodes: Int, levels: Int, at event: YAMLEvent) {
    expanded += nodes
    if expanded > limits.nodes { return stop(.tooManyValues(limits.nodes, at: range(event))) }
    if !open.isEmpty { open[open.count - 1].add(levels) }
  }

  private mutating func startDocument(_ event: YAMLEvent) {
    if hasDocument { return stop(.secondDocument(at: range(event))) }
    hasDocument = true
  }

  private mutating func begin(_ event: YAMLEvent, isMapping: Bool) {
    guard open.count < limits.depth else {
      return stop(.nestedTooDeep(limits.depth, at: SourceRange(event.start, event.end, in: file)))
    }
    let isKey = open.last?.awaitsKey == true
    let before = expanded
    count(1, levels: 1, at: event)
    var row = YAMLRow(isMapping ? .mapping : .sequence, from: event.start, to: event.end, next: 0)
    if isKey {
      row.isDropped = true
      report { .keyNotText(isMapping ? "a map" : "a list", at: $0.range(event)) }
    }
    if event.hasTag { report { $0.tag(event) } }
    let anchor = event.anchor == nil ? nil : anchor(event, row: rows.count)
    open.append(
      Open(
        row: rows.count, isMapping: isMapping, isFlow: event.style == .flow, expandedBefore: before,
        anchor: anchor))
    rows.append(row)
  }

  private mutating func endContainer(_ event: YAMLEvent) {
    guard let closed = open.popLast() else { return }
    // libyaml ends what has no brackets where the next word begins, often some lines below.
    if closed.isFlow, event.end > event.start { lastEnd = event.end }
    rows[closed.row].close(at: lastEnd, before: rows.count, holding: closed.children)
    if closed.children / (closed.isMapping ? 2 : 1) > limits.entries {
      return stop(.tooManyEntries(limits.entries, at: range(rows[closed.row])))
    }
    if closed.isMapping, closed.children > 2 { dropDuplicateKeys(of: closed.row) }
    let levels = closed.levels + 1
    if let top = open.indices.last { open[top].levels = max(open[top].levels, levels) }
    if let anchor = closed.anchor {
      anchors[anchor].size = (nodes: expanded - closed.expandedBefore, levels: levels)
    }
  }

  private mutating func dropDuplicateKeys(of mapping: Int) {
    let duplicates = keys.duplicates(of: mapping, in: rows, text)
    if !goesOn, let key = keyAsDeep(asTheDuplicates: duplicates, of: mapping) {
      return stop(forIndentation: .asDeepAsItsLines(string(rows[key]), at: range(rows[key])))
    }
    for (later, first) in duplicates {
      rows[later].isDropped = true
      report { composer in
        let (row, earlier) = (composer.rows[later], composer.rows[first])
        let key = String(decoding: composer.text[row.textRange], as: UTF8.self)
        return .duplicateKey(key, at: composer.range(row), first: composer.range(earlier))
      }
    }
  }
}

extension YAMLComposer {
  private func string(_ row: YAMLRow) -> String { String(decoding: text[row.textRange], as: UTF8.self) }

  /// A key with nothing behind it, on a line of its own, behind which the keys of its map begin anew: what follows it was
  /// to stand below it.
  private func keyAsDeep(asTheDuplicates keys: [(later: Int, first: Int)], of mapping: Int) -> Int? {
    guard let (first, twin) = keys.min(by: { $0.later < $1.later }) else { return nil }
    var found: Int?
    var child = mapping + 1
    while child < first {
      let value = rows[Int(rows[child].next)]
      let isEmpty = value.isReported && value.form == .scalar && value.length == 0 && value.isPlain
      if isEmpty, child > twin, rows[child].start.column == rows[first].start.column { found = child }
      child = Int(value.next)
    }
    return found
  }
}

extension Diagnostic {
  fileprivate static func asDeepAsItsLines(_ key: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.emptyValue, "\(quoting(key)) is indented as deep as the lines that belong below it", at: range,
      help: "begin it further to the left, as the names beside it; or indent the lines below it")
  }

  fileprivate static func emptyFile(_ file: FileID) -> Diagnostic {
    Diagnostic(
      YAMLRules.emptyFile, "a file must not be empty", at: .beginning(of: file),
      help: "write at least one `key: value` that is not a comment")
  }

  fileprivate static func secondDocument(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.secondDocument, "a file must hold one document only", at: range,
      help: "move what stands below `---` to a file of its own")
  }

  fileprivate static func tooManyValues(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.tooManyValues, "a file must not hold more than \(limit) values, aliases included", at: range,
      help: "use fewer aliases, or split the text into several files")
  }

  fileprivate static func tooManyEntries(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.tooManyValues, "a map or list of such a file must not have more than \(limit) entries",
      at: SourceRange(range.start, range.start, in: range.file), help: "take out what is not needed")
  }

  static func nestedTooDeep(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      YAMLRules.nestedTooDeep, "maps and lists must not be nested deeper than \(limit) levels", at: range,
      help: "a flow needs less than ten; look for brackets that are not closed")
  }

  fileprivate static func duplicateKey(
    _ key: String, at range: SourceRange, first: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      YAMLRules.duplicateKey, "the key \(quoting(key)) stands twice in this map", at: range,
      help: "remove one of them, or give it another name", notes: [Note("first here", at: first)])
  }
}
