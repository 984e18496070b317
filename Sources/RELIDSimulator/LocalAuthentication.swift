// SPDX-License-Identifier: Apache-2.0

/// How a device can authenticate its owner by itself, by the SDK's numbers.
enum LocalAuthentication: Int, Sendable, CaseIterable {
  case none = 0
  case fingerprint = 1
  case face = 2
  case pattern = 3
  case passcode = 8
  case device = 9
  case biometric = 10

  /// As a world file writes it.
  var word: String {
    switch self {
    case .none: "none"
    case .fingerprint: "fingerprint"
    case .face: "face"
    case .pattern: "pattern"
    case .passcode: "passcode"
    case .device: "device"
    case .biometric: "biometric"
    }
  }
}

/// What comes of it when the device asks for a finger, a face or a passcode.
enum BiometricResult: String, Sendable, CaseIterable {
  case accept
  case fail
  case cancel
}

/// The results to come, in order.
struct BiometricScript: Sendable {
  /// Each is used once; none is left at the end.
  var once: [BiometricResult] = []
  /// What every later prompt comes to.
  var always = BiometricResult.accept
  private var used = 0

  init(once: [BiometricResult] = [], always: BiometricResult = .accept) {
    self.once = once
    self.always = always
  }

  mutating func next() -> BiometricResult {
    guard used < once.count else { return always }
    used += 1
    return once[used - 1]
  }
}
