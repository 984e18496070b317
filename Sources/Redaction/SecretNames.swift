// SPDX-License-Identifier: Apache-2.0

/// What fields of SDKs are called that hold a secret, in small letters, whether a contract says so or not.
package enum SecretNames {
  /// The usual names of codes, passwords, tokens and the like.
  package static let usual: Set<String> = [
    "activationcode", "password", "currentpassword", "newpassword", "passcode", "pin", "otp", "token", "accesstoken",
    "refreshtoken", "idtoken", "jwt", "cookie", "accesscode", "ciphersalt", "agentinfo", "secret", "answer",
    "sessionid", "sessionkey",
  ]

  /// What stands behind `answer` in every message of the protocol, and is no secret.
  static let verdicts: Set<String> = ["accepted", "rejected"]

  /// What logs call a secret besides, in small letters.
  static let ofLogs: Set<String> = [
    "setcookie", "jsessionid", "phpsessid", "sid", "apikey", "pwd", "passwd", "passphrase", "clientsecret",
    "privatekey",
  ]
}
