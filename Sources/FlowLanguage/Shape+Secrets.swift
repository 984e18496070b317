// SPDX-License-Identifier: Apache-2.0

/// What may be shown of a world.
extension Shape {
  /// The keys of a user below which passwords and codes stand: what must never be shown.
  package static let secretKeysOfWorlds = ["activationCode", "password", "passwordHistory"]

  /// The other keys of a world whose values are no secret.
  package static var openKeysOfWorlds: [String] {
    let all = Shape.world.reachable.flatMap(\.names)
    return all.filter { !secretKeysOfWorlds.contains($0) && $0 != "users" && $0 != "with" }
  }
}
