// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import FlowLanguage
import FlowRuntime
import SDKContract
import Testing
import YAMLTree

/// Each reader of files reads the keys that the table has for its maps, and refuses all others.
@Suite("The readers and the table of the language")
struct KeyTableTests {
  @Test("Each map of the table has a frame, in which each of its keys stands once", arguments: FileKind.allCases)
  func frames(_ kind: FileKind) {
    // Parts and catalogues have maps of flows, and scenarios those of worlds and flows: the same reader reads them.
    let others: [FileKind] = kind == .part || kind == .catalogue ? [.flow] : kind == .scenarios ? [.world] : []
    let elsewhere = Set(others.flatMap(\.shape.reachable).map(\.name))
    for shape in kind.shape.reachable where shape.name == kind.shape.name || !elsewhere.contains(shape.name) {
      let names = KeyFrame.all.filter { $0.kind == kind && $0.shape.name == shape.name }.flatMap(\.names)
      #expect(names.sorted() == shape.names.sorted(), "\(shape.name)")
    }
  }

  @Test("Each key of the table is read: a list of lists behind it is refused", arguments: KeyFrame.all)
  func keysAreRead(_ frame: KeyFrame) throws {
    for name in frame.names {
      let found = try #require(frame.findings(adding: ["\(name): [[]]"]).first)
      #expect(!found.isEmpty, "`\(name)` is not read")
      #expect(!found.contains { $0.code == YAMLRules.unknownKey }, "`\(name)`: \(found.map(\.message))")
    }
  }

  @Test(
    "A key that the table does not have there is refused, be it made up or a key of another map",
    arguments: KeyFrame.all.filter { $0.shape.others == nil && $0.only == nil })
  func othersAreRefused(_ frame: KeyFrame) {
    for name in frame.foreignNames + ["madeUp"] {
      let found = frame.findings(adding: ["\(name): x"])
      // Where one of two maps may stand, the keys of both are known.
      let isRefused = found[0].contains {
        $0.code == YAMLRules.unknownKey || $0.message.hasPrefix("`\(name)` cannot stand beside ")
      }
      #expect(isRefused, "`\(name)`")
    }
  }

  /// Of maps some of whose keys bar others: what these may say.
  private static let values: [String: [String: String]] = [
    Shape.fault.name: [
      "reject": "5", "silent": "true", "event": "e", "with": "{ a: x }", "unknown": "true", "status": "5",
      "error": "5", "late": "1s", "twice": "true",
    ],
    Shape.threatFinding.name: [
      "consent": "[{ threatId: 1 }]", "terminate": "[{ threatId: 1 }]", "during": "setUser", "nth": "2", "after": "1s",
    ],
  ]

  @Test("Keys of faults and of threats that exclude each other in the table do so where they are read")
  func exclusions() throws {
    for frame in KeyFrame.all where frame.kind == .world {
      guard let values = Self.values[frame.shape.name] else { continue }
      for key in frame.shape.keys {
        for other in key.excludes {
          let lines = try [key.name, other].map { "\($0): \(try #require(values[$0], "\($0)"))" }
          let found = frame.findings(adding: lines)[1].filter { $0.message.contains("cannot stand beside") }
          #expect(found.map(\.message).contains("`\(other)` cannot stand beside `\(key.name)`"), "\(found)")
        }
      }
    }
  }

  @Test("What the table has for interrupts only, the reader of contracts refuses at any other event")
  func keysOfInterrupts() throws {
    let frame = try #require(KeyFrame.all.first { $0.shape.name == Shape.contractEvent.name })
    for kind in EventKind.allCases {
      for key in frame.shape.keys where key.name != "kind" && key.name != "source" {
        let lines = ["kind: \(kind.rawValue)", "\(key.name): [[]]", "source: chosen"]
        let isRefused = frame.findings(adding: lines)[1].contains { $0.code == ContractRules.interruptKey }
        #expect(isRefused == !key.mayStand { $0 == "kind" ? kind.rawValue : nil }, "`\(key.name)` of a \(kind)")
      }
    }
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
