// SPDX-License-Identifier: Apache-2.0

import EmbeddedTexts

/// The flows of the folder `flows` that somebody can begin with, as the program holds them.
package enum ShippedFlows {
  /// Their names, the ones to begin with first.
  package static let names = [
    "sign-in", "login", "activation", "additional-device", "forgotten-password",
    "password-update", "device-check", "notifications", "secure-login",
  ]

  /// The text of a file of that folder, by its path from there; nil if the program does not hold it.
  package static func text(of path: String) -> String? {
    paths.contains(path) ? EmbeddedText.text(of: "flows/" + path) : nil
  }

  /// Every path.
  package static let paths = [
    "sign-in.yaml",
    "sign-in.scenarios.yaml",
    "activation.yaml",
    "activation.scenarios.yaml",
    "login.yaml",
    "login.scenarios.yaml",
    "additional-device.yaml",
    "additional-device.scenarios.yaml",
    "forgotten-password.yaml",
    "forgotten-password.scenarios.yaml",
    "password-update.yaml",
    "password-update.scenarios.yaml",
    "device-check.yaml",
    "device-check.scenarios.yaml",
    "secure-login.yaml",
    "secure-login.scenarios.yaml",
    "notifications.yaml",
    "notifications.scenarios.yaml",
    "parts/at-sign-in.yaml",
    "parts/device-name.yaml",
    "parts/ends.yaml",
    "parts/enrolled.yaml",
    "parts/enrolment.yaml",
    "parts/forgotten.yaml",
    "parts/identify.yaml",
    "parts/known.yaml",
    "parts/new-device.yaml",
    "parts/new-password.yaml",
    "parts/password-expired.yaml",
    "parts/renewed.yaml",
    "parts/session.yaml",
    "parts/signed-in.yaml",
    "parts/suspended.yaml",
    "parts/threats.yaml",
    "parts/verify-password.yaml",
    "activation.world.yaml",
  ]
}
