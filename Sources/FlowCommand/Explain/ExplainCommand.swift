// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ReferencePages
import RuleBook
import SDKContract

extension Option {
  fileprivate static let listRules = Option(
    name: "--list", shape: .flag, meaning: "print the code and the slug of every rule, one a line")
}

extension Command {
  static let explain = Command(
    name: "explain", summary: "tell what a rule finds and how to mend it, or what a word means",
    details: [
      """
      The code of a rule stands in brackets in each finding, such as `error[MFA301]`. A word is a key of a
      file, a word of the documentation, a name that guards and messages read, such as `interrupted` and
      `tries.left`, or anything that the contract of REL-ID names.
      """
    ],
    operands: Operands(
      placeholder: "WORD…", minimum: 0, maximum: nil,
      meaning: "codes such as MFA301, slugs such as missing-else, keys such as within, words such as proof",
      offers: { RulePages.all.flatMap { [$0.rule.id, $0.rule.slug] } + WordPages.words.filter(\.isOneWord) }),
    options: [.listRules, .color],
    exits: [Exit(.success, "printed"), Exit(.wrongInput, "the command line is wrong, or nothing bears that name")],
    examples: [
      Example("mfaflow explain MFA301", "the page of a rule"),
      Example("mfaflow explain within", "what a key means, wherever it may stand"),
      Example("mfaflow explain proof", "what a word of the documentation means"),
      Example("mfaflow explain --list", "every rule there is"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      if invocation.has(.listRules) {
        guard invocation.operands.isEmpty else {
          throw UsageProblem(
            message: "a word and `--list` exclude each other", help: "give one of them", command: "explain")
        }
        streams.output.write(RulePages.all.map { "\($0.rule.id) \($0.rule.slug)\n" }.joined())
        return .success
      }
      guard !invocation.operands.isEmpty else {
        throw UsageProblem(
          message: "`explain` needs a rule, a word or `--list`",
          help: "write `mfaflow explain MFA301`, or `--list` for all rules", command: "explain")
      }
      var pages: [Page] = []
      for name in invocation.operands { pages += try explained(name) }
      streams.output.write(pages.text(PageLook(invocation, in: streams)))
      return .success
    })

  private static func explained(_ written: String) throws(UsageProblem) -> [Page] {
    // As it stands in a file, a key has a colon behind it.
    let name = written.hasSuffix(":") ? String(written.dropLast()) : written
    let contracts = EmbeddedContracts.names.compactMap { EmbeddedContracts.contract(named: $0) }.map(ContractPages.init)
    for word in [name, name.withoutMarks] where !word.isEmpty {
      let found = pages(of: word, contracts)
      if !found.isEmpty { return found }
    }
    let rules = RulePages.all.flatMap { [$0.rule.id, $0.rule.slug] }
    let meant = name.withoutMarks
    let words = meant.contains(".") ? contracts.flatMap(\.readNames) : contracts.flatMap(\.words)
    throw UsageProblem(
      message: "there is no rule, key or word \(Diagnostic.quoting(written))",
      help: contracts.lazy.compactMap { $0.meant(by: name) }.first.map { "did you mean `\($0)`?" }
        ?? Suggestion.help(
          for: meant, among: rules + WordPages.words + words,
          otherwise: "`mfaflow explain --list` prints all rules; the keys stand in `mfaflow schema flow`"),
      command: "explain")
  }

  /// The pages of everything that bears a name; empty if nothing does.
  private static func pages(of name: String, _ contracts: [ContractPages]) -> [Page] {
    if let page = RuleBook.rule(named: name).flatMap(RulePages.page) { return [Page(markdown: page.text)] }
    let ofWords = WordPages.pages(of: name)
    let ofContracts = ofWords.isEmpty ? contracts.flatMap { $0.pages(meantBy: name) } : []
    // What a key and a field are both called is told of both.
    var pages = ofWords + (ofContracts.isEmpty ? contracts.flatMap { $0.pages(ofRead: name) } : ofContracts)
    if pages.isEmpty, let command = Command.named(name) { pages = [command.wordPage] }
    if pages.isEmpty { pages = WordPages.terms(explaining: name) }
    if pages.isEmpty { pages = WordPages.pages(ofValue: name) }
    return pages
  }
}

extension [Page] {
  /// One behind the other, a blank line between two, a line break at the end of each.
  func text(_ look: PageLook) -> String {
    map { page in
      let text = page.text(look)
      return text.hasSuffix("\n") ? text : text + "\n"
    }.joined(separator: "\n")
  }
}

extension String {
  /// Without the braces of a placeholder, or the dollar sign of a reference.
  fileprivate var withoutMarks: String {
    var text = self[...]
    if text.hasPrefix("$") { text = text.dropFirst() }
    if text.hasPrefix("{"), text.hasSuffix("}") { text = text.dropFirst().dropLast() }
    return String(text)
  }

  /// Whether a shell offers it without quotes.
  var isOneWord: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
      }
  }
}
