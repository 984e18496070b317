// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension [Diagnostic] {
  /// The findings without those that only follow from a line that is missing between two blocks, or is written twice.
  ///
  /// If the line with the second block's name is missing, its keys stand in the first block: all of them are one finding. If a later stage
  /// reports the missing line, with both blocks, these findings are dropped. If the name of one block stands twice, the first has no value
  /// as a result, and that is not reported.
  func withDoubledKeysTold(_ later: [Diagnostic]) -> [Diagnostic] {
    guard contains(where: { $0.code == YAMLRules.duplicateKey }) else { return self }
    let seams = later.lazy.filter { $0.severity == .error && $0.notes.first?.range != nil }.prefix(Self.mostSeams)
    let firsts = Set(compactMap { $0.code == YAMLRules.duplicateKey ? $0.notes.first?.range : nil })
    var told: [Diagnostic] = []
    var more: [Int: Int] = [:]
    var last: Int?
    for finding in self {
      if finding.code == YAMLRules.emptyValue, firsts.contains(finding.range) { continue }
      guard finding.code == YAMLRules.duplicateKey else {
        told.append(finding)
        continue
      }
      if seams.contains(where: { finding.isDoubled(across: $0) }) { continue }
      if let index = last, finding.isDoubled(across: told[index]) {
        more[index, default: 0] += 1
        continue
      }
      last = told.count
      told.append(finding)
    }
    for (index, count) in more { told[index].tellMore(count) }
    return told
  }

  /// Further ones are not searched.
  private static var mostSeams: Int { 50 }
}

extension Diagnostic {
  /// Whether this key stands first in the block in which another finding's note lies, and again in the one that begins with that
  /// finding.
  fileprivate func isDoubled(across seam: Diagnostic) -> Bool {
    guard let first = notes.first?.range, let block = seam.notes.first?.range else { return false }
    let places = [block, first, seam.range, range]
    return places.allSatisfy { $0.file == range.file && $0.start.column == range.start.column }
      && block.start <= first.start && first.start < seam.range.start && seam.range.start < range.start
  }

  /// So many keys behind this one stand twice, too.
  fileprivate mutating func tellMore(_ count: Int) {
    guard let key = message.split(separator: "`").dropFirst().first else { return }
    message = "`\(key)` and \(count) more \(count == 1 ? "key" : "keys") after it stand twice in this map"
    help = "write the missing name in a line above, if something else begins here; else take out what stands twice"
  }
}
