// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// A step of a flow.
  package static let step = Shape(
    "step", "A step: it waits for something, does something or asks something.",
    [
      Key(
        "challenge", .event,
        "Waits for a challenge, and answers it; with a status code, as in `getUser 141`, only one with that code.",
        excludes: ["event", "call", "wait", "run"]),
      Key(
        "event", .event, "Waits for a result, or shows it.", excludes: ["challenge", "call", "wait", "run"]),
      Key(
        "call", .callName, "Makes a call by itself, and asks nothing.",
        excludes: ["challenge", "event", "wait", "run"]),
      Key(
        "wait", .messageName,
        "Waits for the reply to a call that is under way, and shows this message; its choices can be used meanwhile.",
        excludes: ["challenge", "event", "call", "run", "gate"]),
      Key(
        "run", .path, "Runs another flow in its place: a path from the folder of the file.",
        excludes: ["challenge", "event", "call", "wait", "gate"], narrows: [thenOfRun]),
      Key("with", .arguments, "The arguments of the call.", needs: ["call"], otherNames: namesOfWith),
      Key(
        "max", .either([.uses, .budgetName]),
        "How often the call may be made in the run, or the name of a budget of the run that steps share.",
        needs: ["call"], otherNames: ["limit", "maxAttempts", "maxTries", "repeats", "retries"]),
      say(needs: ["challenge", "event"]), ask, pick,
      Key(
        "require", .either([.list(.either([.shape { .check }, .shape { .requirement }])), .shape { .requirement }]),
        "A list of checks of the inputs, in order; or, as a map, what must have been shown before.",
        excludes: ["run"], isNeverEmpty: true, otherNames: ["requires"]),
      answer(needs: ["challenge", "event"]),
      Key(
        "gate", .gate,
        "What the security modules are asked: each time before the step makes its call, or, alone, before the flow goes "
          + "on.", excludes: ["wait", "run"], isNeverEmpty: true),
      tries, earns(needs: ["challenge", "event", "call", "wait"]),
      within(needs: ["challenge", "event", "call", "wait"]), auto(needs: ["challenge", "event"]),
      choices(needs: ["challenge", "event", "wait"]), then(["goto", "to"]),
    ], needsOneOf: ["challenge", "event", "call", "wait", "gate", "run"])

  /// What a flow does when an interrupt comes.
  package static let interrupt = Shape(
    "interrupt", "What the flow does when an event comes that may come at any moment.",
    [
      say(), ask, pick,
      Key(
        "require", .list(.shape { .check }), "A list of checks of the inputs, in order.", needs: ["answer"],
        isNeverEmpty: true),
      answer(),
      Key(
        "gate", .gate, "What the security modules are asked each time before the call is made.",
        needs: ["answer"], isNeverEmpty: true),
      tries, earns(),
      Key(
        "countdown", .reference,
        "How many seconds a screen counts down from the moment the event comes; at zero nothing happens."),
      within(), auto(), choices(),
      Key(
        "to", .either([.ownName, .shape { .target }]), "Where to go at once, without asking.",
        excludes: [
          "say", "ask", "pick", "require", "answer", "gate", "tries", "earns", "countdown", "within", "auto", "choices",
          "then",
        ], otherNames: ["goto", "target", "next"]),
      then(),
    ])

  private static func say(needs: [String] = []) -> Key {
    Key(
      "say", .messageName, "The message shown with the question.", needs: needs,
      otherNames: ["message", "text", "prompt", "question"])
  }
  private static let ask = Key(
    "ask", .either([.list(.newName), .map(.either([.ownName, .shape { .input }]))]),
    "What the user types: a list of parameters of the answering call, or a map of inputs and their types.",
    needs: ["answer"], members: Pattern.freeName, otherNames: ["inputs", "fields", "input", "form"])
  private static let pick = Key(
    "pick", .map(.shape { .pickOfStep }), "What the user picks from lists of the event, in order.",
    needs: ["answer"], members: Pattern.freeName, isNeverEmpty: true)
  private static func answer(needs: [String] = []) -> Key {
    Key(
      "answer", .either([.callName, .shape { .answer }]), "The call that the inputs are handed to.", needs: needs)
  }
  private static let tries = Key(
    "tries", .either([.uses, .budgetName, .shape { .budget }]),
    "How many answers the SDK may accept: in the whole run, for each session or for each user; or the name of a "
      + "budget that steps share.",
    needs: ["answer"], otherNames: ["maxAttempts", "attempts", "maxTries", "retries", "try", "trys", "limit"])
  private static func earns(needs: [String] = []) -> Key {
    Key(
      "earns", .either([.word(["none"]), .list(.proof)]),
      "Which of the proofs that the step's calls earn are counted: a list, or `none`.", needs: needs,
      isNeverEmpty: true)
  }
  private static func within(needs: [String] = []) -> Key {
    Key(
      "within", .duration, "How long the step may take; then `timeout`.", needs: needs,
      otherNames: ["timeout", "deadline", "expires", "ttl"])
  }
  private static func auto(needs: [String] = []) -> Key {
    Key(
      "auto", .oneOrList(.choiceName),
      "The choice that is made without asking if its `when` holds; of several, the first whose `when` holds.",
      needs: needs, isNeverEmpty: true)
  }
  private static func choices(needs: [String] = []) -> Key {
    Key(
      "choices", .map(.shape { .choice }), "Buttons, by name.", needs: needs, members: Pattern.freeName,
      otherNames: ["buttons", "options", "actions"])
  }
  private static let namesOfWith = ["args", "arguments", "params", "parameters", "input"]
  /// - Parameter others: what it is called elsewhere where nothing else of its map is.
  private static func then(_ others: [String] = []) -> Key {
    Key(
      "then", .map(.line), "What may come back, and where it leads.",
      members: Pattern.outcome, otherNames: namesOfThen + others)
  }
  private static let namesOfThen = ["next", "on", "transitions", "edges", "default", "otherwise", "onError"]

  /// Of a step that runs a flow: its ends, and no staying.
  private static let thenOfRun = Key(
    "then", .map(.either([.placeName, .shape { .target }])),
    "By which end the flow comes back, or `else`, and where that leads: never to `stay`, `retry` or `resume`.",
    members: Pattern.innerEnd)

  /// An input that a step asks for.
  package static let input = Shape(
    "input", "What the user types.",
    [
      Key("type", .ownName, "The type of an input that is no parameter of the call, such as `text` or `secret`."),
      Key("default", .reference, "The value that is offered; a secret cannot have one."),
    ])

  /// A pick of a step.
  package static let pickOfStep = Shape(
    "pick", "What the user picks from a list.",
    [
      Key(
        "from", .pattern("\(Pattern.name)(\\.\(Pattern.name))*", example: "event.notifications"),
        "The list: a path into the event, or into what was picked above.", isRequired: true),
      Key(
        "where", .either([.expression, .list(.shape { .check })]),
        "A guard: the items for which it holds are offered. Or a list of checks, all of which must hold.",
        isNeverEmpty: true),
      Key(
        "order",
        .pattern(
          " *(\(Pattern.orders.joined(separator: "|")))( +\(Pattern.name))? *", example: "descending createdAtEpoch"),
        "The order in which the items are shown: by a field of the items. Items without fields are ordered by their own values."
      ),
      Key("show", .filled, "What is shown of an item: a text whose placeholders are the fields of the item."),
      Key("none", .messageName, "The message for a list with no item to show."),
    ])

  /// A check of inputs or of an item.
  package static let check = Shape(
    "check", "What must hold.",
    [
      Key("check", .expression, "A guard over what was typed and picked.", isRequired: true),
      Key("say", .messageName, "The message for when it does not hold."),
    ])

  /// `answer:` with arguments.
  package static let answer = Shape(
    "answer", "A call with its arguments.",
    [
      Key("call", .callName, "The call.", isRequired: true),
      Key("with", .arguments, "The arguments; inputs of the same name as a parameter need not be repeated."),
    ])

  /// A choice of a step.
  package static let choice = Shape(
    "choice", "A button: it makes a call, or goes somewhere.",
    [
      Key(
        "when", .expression, "A guard: the choice is offered while it holds.",
        otherNames: ["if", "guard", "cond", "condition"]),
      Key(
        "confirm", .messageName, "A message that the user confirms first; if the user says no, nothing was chosen.",
        otherNames: ["ask", "confirmation"]),
      Key("call", .callName, "The call that it makes.", excludes: ["to", "stay", "retry", "resume", "say"]),
      Key("with", .arguments, "The arguments of the call.", needs: ["call"], otherNames: namesOfWith),
      Key(
        "gate", .gate, "What the security modules are asked each time before the call is made.",
        needs: ["call"], isNeverEmpty: true),
      to, stay, retry, resume,
      Key(
        "say", .messageName, "Beside `to`: the message to show there.", excludes: ["call"],
        otherNames: ["message", "text"]),
      Key(
        "max", .either([.uses, .budgetName, .shape { .limit }]),
        "How often the choice may be made in the run, in each session or for each user; or the name of a shared budget.",
        otherNames: ["limit", "maxAttempts", "maxTries", "tries"]),
      Key(
        "every", .duration, "The least time between two uses.",
        otherNames: ["cooldown", "coolDown", "delay", "interval"]),
      Key(
        "within", .duration, "How long its call may take.", needs: ["call"],
        otherNames: ["timeout", "deadline", "expires", "ttl"]),
      Key(
        "then", .map(.line),
        "Overrides the step's own `then`, key by key, while the call is open.", needs: ["call"],
        members: Pattern.outcome, otherNames: namesOfThen),
    ], needsOneOf: ["call", "to", "stay", "retry", "resume"])

  /// Where a line leads, with a message.
  package static let target = Shape(
    "target", "Where a line leads, with a message.",
    [
      to, stay, retry, resume,
      Key(
        "say", .messageName, "The message to show.",
        beside: [Neighbour("to")] + ["stay", "retry", "resume"].map { Neighbour($0, .always(true)) }),
    ], needsOneOf: ["to", "stay", "retry", "resume"])

  private static let moves = ["to", "stay", "retry", "resume"]
  private static func move(_ word: StaticString, _ value: ValueShape, _ meaning: String, _ others: [String] = []) -> Key
  {
    Key(word, value, meaning, excludes: moves.filter { $0 != word.description }, otherNames: others)
  }
  private static let to = move("to", .placeName, "The step or end to go to.", ["goto", "target", "next"])
  private static let stay = move(
    "stay", .either([.always(true), .messageName]),
    "Stays at this step, which asks again: `true`, or the key of a message.")
  private static let retry = move(
    "retry", .either([.always(true), .messageName]),
    "Asks again at this step, with the data of the new event: `true`, or the key of a message.", ["repeat", "again"])
  private static let resume = move(
    "resume", .either([.always(true), .messageName]),
    "Out of an interrupt, back to what it interrupted: `true`, or the key of a message.")
}

extension ValueShape {
  /// An event with its mode and code.
  static let event = pattern(Pattern.event, example: "getPassword(set)")
  /// The arguments of a call: literals and references.
  static let arguments = map(.text)
}
