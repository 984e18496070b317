// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// `approval:` of a world.
  package static let approval = Shape(
    "approval", "How a request to approve a new device is answered on another device.",
    [
      Key("answer", .approval, "What the world answers; `ignore` means that nobody answers."),
      Key("after", .duration, "How long the answer takes."),
      Key(
        "rejected", .word(["error", "fallback"]),
        "What a rejection leads to: a `getUser` with an error number, or an activation code."),
      Key("error", .errorNumber, "The error of a rejection; the default is 910."),
      Key(
        "expiredError", .errorNumber,
        "The error of the `getUser` when nobody has answered in time; the default is 912."),
      Key("authLevel", .amount, "If above 0, a user who approves on another device is checked once more."),
    ], secrecy: .open)

  /// `session:` and `appSession:` of a world.
  package static let session = Shape(
    "session", "When a session ends.",
    [
      Key("idle", .span, "The session ends this long after the last call that the SDK accepted."),
      Key("hard", .span, "The session ends this long after its start, whatever is done."),
      Key("warning", .span, "The SDK warns this long before the end."),
      Key("extendable", .flag, "Whether `extendSessionIdleTimeout` can start the idle time again."),
      Key("extensions", .amount, "How often the session can be extended.", needs: ["idle"]),
      Key("message", .text, "What the warning says."),
    ], needsOneOf: ["idle", "hard"], secrecy: .open)

  /// `forcedLogOff:` of a world.
  package static let forcedLogOff = Shape(
    "forcedLogOff", "When the SDK logs a user off by itself.",
    [Key("after", .duration, "How long after each login.", isRequired: true)], secrecy: .open)

  /// An item of `threats:`.
  package static let threatFinding = Shape(
    "threatFinding", "What the SDK finds wrong with the device, and when.",
    [
      Key(
        "consent", .list(.shape { .threat }), "These threats are found, and the user decides.",
        excludes: ["terminate"], isNeverEmpty: true),
      Key(
        "terminate", .list(.shape { .threat }), "These threats are found, and the SDK shuts itself down.",
        isNeverEmpty: true),
      Key(
        "during", .ownName,
        "The threats are found while the SDK works on this call, and come before its reply; the default is `initialize`."
      ),
      Key("nth", .positive, "Which call of that name it is; only accepted calls count."),
      Key(
        "after", .duration, "Instead of `during`: the threats are found this long after the SDK has started.",
        excludes: ["during", "nth"]),
    ], needsOneOf: ["consent", "terminate"], secrecy: .open)

  /// A threat.
  package static let threat = Shape(
    "threat", "A threat that the SDK finds.",
    [
      Key("threatId", .integer, "The id of the threat.", isRequired: true),
      Key("threatName", .text, "The name of the threat."),
      Key("threatCategory", .word(["SYSTEM", "APP", "NETWORK"]), "The category of the threat."),
      Key("threatSeverity", .word(["LOW", "MEDIUM", "HIGH"]), "The severity of the threat."),
      Key("threatMsg", .text, "What the SDK says of it."),
      Key("threatReason", .text, "The reason that the SDK gives."),
      Key("configuredAction", .text, "The action that the server has configured."),
      Key("networkInfo", .shape { .networkInfo }, "The network in which it was found."),
      Key("appInfo", .shape { .appInfo }, "The app in which it was found."),
    ], secrecy: .open)

  /// The network of a threat.
  package static let networkInfo = Shape(
    "networkInfo", "The network in which a threat was found.",
    [
      Key("bssid", .text, "The `bssid` of the event."),
      Key("ssid", .text, "The `ssid` of the event."),
      Key("maliciousAddress", .text, "The `maliciousAddress` of the event."),
      Key("maliciousMacAddress", .text, "The `maliciousMacAddress` of the event."),
    ], secrecy: .open)

  /// The app of a threat.
  package static let appInfo = Shape(
    "appInfo", "The app in which a threat was found.",
    [
      Key("appName", .text, "The `appName` of the event."),
      Key("appSha256", .text, "The `appSha256` of the event."),
      Key("packageName", .text, "The `packageName` of the event."),
    ], secrecy: .open)

  /// An item of `faults:`.
  package static let fault = Shape(
    "fault", "What goes wrong with a call.",
    [
      Key("call", .ownName, "The call, by the name it has in flows.", isRequired: true),
      Key(
        "nth", .positive,
        "Which call of that name, counted from 1; without it, the fault is for every call."),
      Key(
        "event", .ownName,
        "Another event comes instead: the call has no effect, and the SDK waits for what that event asks for."),
      Key(
        "unknown", .always(true), "The event differs from the contract on purpose, by its name, a field or a type.",
        needs: ["event"]),
      Key("with", .map(.anything), "The data of the other event.", needs: ["event"], secrecy: .mixed),
      Key("status", .amount, "The event carries this status code."),
      Key("error", .errorNumber, "The event carries this error number."),
      Key(
        "reject", .errorNumber,
        "The call is rejected at once with this error number; no event follows, and nothing changes.",
        excludes: ["silent", "event", "with", "unknown", "status", "error", "late", "twice"]),
      Key(
        "silent", .always(true), "The call is accepted, but the SDK does nothing, and no event follows.",
        excludes: ["event", "with", "unknown", "status", "error", "late", "twice"]),
      Key("late", .duration, "The event comes later by this duration."),
      Key("twice", .always(true), "The event comes a second time, directly after the first."),
    ], needsOneOf: ["reject", "silent", "event", "with", "unknown", "status", "error", "late", "twice"], secrecy: .open)
}
