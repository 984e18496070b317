// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A file that can be read once a line has moved.
struct MovedReading {
  let line: MovedLine
  /// Whether all that it says then has its place in the language.
  let fits: Bool
  /// What is wrong with its writing all the same.
  let findings: [Diagnostic]
}

extension YAMLComposer {
  /// The line that stands wrong; nil where no line near a problem makes the file readable by moving.
  mutating func movedLine(_ problem: YAMLProblem) -> MovedReading? {
    // Without the table of a language nothing tells which of several lines is meant.
    guard !goesOn, !isTrial, words.misfits != nil else { return nil }
    let lines = lineTable()
    let bytes = source.bytes
    let composer = self
    let search = MovedLineSearch(lines: lines, problem: problem, bytes: bytes) { composer.trial(of: $0).trial }
    guard let line = search.line() else { return nil }
    let (trial, found) = composer.trial(of: line.moved(bytes, lines))
    if case .tree(let misfits) = trial { return MovedReading(line: line, fits: misfits == 0, findings: found) }
    return MovedReading(line: line, fits: false, findings: findings.filter { $0.range.start.line < line.line.number })
  }

  /// Reads other bytes of the same file.
  func trial(of bytes: [UInt8]) -> (trial: MovedLineSearch.Trial, findings: [Diagnostic]) {
    var composer = YAMLComposer(SourceFile(path: source.path, bytes: bytes), file, limits, words)
    composer.isTrial = true
    if let problem = composer.readEvents() { return (.stop(line: Int(problem.place.line)), []) }
    let outcome = composer.outcome()
    guard let root = outcome.value else { return (.stop(line: 0), []) }
    let misfits = outcome.findings.count { $0.severity == .error } + (words.misfits?(root) ?? 0)
    return (.tree(misfits: misfits), outcome.findings)
  }

  /// Where the file can be read, but has keys twice or without values: reports the line that stands wrong, if nothing else
  /// is left to be said once it has moved.
  mutating func stopAtSlip() {
    let found = findings.inReadingOrder().first { Self.codesOfSlips.contains($0.code) }
    let suspects = (found.map { [Int($0.range.start.line)] } ?? []) + loneKeys
    guard !isTrial, !suspects.isEmpty, stop(near: suspects) == nil else { return }
    let sign = signSlipOfTree()
    if let sign, sign.slip.isSure { return stop(at: sign) }
    guard let first = found else { return }
    // What stands twice in the first column is a head that was written twice.
    if first.code == YAMLRules.duplicateKey, first.range.start.column == 1 { return }
    if first.code == YAMLRules.emptyValue, lacksOnlyAValue(inLine: Int(first.range.start.line)) { return }
    let problem = YAMLProblem(problem: MovedLineSearch.slip, place: first.range.start, context: "", contextPlace: nil)
    if let moved = movedLine(problem), moved.fits { return stop(at: moved) }
    if let sign { stop(at: sign) }
  }

  /// Whether nothing would be left to be said of a file if a value stood at the end of a line that is the last of its block: then no line
  /// stands wrong.
  private mutating func lacksOnlyAValue(inLine number: Int) -> Bool {
    let (lines, bytes) = (lineTable(), source.bytes)
    let line = lines.bytes(ofLine: number)
    let below = (number + 1..<number + 1 + WrittenLine.most).prefix { $0 <= lines.count }.lazy
      .map { WrittenLine($0, in: lines) }.first { !$0.isEmpty }
    let own = WrittenLine(number, in: lines)
    func isPath(_ line: WrittenLine) -> Bool { line.key?.contains(".") ?? false }
    // Below a path of a variant, no other path can stand.
    let isLast = below.map {
      $0.indentation == 0 || $0.indentation == own.indentation && isPath($0) && isPath(own)
    }
    guard words.misfits != nil, isLast ?? false, !bytes[line].contains(UInt8(ascii: "#")),
      let last = bytes[line].lastIndex(of: UInt8(ascii: ":"))
    else { return false }
    return [" x", " 1"].contains { value in
      let filled = Array(bytes[...last]) + Array(value.utf8) + bytes[(last + 1)...]
      return if case .tree(misfits: 0) = trial(of: filled).trial { true } else { false }
    }
  }

  /// Reports the line that stands wrong, and what else is wrong with the writing of the file.
  mutating func stop(at moved: MovedReading) {
    let finding = Diagnostic.invalidYAML(moved.line.wording, at: moved.line.place, in: lineTable(), file)
    findings = moved.findings.filter { $0.range.start.line != finding.range.start.line }
    stop(finding)
  }
}
