// SPDX-License-Identifier: Apache-2.0

/// Whether what stands behind a key of a scenario file or a world may be shown: there, passwords and codes stand among all else.
package enum Secrecy: Sendable {
  /// It may: it is no secret, whatever the flow asks for.
  case open
  /// It may be a secret, or has keys below it that say so themselves.
  case mixed
  /// It is a password or a code.
  case secret
}

extension Shape {
  /// The keys, in all maps of a file, whose values have that secrecy, each once.
  ///
  /// - Parameter shapes: those that are left out.
  package func names(_ secrecy: Secrecy, without shapes: Set<String> = []) -> [String] {
    var known: Set<String> = []
    return reachable.filter { !shapes.contains($0.name) }.flatMap { shape in
      shape.keys.filter { ($0.secrecy ?? shape.secrecy) == secrecy && known.insert($0.name).inserted }.map(\.name)
    }
  }
}
