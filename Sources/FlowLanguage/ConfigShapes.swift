// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// A file `.mfaflow.yaml`.
  package static let config = Shape(
    "config", "How a team checks its flows.",
    [
      Key(
        "fail-on", .word(["error", "warning", "none"]),
        "From which severity on a check fails, like the option `--fail-on`."),
      Key(
        "profile", .word(["nist-63b-3", "nist-63b-4", "psd2-rts", "asvs-5"]),
        "The standard that flows are measured by, like the option `--profile`."),
      Key(
        "guesses-over-accounts", .count(from: 1, to: 1_000_000),
        "How often a secret may be guessed in a run over all accounts, with a profile or without."),
      Key("exclude", .list(.text), "Folders and patterns that are skipped where a folder is searched."),
      Key(
        "severities", .map(.word(["error", "warning", "off"])),
        "The severity of rules, each by its code or its slug.", members: "MFA[0-9]{3}|[a-z][a-z0-9-]*",
        // Whoever mistypes a rule writes digits there, and nobody a secret.
        shows: .all),
      Key("allow", .list(.shape { .permit }), "Findings that are allowed, each with the reason."),
      Key("baseline", .text, "The file with findings that are known, like the option `--baseline`."),
      Key(
        "rule-pages",
        .pattern(
          "https?://[A-Za-z0-9][A-Za-z0-9._~:/?!$&'()*+,;=%-]*", example: "https://git.example.com/mfaflow/Rules.md"),
        "The address at which your people read the page of the rules."),
      Key(
        "contracts", .list(.either([.pattern("[0-9a-f]{16}", example: "0123456789abcdef"), .number])),
        "The fingerprints of contracts that may have the name of a built-in one although their content differs."),
    ])

  /// An item of `allow:`.
  package static let permit = Shape(
    "permit", "Findings that are allowed.",
    [
      Key("rule", .text, "The rule, by its code or its slug.", isRequired: true),
      Key(
        "path", .text, "The file, the folder or the pattern in which it is allowed.", isRequired: true),
      Key(
        "because", .text, "The reason.", isRequired: true, otherNames: ["reason", "why", "justification"]),
    ])
}
