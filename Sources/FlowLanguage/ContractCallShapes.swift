// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// An event of a contract.
  package static let contractEvent = Shape(
    "event", "What the SDK sends.",
    [
      Key(
        "kind", .word(["challenge", "result", "notice", "interrupt"]),
        "`challenge` wants an answer; `result` reports; `notice` is traced and ends no wait; `interrupt` comes at any "
          + "moment.", isRequired: true, otherNames: ["type"]),
      Key("aliases", .texts, "Names of the same event on other platforms.", isNeverEmpty: true),
      Key("status", .flag, "`false`: it carries neither status nor error."),
      Key("enters", .ownName, "The phase that the SDK is in once the event has arrived."),
      Key(
        "modes", .limited(.map(.names), members: Pattern.name, least: 1, most: 1),
        "The field that carries the mode, and the modes, such as `{ pinMode: [enter, choose] }`."),
      Key(
        "requires", .map(.names), "The values that its fields must have for it to be a success."),
      Key(
        "success", .list(.integer),
        "The status codes that mean success in this event, if they differ from the contract's.", isNeverEmpty: true),
      Key("fields", .fieldsOfEvent, "What it carries: names and types."),
      Key(
        "rank", .count(from: 1, to: 255), "Its place in the order of interrupts: a higher one opens above a lower one.",
        beside: ofInterrupts),
      Key(
        "terminal", .flag, "Nothing resumes after it, and only another terminal interrupt closes it.",
        beside: ofInterrupts),
      losesProofs("Its arrival takes away every proof."),
      Key(
        "again", .word(["queue", "replace"]),
        "What happens if it comes again while it is open: the later one waits, or takes the place of the earlier one.",
        beside: ofInterrupts),
      Key("cancels", .names, "Interrupts that its arrival closes."),
      Key("needsAnswer", .flag, "It cannot be ignored.", beside: ofInterrupts),
      Key(
        "barsCalls", .flag,
        "Until it is answered, only the calls that answer it are legal, and only in its own step.",
        beside: ofInterrupts),
      Key(
        "severity", .pattern("\(Pattern.name)(\\.\(Pattern.name))*", example: "threats.threatSeverity"),
        "The path to the field with the severity of a threat; the field's type is a list of words, the highest last."),
      Key("after", .names, "The interrupt comes only after one of these calls.", beside: ofInterrupts),
      meaning, source(isRequired: true),
    ])

  /// Only an interrupt has such a key.
  private static let ofInterrupts = [Neighbour("kind", .word(["interrupt"]))]

  /// A call of a contract.
  package static let contractCall = Shape(
    "call", "What a flow may call.",
    [
      Key("aliases", .texts, "Other names of the call.", isNeverEmpty: true),
      Key(
        "answers", .oneOrList(.text),
        "The challenges and interrupts that it answers; `getUser 141` means only one that came with this code.",
        isNeverEmpty: true),
      Key("echo", .names, "Fields of the answered event that are sent back unchanged."),
      Key("each", .ownName, "A list of the answered event: the arguments are set on each of its elements."),
      Key("takes", .parameters, "Its parameters: names and types."),
      Key(
        "sends", .flag,
        "It sends the user something, such as a code, or has the user asked on another device."),
      Key(
        "namesNobody", .flag,
        "None of its arguments says who the user is, though one is a text, such as a code or the name of the device."),
      losesProofs("Its acceptance takes away every proof."),
      Key(
        "accepts", .ownName,
        "The flag with which the call accepts a threat, or gives the user's consent; `always` if the call itself accepts."
      ),
      Key("requires", .ownName, "The flag of the answered event that must be true."),
      Key("extends", .flag, "It extends the session."),
      Key("phases", .names, "The phases in which it is legal; without this key, every phase that is not closed."),
      Key("patience", .span, "How long its event may take."),
      Key("enters", .ownName, "The phase that the SDK is in once it has accepted the call."),
      Key("supersedes", .names, "Calls made before it that the SDK no longer answers once it has accepted this one."),
      Key("leadsTo", .replies, "What may come back."),
      Key("byMode", .map(.replies), "What may come back, by the mode of the answered event.", members: Pattern.names),
      meaning, source(isRequired: true),
    ], needsOneOf: ["leadsTo", "byMode"])

  /// What is said of a reply.
  package static let reply = Shape(
    "reply", "What may come back, and when.",
    [
      Key("given", .map(.text), "Only when the arguments have these values."),
      Key(
        "earns", .map(.names), "What the answer shows when it succeeds: kinds of factor, and with which authenticator.",
        members: "knowledge|possession|inherence"),
      Key(
        "enrols", .map(.names), "What it sets up: recorded, and counted for no goal.",
        members: "knowledge|possession|inherence"),
      Key(
        "echo", .pattern("\(Pattern.name)(\\.\(Pattern.name))*", example: "threats.threatId"),
        "The path to ids; the event is a reply to this call only if these are the ids of the answered event."),
      source(isRequired: false),
    ])

  private static func losesProofs(_ meaning: String) -> Key { Key("losesProofs", .flag, meaning) }
}

extension ValueShape {
  /// Replies, or a map that says more about each.
  static let replies = either([.text, .limited(.list(.text), least: 1), .map(.either([.source, .shape { .reply }]))])
}
