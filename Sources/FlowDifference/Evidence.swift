// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph

/// What a run of the new flow comes to that shows a difference which no place of both flows shows: one that is found in one flow alone, or
/// counted over all runs.
package enum Evidence: Sendable {
  /// It takes a transition that is written there; if somebody is signed in then, where that is asked for.
  case transition(SourceRange, isSignedIn: Bool)
  /// It asks at a step, by its index; and does not offer all choices of the step, where that is asked for.
  case question(Int, isLacking: Bool)
  /// It comes to one of these success ends, by their indices, and has not shown what any of the demands asks for.
  case success([Int: [Demand]])
  /// It comes to a success end by transitions that are written there, and shows no other proofs than these, in words.
  case way([SourceRange], showing: Set<String>)
  /// It has a call made, or offered, of the same name as one that was made less than so many milliseconds before.
  case again(call: String, within: Int)
  /// It has a call of that name made at a step, by its index.
  case call(String, at: Int)
  /// It makes some calls, which are written there, so often; each with the codes by which the SDK counts what is wrong.
  ///
  /// For one account, over several, or over as many as it takes where nil is said.
  case calls([SourceRange: [Int]], times: Int, isOverAccounts: Bool?)
  /// A reply comes that tells whether a user exists.
  case revelation
}

extension Evidence {
  /// So many calls make a run that can be read.
  private static let mostCalls = 60

  /// One call more than the old flow lets be made; nil where it sets no number to them, or one that is too large.
  static func calls(_ calls: [SourceRange: [Int]], above limit: Int?, isOverAccounts: Bool? = false) -> Evidence? {
    guard let limit, limit < mostCalls, !calls.isEmpty else { return nil }
    return .calls(calls, times: limit + 1, isOverAccounts: isOverAccounts)
  }
}
