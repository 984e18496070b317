// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// A flow file.
  package static let flow = Shape(
    "flow", "A flow: the steps by which somebody signs in, activates a device or confirms something.",
    [
      Key("language", .word([LanguageVersion.current]), "The language of the file.", isRequired: true, merge: .replace),
      Key(
        "flow", .flowName, "The name of the flow.", isRequired: true, otherNames: ["name", "id"],
        merge: .replace),
      Key("version", .version, "The version of the flow, as three numbers.", isRequired: true, merge: .replace),
      summary(of: "flow"),
      Key(
        "extends", .base,
        "The flow that this one is a variant of: its path and the version that the variant is for, such as `../login@1.2`.",
        excludes: ofTheBase, otherNames: ["inherits", "base", "parent"], merge: .never),
      Key(
        "refines", .either([.always(true), .flowPath]),
        "Holds the flow to be not weaker than its base (`true`), or than another flow, by its path.",
        otherNames: ["notWeakerThan"], merge: .own),
      sdk(isRequiredWithout: "extends"),
      Key(
        "threats", .shape { .silentThreats },
        "Which threats `auto` may accept without asking the user; without this line it may accept none.",
        merge: .byPath),
      Key(
        "goal", .word(["aal1", "aal2", "aal3"]),
        "The assurance that the flow claims: `aal1` (one proof), `aal2` (two kinds of factor) or `aal3` (two kinds, one "
          + "by a phishing-resistant key that cannot be exported).", otherNames: ["assurance", "level", "aal"],
        merge: .byPath),
      Key(
        "require", .shape { .requirement }, "What every success end requires in addition to the goal.",
        merge: .byPath),
      uses, catalogues,
      Key(
        "messages-in", .languageTag,
        "The language in which the flow and its parts write their messages, by its tag of BCP 47, such as `en`.",
        otherNames: ["locale", "lang"], merge: .byPath),
      budgets, gates,
      Key(
        "start", .ownName, "The step at which a run begins.", isRequiredWithout: "extends",
        otherNames: ["initial", "begin"], merge: .byPath),
      steps(isRequiredWithout: "extends"), interrupts, ends(isRequiredWithout: "extends"), messages,
    ] + changes)

  /// What a variant has from its base.
  private static let ofTheBase = [
    "sdk", "threats", "goal", "require", "use", "messages-in", "budgets", "gates", "start", "steps", "interrupts",
    "ends", "messages",
  ]

  /// What a flow may say of what comes from its base, from its parts, and from the flows that it runs.
  private static let changes = [
    Key(
      "change", .map(.anything), "What has another value than in the base, a part or a flow that is run, by its path.",
      isNeverEmpty: true, otherNames: ["override", "overrides", "patch"], merge: .never),
    Key(
      "add", .map(.anything), "What is added to the base, a part or a flow that is run, by its path.",
      isNeverEmpty: true, merge: .never),
    Key(
      "remove", .list(.text), "The paths of what the base, a part or a flow that is run has, and this flow has not.",
      isNeverEmpty: true, otherNames: ["delete"], merge: .never),
  ]

  /// A part: what flows share.
  package static let part = Shape(
    "part", "A part: budgets, gates, steps, interrupts, ends and messages that flows share.",
    [
      Key("part", .fileName, "The name of the part.", isRequired: true),
      summary(of: "part"), sdk(), uses, catalogues,
      Key(
        "needs", .either([.list(.ownName), .map(need)]),
        "Names that the part refers to: what the flow must have, or may have in the place of the value that stands here."
      ),
      budgets, gates, steps(), interrupts, ends(), messages,
    ])

  private static func summary(of file: String) -> Key {
    Key(
      "summary", .text, "What the \(file) is for, in one sentence.", otherNames: ["description", "title"],
      merge: .replace)
  }
  /// - Parameter other: the key without which it must be there; nil where it must be there in any case.
  private static func sdk(isRequiredWithout other: String? = nil) -> Key {
    Key(
      "sdk", .pattern("\(Pattern.name)|\(Pattern.path)", example: "relid"),
      "The contract of the SDK: `relid`, the name of the contract in `--contract FILE`, or a path such as "
        + "`./contracts/sso.yaml`.",
      isRequired: other == nil, isRequiredWithout: other, otherNames: ["contract"], merge: .fixed)
  }
  private static let uses = Key(
    "use", .list(.path),
    "The parts that are joined to the file, as paths from its folder.",
    otherNames: ["include", "includes", "import", "imports", "uses", "parts"], merge: .byPath)
  private static let catalogues = Key(
    "catalogues", .list(.catalogue),
    "The files with the messages in other languages, as paths from the folder of the file.",
    otherNames: ["translations", "locales", "i18n"], merge: .append)
  private static let budgets = Key(
    "budgets", .map(.either([.uses, .shape { .budget }])), "Tries and limits that several steps share, by name.",
    members: Pattern.freeName, otherNames: ["limits"], merge: .byName)
  private static let gates = Key(
    "gates", .map(.limited(.list(.question), least: 1)), "Lists of questions that several gates ask, by name.",
    members: Pattern.freeName, merge: .byName)
  /// What stands behind a name below `needs:`.
  private static let need = ValueShape.either([
    .word(["required"]), .uses, .shape { .budget }, .shownText, .shape { .message },
    .limited(.list(.question), least: 1),
  ])
  private static func steps(isRequiredWithout other: String? = nil) -> Key {
    Key(
      "steps", .map(.shape { .step }), "The steps, by name.", isRequiredWithout: other, members: Pattern.freeName,
      otherNames: ["states", "nodes", "screens", "tasks"], merge: .byName)
  }
  private static let interrupts = Key(
    "interrupts", .map(.shape { .interrupt }),
    "Events that may come at any moment, and what the flow does then.", members: Pattern.event,
    otherNames: ["events", "handlers"], merge: .byName)
  private static func ends(isRequiredWithout other: String? = nil) -> Key {
    Key(
      "ends", .map(.shape { .end }), "Where a flow is over, by name.", isRequiredWithout: other,
      members: Pattern.freeName, otherNames: ["results", "outcomes", "final"], merge: .byName)
  }
  private static let messages = Key(
    "messages", .map(.either([.shownText, .shape { .message }])), "What users read, by key.",
    members: Pattern.noFlag, otherNames: ["texts", "strings"], merge: .byName)

  /// `threats:` of a flow.
  package static let silentThreats = Shape(
    "threats", "Which threats `auto` may accept without asking the user.",
    [
      Key(
        "silent", .list(.text), "The severities of the contract that may pass without asking, such as `[LOW]`.",
        isRequired: true)
    ])

  /// An end of a flow.
  package static let end = Shape(
    "end", "Where a flow is over.",
    [
      Key(
        "outcome", .word(EndWords.outcomes),
        "`success` (somebody is signed in, with the proofs of the goal), `failure`, or `ended` (the user wanted to stop).",
        isRequired: true, otherNames: ["type", "result", "status"]),
      Key("say", .messageName, "The message to show.", otherNames: ["message", "text"]),
      Key(
        "require", .shape { .requirement }, "What this success end requires.",
        beside: [Neighbour("outcome", .word([EndWords.success]))], otherNames: ["requires"]),
    ])

  /// `require:` of a flow, of an end or of a step.
  package static let requirement = Shape(
    "require", "What must have been shown.",
    [
      Key(
        "kinds", .count(from: 1, to: 3), "Proofs of so many different kinds of factor.", otherNames: ["factors"]),
      Key(
        "authenticators", .count(from: 1, to: 32),
        "Proofs by so many different authenticators: a code that is asked for twice counts once."),
      Key(
        "phishing-resistant", .always(true),
        "A proof by an authenticator that the contract calls `phishingResistant`.",
        otherNames: ["phishingResistant"]),
      Key(
        "proofs", .list(.proof),
        "Each of these: an authenticator, a kind, or both, such as `possession by device`.", isNeverEmpty: true,
        otherNames: ["proof"]),
      Key(
        "gates", .list(.question),
        "The security modules have allowed each of these for the current sign-in.", isNeverEmpty: true),
      Key(
        "after", .ownName,
        "The other lines, except `gates`, count only what was shown since the run last entered this step.",
        needs: ["kinds", "authenticators", "phishing-resistant", "proofs"], otherNames: ["since"]),
    ], needsOneOf: ["kinds", "authenticators", "phishing-resistant", "proofs", "gates"])

  /// A message with more than a text.
  package static let message = Shape(
    "message",
    "What users read, with lists, with words that follow a number, and with what stands for what is missing.",
    [
      Key("text", .shownText, "The message.", isRequired: true),
      Key("each", .map(.template), "For each list that `text` names, the text for one item."),
      Key(
        "most", .count(from: 1, to: 100), "At most this many items; the default is 10.", needs: ["each"]),
      Key(
        "more", .counting, "The text for the remaining items; `{count}` is their number.", needs: ["each"]),
      Key("none", .words, "The text that replaces a list or a value that is empty or missing."),
      Key(
        "plural", .map(.shape { .plural }),
        "For each number that `text` names, the words that replace it, by the plural categories of the language.",
        isNeverEmpty: true, otherNames: ["plurals"]),
      Key(
        "longest", .count(from: 1, to: MessageLength.most),
        "At most this many characters, in the flow and in each catalogue; values that are filled in do not count.",
        otherNames: ["maxLength", "max-length", "maxlength", "limit"]),
    ], needsOneOf: ["each", "none", "plural", "longest"])

  /// `tries:` and what stands below `budgets:`.
  package static let budget = Shape(
    "budget", "How many answers the SDK may accept, and for what they are counted.", [count, per])

  /// `max:` of a choice.
  package static let limit = Shape(
    "limit", "How often a choice may be made.",
    [
      count, per,
      Key(
        "of", .word(["calls", "successes"]),
        "`calls` (the default) or `successes`, which counts a call only when its reply is a success."),
      Key(
        "total", .uses, "How often in the whole run.",
        beside: [Neighbour("per", .word(["session", "user"])), Neighbour("of", .word(["successes"]))]),
    ])

  private static let count = Key("count", .uses, "How often.", isRequired: true)
  private static let per = Key(
    "per", .word(["run", "session", "user"]),
    "`run` (the default), `session`, which starts again at each sign-in and at the end of each session, or `user`.")
}

extension ValueShape {
  /// How often something may happen.
  package static let uses = count(from: 1, to: 10_000)
  /// What a security module can be asked.
  package static let question = word(questionWords)
  package static let questionWords = questions.map(\.word)
  /// Each with what it asks.
  package static let questions: [(word: String, meaning: String)] = [
    ("isDeviceSecure", "Whether the device is as it should be: not rooted, not tampered with."),
    ("allowLogin", "Whether a login may begin now."),
  ]
  /// What a gate asks, or the name of such a list.
  static let gate = either([
    .list(.question), pattern("(?!(\(questionWords.joined(separator: "|")))$)\(Pattern.name)", example: "enterCode"),
  ])
  /// A kind of factor, an authenticator, or both.
  static let proof = pattern(" *\(Pattern.name)( +by +\(Pattern.name))? *", example: "possession by device")
}
