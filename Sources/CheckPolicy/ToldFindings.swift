// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// What a reader has been told: a finding in a part or in a flow inside is found anew in each flow that has it.
package struct ToldFindings {
  /// What makes two findings the same to a reader.
  private struct FindingKey: Hashable {
    let path: String
    let start: SourcePosition
    let code: String
    let message: String
  }

  private var told: Set<FindingKey> = []
  /// Where flows miss a name: without a message.
  private var missing: Set<FindingKey> = []
  /// How much a finding weighs at most, of the files that have it.
  private var weights: [FindingKey: FindingWeight] = [:]

  package init() {}

  /// Takes note of how much a finding weighs in one of the files that have it.
  package mutating func weigh(_ finding: Diagnostic, _ weight: FindingWeight, in sources: SourceMap) {
    let place = Self.place(of: finding, in: sources)
    if weights[place].map({ $0 < weight }) ?? true { weights[place] = weight }
  }

  /// Takes note of where the flows that use a part miss names.
  ///
  /// - Parameter findings: those in other files than the one that was checked.
  ///
  /// A part that is read alone cannot know which of two names is misspelt, the one
  /// that it lists or the one that a line of it has; they do.
  package mutating func expect(_ findings: [Diagnostic], in sources: SourceMap) {
    for finding in findings where Self.codesOfNames.contains(finding.code.id) {
      missing.insert(Self.place(of: finding.range, finding.code, in: sources))
    }
  }

  private static let codesOfNames: Set<String> = ["MFA205", "MFA206"]

  private static func place(of range: SourceRange, _ code: DiagnosticCode, in sources: SourceMap) -> FindingKey {
    FindingKey(path: sources.file(range.file)?.path ?? "", start: range.start, code: code.id, message: "")
  }

  private static func place(of finding: Diagnostic, in sources: SourceMap) -> FindingKey {
    FindingKey(
      path: sources.file(finding.range.file)?.path ?? "", start: finding.range.start, code: finding.code.id,
      message: withoutPrefixes(finding.message))
  }

  /// Whether it is told for the first time, and no file has it with more weight.
  ///
  /// - Parameter weight: nil where none of them was weighed.
  package mutating func isNew(
    _ finding: Diagnostic, _ weight: FindingWeight? = nil, in sources: SourceMap
  ) -> Bool {
    let place = Self.place(of: finding, in: sources)
    if let weight, weighsMore(finding, than: weight, in: sources) { return false }
    let named = finding.notes.compactMap(\.range).filter { $0.file == finding.range.file }
    let isKnown =
      !named.isEmpty && named.allSatisfy { missing.contains(Self.place(of: $0, finding.code, in: sources)) }
    return !isKnown && told.insert(place).inserted
  }

  /// Whether some file has it with more weight than this.
  func weighsMore(_ finding: Diagnostic, than weight: FindingWeight, in sources: SourceMap) -> Bool {
    weights[Self.place(of: finding, in: sources)].map { weight < $0 } ?? false
  }

  /// A step of a flow inside is `signIn/verify` in the flow that runs it, and `verify` in its own file.
  private static func withoutPrefixes(_ message: String) -> String {
    guard message.contains("/") else { return message }
    return message.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index % 2 == 1, let last = part.utf8.lastIndex(of: UInt8(ascii: "/")) else { return String(part) }
      return String(part[part.index(after: last)...])
    }.joined(separator: "`")
  }
}
