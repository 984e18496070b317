// SPDX-License-Identifier: Apache-2.0

/// The flows of the folder `flows` that somebody can begin with, as the program holds them.
package enum ShippedFlows {
  /// Their names, the ones to begin with first.
  package static let names = [
    "sign-in", "login", "activation", "forgotten-password",
    "password-update", "device-check", "notifications", "secure-login",
  ]

  /// The text of a file of that folder, by its path from there; nil if the program does not hold it.
  package static func text(of path: String) -> String? {
    bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Every path.
  package static let paths = [
    "sign-in.yaml",
    "sign-in.scenarios.yaml",
    "activation.yaml",
    "activation.scenarios.yaml",
    "login.yaml",
    "login.scenarios.yaml",
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

  /// Why no table: of a table each file would be made when the first is asked for.
  private static func bytes(of path: String) -> [UInt8]? {
    switch path {
    case "sign-in.yaml": PackageResources.flows_sign_in_yaml
    case "sign-in.scenarios.yaml": PackageResources.flows_sign_in_scenarios_yaml
    case "activation.yaml": PackageResources.flows_activation_yaml
    case "activation.scenarios.yaml": PackageResources.flows_activation_scenarios_yaml
    case "login.yaml": PackageResources.flows_login_yaml
    case "login.scenarios.yaml": PackageResources.flows_login_scenarios_yaml
    case "forgotten-password.yaml": PackageResources.flows_forgotten_password_yaml
    case "forgotten-password.scenarios.yaml": PackageResources.flows_forgotten_password_scenarios_yaml
    case "password-update.yaml": PackageResources.flows_password_update_yaml
    case "password-update.scenarios.yaml": PackageResources.flows_password_update_scenarios_yaml
    case "device-check.yaml": PackageResources.flows_device_check_yaml
    case "device-check.scenarios.yaml": PackageResources.flows_device_check_scenarios_yaml
    case "secure-login.yaml": PackageResources.flows_secure_login_yaml
    case "secure-login.scenarios.yaml": PackageResources.flows_secure_login_scenarios_yaml
    case "notifications.yaml": PackageResources.flows_notifications_yaml
    case "notifications.scenarios.yaml": PackageResources.flows_notifications_scenarios_yaml
    case "parts/at-sign-in.yaml": PackageResources.flows_parts_at_sign_in_yaml
    case "parts/device-name.yaml": PackageResources.flows_parts_device_name_yaml
    case "parts/ends.yaml": PackageResources.flows_parts_ends_yaml
    case "parts/enrolled.yaml": PackageResources.flows_parts_enrolled_yaml
    case "parts/enrolment.yaml": PackageResources.flows_parts_enrolment_yaml
    case "parts/forgotten.yaml": PackageResources.flows_parts_forgotten_yaml
    case "parts/identify.yaml": PackageResources.flows_parts_identify_yaml
    case "parts/known.yaml": PackageResources.flows_parts_known_yaml
    case "parts/new-device.yaml": PackageResources.flows_parts_new_device_yaml
    case "parts/new-password.yaml": PackageResources.flows_parts_new_password_yaml
    case "parts/password-expired.yaml": PackageResources.flows_parts_password_expired_yaml
    case "parts/renewed.yaml": PackageResources.flows_parts_renewed_yaml
    case "parts/session.yaml": PackageResources.flows_parts_session_yaml
    case "parts/signed-in.yaml": PackageResources.flows_parts_signed_in_yaml
    case "parts/suspended.yaml": PackageResources.flows_parts_suspended_yaml
    case "parts/threats.yaml": PackageResources.flows_parts_threats_yaml
    case "parts/verify-password.yaml": PackageResources.flows_parts_verify_password_yaml
    case "activation.world.yaml": PackageResources.flows_activation_world_yaml
    default: nil
    }
  }
}
