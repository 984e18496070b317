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

  /// How the names of other tokens and the like end, such as `sessionToken`, in small letters.
  private static let endings = ["token", "password", "passcode", "secret"]

  /// Whether what stands behind a name is a secret, however the name is written: `accessToken`, `access_token`, `Access-Token`.
  static func isSecret(_ name: some StringProtocol) -> Bool {
    let bare = name.lowercased().filter { $0 != "_" && $0 != "-" }
    return usual.contains(bare) || ofLogs.contains(bare) || endings.contains { bare.hasSuffix($0) }
  }
}
