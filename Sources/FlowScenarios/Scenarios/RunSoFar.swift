// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import SDKContract

/// What a run has come to by its trace: proofs, what was set up, and the way it took.
struct RunSoFar {
  /// Kinds of proof, such as `possession`.
  private(set) var proofs: [String] = []
  /// Kinds of what was set up.
  private(set) var enrolled: [String] = []
  /// Why security modules denied it.
  private(set) var reasons: [String] = []
  /// The steps that were entered, in order.
  private(set) var path: [String] = []
  /// The calls that were made, in order.
  private(set) var called: [String] = []

  /// - Parameter detours: the steps that are no part of the way, nor what they call.
  init(_ trace: [TraceEntry], without detours: Set<String> = []) {
    var step: String?
    var isOnWay: Bool { step.map { !detours.contains($0) } ?? true }
    for entry in trace {
      switch entry.kind {
      case "step":
        step = entry.text("step")
        if isOnWay { path += [step].compactMap { $0 } }
      case "call": if isOnWay { called += [entry.text("call")].compactMap { $0 } }
      case "proof": proofs += Self.factors(of: entry)
      case "enrol": enrolled += Self.factors(of: entry)
      case "deny": reasons += entry.texts("reasons") ?? []
      case "lose": (proofs, enrolled) = ([], [])
      default: break
      }
    }
  }

  /// What has been proved and set up by the result of a run, on the way of its trace.
  init(_ result: RunResult, _ trace: [TraceEntry], without detours: Set<String> = []) {
    self.init(trace, without: detours)
    proofs = result.proofs.map(\.factor.rawValue)
    enrolled = result.enrolled.map(\.factor.rawValue)
    reasons = result.reasons
  }

  /// The first words of `possession by activation-code`.
  private static func factors(of entry: TraceEntry) -> [String] {
    (entry.texts("proofs") ?? []).compactMap { $0.split(separator: " ").first.map(String.init) }
  }
}
