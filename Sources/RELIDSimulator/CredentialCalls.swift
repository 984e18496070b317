// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// What a user who is signed in can change: a password.
extension Conversation {
  /// The name of what can be changed.
  static let passwordCredential = "Password"

  mutating func getAllChallenges(_ arguments: Record) -> CallOutcome {
    guard let user = signedInUser else { return notSignedIn() }
    guard let name = arguments.trimmedText("userID") else { return .refused(.missingValue) }
    guard name.isSpelled(like: server[user].name) else { return .refused(.notEchoed) }
    let options = server[user].password == nil ? [] : [Value.text(Self.passwordCredential)]
    return .reply(Delivery(.onCredentialsAvailableForUpdate(of: server[user], options), opens: .signedIn))
  }

  mutating func initiateUpdateFlowForCredential(_ arguments: Record) -> CallOutcome {
    guard let user = signedInUser else { return notSignedIn() }
    guard let credential = arguments.text("credential") else { return .refused(.missingValue) }
    guard credential == Self.passwordCredential, server[user].password != nil else { return .refused(.notEchoed) }
    return .reply(askPassword(.update, user, for: .session))
  }

  /// The current password was right.
  mutating func replacePassword(of user: AccountID, by new: Secret) -> Delivery {
    switch change(new, of: user) {
    case .done: outcome(.ok, of: user)
    case .againstPolicy: outcome(.againstPolicy, of: user)
    case .usedBefore: outcome(.usedBefore, of: user)
    }
  }

  func outcome(_ status: CredentialStatus, of user: AccountID) -> Delivery {
    Delivery(
      .onUpdateCredentialResponse(of: server[user], Self.passwordCredential, status), opens: .signedIn)
  }
}

/// How a change of a password turns out, by the server's status.
enum CredentialStatus: Int {
  case ok = 100
  case attemptsExhausted = 153
  case usedBefore = 164
  case againstPolicy = 190

  var message: String? {
    switch self {
    case .ok: nil
    case .attemptsExhausted: "attempts exhausted"
    case .usedBefore: "password used before"
    case .againstPolicy: "password against policy"
    }
  }
}
