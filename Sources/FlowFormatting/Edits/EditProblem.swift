// SPDX-License-Identifier: Apache-2.0

/// Why a file cannot be changed in that way; it stays as it is.
package enum EditProblem: Error, Sendable, Hashable, CaseIterable {
  /// Nothing stands at the path.
  case nothingThere
  /// The whole file is no place in it.
  case root
  /// An entry is asked for of what is no map, or an item of what is no list.
  case otherKind
  /// The map has such a key already.
  case keyIsThere
  /// A name behind `&` would go, or what stands at the path is written elsewhere.
  case shared
  /// A comment stands where one line would have to follow another.
  case commentBetween
  /// More than the place would change.
  case changesMore
}
