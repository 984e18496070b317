// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// A contract file.
  package static let contract = Shape(
    "contract", "A contract: what an SDK asks, what it accepts, what it answers and what it may do next.",
    [
      Key("contract", .fileName, "The name that a flow gives in `sdk:`.", isRequired: true),
      Key(
        "version", .pattern("\(Pattern.whole)\\.\(Pattern.whole)\\.\(Pattern.whole)", example: "1.0.0"),
        "The version of the contract, as three numbers.", isRequired: true),
      Key(
        "patience", .span,
        "How long a call may wait for its event, such as `60s`, unless the call says otherwise."),
      Key("success", .list(.integer), "The status codes that mean success.", isRequired: true, isNeverEmpty: true),
      Key(
        "phases", .map(.shape { .phase }), "The states of the SDK; a run begins in the first.", isRequired: true,
        members: Pattern.contractName, isNeverEmpty: true, otherNames: ["states"]),
      Key("signedIn", .ownName, "The phase in which a user is signed in."),
      Key("modes", .map(.code), "Names of challenge modes and their numbers.", members: Pattern.contractName),
      Key(
        "types", .map(.type), "Types of your own.", members: Pattern.typeName),
      Key(
        "constants", .map(.text), "Texts, numbers and flags that guards read as `contract.<name>`.",
        members: Pattern.contractName),
      Key(
        "authenticators", .map(.shape { .authenticator }), "What users show proofs with.",
        members: Pattern.authenticatorName, isNeverEmpty: true),
      Key("codes", .map(.shape { .statusCode }), "Status codes, by number.", members: Pattern.code),
      Key(
        "errors", .map(.shape { .errorNumber }),
        "Error numbers; they have nothing to do with the status codes.", members: Pattern.code),
      Key(
        "events", .map(.shape { .contractEvent }), "What the SDK sends, by name.", isRequired: true,
        members: Pattern.contractName, isNeverEmpty: true),
      Key(
        "calls", .map(.shape { .contractCall }), "What a flow may call, by name.", isRequired: true,
        members: Pattern.contractName, isNeverEmpty: true),
      Key(
        "populations", .map(.shape { .population }), "Groups of users whom the SDK treats differently, by name.",
        members: Pattern.contractName),
    ])

  /// A phase of the SDK.
  package static let phase = Shape(
    "phase", "A state of the SDK.",
    [
      Key(
        "abandon", .ownName,
        "The call that a failed run makes on its way out; it must be legal in that phase."),
      Key(
        "closed", .flag, "The SDK has shut itself down: only calls whose `phases` name this phase are legal."),
    ])

  /// What users show proofs with.
  package static let authenticator = Shape(
    "authenticator", "What users show proofs with, and by which way.",
    [
      Key(
        "channel", .word(["typed", "device", "other-device", "page", "sms", "voice", "email"]),
        "How it reaches the SDK.", isRequired: true),
      Key(
        "phishingResistant", .flag, "What it sends is of no use to anybody between the user and the server."),
      Key("nonExportable", .flag, "Its key never leaves it."),
      meaning,
    ])

  /// A status code.
  package static let statusCode = Shape(
    "code", "A status code: the name of its number, and where it arrives.",
    [
      Key("name", .ownName, "What a flow may write for the number.", isRequired: true),
      Key(
        "in", .places,
        "The events in which it arrives, with the mode where only some have it, such as "
          + "`getPassword(set)`.", isRequired: true),
      Key("boundedBy", .ownName, "The field of those events that limits how often it can come."),
      Key(
        "attempts", .either([.count(from: 1, to: 10_000), .word(["unknown"])]),
        "How many answers of a user may lead to this code before the SDK takes no more; `unknown` where it is stated "
          + "nowhere."),
      Key(
        "reveals", .word(["user", "nobody"]),
        "What it tells the person who typed a name: there is such a user, or there is none."),
      Key("shutsOut", .flag, "The user or the device is shut out: a flow that ends because of it must fail."),
      Key("informational", .flag, "No failure: the event counts as a success."),
      Key("renewedBy", .names, "The calls that reset the SDK's count of those attempts."),
      meaning, source(isRequired: true),
    ])

  /// An error number.
  package static let errorNumber = Shape(
    "error", "An error number: its name, and where it arrives.",
    [
      Key("name", .ownName, "What a flow may write for the number.", isRequired: true),
      Key("calls", .names, "The calls that are rejected with it at once."),
      Key("events", .names, "The events in which it arrives as an error."),
      meaning, source(isRequired: true),
    ], needsOneOf: ["events", "calls"])

  /// What is said of a population.
  package static let population = Shape(
    "population", "A group of users whom the SDK treats differently.",
    [
      Key(
        "comes", .oneOrList(.text),
        "The replies that show that a user belongs to the group; one of several is enough.", isRequired: true,
        isNeverEmpty: true),
      Key("given", .map(.text), "The arguments of these users' calls."),
      Key("never", .names, "The calls that lead to nothing for these users."),
      meaning, source(isRequired: true),
    ])

  static let meaning = Key("meaning", .text, "One sentence for people.")
  static func source(isRequired: Bool) -> Key {
    Key(
      "source", .source,
      "How reliable the line is (`given`, `sample`, `documented`, `weak` or `chosen`), and then where it is stated.",
      isRequired: isRequired)
  }
}

extension Pattern {
  /// A name that a contract may give.
  static let contractName = name(but: ReservedWords.ofContracts)
  static let typeName = name(but: ReservedWords.ofContracts + ReservedWords.ofTypes)
  static let authenticatorName = name(but: ReservedWords.ofContracts + ReservedWords.ofProofs)
  /// A type with what may stand around it: words before it, and something behind it.
  static func type(_ before: [String], _ behind: String) -> String {
    " *((\(before.joined(separator: "|"))) +)*(list +)*\(name)( +\(behind))? *"
  }
  /// Other names of a field.
  static let origins = "from( +[^ ]+)+"
  static let bounds = "(-?[0-9]+\\.\\.([-+]?[0-9]+)?|\\.\\.[-+]?[0-9]+)"
}

extension ValueShape {
  /// `a`, `a, b` or `[a, b]`.
  static let names = either([
    pattern(Pattern.names, example: "getUser, getPassword"), .limited(list(.ownName), least: 1),
  ])
  /// As ``names``, each with a mode where that matters.
  static let places = either([
    pattern(Pattern.several(Pattern.eventPlace), example: "getUser, getPassword(set)"),
    .limited(list(pattern(Pattern.eventPlace, example: "getPassword(set)")), least: 1),
  ])
  /// Words, names with their numbers, or fields with their types.
  static let type = either([
    .limited(list(.text), least: 1), .limited(map(.integer), members: Pattern.contractName),
    fields(Pattern.type(["private"], Pattern.origins)),
  ])
  /// What an event carries.
  static let fieldsOfEvent = fields(Pattern.type(["user", "attempts", "private"], Pattern.origins))
  /// What a call takes.
  static let parameters = fields(Pattern.type(["optional", "trimmed", "user"], Pattern.bounds))
  /// A confidence and a reference.
  static let source = pattern(
    "(given|sample|documented|weak) +[^ ][\\s\\S]*|chosen( [\\s\\S]*)?", example: "given S3")

  /// Names, each with its type.
  private static func fields(_ type: String) -> ValueShape {
    .limited(map(.pattern(type, example: "text")), members: Pattern.names)
  }
}
