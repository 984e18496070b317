// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// A scenario file.
  package static let scenarios = Shape(
    "scenarios", "Scenarios: what happens to runs of a flow, and how they must come out.",
    [
      Key(
        "flow", .text, "The flow's file, by the path from this file's folder.", excludes: ["devices"], secrecy: .open),
      Key(
        "extends", .oneOrList(.text),
        "Scenario files of the flow that this flow is a variant of: their scenarios are played on this flow, too.",
        needs: ["flow"], secrecy: .open),
      Key(
        "skip", .map(.text), "Scenarios of those files that are not played, by name, each with the reason.",
        needs: ["extends"], shows: .all),
      Key(
        "at", .map(.limited(.list(.shape { .item }), least: 1)),
        "What those scenarios do at a step that their own flow does not have: by the name of the step, the items.",
        needs: ["extends"], shows: [.typed, .typedBelow]),
      Key(
        "devices", .limited(.map(.shape { .scenarioDevice }), least: 2),
        "In place of `flow`: several devices, each with a flow."),
      Key(
        "contract", .text,
        "The file of the SDK's contract, by the path from this file's folder; without this key, the contract in the "
          + "program.", secrecy: .open),
      modules("The security modules of the scenarios that have none of their own."),
      world("The world of the scenarios that have none of their own."),
      Key(
        "worlds", .map(anyWorld),
        "Worlds with names, for scenarios to use (`world: NAME`) and for other worlds to build on (`extends: NAME`).",
        shows: .given),
      Key(
        "beginnings", .map(.either([.list(.shape { .item }), .shape { .beginning }])),
        "What several scenarios begin with (`begin: NAME`).", shows: [.given, .typedBelow]),
      sdk(
        "The SDK of the scenarios: `simulated` (the default for REL-ID), `program` (the default for other contracts) or "
          + "`byHand`."),
      Key(
        "scenarios", .list(.shape { .scenario }), "The scenarios.", isRequired: true,
        otherNames: ["tests", "examples"],
        shows: .typed),
    ], needsOneOf: ["flow", "devices"])

  /// A device of a scenario file.
  package static let scenarioDevice = Shape(
    "deviceOfScenarios", "A device on which a flow is run.",
    [Key("flow", .text, "The flow's file, by the path from this file's folder.", isRequired: true, secrecy: .open)])

  /// One scenario.
  package static let scenario = Shape(
    "scenario", "A scenario: what happens, and how it must come out.",
    [
      Key(
        "name", .text, "A sentence that no other scenario has.", isRequired: true,
        otherNames: ["title", "scenario", "description"], secrecy: .open),
      modules("The security modules of this scenario, in place of those of the file."),
      Key(
        "world", .either([.text, anyWorld]),
        "The world of this scenario, in place of that of the file: a map, or the name of one of its `worlds`.",
        otherNames: ["given"], secrecy: .name),
      sdk("The SDK of this scenario, in place of that of the file."),
      Key(
        "cases", .map(.map(.anything)),
        "A scenario for each case: by the name of the case, the values that take the places of `$name`.",
        isNeverEmpty: true, shows: [.given, .typedBelow]),
      Key("begin", .text, "The beginning: the items of that name below `beginnings` happen first.", secrecy: .open),
      Key(
        "do", .list(.shape { .item }), "What happens, in order.", otherNames: ["steps", "actions", "items", "when"],
        shows: .typed),
      Key(
        "expect", .either([.word(["todo"]), .ending]),
        "How the run must come out; with several devices, by device. With `todo` the scenario fails until it is written.",
        excludes: ["never"], isNeverEmpty: true, otherNames: ["then", "end", "assert"]),
      Key("never", .ending, "In place of `expect`: how the run must not come out.", isNeverEmpty: true),
    ], needsOneOf: ["expect", "never"])

  /// A beginning that has another one before it.
  package static let beginning = Shape(
    "beginning", "Items with which several scenarios begin.",
    [
      Key("begin", .text, "The beginning that comes before it.", secrecy: .open),
      Key("do", .list(.shape { .item }), "What happens then, in order.", isRequired: true, shows: .typed),
    ])

  /// A world that may build on another one.
  package static let builtWorld = Shape(
    "builtWorld", "A world that lies over another one, key by key.",
    [
      Key(
        "extends", .text, "The world below it: a name below `worlds`, or `default` for that of the file.",
        secrecy: .open)
    ]
      + Shape.world.keys)

  private static let anyWorld = ValueShape.either([.shape { .builtWorld }, .map(.anything)])

  private static func modules(_ meaning: String) -> Key {
    Key(
      "modules", .map(.either([.word(["allow"]), .shape { .verdict }, .shape { .verdicts }])), meaning, shows: .given)
  }
  private static func world(_ meaning: String, otherNames: [String] = []) -> Key {
    // Why anything: the program of another SDK decides what its world may contain.
    Key("world", .either([.shape { .world }, .map(.anything)]), meaning, otherNames: otherNames)
  }
  private static func sdk(_ meaning: String) -> Key {
    Key("sdk", .word(["simulated", "program", "byHand"]), meaning, secrecy: .open)
  }

  /// What a module says to everything.
  package static let verdict = Shape(
    "verdict", "What a security module says.",
    [Key("deny", .text, "The reason for which it denies.", isRequired: true, secrecy: .open)])

  /// What a module says to each question.
  package static let verdicts = Shape(
    "verdicts", "What a security module says to each question; it allows a question that is not named.",
    questions(.either([.word(["allow"]), .shape { .verdict }]), "Its verdict on"), isNeverEmpty: true)

  /// Why a module denies each question.
  package static let reasons = Shape(
    "reasons", "Why a security module denies a question.", questions(.text, "The reason for which it denies"),
    isNeverEmpty: true)

  private static func questions(_ value: ValueShape, _ meaning: String) -> [Key] {
    [
      Key("isDeviceSecure", value, "\(meaning) `isDeviceSecure`.", secrecy: .open),
      Key("allowLogin", value, "\(meaning) `allowLogin`.", secrecy: .open),
    ]
  }

  /// What happens in a scenario.
  package static let item: Shape = Shape(
    "item", "One thing that happens: an answer to a step, or one of these.",
    [
      Key("expect", .shape { .stepExpectation }, "The step that asks must be as described."),
      Key(
        "after", .duration, "This much time passes, and whatever is due meanwhile happens.",
        otherNames: ["sleep", "wait", "pause", "delay", "advance"], secrecy: .open),
      Key(
        "background", .duration, "The app goes to the background, this much time passes, and the app comes back.",
        secrecy: .open),
      Key(
        "event", .ownName, "The SDK sends this event by itself.",
        excludes: [
          "expect", "after", "background", "reject", "allow", "deny", "hold", "release", "during", "on", "do",
        ], secrecy: .open),
      Key(
        "unknown", .always(true),
        "The event differs from the contract on purpose, by its name, a field or a type.", needs: ["event"],
        secrecy: .open),
      Key("with", .map(.anything), "The data of the event.", needs: ["event"]),
      Key("status", .integer, "The status code of the event.", needs: ["event"], secrecy: .open),
      Key("error", .integer, "The error number of the event.", needs: ["event"], secrecy: .open),
      Key("reject", .shape { .rejection }, "The SDK rejects the next call of that name at once."),
      Key("allow", .text, "From now on this security module allows everything."),
      Key(
        "deny", .limited(.map(.either([.text, .shape { .reasons }])), least: 1, most: 1),
        "From now on this security module denies everything for this reason, or one question.", secrecy: .open,
        shows: .given),
      Key("hold", .word(["replies"]), "The SDK's replies are held back.", secrecy: .open),
      Key("release", .word(["replies"]), "The replies that were held back are released.", secrecy: .open),
      Key("on", .ownName, "The device on which what stands below `do` happens.", needs: ["do"], secrecy: .open),
      Key(
        "do", .list(.shape { .item }), "What happens on the device, in order.", needs: ["on"], isNeverEmpty: true,
        shows: .typed),
      Key(
        "during", .list(.shape { .item }),
        "Items that happen between the first call that the answer beside it leads to and the reply to that call.",
        excludes: ["expect", "after", "background", "reject", "allow", "deny", "hold", "release", "on", "do"],
        isNeverEmpty: true, otherNames: ["while", "meanwhile"], shows: .typed),
    ], others: .either([.text, .shape { .chosen }, .map(.anything)]), isNeverEmpty: true, companion: "during")

  /// A choice with what is said when it is to be confirmed.
  package static let chosen = Shape(
    "chosen", "A choice, and what the user says when asked to confirm it.",
    [
      Key("choice", .ownName, "The choice.", isRequired: true),
      Key(
        "confirm", .word(["yes", "no"]), "`no`: the user is asked to confirm it, and says no.", isRequired: true,
        secrecy: .open),
    ])

  /// `reject:` of a scenario.
  package static let rejection = Shape(
    "rejection", "A call that the SDK rejects.",
    [
      Key("call", .ownName, "The call.", isRequired: true, secrecy: .open),
      Key("code", .positive, "The error number of the rejection.", isRequired: true),
    ])
}

extension ValueShape {
  /// How a run must come out, or the run of each device.
  static let ending = either([.shape { .ending }, .map(.shape { .ending })])
}
