// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// `expect:` among what happens.
  package static let stepExpectation = Shape(
    "stepExpectation", "What the step that asks must be like.",
    [
      Key("step", .name, "The step or interrupt that asks.", otherNames: ["waiting", "at"], secrecy: .open),
      Key("event", .ownName, "The event that the step is for.", secrecy: .open),
      Key("status", .integer, "The status code of that event.", otherNames: ["code"], secrecy: .open),
      Key("rejected", .integer, "The number with which the SDK rejected the last call of this step.", secrecy: .open),
      Key("error", .integer, "The error number of that event; 0 means no error.", secrecy: .open),
      Key("refused", .text, "Why the run refused the last answer.", secrecy: .open),
      Key("attemptsLeft", .integer, "How many attempts are left, as the SDK says.", secrecy: .open),
      Key("countdown", .duration, "The time left of the countdown that is shown, such as `12s`.", secrecy: .open),
      said,
      Key(
        "data", .map(.anything), "Fields of that event; of a record, only the fields that are written are compared.",
        isNeverEmpty: true),
      Key("offered", .list(.ownName), "Exactly these choices, each once, in any order.", secrecy: .open),
      Key(
        "items", .map(.list(.anything)),
        "What picks offer: exactly these items, in order, each written as an answer would.", isNeverEmpty: true),
      Key(
        "shown", .map(.either([.text, .list(.either([.text, .shape { .shownItem }]))])),
        "What picks show, in order; for a list that shows no items, the text of `none`.",
        isNeverEmpty: true),
    ] + ofRuns, isNeverEmpty: true)

  /// How a run must come out.
  package static let ending = Shape(
    "ending", "How a run must come out.",
    [
      Key(
        "end", .ownName, "The name of the end; `unhandled` and `goal-not-reached` are ends of the language.",
        excludes: ["waiting"], secrecy: .open),
      Key("outcome", .word(EndWords.outcomes), "`success`, `failure` or `ended`.", secrecy: .open),
      Key(
        "waiting", .name, "Instead of an end, the step at which the run is left waiting.", otherNames: ["step", "at"],
        secrecy: .open),
      said,
    ] + ofRuns, isNeverEmpty: true)

  /// An item of a list that cannot be picked.
  package static let shownItem = Shape(
    "shownItem", "An item that cannot be picked.",
    [
      Key("text", .text, "What is shown of it."),
      Key("reason", .text, "Why it cannot be picked."),
    ], needsOneOf: ["text", "reason"])

  private static let said = Key("say", .text, "The text that is shown.", otherNames: ["message"], secrecy: .open)
  private static let ofRuns = [
    Key("reasons", .list(.text), "Exactly these reasons of security modules, in order.", secrecy: .open),
    Key("proofs", .factors, "Exactly these kinds of proofs, each once, in any order.", secrecy: .open),
    Key("enrolled", .factors, "Exactly these kinds of what was set up, each once, in any order.", secrecy: .open),
    Key("called", .list(.ownName), "Exactly the calls that were made, in order, with repetitions.", secrecy: .open),
    Key(
      "path", .list(.name), "Exactly the steps and interrupts that were entered, in order, with repetitions.",
      secrecy: .open),
  ]

  /// An answers file.
  package static let answers = Shape(
    "answers", "Answers that are known before a run.",
    [
      Key(
        "answers", .list(.limited(.map(.either([.text, .shape { .chosen }, .map(.anything)])), least: 1, most: 1)),
        "The answers, in order: each names a step or an interrupt, and gives a choice or the inputs.", isRequired: true,
        shows: .typed)
    ])
}

extension ValueShape {
  static let factors = list(word(["knowledge", "possession", "inherence"]))
}
