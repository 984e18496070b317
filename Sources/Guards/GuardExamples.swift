// SPDX-License-Identifier: Apache-2.0

import Values

extension Guard {
  /// A text for the path of a name or a field, such as `["event", "userID"]`.
  package struct Example: Sendable, Equatable {
    package let path: [String]
    package let text: String
  }

  /// Texts with which bound guards come out as wanted, as far as they say something of texts: what they must look like, how long they are,
  /// what they equal.
  ///
  /// What a guard says of two paths together is not minded, so whoever uses the texts tries them.
  ///
  /// - Parameters:
  ///   - wanted: the guards, each with whether it is to hold.
  ///   - facts: what is known beside them.
  /// - Returns: empty where nothing makes all of them come out so.
  package static func examples(for wanted: [(Guard, Bool)], knowing facts: [Fact] = []) -> [Example] {
    var claims = GuardClaims(facts)
    guard claims.admit(wanted.map { ($0.0.expression, $0.1) }[...]) else { return [] }
    var paths: [GuardPath] = []
    for claim in claims.claims where claim.path.slot == nil && !paths.contains(claim.path) {
      switch claim.path.type {
      case .text, .secret: paths.append(claim.path)
      default: continue
      }
    }
    return paths.compactMap { path in
      claims.text(of: path).map { Example(path: [path.root] + path.members.map(\.name), text: $0) }
    }
  }
}
