// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import SDKContract
public import Values

/// A value that the user types, or picks.
public struct Input: Sendable, Hashable {
  /// As guards and references name it.
  public let name: String
  /// What may be typed; of a pick, what the items of its list are.
  public let type: ValueType
  /// The rules of the parameter that gets it, of several what fits them all; nil if none does.
  public let parameter: CallSpec.Parameter?
  /// The path of what to offer, such as `event.recentlyLoggedInUser`; nil for nothing.
  public let suggestion: [String]?
  /// The list that it is picked from; nil for what is typed.
  public let pick: Pick?
  /// Where the input is named.
  public let range: SourceRange

  /// How many characters a text or a secret must have at least: a form that is handed in empty is not an answer.
  package var leastSize: Int { parameter?.minimum ?? (parameter?.isOptional ?? false ? 0 : 1) }
}

extension CallSpec.Parameter {
  /// The rules of several parameters that get the same value; nil for none.
  init?(together all: [CallSpec.Parameter]) {
    guard let first = all.first else { return nil }
    self.init(
      name: first.name, type: first.type, isTrimmed: all.allSatisfy(\.isTrimmed),
      minimum: all.compactMap(\.minimum).max(), maximum: all.compactMap(\.maximum).min(),
      isOptional: all.allSatisfy(\.isOptional), isUser: all.contains(where: \.isUser))
  }
}
