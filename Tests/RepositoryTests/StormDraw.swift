// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// What a storm draws, by SplitMix64: worlds in which much goes wrong, and calls of which most are to the point.
struct StormDraw {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func number(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(elements.count)] }

  private static let users = #"""
    "users": {
      "alice": { "activationCode": ["111", "222"], "activationAttempts": 2, "resendLimit": 1 },
      "bob": {
        "password": "horse-1", "passwordHistory": ["horse-2", "horse-3"], "passwordAttempts": 2, "activationCode": "111",
        "notifications": [
          { "uuid": "a", "expiresAfter": "10m", "actions": [{ "action": "Pay", "authLevel": 1 }, { "action": "No" }] },
          { "uuid": "b", "createdAt": "2026-01-01T00:01:00Z", "actions": [{ "action": "Pay" }], "enterprise": "e" }
        ]
      },
      "carol": {
        "password": "horse-1", "lda": true,
        "notifications": [{ "uuid": "c", "actions": [{ "action": "Pay", "authLevel": 2 }] }]
      },
      "dave": { "password": "horse-1", "registeredDevices": ["phone-2"], "activationCode": "111" },
      "erin": { "password": "horse-1", "passwordExpired": true },
      "fred": { "password": "horse-1", "blocked": "password", "activationCode": "111" },
      "gina": { "password": "horse-1", "blocked": "admin" }
    }
    """#

  private static let conditions = [
    #""latency": "1s""#, #""startsAt": "2025-12-31T23:59:30Z""#, #""history": 2"#, #""forgotPassword": true"#,
    #""logOffAfterUpdate": true"#, #""rememberedUser": "auto""#, #""approvalExpires": "20s""#,
    #""approval": { "answer": "reject", "after": "5s", "rejected": "fallback" }"#, #""emptyNotifications": "missing""#,
    #""devices": { "phone-2": { "lda": "face" } }"#, #""forcedLogOff": { "after": "40s" }"#,
    #""policy": { "minLength": 5, "minDigits": 1, "maxRepeats": 2, "forbidden": "<", "mayHoldUserName": false }"#,
    #""session": { "idle": "30s", "warning": "10s", "hard": "2m", "extensions": 1 }"#,
    #""appSession": { "idle": "20s", "warning": "4s" }"#,
    #""threats": [{ "consent": [{ "threatId": 1 }, { "threatId": 2, "threatName": "Root" }], "during": "setUser" }, "#
      + #"{ "consent": [{ "threatId": 1 }] }, { "terminate": [{ "threatId": 3 }], "after": "90s" }]"#,
  ]

  private static let faults = [
    #"{ "call": "setUser", "nth": 2, "reject": 500 }"#, #"{ "call": "setPassword", "late": "3s", "twice": true }"#,
    #"{ "call": "setPassword", "nth": 2, "event": "onUserLoggedIn", "with": { "userID": "bob" } }"#,
    #"{ "call": "setActivationCode", "nth": 1, "status": 138 }"#, #"{ "call": "getNotifications", "silent": true }"#,
    #"{ "call": "initialize", "nth": 2, "error": 131, "late": "1s" }"#, #"{ "call": "logOff", "twice": true }"#,
    #"{ "call": "updateNotification", "nth": 2, "status": 110 }"#,
    #"{ "call": "extendSessionIdleTimeout", "nth": 1, "error": 5 }"#,
  ]

  /// After these the SDK must be started again.
  private static let ends = ["onSessionTimeout", "onTerminate", "onTerminateWithThreats"]

  /// As a JSON object.
  mutating func world() -> String {
    let chosen = Self.conditions.filter { _ in number(3) == 0 }
    let faults = Self.faults.filter { _ in number(5) == 0 }
    let device =
      #""device": { "lda": "face", "biometric": ["accept", "fail", "accept", "cancel"], "ldaCancelError": 140 }"#
    let all = [#""seed": \#(number(1000))"#, Self.users, device] + chosen
    return "{"
      + (all + (faults.isEmpty ? [] : [#""faults": ["# + faults.joined(separator: ", ") + "]"]))
      .joined(separator: ", ") + "}"
  }

  mutating func direction() -> Direction {
    pick([
      .hold, .release, .release, .refuse(call: "setUser", code: 500), .send(SDKEvent("onSessionTimeout")),
      .send(SDKEvent("onUserLoggedOff", data: ["userID": .text("bob")], status: 100)),
      .send(SDKEvent("onUserConsentThreats", data: ["threats": .list([.record(["threatId": .int(9)])])])),
    ])
  }

  /// A call that answers the last event, as a rule.
  mutating func call(after event: SDKEvent?) -> SDKCall {
    let data = event?.data ?? Record()
    let (mode, user) = (data["challengeMode"] ?? .int(0), data["userID"] ?? .text("bob"))
    let password = Value.text(
      pick(["horse-1", "horse-1", "horse-1", "horse-2", "horse-77", "staple-3", "aaa", "bob-1234"]))
    let name = Value.text(
      pick(["alice", "bob", "bob", "bob", "carol", "dave", "erin", "fred", "gina", "zoe", " bob "]))
    let answers: [String: [SDKCall]] = [
      "getUser": [
        SDKCall(name: "setUser", arguments: ["userName": name]), SDKCall(name: "resetBlockedUserAccount"),
      ],
      "getActivationCode": [
        SDKCall(name: "setActivationCode", arguments: ["activationCode": .text(pick(["111", " 222 ", "333"]))]),
        SDKCall(name: "resendActivationCode"),
      ],
      "getPassword": [
        SDKCall(name: "setPassword", arguments: ["password": password, "challengeMode": mode]),
        SDKCall(
          name: "updatePassword",
          arguments: ["currentPassword": .text("horse-1"), "newPassword": password, "challengeMode": mode]),
        SDKCall(name: "forgotPassword"),
      ],
      "getUserConsentForLDA": [
        SDKCall(
          name: "setUserConsentForLDA",
          arguments: ["shouldEnrollLDA": .flag(number(3) != 0), "challengeMode": mode, "authenticationType": .int(2)])
      ],
      "getDeviceName": [SDKCall(name: "setDeviceName", arguments: ["deviceName": .text("Mine")])],
      "getAddNewDeviceOptions": [
        SDKCall(name: "performVerifyAuth", arguments: ["verifyAuthStatus": .flag(number(4) != 0)]),
        SDKCall(name: "fallbackNewDeviceActivationFlow"),
      ],
      "onUserConsentThreats": [SDKCall(name: "takeActionOnThreats", arguments: ["threats": decisions(data)])],
      "onSessionTimeOutNotification": [SDKCall(name: "extendSessionIdleTimeout")],
      "onUserLoggedIn": signedIn(user), "onGetNotifications": signedIn(user), "onUpdateNotification": signedIn(user),
      "onDeviceAuthManagementStatus": signedIn(user), "onUpdateCredentialResponse": signedIn(user),
      "onCredentialsAvailableForUpdate": signedIn(user),
    ]
    guard let event, !Self.ends.contains(event.name) else { return SDKCall(name: "initialize") }
    let usual = answers[event.name] ?? []
    if usual.isEmpty || number(12) == 0 {
      return pick(
        answers.sorted { $0.key < $1.key }.flatMap(\.value)
          + ["initialize", "initialize", "terminate", "resetAuthState", "unheardOf"].map { SDKCall(name: $0) })
    }
    return number(3) != 0 ? usual[0] : pick(usual)
  }

  private mutating func signedIn(_ user: Value) -> [SDKCall] {
    [
      SDKCall(
        name: "updateNotification",
        arguments: [
          "notificationID": .text(pick(["a", "b", "c", "d"])), "response": .text(pick(["Pay", "Pay", "No"])),
        ]),
      SDKCall(name: "getNotifications", arguments: ["recordCount": .int(number(3)), "startIndex": .int(1)]),
      SDKCall(name: "getAllChallenges", arguments: ["userID": user]),
      SDKCall(name: "initiateUpdateFlowForCredential", arguments: ["credential": .text("Password")]),
      SDKCall(
        name: "manageDeviceAuthenticationModes",
        arguments: ["isEnabled": .flag(number(2) == 0), "authenticationType": .int(2)]),
      SDKCall(name: "logOff", arguments: ["userID": user]), SDKCall(name: "getDeviceAuthenticationDetails"),
    ]
  }

  private mutating func decisions(_ data: Record) -> Value {
    guard case .list(let threats)? = data["threats"] else { return .list([]) }
    return .list(
      threats.map { threat in
        guard case .record(var decided) = threat else { return threat }
        decided["shouldProceedWithThreats"] = .flag(number(8) != 0)
        decided["rememberActionForSession"] = .flag(number(2) == 0)
        return .record(decided)
      })
  }
}
