// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the environment sets of a random test: a longer form of the test says more there than CI does.
enum Setting {
  /// What the dice begin with, 1 unless it is set.
  static func seed(_ name: String) -> UInt64 { value(name).flatMap { UInt64($0) } ?? 1 }

  /// How much is tried.
  static func count(_ name: String, unlessSet usual: Int) -> Int { value(name).flatMap { Int($0) } ?? usual }

  private static func value(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
