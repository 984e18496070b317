// SPDX-License-Identifier: Apache-2.0

/// What becomes of an outermost key of a flow in the flows that extend it.
package enum Merge: Sendable {
  /// What a variant writes beside `extends:` takes its place.
  case replace
  /// What a variant writes beside `extends:` is put behind it.
  case append
  /// It says something of its own file, and goes to no variant; a variant may write its own.
  case own
  /// It stays, unless a variant changes it by its path.
  case byPath
  /// What stands below it stays, name by name, unless a variant changes it by its path; so it is joined with what parts have there.
  case byName
  /// It stays in all variants.
  case fixed
  /// It says how files become one, and is not there any more when they are.
  case never

  /// What a page says of it.
  package var words: String {
    switch self {
    case .replace: "replaced by its own"
    case .append: "its own behind those of the base"
    case .own: "its own, or none"
    case .byPath: "of the base; changed by its path"
    case .byName: "of the base; changed name by name"
    case .fixed: "of the base"
    case .never: "its own, or none; makes the changes"
    }
  }
}

extension Shape {
  /// The keys that become the same in a variant.
  package func words(merged merges: Merge...) -> [StaticString] {
    keys.filter { key in key.merge.map(merges.contains) ?? false }.map(\.word)
  }
}
