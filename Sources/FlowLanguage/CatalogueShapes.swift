// SPDX-License-Identifier: Apache-2.0

extension Shape {
  /// A catalogue: the messages of a flow or a part in one language.
  package static let catalogue = Shape(
    "catalogue", "A catalogue: messages of a flow or a part in another language.",
    [
      Key(
        "catalogue", .languageTag, "The language of the texts, by its tag of BCP 47, such as `de` or `de-AT`.",
        isRequired: true, otherNames: ["locale", "lang", "tag"]),
      Key(
        "messages", .map(.either([.shownText, .shape { .message }])), "What users read, by key.", isRequired: true,
        members: "\(Pattern.name)(/\(Pattern.name))*", otherNames: ["texts", "strings"]),
    ])

  /// `plural:` of a message, for one number.
  package static let plural = Shape(
    "plural", "The words for a number, by the plural categories of the language.",
    [
      Key("zero", .template, "For the numbers that the language has a form of its own for, such as 0 in Arabic."),
      Key("one", .template, "For 1, and what the language treats like it."),
      Key("two", .template, "For 2, and what the language treats like it."),
      Key("few", .template, "For few, such as 2 to 4 in Czech."),
      Key("many", .template, "For many, such as 5 in Polish."),
      Key("other", .template, "For all other numbers."),
    ], needsOneOf: ["zero", "one", "two", "few", "many", "other"])
}
