// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values
import YAMLTree

/// How much a contract may hold.
///
/// A machine keeps the phases of a call in eight bits, the proofs of a run in 32, and compares numbers of 32 bits. The
/// other limits are twenty times what the largest SDK needs: anybody may send us a file.
enum ContractLimits {
  static let file = YAMLLimits(bytes: 1 << 20, nodes: 50_000, entries: 1_000, scalarBytes: 4 << 10)
  static let phases = 8
  static let proofs = 32
  /// The highest rank of an interrupt.
  static let rank = 255
  /// The highest mode, status code and error number.
  static let number = Int(Int32.max)
  /// The most attempts that an SDK counts, as budgets of a flow go to 10,000.
  static let attempts = 10_000
  static let populations = 64
  /// How many things the calls may lead to, all together.
  static let replies = 10_000
  /// How many fields a type may have, those of its fields included.
  static let fields = 1_000
  /// How many lists may stand inside each other.
  static let lists = 8
  /// Advice costs time: after so many findings nobody is told any more which name is near.
  static let suggestions = 50

  static func checkPhases(_ entries: [YAMLEntry], _ findings: inout [Diagnostic]) {
    guard entries.count > phases else { return }
    findings.append(.tooLarge("a contract", phases, "phases", at: entries[phases].key.range))
  }

  static func checkProof(_ proof: Proof, at range: SourceRange, in scope: inout ContractScope) {
    guard scope.proofs.insert(proof).inserted, scope.proofs.count == proofs + 1 else { return }
    scope.findings.append(.tooLarge("a contract", proofs, "different proofs", at: range))
  }

  /// How many fields a type has, those of its fields included.
  ///
  /// - Parameter known: that number of each record that was read before, by name.
  static func fields(in type: ValueType, _ known: [String: Int]) -> Int {
    switch type {
    case .list(let element): fields(in: element, known)
    case .record(let record): record.fields.count + record.fields.reduce(0) { $0 + (known[$1.type.recordName] ?? 0) }
    default: 0
    }
  }
}

extension ValueType {
  /// The name of the record, or of the record that the list is of; empty for other types.
  fileprivate var recordName: String {
    switch self {
    case .list(let element): element.recordName
    case .record(let record): record.name
    default: ""
    }
  }
}

extension Diagnostic {
  static func tooLarge(_ what: String, _ limit: Int, _ things: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      ContractRules.tooLarge, "\(what) may have at most \(limit) \(things)", at: range,
      help: "take out what no flow needs")
  }
}
