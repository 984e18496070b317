// SPDX-License-Identifier: Apache-2.0

extension WrittenSlip {
  /// Lines that stand too deep or not deep enough.
  static let indentation: [WrittenSlip] = [
    WrittenSlip(
      "a key of the first column that stands deeper",
      .indent("messages:", until: nil),
      "MFA120 36:3 `messages` is indented too deep: it stands below `ends`: begin it in the first column, and "
        + "move what stands below it as well"),
    WrittenSlip(
      "a block below another",
      .indent("ends:", until: "messages:"),
      "MFA120 32:3 `ends` is indented too deep: it stands below `steps`: begin it in the first column, and move "
        + "what stands below it as well"),
    WrittenSlip(
      "a step's name too deep",
      .write("    verify:\n", for: "  verify:\n"),
      "MFA101 21:5 this line is indented too deep: indent it as line 9: with 2 spaces"),
    WrittenSlip(
      "a whole step too deep",
      .indent("  verify:\n", until: "  signedIn:"),
      "MFA120 21:5 `verify` is indented too deep: it stands in the step `identify`: indent it less, as the "
        + "names beside which it belongs, and what stands below it as well"),
    WrittenSlip(
      "a step's name too far to the left",
      .write("verify:\n", for: "  verify:\n"),
      "MFA101 21:1 this line stands too far to the left: indent it as line 9: with 2 spaces"),
    WrittenSlip(
      "a key deeper than the one above",
      .write("      then:\n      getP", for: "    then:\n      getP"),
      "MFA101 14:7 this line is indented too deep: indent it as line 13: with 4 spaces"),
    WrittenSlip(
      "a code deeper than the one above",
      .write("        102:", for: "      102:"),
      "MFA101 28:9 this line is indented too deep: indent it as line 27: with 6 spaces"),
    WrittenSlip(
      "a first key that is not indented",
      .write("  challenge: getUser", for: "    challenge: getUser"),
      "MFA101 10:3 this line stands too far to the left: indent it as line 11: with 4 spaces"),
    WrittenSlip(
      "keys that stand beside their step",
      .write(
        "  verify:\n  challenge: getPassword(verify)\n  ask: [password]\n",
        for: "  verify:\n    challenge: getPassword(verify)\n    ask: [password]\n"),
      "MFA101 22:3 this line is not indented deeper than the key above it, to which it belongs: indent it "
        + "as line 24: with 4 spaces"),
    WrittenSlip(
      "lines that stand beside their key",
      .write(
        "    onUserLoggedIn: signedIn\n    102: { retry: wrong-password }\n    exhausted: blocked\n    else: failed\n",
        for:
          "      onUserLoggedIn: signedIn\n      102: { retry: wrong-password }\n      exhausted: blocked\n      else: failed\n"
      ),
      "MFA110 26:5 `onUserLoggedIn` belongs below `then`, and stands beside it: indent the lines below it by two "
        + "more spaces"),
    WrittenSlip(
      "an end without its braces beside it",
      .write("  done:\n  outcome: success", for: "  done: { outcome: success }"),
      "MFA101 34:3 this line stands too far to the left: indent it with 4 spaces"),
    WrittenSlip(
      "a first line too deep, with lines below it",
      .write("        getPassword(verify):\n          to: verify\n", for: "      getPassword(verify): verify\n"),
      "MFA101 15:9 this line is indented too deep: indent it as line 17: with 6 spaces, and move what stands "
        + "below it as well"),
    WrittenSlip(
      "a key that is deeper than its step's others, behind a list",
      .write("    ask:\n      - userName\n     answer:", for: "    ask: [userName]\n    answer:"),
      "MFA101 13:6 this line is indented too deep: indent it as line 11: with 4 spaces"),
    WrittenSlip(
      "a key too far to the left, with a list below it",
      .write("  ask:\n      - userName\n    answer:", for: "    ask: [userName]\n    answer:"),
      "MFA101 11:3 this line stands too far to the left: indent it as line 10: with 4 spaces"),
    WrittenSlip(
      "an item that has become a part of the one above",
      .write("    ask:\n      - userName\n        - password\n", for: "    ask: [userName]\n"),
      "MFA101 13:9 this item of the list is indented too deep: indent the dash as in line 12: with 6 spaces"),
    WrittenSlip(
      "a second item too deep",
      .write(checks("      ", "        ", "       "), for: "    answer: setUser\n"),
      "MFA101 15:8 this item of the list is indented too deep: indent the dash as in line 13: with 6 "
        + "spaces"),
    WrittenSlip(
      "the dash of a first item too deep",
      .write(checks("        ", "        ", "      "), for: "    answer: setUser\n"),
      "MFA101 13:9 this item of the list is indented too deep: indent the dash as in line 15: with 6 "
        + "spaces"),
    WrittenSlip(
      "a key beside the dash of its item",
      .write(checks("      ", "      ", "      "), for: "    answer: setUser\n"),
      "MFA101 14:7 this line stands too far to the left: indent it as what stands behind the dash in line "
        + "13: with 8 spaces"),
  ]

  /// Two checks of the name, with so much in front of the first dash, of the key behind it, and of the second dash.
  private static func checks(_ first: String, _ key: String, _ second: String) -> String {
    """
        require:
    \(first)- check: size(userName) > 2
    \(key)say: check-your-name
    \(second)- check: size(userName) < 90
        answer: setUser

    """
  }
}
