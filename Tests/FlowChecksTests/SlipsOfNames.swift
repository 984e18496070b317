// SPDX-License-Identifier: Apache-2.0

extension WrittenSlip {
  private static let answer = "    answer: setPassword\n"

  /// The line of an answer, with choices below it.
  private static func choices(_ lines: String) -> String { answer + "    choices:\n" + lines + "\n" }

  /// Names that were changed in one place, names where others are due, and keys at the wrong place.
  static let names: [WrittenSlip] = [
    WrittenSlip(
      "a step that has another name now",
      .write("  check:\n    challenge: getPassword", for: "  verify:\n    challenge: getPassword"),
      "MFA205 15:28 there is no step or end `verify`: did you mean `check`, which no line uses? If not, add `verify` below "
        + "`steps:` or `ends:`, or `use:` the part that has it"),
    WrittenSlip(
      "a message that has another name now, and is named in three places",
      .write("  no-name: Check what", for: "  check-your-name: Check what"),
      "MFA206 16:21 there is no message `check-your-name`: did you mean `no-name`, which no line uses? If not, add "
        + "`check-your-name` below `messages:`"),
    WrittenSlip(
      "a message as a target",
      .write("102: wrong-password", for: "102: { retry: wrong-password }"),
      "MFA205 28:12 there is no step or end `wrong-password`: `wrong-password` is a message: write `{ retry: "
        + "wrong-password }`"),
    WrittenSlip(
      "an outcome where an end is due",
      .write("{ to: success }", for: "{ to: done }"),
      "MFA205 31:63 there is no step or end `success`: write the name of an end: `done` has `outcome: success`"),
    WrittenSlip(
      "a flag where a message is due",
      .write("{ confirm: true, to: done }", for: "{ to: done }"),
      "MFA206 31:68 there is no message `true`: write the key of a message in place of `true`"),
    WrittenSlip(
      "a list in round brackets",
      .write("ask: (userName)", for: "ask: [userName]"),
      "MFA122 11:10 `ask` must be a list, not `(userName)`: write `ask: [userName]`"),
    WrittenSlip(
      "a list without its comma",
      .write("ask: [userName password]", for: "ask: [userName]"),
      "MFA124 11:11 an input must be a name, not `userName password`: write a comma between two of them: `userName, "
        + "password`"),
    WrittenSlip(
      "the quotes of a word processor around a name",
      .write("say: \u{201E}too-many-tries\u{201C}", for: "say: too-many-tries"),
      "MFA124 34:37 `say` must be the key of a message, not `\u{201E}too-many-tries\u{201C}`: write `too-many-tries`, without "
        + "quotes"),
    WrittenSlip(
      "the same around a target",
      .write("onUserLoggedIn: \u{201C}signedIn\u{201D}", for: "onUserLoggedIn: signedIn"),
      "MFA205 27:23 there is no step or end `\u{201C}signedIn\u{201D}`: did you mean `signedIn`?"),
    WrittenSlip(
      "a semicolon behind a name",
      .write("say: too-many-tries; }", for: "say: too-many-tries }"),
      "MFA124 34:37 `say` must be the key of a message, not `too-many-tries;`: write `too-many-tries`, without what stands "
        + "beside it"),
    WrittenSlip(
      "a comma at the end of a line",
      .write("challenge: getUser,", for: "challenge: getUser"),
      "MFA141 10:16 `getUser,` cannot be read as `challenge`: write `getUser`, without what stands beside it"),
    WrittenSlip(
      "a bracket that is not closed",
      .write("challenge: getPassword(verify\n", for: "challenge: getPassword(verify)\n"),
      "MFA141 22:16 `getPassword(verify` cannot be read as `challenge`: close the `(`: write `getPassword(verify)`"),
    WrittenSlip(
      "a word of other languages in a target",
      .write("102: { goto: verify }", for: "102: { retry: wrong-password }"),
      "MFA120 28:14 a target has no key `goto`: did you mean `to`? allowed here: `to`, `stay`, `retry`, `resume`, `say`"
    ),
    WrittenSlip(
      "a word of other languages for a denial",
      .write("denied: failed }", for: "else: failed }"),
      "MFA201 8:62 `relid` has no event or code `denied`: write `deny`"),
    WrittenSlip(
      "a word in front of a code",
      .write("status 102:", for: "102:"),
      "MFA201 28:7 `relid` has no event `status`: write just `102`"),
    WrittenSlip(
      "a code where a mode is due",
      .write("getPassword(102):", for: "102:"),
      "MFA204 28:7 `getPassword` has no mode `102`: write `getPassword 102`: a code follows a space, and a mode stands "
        + "in brackets"),
    WrittenSlip(
      "a key of the step below `then`",
      .write("    then:\n      tries: 5\n      onUserLoggedIn", for: "    tries: 5\n    then:\n      onUserLoggedIn"),
      "MFA120 26:7 `tries` stands below `then`, but belongs beside it: move it out of `then`: it is a key of the step"),
    WrittenSlip(
      "a key of the step among the choices",
      .write("choices: { within: 5m, finish", for: "choices: { finish"),
      "MFA120 31:49 `within` stands below `choices`, but belongs beside it: move it out of `choices`: it is a key of the step"
    ),
    WrittenSlip(
      "a key of the step in a choice",
      .write(choices("      cancel: { call: resetAuthState, tries: 3, then: { getUser: identify } }"), for: answer),
      "MFA120 26:39 the choice `cancel` has no key `tries`: did you mean `max`? allowed here: `when`, `confirm`, `call`, "
        + "`with`, `gate`, `to`, `stay`, `retry`, `resume`, `say`, `max`, `every`, `within`, `then`"),
    WrittenSlip(
      "no `then:`, and its lines as deep as it was",
      .write(
        "    onUserLoggedIn: signedIn\n    102: { retry: wrong-password }\n    else: failed\n",
        for:
          "    then:\n      onUserLoggedIn: signedIn\n      102: { retry: wrong-password }\n      exhausted: blocked\n"
          + "      else: failed\n"),
      "MFA120 26:5 `onUserLoggedIn` stands in the step, but belongs below `then`: write `then:` in a line above it, and "
        + "indent these lines by two more spaces"),
    WrittenSlip(
      "a choice beside its block",
      .write(
        choices(
          "      again: { retry: wrong-password }\n    cancel: { call: resetAuthState, max: 3, then: { getUser: identify } }"
        ),
        for: answer),
      "MFA120 27:5 `cancel` stands too far to the left: it belongs to `choices`: indent it and what stands below it by two "
        + "more spaces"),
    WrittenSlip(
      "a step that makes a call, among the choices of another",
      .write(
        choices(
          "      leave: { to: failed }\n      restart: { call: resetAuthState, earns: none, then: { getUser: identify } }"
        )
          + "    tries: 5\n    then:\n      onUserLoggedIn: restart\n",
        for: answer + "    tries: 5\n    then:\n      onUserLoggedIn: signedIn\n"),
      "MFA120 27:7 `restart` is indented too deep: it stands among the choices of `verify`: indent it less, as the names "
        + "beside which it belongs, and what stands below it as well"),
    WrittenSlip(
      "a key of the step beside its call",
      .write("answer: { call: setPassword, tries: 5 }\n    then", for: "answer: setPassword\n    tries: 5\n    then"),
      "MFA120 24:34 `answer` has no key `tries`: move it out of the braces: it is a key of the step, beside `answer`"),
    WrittenSlip(
      "spaces in a placeholder",
      .write("{ attemptsLeft }", for: "{attemptsLeft}"),
      "MFA147 38:19 the braces of the message `wrong-password` do not fit: write `{attemptsLeft}` for the placeholder, or "
        + "`{{` for a brace"),
    WrittenSlip(
      "no colon in front of a brace",
      .write("  done { outcome: success }", for: "  done: { outcome: success }"),
      "MFA149 33:3 `done { outcome` cannot be the name of an end: write a colon and a space behind `done`, as in `done: { "
        + "… }`"),
    WrittenSlip(
      "the same where the braces hold two keys",
      .write(
        "  blocked { outcome: failure, say: too-many-tries }",
        for: "  blocked: { outcome: failure, say: too-many-tries }"),
      "MFA101 34:3 a key must have a colon behind it: write `:` and a space in front of the `{`"),
    WrittenSlip(
      "no colon behind a code",
      .write(
        "      101 { retry: check-your-name }\n      138", for: "      101: { retry: check-your-name }\n      138"),
      "MFA141 16:7 `101 { retry` does not hold a status code: write a colon and a space behind `101`, as in `101: { … }`"
    ),
    WrittenSlip(
      "a code that is too large",
      .write(
        "      2147483648: { retry: check-your-name }\n      138",
        for: "      101: { retry: check-your-name }\n      138"),
      "MFA141 16:7 `2147483648` does not hold a status code: write a number of at most 2147483647: no code and no "
        + "error number is greater"),
    WrittenSlip(
      "an error number with a sign",
      .write(
        "      getUser error -5: { retry: check-your-name }\n      138",
        for: "      101: { retry: check-your-name }\n      138"),
      "MFA141 16:7 `getUser error -5` does not hold an error number: write the number without `-`: codes and error "
        + "numbers have no sign"),
    WrittenSlip(
      "two keys in a line",
      .write("sdk: relid, goal: aal1", for: "sdk: relid\ngoal: aal1"),
      "MFA101 4:17 a second colon must not stand here: put quotes around a text that holds `: `, as in `key: \"one: two\"`; "
        + "if there are two keys, write the second one on a line of its own, without the comma"),
  ]

