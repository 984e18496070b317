// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A long file with empty lines in place of what stands far from some of its lines.
///
/// Why: what is wrong with the writing of a file is found by reading it again and again, and mostly follows from what stands near. Each
/// line keeps its number, so that what is found here is found in the file.
struct NearText {
  let bytes: [UInt8]
  /// The lines that are empty here, in their order.
  private let leftOut: [Range<Int>]

  /// A file of so many bytes is read as it is.
  private static let longest = 1 << 14
  /// So many lines above and below stand near.
  private static let reach = 60

  /// Nil for a file that is short, or of which nothing can be left out.
  init?(_ file: SourceFile, _ lines: LineTable, around numbers: [Int]) {
    let bytes = file.bytes
    guard bytes.count > Self.longest else { return nil }
    var kept: [UInt8] = []
    var copied = 0
    var leftOut: [Range<Int>] = []
    for entry in Self.entries(bytes, lines)
    where !numbers.contains(where: { entry.lowerBound - Self.reach < $0 && $0 < entry.upperBound + Self.reach }) {
      let start = lines.bytes(ofLine: entry.lowerBound).lowerBound
      let end = lines.bytes(ofLine: entry.upperBound).lowerBound
      // What has a name may be wanted elsewhere.
      guard !bytes[start..<end].contains(UInt8(ascii: "&")) else { continue }
      kept += bytes[copied..<start]
      kept += repeatElement(UInt8(ascii: "\n"), count: entry.count)
      copied = end
      leftOut.append(entry)
    }
    guard !leftOut.isEmpty else { return nil }
    self.bytes = kept + bytes[copied...]
    self.leftOut = leftOut
  }

  /// Whether a line has been left out.
  func leavesOut(_ line: Int) -> Bool { leftOut.contains { $0.contains(line) } }

  /// The lines of what stands in the blocks of the first column: each name with all that is below it, but for the first of a block.
  private static func entries(_ bytes: [UInt8], _ lines: LineTable) -> [Range<Int>] {
    var entries: [Range<Int>] = []
    // How deep the names of a block stand, and where the latest of them begins, unless it is the first.
    var depth: Int?
    var start: Int?
    for number in 1...lines.count {
      let line = bytes[lines.bytes(ofLine: number)]
      let indentation = line.prefix { $0 == 0x20 }.count
      let first = line.dropFirst(indentation).first
      guard let first, first != UInt8(ascii: "#"), indentation <= depth ?? Int.max else { continue }
      if let start { entries.append(start..<number) }
      let isFirst = depth == nil
      depth = indentation == 0 ? nil : min(indentation, depth ?? Int.max)
      start = indentation == 0 || isFirst ? nil : number
    }
    return entries
  }
}

extension YAMLComposer {
  /// Reports what is found in a long file when what stands far from some lines is left out; nil for a short one.
  ///
  /// - Returns: whether anything stops the reading there.
  mutating func stop(near numbers: [Int]) -> Bool? {
    guard !goesOn, !isTrial, !isNear, let near = NearText(source, lineTable(), around: numbers) else { return nil }
    var composer = YAMLComposer(SourceFile(path: source.path, bytes: near.bytes), file, limits, words)
    composer.isNear = true
    composer.readAll()
    guard composer.isStopped else { return false }
    findings = findings.filter { near.leavesOut(Int($0.range.start.line)) } + composer.findings
    isStopped = true
    return true
  }

  /// Reads all of the file, and reports why it cannot be read.
  mutating func readAll() {
    if let problem = readEvents() { stop(at: problem) } else { stopAtSlip() }
  }

  /// Reads the file behind its byte order mark, up to the first problem; nil where there is none.
  mutating func readEvents() -> YAMLProblem? {
    let text = source.bytes[source.markLength...]
    return text.withUnsafeBufferPointer { YAMLEventReader.read($0, into: &self) }
  }
}
