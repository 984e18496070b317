// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A sign that is missing or wrong: the file is read again with the sign as it may have been meant.
extension YAMLComposer {
  /// What a file says with one sign of a line changed.
  struct MendedReading {
    let slip: SignSlip
    /// Whether all that it says then has its place in the language.
    let fits: Bool
    /// What else is wrong with its writing.
    let findings: [Diagnostic]
  }

  /// The file is read once more for each try: of a larger one nobody waits for that.
  static let mostBytesOfTrials = 1 << 18
  private static let mostTrials = 100
  /// So many bytes are read at most in all tries.
  private static let mostBytesRead = 1 << 20

  /// The sign near a problem of libyaml with which the file can be read, or at least beyond the problem.
  mutating func signSlip(_ problem: YAMLProblem) -> MendedReading? {
    let lines = lineTable()
    let place = Int(problem.place.line)
    let near = [lines.written(above: place)?.number, place, problem.contextPlace.map { Int($0.line) }]
    return signSlip(in: near.compactMap(\.self), beyond: place, before: nil)
  }

  /// The sign in one of some lines with which less is left to be said of the file.
  ///
  /// - Parameters:
  ///   - lone: more lines, in which only what is surely a slip is looked for.
  ///   - place: where libyaml stops; nil if it does not.
  ///   - misfits: how much is to be said of the file as it is.
  private mutating func signSlip(in numbers: [Int], _ lone: [Int] = [], beyond place: Int?, before misfits: Int?)
    -> MendedReading?
  {
    guard !goesOn, !isTrial, source.bytes.count <= Self.mostBytesOfTrials else { return nil }
    let (lines, bytes) = (lineTable(), source.bytes)
    func slips(_ numbers: [Int]) -> [SignSlip] {
      var seen: Set<Int> = []
      let near = numbers.filter { (1...lines.count).contains($0) && seen.insert($0).inserted }
      return SignSlip.all(
        in: near.map { WrittenLine($0, in: lines) }, depths: { Self.depths(above: $0, in: lines) }, words)
    }
    let sure = slips(numbers + lone).filter(\.isSure)
    // Without the table of a language nothing tells what is meant.
    let tried = sure + (words.misfits == nil ? [] : slips(numbers).filter { !$0.isSure })
    var best: (rank: Int, reading: MendedReading)?
    for slip in tried.prefix(min(Self.mostTrials, Self.mostBytesRead / max(1, bytes.count))) {
      let (trial, found) = trial(of: slip.mended(bytes, lines))
      switch trial {
      case .tree(let count):
        let reading = MendedReading(slip: slip, fits: count == 0, findings: found)
        if count == 0 { return reading }
        guard slip.isSure, misfits.map({ count < $0 }) ?? true else { continue }
        if best.map({ count < $0.rank }) ?? true { best = (count, reading) }
      case .stop(let line):
        guard slip.isSure, let place, line > place + 1, best == nil else { continue }
        best = (Int.max, MendedReading(slip: slip, fits: false, findings: found))
      }
    }
    return best?.reading
  }

  /// How deep the nearest keys stand that are less deep than a line.
  private static func depths(above line: WrittenLine, in lines: LineTable) -> [Int] {
    var depths: [Int] = []
    var above = lines.written(above: line.number)
    while let other = above, depths.count < 3, depths.last != 0 {
      if other.indentation < depths.last ?? line.indentation { depths.append(other.indentation) }
      above = lines.written(above: other.number)
    }
    return depths
  }

  /// Where the file can be read: the sign in a line about which something was found, or whose text seems to hold a key.
  mutating func signSlipOfTree() -> MendedReading? {
    guard !goesOn, !isTrial else { return nil }
    let found = findings.filter { Self.codesOfSlips.contains($0.code) }.map { Int($0.range.start.line) }
    let suspects = found.min().map { [$0] } ?? []
    guard !suspects.isEmpty || !loneKeys.isEmpty, let root = outcome().value else { return nil }
    let misfits = findings.count { $0.severity == .error } + (words.misfits?(root) ?? 0)
    return signSlip(in: suspects, loneKeys, beyond: nil, before: misfits)
  }

  static let codesOfSlips = [
    YAMLRules.emptyValue, YAMLRules.duplicateKey, YAMLRules.invalidYAML, YAMLRules.keyNotText,
  ]
  private static let mostLoneKeys = 4

  /// Takes note of lines of a text without quotes that may be meant as keys, and of a key with signs in it that no key has.
  mutating func noteLoneKeys(_ event: YAMLEvent, isKey: Bool) {
    guard loneKeys.count < Self.mostLoneKeys else { return }
    if isKey {
      let isOdd =
        event.text.last == UInt8(ascii: ":") || event.text.first == UInt8(ascii: "-")
        || event.text.contains(UInt8(ascii: "{"))
      if isOdd { loneKeys.append(Int(event.start.line)) }
    } else if event.end.line > event.start.line, !isForPeople() {
      loneKeys += (Int(event.start.line) + 1...Int(event.end.line)).prefix(Self.mostLoneKeys)
    }
  }

  /// Reports a slip, and what else is wrong with the writing of the file.
  mutating func stop(at mended: MendedReading) {
    let finding = Diagnostic.invalidYAML(
      mended.slip.wording, at: mended.slip.wording.place ?? .start, in: lineTable(), file)
    findings = mended.findings.filter { $0.range.start.line != finding.range.start.line }
    stop(finding)
  }
}
