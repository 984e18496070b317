// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
  import UIKit
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The name of a device where the SDK proposes none.
enum DeviceName {
  /// What the system calls the device; never empty.
  @MainActor static var own: String {
    let name = systemName
    return isBlank(name) ? "This device" : name
  }

  /// Whether nothing is left of a name without the white space around it.
  static func isBlank(_ name: String) -> Bool { name.allSatisfy(\.isWhitespace) }

  #if canImport(UIKit)
    @MainActor private static var systemName: String { UIDevice.current.name }
  #else
    @MainActor private static var systemName: String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        buffer.initialize(repeating: 0)
        guard let start = buffer.baseAddress, gethostname(start, buffer.count - 1) == 0 else { return "" }
        return String(cString: start)
      }
    }
  #endif
}
