// SPDX-License-Identifier: Apache-2.0

extension WrittenSlip {
  /// Keys, names, placeholders and numbers.
  static let words: [WrittenSlip] = [
    WrittenSlip(
      "a reference where the type of an input is due",
      .write("ask: { userName: $event.recentlyLoggedInUser }", for: "ask: [userName]"),
      "MFA124 11:22 the type of `userName` must be a name, not `$event.recentlyLoggedInUser`: write `userName: { default: "
        + "$event.recentlyLoggedInUser }` to offer this value; a type is a word such as `text`"),
    WrittenSlip(
      "a misspelt outermost key",
      .write("mesages:", for: "messages:"),
      "MFA120 36:1 a flow has no key `mesages`: did you mean `messages`? allowed here: `language`, `flow`, "
        + "`version`, `summary`, `extends`, `refines`, `sdk`, `threats`, `goal`, `require`, `use`, `catalogues`, "
        + "`messages-in`, `budgets`, `gates`, `start`, `steps`, `interrupts`, `ends`, `messages`, `change`, `add`, `remove`"
    ),
    WrittenSlip(
      "a word of other languages",
      .write("includes: login", for: "goal: aal1"),
      "MFA120 5:1 a flow has no key `includes`: did you mean `use`? allowed here: `language`, `flow`, "
        + "`version`, `summary`, `extends`, `refines`, `sdk`, `threats`, `goal`, `require`, `use`, `catalogues`, "
        + "`messages-in`, `budgets`, `gates`, `start`, `steps`, `interrupts`, `ends`, `messages`, `change`, `add`, `remove`"
    ),
    WrittenSlip(
      "a word of other languages for what is there already",
      .write("states: {}\nsteps:", for: "steps:"),
      "MFA120 7:1 a flow has no key `states`: did you mean `steps`? allowed here: `language`, `flow`, "
        + "`version`, `summary`, `extends`, `refines`, `sdk`, `threats`, `goal`, `require`, `use`, `catalogues`, "
        + "`messages-in`, `budgets`, `gates`, `start`, `steps`, `interrupts`, `ends`, `messages`, `change`, `add`, `remove`"
    ),
    WrittenSlip(
      "a part that is a flow",
      .write("part: f", for: "flow: f"),
      "MFA120 2:1 a part has no `language`, `version`, `goal`: write `flow:` in place of `part:` if this "
        + "is a flow; else take these keys out"),
    WrittenSlip(
      "a step that stands twice",
      .write("  verify: {", for: "  signedIn: {"),
      "MFA111 31:3 the key `verify` stands twice in this map: remove one of them, or give it another name"),
    WrittenSlip(
      "all placeholders",
      .write("\"{attemptLeft} {foo} {bar}\"", for: "\"Not right. Attempts left: {attemptsLeft}.\""),
      "MFA222 38:20 `getPassword` has no `attemptLeft`: did you mean `{attemptsLeft}`?",
      "MFA222 38:34 `getPassword` has no `foo`: its fields are `challengeMode`, `userID`, `attemptsLeft`, "
        + "`passwordPolicy`, `forgotPasswordEnabled`, `authenticationMethod`",
      "MFA222 38:40 `getPassword` has no `bar`: its fields are `challengeMode`, `userID`, `attemptsLeft`, "
        + "`passwordPolicy`, `forgotPasswordEnabled`, `authenticationMethod`"),
    WrittenSlip(
      "placeholders of other languages",
      .write("\"${attemptsLeft}, {{attemptsLeft}}\"", for: "\"Not right. Attempts left: {attemptsLeft}.\""),
      "MFA235 38:20 `${attemptsLeft}` would show the user a `$`: write `{attemptsLeft}`",
      "MFA235 38:37 `{{attemptsLeft}}` would show the user braces: write `{attemptsLeft}`"),
    WrittenSlip(
      "the event in a placeholder",
      .write("{event.attemptsLeft}", for: "{attemptsLeft}"),
      "MFA222 38:46 `getPassword` has no `event.attemptsLeft`: write `{attemptsLeft}`: in a text, fields "
        + "stand without a word in front"),
    WrittenSlip(
      "a code that the contract does not have",
      .write("103:", for: "102:"),
      "MFA203 28:7 `relid` has no status code `103`: did you mean `102`?"),
    WrittenSlip(
      "a call of another step",
      .write("answer: sendActivationCode", for: "answer: setUser"),
      "MFA202 12:13 `relid` has no call `sendActivationCode`: `getUser` is answered by `setUser`"),
    WrittenSlip(
      "a limit of calls at a challenge",
      .write("max: 5", for: "tries: 5"),
      "MFA143 13:5 `max` has no meaning in a `challenge` step: write `tries` in its place"),
    WrittenSlip(
      "a limit of answers at a call",
      .write("{ call: initialize, tries: 3,", for: "{ call: initialize,"),
      "MFA143 8:35 `tries` has no meaning in a `call` step: write `max` in its place"),
    WrittenSlip(
      "a number in words",
      .write("tries: five", for: "tries: 5"),
      "MFA228 13:12 there is no budget `five`: write it in digits: `5`"),
    WrittenSlip(
      "a flag where a choice is due",
      .write("{ event: onUserLoggedIn, auto: yes,", for: "{ event: onUserLoggedIn,"),
      "MFA215 31:44 `signedIn` has no choice `yes`: its choices are `finish`"),
    WrittenSlip(
      "a mode behind a space",
      .write("challenge: getPassword (verify)", for: "challenge: getPassword(verify)"),
      "MFA141 22:16 `getPassword (verify)` cannot be read as `challenge`: write `getPassword(verify)`, "
        + "without a space and with the mode in `( )`"),
    WrittenSlip(
      "a mode in brackets",
      .write("challenge: getPassword[verify]", for: "challenge: getPassword(verify)"),
      "MFA141 22:16 `getPassword[verify]` cannot be read as `challenge`: write `getPassword(verify)`, "
        + "without a space and with the mode in `( )`"),
    WrittenSlip(
      "a code behind a dash",
      .write("getUser-166:", for: "getUser 166:"),
      "MFA201 18:7 `relid` has no event or code `getUser-166`: write `getUser 166`, with a space"),
    WrittenSlip(
      "`default` for `else`",
      .write("default: failed }", for: "else: failed }"),
      "MFA201 8:62 `relid` has no event or code `default`: write `else`"),
    WrittenSlip(
      "a message behind `retry`",
      .write("102: retry wrong-password", for: "102: { retry: wrong-password }"),
      "MFA142 28:12 `retry wrong-password` is no step and no end: write `{ retry: wrong-password }`"),
    WrittenSlip(
      "`retry` as a target",
      .write("102: { to: retry }", for: "102: { retry: wrong-password }"),
      "MFA142 28:18 `retry` is a word of its own and no step: write `{ retry: true }`, or the key of a "
        + "message in place of `true`"),
    WrittenSlip(
      "a step as a message",
      .write("102: { retry: identify }", for: "102: { retry: wrong-password }"),
      "MFA206 28:21 there is no message `identify`: `identify` is a step or an end: write `to: identify` "
        + "to go there; for a message of that name, add it below `messages:`"),
    WrittenSlip(
      "two slashes before a part",
      .write("sdk: relid\nuse: [parts//session]", for: "sdk: relid"),
      "MFA149 5:7 `parts//session` is not the path of a flow or part: write `parts/session`: the path "
        + "begins at the folder of this file"),
    WrittenSlip(
      "a folder of a part that no path can name",
      .write("sdk: relid\nuse: [2fa/session]", for: "sdk: relid"),
      "MFA149 5:7 `2fa/session` is not the path of a flow or part: rename `2fa`: each name in a path "
        + "begins with a letter, and has letters, digits, `-` and `_`"),
    WrittenSlip(
      "a folder of a contract that no path can name",
      .write("sdk: ./v1.2/sso.yaml", for: "sdk: relid"),
      "MFA149 4:6 `./v1.2/sso.yaml` is not the path of a contract: rename `v1.2`: each name in a path "
        + "begins with a letter, and has letters, digits, `-` and `_`"),
    WrittenSlip(
      "a folder of another flow that no path can name",
      .write("sdk: relid\nrefines: ../2fa/login", for: "sdk: relid"),
      "MFA149 5:10 `../2fa/login` is no flow to be held to: rename `2fa`: each name in a path "
        + "begins with a letter, and has letters, digits, `-` and `_`"),
    WrittenSlip(
      "a blank in the name of a folder",
      .write("sdk: relid\nuse: [my parts/session]", for: "sdk: relid"),
      "MFA149 5:7 `my parts/session` is not the path of a flow or part: rename `my parts`: each name in a path "
        + "begins with a letter, and has letters, digits, `-` and `_`"),
    WrittenSlip(
      "blanks around the slash of a path",
      .write("sdk: relid\nuse: [parts / session]", for: "sdk: relid"),
      "MFA149 5:7 `parts / session` is not the path of a flow or part: write `parts/session`: the path "
        + "begins at the folder of this file"),
  ]
}
