// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import LocalFiles
import YAMLTree

/// A flow's file as it was in a version, such as `flows/login.yaml@1.0`.
struct FlowVersion {
  let path: String
  /// The first two numbers of the version, as a variant names those of its base.
  let numbers: String

  /// As many revisions of a file are looked at.
  private static let mostRevisions = 500

  /// Nil where an operand does not end in a version.
  init?(_ operand: String) {
    guard let at = operand.lastIndex(of: "@") else { return nil }
    let numbers = operand[operand.index(after: at)...]
    let parts = numbers.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }),
      at > operand.startIndex
    else { return nil }
    path = String(operand[..<at])
    self.numbers = String(numbers)
  }

  /// So many versions are named where another one is looked for.
  private static let mostNamed = 6

  /// The latest revision in which the flow had that version.
  func revision() throws(FileProblem) -> GitRevision {
    let revisions = try GitRevision.revisions(of: path, atMost: Self.mostRevisions)
    var others: [String] = []
    var isKnown = false
    for revision in revisions {
      // Why passed over: where the file was removed, no revision has it.
      guard let file = try? revision.file(path) else { continue }
      isKnown = true
      guard let version = YAML.read(file, words: .ofFlows).value?["version"]?.text else { continue }
      let own = version.split(separator: ".").prefix(2).joined(separator: ".")
      if own == numbers { return revision }
      if !others.contains(own) { others.append(own) }
    }
    guard isKnown else { throw FileProblem(path: path, kind: .other("git knows no revision of it")) }
    let reason = "no revision that git knows has the version \(numbers) of it"
    guard let latest = others.first else { throw FileProblem(path: path, kind: .other(reason)) }
    let more = others.count > Self.mostNamed ? " and \(others.count - Self.mostNamed) more" : ""
    let named = others.prefix(Self.mostNamed).joined(separator: ", ") + more
    throw FileProblem(
      path: path, kind: .revision(reason, help: "git knows the versions \(named): write `\(path)@\(latest)`"))
  }
}
