// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
  import UIKit
#endif

/// The name of a device where the SDK proposes none.
enum DeviceName {
  /// What the system calls the device; never empty.
  @MainActor static var own: String {
    #if canImport(UIKit)
      let name = UIDevice.current.name
      if !isBlank(name) { return name }
    #endif
    return "This device"
  }

  /// Whether nothing is left of a name without the white space around it.
  static func isBlank(_ name: String) -> Bool { name.allSatisfy(\.isWhitespace) }
}
