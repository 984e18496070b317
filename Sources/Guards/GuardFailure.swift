// SPDX-License-Identifier: Apache-2.0

/// Why a guard could not be told true or false.
///
/// It holds names of the author's, never a value.
enum GuardFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// A fact, or a field of it, that is not there.
  case absent(String)
  /// A word or a number that its closed type does not know: the path, and the type's name.
  case unknownWord(String, String)
  case wiped
  /// A value that is not of the type that the guard was checked against.
  case mismatch(String)
  case tooMuchWork
  /// A name without a type: the guard was never bound, or had problems.
  case unbound(String)

  var description: String {
    switch self {
    case .absent(let path): "\(path.quoted) is not there"
    case .unknownWord(let path, let type): "\(path.quoted) holds no \(type.quoted) that is known"
    case .wiped: "a secret is empty or wiped"
    case .mismatch(let subject): "\(subject) is not of the type that the contract states"
    case .tooMuchWork: "the guard takes too many steps"
    case .unbound(let path): "\(path.quoted) was never bound to a type"
    }
  }
}
