// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import FlowLanguage
import FlowRuntime
import Foundation
import SDKContract
import Testing

/// The readers of files ask the table which keys a map may have; here it is held that they read just those.
@Suite("The readers and the table of the language")
struct KeyTableTests {
  /// Where each kind of file is read.
  private static func folders(of kind: FileKind) -> [String] {
    switch kind {
    case .flow, .part, .catalogue: ["Sources/FlowSyntax", "Sources/FlowLinking"]
    case .contract: ["Sources/SDKContract"]
    case .scenarios, .answers: ["Sources/FlowScenarios"]
    case .world: ["Sources/RELIDSimulator"]
    case .config: ["Sources/CheckPolicy/Configuration"]
    }
  }

  private static func files(of kind: FileKind) -> [TextFile] {
    folders(of: kind).flatMap { Repository.here.files(under: $0, suffixes: [".swift"]) }
  }

  /// Maps of texts, which are passed on key by key; and those whose keys are the questions of security modules.
  private static let passedOn: Set<String> = ["networkInfo", "appInfo", "verdicts", "reasons"]

  @Test("Each key of the table is read", arguments: FileKind.allCases)
  func keysAreRead(_ kind: FileKind) {
    let text = Self.files(of: kind).map(\.text).joined()
    let ofWorlds = kind == .world ? [] : Set(Shape.world.reachable.map(\.name))
    for shape in kind.shape.reachable where !ofWorlds.contains(shape.name) && !Self.passedOn.contains(shape.name) {
      // A world that builds on another one has the keys of a world, which their own reader reads.
      let others = shape.name == Shape.builtWorld.name ? Set(Shape.world.names) : []
      for name in shape.names where !others.contains(name) {
        #expect(text.contains("\"\(name)\""), "\(shape.name).\(name)")
      }
    }
  }

  @Test("Each key that a reader asks for is in the table", arguments: FileKind.allCases)
  func readKeysAreKeys(_ kind: FileKind) throws {
    let names = Set(FileKind.allCases.flatMap { $0.shape.reachable.flatMap(\.names) })
    let asked = try NSRegularExpression(
      pattern:
        #"(?:(?:map|mapping|mapping\?|top|root|node|world|value|syntax)\[|[rR]equire\(|has\(|entry\(|value\(of: )"([A-Za-z-]+)""#
    )
    var count = 0
    for file in Self.files(of: kind) {
      let text = file.text as NSString
      for match in asked.matches(in: file.text, range: NSRange(location: 0, length: text.length)) {
        let name = text.substring(with: match.range(at: 1))
        count += 1
        #expect(names.contains(name), "\(file.path) asks for `\(name)`")
      }
    }
    #expect(count > 0, "the readers in \(Self.folders(of: kind)) ask for keys")
  }

  @Test("The words of the table are those that the program knows")
  func words() {
    #expect(words(of: .end, "outcome") == EndOutcome.allCases.map(\.rawValue))
    #expect(words(of: .budget, "per") == BudgetScope.allCases.map(\.rawValue))
    #expect(Set(Shape.config.words(behind: "severities")) == Set(Severity.allCases.map(\.rawValue) + ["off"]))
    #expect(Shape.plainMoves.map(\.description) == ["stay", "retry", "resume"])
    let reserved = [ReservedWords.ofFlows, ReservedWords.ofContracts].map { Set($0.map(\.description)) }
    for outcome in ReservedWords.outcomes.map(\.description) { #expect(reserved.allSatisfy { $0.contains(outcome) }) }
    #expect(words(of: .contractEvent, "kind") == EventKind.allCases.map(\.rawValue))
    #expect(words(of: .contractEvent, "again") == Repetition.allCases.map(\.rawValue))
    #expect(words(of: .statusCode, "reveals") == Revelation.allCases.map(\.rawValue))
    #expect(Set(words(of: .authenticator, "channel")) == Set(Channel.allCases.map(\.rawValue)))
    #expect(words(of: .config, "profile") == Profile.all.map(\.name))
    #expect(Shape.verdicts.names == SecurityQuestion.allCases.map(\.rawValue))
    #expect(Shape.reasons.names == Shape.verdicts.names)
    #expect(Shape.reply.key(named: "earns")?.members == Factor.allCases.map(\.rawValue).joined(separator: "|"))
  }

  private func words(of shape: Shape, _ key: String) -> [String] {
    guard case .word(let words)? = shape.key(named: key)?.value else { return [] }
    return words
  }
}
