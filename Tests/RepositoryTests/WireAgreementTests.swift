// SPDX-License-Identifier: Apache-2.0

import Foundation
import SDKContract
import Testing

@testable import ProcessBackend

/// The schema of the messages is for those who write a program: what it takes, the host takes, and nothing else.
///
/// `FUZZ_SEED` begins elsewhere.
@Suite("The schema of the messages and the host")
struct WireAgreementTests {
  private static let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 1

  private let contract: Contract
  private let schema: SchemaCheck

  init() throws {
    contract = try #require(EmbeddedContracts.contract(named: "relid"))
    schema = try SchemaCheck(try #require(Repository.here.file("Documentation/process-protocol.schema.json")).text)
  }

  /// Why the schema refuses a line; nil if it takes it.
  private func problem(_ line: String, _ context: WireContext, _ schema: SchemaCheck) throws -> String? {
    let problems = try context.definitions.map { try schema.problem(with: line, as: $0) }
    return problems.contains { $0 == nil } ? nil : problems.compactMap { $0 }.joined(separator: "; ")
  }

  @Test("take and refuse the same messages that were written by hand", arguments: WireContext.allCases)
  func written(context: WireContext) throws {
    let narrow = try schema.narrowed(context.narrowings(contract))
    for (line, isRight) in WireMessages.all(in: context) {
      let problem = try problem(line, context, narrow)
      #expect((problem == nil) == isRight, "\(context), the schema: \(line): \(problem ?? "taken")")
      let refusal = context.refusal(of: Array(line.utf8), contract)
      #expect((refusal == nil) == isRight, "\(context), the host: \(line): \(refusal ?? "taken")")
    }
  }

  @Test("take and refuse the same messages that a program says", arguments: WireContext.allCases)
  func said(context: WireContext) async throws {
    let messages = WireMessages.all(in: context)
    // Every third is enough to see that what reads a message is what the runs of a host read it with.
    for (place, message) in messages.enumerated() where place % 3 == 0 {
      let failure = try await WireProgram(context: context, contract: contract, line: message.line).failure()
      #expect((failure == nil) == message.isRight, "\(context): \(message.line): \(failure ?? "taken")")
    }
  }

  @Test("take and refuse the same of 10,000 mutated messages")
  func mutated() throws {
    let each = 10_000 / WireContext.allCases.count
    var mutator = WireMutator(seed: Self.seed)
    for context in WireContext.allCases {
      let narrow = try schema.narrowed(context.narrowings(contract))
      let right = WireMessages.all(in: context).filter(\.isRight).map(\.line)
      var (taken, differences) = (0, [String]())
      for _ in 0..<each {
        let (line, other) = (mutator.any(of: right), mutator.any(of: right))
        let mutant = try mutator.mutated(line, with: other)
        let problem = try problem(mutant, context, narrow)
        let refusal = context.refusal(of: Array(mutant.utf8), contract)
        if refusal == nil { taken += 1 }
        guard (problem == nil) != (refusal == nil) else { continue }
        differences.append("\(mutant)\n  schema: \(problem ?? "taken")\n  host: \(refusal ?? "taken")")
      }
      print("\(context): \(each) mutated messages from seed \(Self.seed), \(taken) taken")
      #expect(
        differences.isEmpty, "\(context), FUZZ_SEED=\(Self.seed):\n\(differences.prefix(5).joined(separator: "\n"))")
      #expect(taken > each / 20 && taken < each / 2, "the mutations are too tame or too wild: \(taken) of \(each)")
    }
  }

  @Test("would be seen to differ, were one word of the schema another")
  func canary() throws {
    let looser = ["next": #"{"type":["integer","null"]}"#, "value": #"{"type":["string","integer"]}"#]
    for (name, text) in looser {
      let narrowings = WireContext.call.narrowings(contract).merging([name: text]) { $1 }
      let narrow = try schema.narrowed(narrowings)
      let differing = try WireMessages.all(in: .call).filter { line, isRight in
        (try problem(line, .call, narrow) == nil) != isRight
      }
      #expect(!differing.isEmpty, "\(name)")
    }
  }

  @Test("has a definition for each message, and each is part of what its side says")
  func union() throws {
    for context in WireContext.allCases {
      let side = context.isResponder ? "responderToHost" : "backendToHost"
      for (line, isRight) in WireMessages.all(in: context) where isRight {
        #expect(try schema.problem(with: line, as: side) == nil, "\(line)")
      }
    }
  }
}
