// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles

/// What a run of the check tells of the findings that it does not tell: how many there are, by whose decision, and what
/// the configuration lets pass.
struct SuppressionReport: Sendable {
  private let permits: [Permit]
  /// How many findings each permit lets pass; nil for one that is for no file of this run.
  private var permitCounts: [Int?]
  /// How many of them are told with a flow of another configuration.
  private var toldCounts: [Int: Int] = [:]
  private var counts: [SuppressedFinding.Means: Int] = [:]

  init(_ files: [CheckedFile], _ permits: [Permit]) {
    self.permits = permits
    /// By configuration: the files as its folder names them.
    var named: [String: [PathFolder.NamedFile]] = [:]
    for permit in permits where named[permit.source] == nil {
      named[permit.source] = files.filter { !$0.isPartlyChecked }.compactMap { $0.path.map(permit.folder.named) }
    }
    permitCounts = permits.map { permit in
      named[permit.source]?.contains(where: permit.isFor) ?? false ? 0 : nil
    }
    for suppressed in files.flatMap(\.suppressed) { counts[suppressed.means, default: 0] += 1 }
    for permit in files.flatMap(\.permitted) { permitCounts[permit] = (permitCounts[permit] ?? 0) + 1 }
    for permit in files.flatMap(\.permittedInVain) { toldCounts[permit, default: 0] += 1 }
  }

  var total: Int { counts.values.reduce(0, +) }

  /// Such as `3 suppressed (2 by allowance, 1 by baseline)`.
  var words: String {
    let parts = SuppressedFinding.Means.allCases.compactMap { means in
      counts[means].map { "\($0) by \(means.rawValue)" }
    }
    return "\(total) suppressed (\(parts.joined(separator: ", ")))"
  }

  /// A line for each permit that is for a file of this run.
  var permitLines: [String] {
    zip(permits, permitCounts).enumerated().compactMap { index, permit in
      let (permit, count) = permit
      guard let count else { return nil }
      let place = "\(permit.source):\(permit.range.start.line):\(permit.range.start.column)"
      let what = Self.words(count, told: toldCounts[index] ?? 0)
      return TerminalText.line("\(place) lets \(permit.code) pass in \(permit.path), \(what): \(permit.reason)")
    }
  }

  /// - Parameter told: how many of the findings are told all the same.
  private static func words(_ count: Int, told: Int) -> String {
    guard count > 0 else { return "no finding any more, take it out" }
    let findings = "\(count) finding\(count == 1 ? "" : "s")"
    guard told > 0 else { return findings }
    return findings + " (\(told) told all the same, with a flow of another configuration)"
  }

  /// Both, as a report of lines has them; empty if there is nothing to tell.
  var lines: [String] { permitLines + (total > 0 ? [words] : []) }

  /// By whom, and how many.
  var parts: [(name: String, count: Int)] {
    SuppressedFinding.Means.allCases.map { ($0.rawValue, counts[$0] ?? 0) }
  }

  /// `suppressed`, and `permits`: objects with `rule`, `path`, `because` and `findings`.
  func write(to json: inout JSONWriter) {
    json.object("suppressed") { json in
      for part in parts { json.field(part.name, part.count) }
    }
    json.array("permits") { json in
      for (permit, count) in zip(permits, permitCounts) {
        guard let count else { continue }
        json.object { json in
          json.field("rule", permit.code)
          json.field("path", permit.path)
          json.field("because", permit.reason)
          json.field("findings", count)
        }
      }
    }
  }
}
