// SPDX-License-Identifier: Apache-2.0

extension WrittenSlip {
  /// Quotes, colons, spaces, brackets and dashes.
  static let signs: [WrittenSlip] = [
    WrittenSlip(
      "a merge that was not ended",
      .write(
        "<<<<<<< HEAD\n    answer: setUser\n=======\n    answer: setUser\n    within: 5m\n>>>>>>> other\n",
        for: "    answer: setUser\n"),
      "MFA101 12:1 a merge was not ended: git left this line here: keep one of the two versions, and take out the lines that "
        + "begin with `<<<<<<<`, `=======` and `>>>>>>>`"),
    WrittenSlip(
      "a quote that is not closed",
      .write("messages:\n  over: \"Done\n", for: "messages:\n"),
      "MFA101 37:9 this quote is not closed in its line: write the same quote where the text ends; as it "
        + "stands, the text ends at the next quote, in line 39"),
    WrittenSlip(
      "a quote that is not closed in braces",
      .write("to: \"done }", for: "to: done }"),
      "MFA101 31:63 this quote is not closed in its line: write the same quote where the text ends; as it "
        + "stands, the text ends at the next quote, in line 38"),
    WrittenSlip(
      "a text that begins with a brace",
      .write("{attemptsLeft} left.", for: "\"Not right. Attempts left: {attemptsLeft}.\""),
      "MFA101 38:19 a text must not begin with `{` unless it is in quotes: put quotes around the whole "
        + "text, or take out what stands behind the bracket"),
    WrittenSlip(
      "no space behind a colon",
      .write("getUser:identify", for: "getUser: identify"),
      "MFA101 8:50 a space must stand behind the colon: write `key: value`, with a space behind the colon"),
    WrittenSlip(
      "no space behind the colon of the first key of a step",
      .write("challenge:getUser\n    ask", for: "challenge: getUser\n    ask"),
      "MFA101 10:14 a space must stand behind the colon: write `key: value`, with a space behind the colon"),
    WrittenSlip(
      "two colons behind a name",
      .write("done::", for: "done:"),
      "MFA101 33:7 two colons stand behind `done`: take one of them out"),
    WrittenSlip(
      "an equals sign behind the name of a map in braces",
      .write("done = {", for: "done: {"),
      "MFA101 33:8 a key must have a colon behind it: write `:` and a space in place of `=`"),
    WrittenSlip(
      "an equals sign in braces",
      .write("outcome=success", for: "outcome: success"),
      "MFA101 33:18 a key must have a colon behind it: write `:` and a space in place of `=`"),
    WrittenSlip(
      "a semicolon for a colon",
      .write("challenge; getUser\n", for: "challenge: getUser\n"),
      "MFA101 10:14 a key must have a colon behind it: write `:` and a space in place of `;`"),
    WrittenSlip(
      "a name as templates have it",
      .write("else: {{ failed }}\n  verify", for: "else: failed\n  verify"),
      "MFA101 20:13 two `{` must not stand side by side: write `failed`, without braces"),
    WrittenSlip(
      "two braces around a map",
      .write("{{ outcome: success }}", for: "{ outcome: success }"),
      "MFA101 33:9 two `{` must not stand side by side: write one `{` and one `}`"),
    WrittenSlip(
      "two braces that are closed by one",
      .write("{{ outcome: success }", for: "{ outcome: success }"),
      "MFA101 33:9 two `{` must not stand side by side: write one `{`"),
    WrittenSlip(
      "a brace that is one too many",
      .write("{ outcome: success }}", for: "{ outcome: success }"),
      "MFA101 33:29 this `}` is one too many: take it out"),
    WrittenSlip(
      "a brace that is not closed",
      .write("{ outcome: success", for: "{ outcome: success }"),
      "MFA101 33:9 this `{` is not closed in its line: write `}` where it ends"),
    WrittenSlip(
      "a bracket that is not closed",
      .write("ask: [userName\n", for: "ask: [userName]\n"),
      "MFA101 11:10 this `[` is not closed in its line: write `]` where it ends"),
    WrittenSlip(
      "a comment of another language",
      .write("identify: // the name\n", for: "identify:\n"),
      "MFA101 9:13 a comment begins with `#`: write `#` in place of `//`"),
    WrittenSlip(
      "words behind the name of a step",
      .write("identify: the name\n", for: "identify:\n"),
      "MFA101 9:13 `identify` has a value here, and keys in the lines below: take out what stands behind the colon; if "
        + "it is a comment, write `#` in front of it"),
    WrittenSlip(
      "a quote that is only closed",
      .write(
        "check-your-name: Check what you typed, and try: again.\"",
        for: "check-your-name: Check what you typed and try again."),
      "MFA101 37:20 the quote is missing in front of this text: write `\"` where the text begins"),
    WrittenSlip(
      "an equals sign",
      .write("tries = 5", for: "tries: 5"),
      "MFA101 13:11 a key must have a colon behind it: write `:` and a space in place of `=`"),
    WrittenSlip(
      "a colon of another width",
      .write("tries\u{FF1A}5", for: "tries: 5"),
      "MFA101 13:10 U+FF1A looks like a colon and is none: write `:` and a space in place of U+FF1A"),
    WrittenSlip(
      "a space that does not break",
      .write("tries:\u{A0}5", for: "tries: 5"),
      "MFA101 13:11 U+00A0 looks like a space and is none: write a space in place of U+00A0"),
    WrittenSlip(
      "one in braces",
      .write("{ call:\u{A0}initialize,", for: "{ call: initialize,"),
      "MFA110 8:17 `call:\u{A0}initialize` must have a value, as everything in `{ }`: write a space in "
        + "place of U+00A0"),
    WrittenSlip(
      "one that indents",
      .write("    \u{A0}tries: 5", for: "    tries: 5"),
      "MFA120 13:5 the step `identify` has no key `\u{A0}tries`: write a space in place of U+00A0; allowed "
        + "here: `challenge`, `say`, `ask`, `pick`, `require`, `answer`, `gate`, `tries`, `earns`, `within`, "
        + "`auto`, `choices`, `then`"),
    WrittenSlip(
      "nothing else that indents",
      .write("\u{A0}\u{A0}\u{A0}\u{A0}tries: 5", for: "    tries: 5"),
      "MFA101 13:1 U+00A0 looks like a space and is none: write a space in place of U+00A0"),
    WrittenSlip(
      "curly quotes that do not protect a colon",
      .write("\u{201C}Too: many\u{201D}", for: "Too many tries. Come back later."),
      "MFA101 39:19 U+201C looks like a quote and is none: write `\"` or `'` in place of U+201C"),
    WrittenSlip(
      "curly quotes that are shown",
      .write("\u{201C}Too many.\u{201D}", for: "Too many tries. Come back later."),
      "MFA132 39:19 these curly quotes are part of the text: write `\"` or `'` in their place; to keep "
        + "them, put straight quotes around them"),
    WrittenSlip(
      "a parenthesis in place of a brace",
      .write("101: { retry: check-your-name )", for: "101: { retry: check-your-name }"),
      "MFA101 16:37 this `)` closes no `{`: write `}` in its place"),
    WrittenSlip(
      "an arrow in place of a colon, in the first line of its block",
      .write("getPassword(verify) -> verify", for: "getPassword(verify): verify"),
      "MFA101 15:27 a key must have a colon behind it: write `:` and a space in place of `->`"),
    WrittenSlip(
      "another arrow, in a line further down",
      .write("exhausted => blocked", for: "exhausted: blocked"),
      "MFA101 19:17 a key must have a colon behind it: write `:` and a space in place of `=>`"),
    WrittenSlip(
      "no dash before the first item",
      .write(
        "    answer: setUser\n    require:\n      check: userName != \"\"\n      - check: userName != \"x\"\n"
          + "        say: check-your-name\n", for: "    answer: setUser\n"),
      "MFA101 14:7 this item of the list has no dash: begin the line with `- `"),
    WrittenSlip(
      "no `check:` before the condition of an item",
      .write(
        "    answer: setUser\n    require:\n      - userName != \"\"\n        say: check-your-name\n",
        for: "    answer: setUser\n"),
      "MFA101 14:9 an item of this list begins with `check:`: write `- check: …`"),
    WrittenSlip(
      "no dash before the first line of the only item",
      .write(
        "    answer: setUser\n    require:\n      check: userName != \"\"\n        say: check-your-name\n",
        for: "    answer: setUser\n"),
      "MFA101 14:7 this item of the list has no dash: begin the line with `- `"),
    WrittenSlip(
      "no dash before the first line of the second item",
      .write(
        "    answer: setUser\n    require:\n      - check: userName != \"\"\n        say: check-your-name\n"
          + "      check: userName != \"x\"\n        say: check-your-name\n", for: "    answer: setUser\n"),
      "MFA101 16:7 this item of the list has no dash: begin the line with `- `"),
    WrittenSlip(
      "a dash before the first line",
      .write("messages:\n  - check", for: "messages:\n  check"),
      "MFA101 37:3 only this line begins with a dash: take the dash out, or begin each item of the list with `- `"),
    WrittenSlip(
      "a list in place of a map",
      .write("then: [getUser: identify]", for: "then: { getUser: identify, else: failed }"),
      "MFA122 8:41 `then` must be a map, not a list: take the dashes out, or write `{ }` in place of `[ "
        + "]`: a map has keys, and no items"),
    WrittenSlip(
      "a second document",
      .write("---\nends:\n", for: "ends:\n"),
      "MFA108 32:1 a file must hold one document only: move what stands below `---` to a file of its own"),
    WrittenSlip(
      "a choice without what it does",
      .write("{ finish }", for: "{ finish: { to: done } }"),
      "MFA110 31:49 the choice `finish` does not say where it leads: write `finish: { to: done }`"),
  ]
}
