// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// A world file.
  package static let world = Shape(
    "world", "A world: the surroundings of the simulated SDK.",
    [
      Key(
        "seed", .amount,
        "Decides all session ids, verification keys and ids of notifications that the server makes; the default is 1."),
      Key("latency", .duration, "How long after a call its event comes.", otherNames: ["delay", "lag"]),
      Key("startsAt", .moment, "The date and time at which the run starts, in UTC and to the second."),
      Key(
        "users", .map(.shape { .user }), "The users that the server knows, by name.", otherNames: ["accounts"],
        secrecy: .mixed, shows: .given),
      Key(
        "rememberedUser", .word(["auto", "semiAuto", "manual", "none"]),
        "Which user the device proposes: `auto` asks at once for the password of the user who signed in last, "
          + "`semiAuto` does so if the device knows only one user, `manual` lets the app ask, `none` remembers nobody."),
      Key("device", .shape { .device }, "The device on which the SDK runs."),
      Key(
        "devices", .map(.shape { .furtherDevice }), "Further devices, by id, each with an SDK of its own.",
        shows: .given),
      Key("policy", .shape { .policy }, "What a new password must be like."),
      Key(
        "history", .amount,
        "How many of the latest passwords, including the current one, may not be used again; the default is 5."),
      Key("forgotPassword", .flag, "Whether a forgotten password can be replaced after a code."),
      Key("newDeviceOptions", .texts, "What the server offers on a new device.", isNeverEmpty: true),
      Key("logOffAfterUpdate", .flag, "Whether the SDK logs the user off after a password update."),
      Key(
        "approval", .either([.approval, .shape { .approval }]),
        "How a request to approve a new device is answered on another device."),
      Key("approvalExpires", .span, "For how long such a request can be answered."),
      Key("codeExpires", .span, "For how long an activation code can be used."),
      Key(
        "emptyNotifications", .word(["list", "missing"]),
        "How `onGetNotifications` reports that there are no notifications: with an empty list or without the list."),
      threats,
      Key("session", .shape { .session }, "When the session of a user who is signed in ends."),
      Key("appSession", .shape { .session }, "When the app session, the time before a login, ends."),
      Key("forcedLogOff", .shape { .forcedLogOff }, "When the SDK logs a user off by itself."),
      faults,
    ], secrecy: .open)

  private static let threats = Key(
    "threats", .list(.shape { .threatFinding }), "What the SDK finds wrong with the device.")
  private static let faults = Key("faults", .list(.shape { .fault }), "What goes wrong with particular calls.")

  /// A user of a world.
  package static let user = Shape(
    "user", "A user that the server knows.",
    [
      Key(
        "activated", .flag,
        "Whether the user has set up a device before; without this key, whether the file says what only such a user has."
      ),
      Key("password", .text, "The password, compared byte by byte.", secrecy: .secret),
      Key(
        "blocked", .word(["code", "password", "admin"]),
        "How the user is blocked: with `code` and `admin` the SDK always answers 138; with `password` it answers 141."),
      Key("registeredDevices", .list(.text), "The ids of the user's devices; the default is the world's own."),
      Key("passwordHistory", .texts, "Former passwords, the latest first.", isNeverEmpty: true, secrecy: .secret),
      Key("passwordAttempts", .positive, "How many wrong passwords block the user; the default is 3."),
      Key("passwordExpired", .flag, "If `true`, the right password leads to status 118 and must be replaced."),
      Key(
        "activationCode", .texts,
        "The right code; with a list, each resend moves on to the next code, up to the last.",
        isNeverEmpty: true, secrecy: .secret),
      Key("activationAttempts", .positive, "How many wrong codes block the user; the default is 3."),
      Key("resendLimit", .amount, "How many codes can be resent before one is entered correctly."),
      Key(
        "lda", .either([.flag, .list(.text)]),
        "Whether the device's own check signs the user in; a list names devices, `true` is the world's own.",
        isNeverEmpty: true),
      Key("notifications", .list(.shape { .notification }), "What waits for the user's answer."),
    ], secrecy: .open)

  /// A notification of a user.
  package static let notification = Shape(
    "notification", "What waits for a user's answer.",
    [
      Key("uuid", .text, "The id by which the notification is answered.", isRequired: true),
      Key("subject", .text, "The subject; the default is empty."),
      Key("message", .text, "The message; the default is empty."),
      Key("enterprise", .text, "A call with another `enterpriseID` does not list the notification."),
      Key("createdAt", .moment, "When the notification appears; this may be after the start."),
      Key("expiresAfter", .span, "For how long after that it can be answered."),
      Key("processed", .text, "The action by which it has already been answered."),
      Key("actions", .list(.shape { .action }), "The possible answers."),
    ], secrecy: .open)

  /// A possible answer to a notification.
  package static let action = Shape(
    "action", "A possible answer to a notification.",
    [
      Key("action", .text, "What an answer must match exactly.", isRequired: true),
      Key("label", .text, "What is shown of it; the default is the action."),
      Key("authLevel", .amount, "If it is above 0, the user is checked once more."),
    ], secrecy: .open)

  /// The world's own device.
  package static let device = Shape(
    "device", "The device on which the SDK runs.",
    [Key("id", .text, "The id by which the server knows the device; the default is `device-1`.")] + ofDevices,
    secrecy: .open)

  /// A further device.
  package static let furtherDevice = Shape(
    "furtherDevice", "A further device, with an SDK of its own.", ofDevices + [threats, faults], secrecy: .open)

  private static let ofDevices = [
    Key(
      "lda", .word(["none", "fingerprint", "face", "pattern", "passcode", "device", "biometric"]),
      "The device's own check."),
    Key("asksName", .flag, "Whether the SDK asks for the name of a device that is new to the user."),
    Key(
      "biometric", .oneOrList(.word(["accept", "fail", "cancel"])),
      "How the prompts of the device's own check end; in a list, each word is for one prompt, and later prompts accept."
    ),
    Key("name", .text, "The name that the device proposes when the SDK asks for one."),
    Key("rememberedUsers", .list(.text), "Who has signed in here before."),
    Key("recentUser", .text, "Who signed in last."),
    Key(
      "ldaCancelError", .errorNumber, "The error of the `getUser` after a prompt that failed or was cancelled."),
  ]

  /// What a new password must be like.
  package static let policy = Shape(
    "policy", "What a new password must be like; lengths and counts are in characters.",
    [
      Key("minLength", .amount, "The least length; the default is 8."),
      Key("maxLength", .amount, "The greatest length; the default is 64."),
      Key("minDigits", .amount, "The least number of digits."),
      Key("minUppercase", .amount, "The least number of letters from A to Z."),
      Key("minLowercase", .amount, "The least number of letters from a to z."),
      Key("minSymbols", .amount, "The least number of symbols: anything but the letters A to Z and the digits."),
      Key("maxRepeats", .positive, "How often a character may be repeated in a row."),
      Key("forbidden", .text, "ASCII characters that must not occur."),
      Key("mayHoldUserName", .flag, "Whether the password may contain the user's name."),
      Key("message", .text, "What the SDK tells the user, as `passwordPolicy.msg`."),
    ], secrecy: .open)
}

extension ValueShape {
  static let approval = word(["approve", "reject", "ignore"])
  /// Any number but 0.
  static let errorNumber = either([count(from: 1, to: nil), count(from: .min, to: -1)])
}