  /// Lines that are missing or stand twice.
  static let lines: [WrittenSlip] = [
    WrittenSlip(
      "the name of a step that is missing behind a step in braces",
      .write("", for: "  identify:\n"),
      "MFA101 9:5 the name above this line is missing: write the name with a colon in a line above it, with 2 spaces in "
        + "front"),
    WrittenSlip(
      "the line with the outcomes",
      .write("      getPassword", for: "    then:\n      getPassword"),
      "MFA101 14:7 `then:` is missing above this line: write `then:` in a line above it, with 4 spaces in front"),
    WrittenSlip(
      "the line with the steps",
      .write("", for: "steps:\n"),
      "MFA101 7:3 `steps:` is missing above this line: write `steps:` in a line above it, in the first column"),
    WrittenSlip(
      "a misspelt answer with its arguments",
      .write("naswer: { call: setUser }", for: "answer: setUser"),
      "MFA120 12:5 the step `identify` has no key `naswer`: did you mean `answer`? allowed here: `challenge`, `say`, "
        + "`ask`, `pick`, `require`, `answer`, `gate`, `tries`, `earns`, `within`, `auto`, `choices`, `then`"),
    WrittenSlip(
      "an input that is asked twice",
      .write("ask: [password, password]", for: "ask: [password]"),
      "MFA233 23:21 `ask` names `password` twice: take one of the two out"),
    WrittenSlip(
      "a step's name",
      .write("", for: "  verify:\n"),
      "MFA101 21:5 the name above this line is missing: write the name with a colon in a line above it, with 2 spaces in "
        + "front"),
    WrittenSlip(
      "a step's name, twice",
      .write("  verify:\n  verify:\n", for: "  verify:\n"),
      "MFA111 22:3 the key `verify` stands twice in this map: remove one of them, or give it another name"),
    WrittenSlip(
      "the colon of a key",
      .write("    challenge getUser\n", for: "    challenge: getUser\n"),
      "MFA101 10:5 a key must have a colon behind it: write `key: value`, with a space behind the colon"),
    WrittenSlip(
      "the colon of the last key in a block",
      .write("      else failed\n  verify", for: "      else: failed\n  verify"),
      "MFA101 20:7 a key must have a colon behind it: write `key: value`, with a space behind the colon"),
    WrittenSlip(
      "the colon of a message",
      .write("check-your-name Check", for: "check-your-name: Check"),
      "MFA101 37:3 a key must have a colon behind it: write `key: value`, with a space behind the colon"),
    WrittenSlip(
      "the colon of the last line",
      .write("Come back later.\n  more", for: "Come back later."),
      "MFA101 40:3 a key must have a colon behind it: write `key: value`, with a space behind the colon"),
    WrittenSlip(
      "the colon of the only key in a block",
      .write("  failed:\n    outcome failure\n", for: "  failed: { outcome: failure }\n"),
      "MFA122 36:5 the end `failed` must be a map, not `outcome failure`: if `outcome` is a key, write a colon behind it, as in "
        + "`outcome: …`; else write `key: value` pairs below it"),
    WrittenSlip(
      "a key of a message, which is misspelt",
      .write("{ text: Check what you typed, None: Again }", for: "Check what you typed and try again."),
      "MFA120 37:50 the message `check-your-name` has no key `None`: did you mean `none`? allowed here: `text`, `each`, "
        + "`most`, `more`, `none`, `plural`, `longest`"),
    WrittenSlip(
      "`then`, below choices",
      .write(
        "    choices:\n      leave: { to: failed }\n      onUserLoggedIn: signedIn\n",
        for: "    then:\n      onUserLoggedIn: signedIn\n"),
      "MFA120 28:7 `onUserLoggedIn` stands below `choices`, but belongs below `then`: write `then:` in a line above it, as "
        + "deep as `choices:`"),
    WrittenSlip(
      "`ends`",
      .write("", for: "ends:\n"),
      "MFA121 32:3 `done` is an end, but stands below `steps`: write `ends:` in a line above it, in the first column"),
    WrittenSlip(
      "`messages`",
      .write("", for: "messages:\n"),
      "MFA121 36:3 `check-your-name` is a message, but stands below `ends`: write `messages:` in a line above it, in the "
        + "first column"),
    WrittenSlip(
      "a call that answers",
      .write("", for: "    answer: setUser\n"),
      "MFA143 11:5 `ask` has no meaning without an `answer`: add `answer:` with the call that is made, or take the keys out"
    ),
    WrittenSlip(
      "the version",
      .write("", for: "version: 1.0.0\n"),
      "MFA121 1:1 the flow must have the key `version`: add `version: 1.0.0`"),
    WrittenSlip(
      "the tries of a step",
      .write("", for: "    tries: 5\n"),
      "MFA307 15:21 nothing limits this `retry`: `identify` has no `tries`: add `tries: 5` to `identify`"),
  ]
}
