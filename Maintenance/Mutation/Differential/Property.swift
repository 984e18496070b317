// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowExploration
import FlowGraph
import FlowRuntime
import SDKContract

/// What the checker proves of a flow, and brute force tries.
enum Property: String, CaseIterable, Sendable {
  /// No success end is led to without what it takes.
  case goal
  /// The same of a flow that requires leave of security modules: none of a flow's gates is passed by.
  case gate
  /// No step makes its call, or asks for what its answering call needs, in a phase without that call, and every choice is
  /// offered some time.
  case phase
  /// What is said of the number of guesses is the number.
  case guesses
  /// Nothing goes on after a terminating threat, or past an interrupt that must be taken.
  case threats
  /// From everywhere an end can be reached.
  case liveness

  /// Those by which the checker and brute force must agree: a disagreement is a failure.
  static let asserted: Set<Property> = Set(allCases)

  /// The rules that say that it does not hold.
  var codes: Set<String> {
    switch self {
    case .goal, .gate: ["MFA403"]
    case .phase: ["MFA404"]
    case .guesses: []
    case .threats: ["MFA402", "MFA432"]
    case .liveness: ["MFA303", "MFA306"]
    }
  }

  /// Errors of other rules that leave the verdict as it is; with any other the flow is not judged by this property, since
  /// nothing is followed on from where something is wrong already.
  var beside: [String] {
    switch self {
    case .goal, .gate: ["MFA404", "MFA405"]
    case .phase: ["MFA403", "MFA405", "MFA409"]
    case .guesses: ["MFA403", "MFA405", "MFA409"] + Self.endless
    case .threats: ["MFA403", "MFA405", "MFA409"]
    case .liveness: ["MFA403", "MFA405", "MFA409"]
    }
  }

  /// Nothing bounds how often something is done.
  private static let endless = ["MFA304", "MFA307", "MFA420"]

  /// Warnings with which it is not judged: the flow counts on what cannot come, by the contract or since another line leads away first.
  var excluded: Set<String> { self == .liveness ? ["MFA305", "MFA315"] : ["MFA305"] }
}
