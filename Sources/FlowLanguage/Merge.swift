// SPDX-License-Identifier: Apache-2.0

/// What becomes of an outermost key of a flow in the flows that extend it.
package enum Merge: Sendable {
  /// What a variant writes beside `extends:` takes its place.
  case replace
  /// What a variant writes beside `extends:` is put behind it.
  case append
  /// It is about its own file, so no variant takes it over; a variant may write its own.
  case own
  /// It stays, unless a variant changes it by its path.
  case byPath
  /// What stands below it stays, name by name, unless a variant changes it by its path; so it is joined with what parts have there.
  case byName
  /// It stays in all variants.
  case fixed
  /// It says how files are made into one, and is gone once they are.
  case never

  /// How the page of the keys says it.
  package var words: String {
    switch self {
    case .replace: "replaced by the variant's own"
    case .append: "the variant's own, behind those of the base"
    case .own: "the variant's own, or none"
    case .byPath: "of the base; changed by its path"
    case .byName: "of the base; changed name by name"
    case .fixed: "of the base"
    case .never: "the variant's own, or none; this makes the changes"
    }
  }
}

extension Shape {
  /// The keys that are merged in one of these ways.
  package func words(merged merges: Merge...) -> [StaticString] {
    keys.filter { key in key.merge.map(merges.contains) ?? false }.map(\.word)
  }
}
