// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import RuleBook

extension Option {
  fileprivate static let listRules = Option(
    name: "--list", shape: .flag, meaning: "print the code and the slug of every rule, one a line")
}

extension Command {
  static let explain = Command(
    name: "explain", summary: "tell what a rule finds, why it matters and how to mend it",
    details: ["The code of a rule stands in brackets in each finding, such as `error[MFA301]`."],
    operands: Operands(
      placeholder: "RULE…", minimum: 0, maximum: nil, meaning: "codes such as MFA301, or slugs such as missing-else"),
    options: [.listRules],
    exits: [Exit(.success, "printed"), Exit(.wrongInput, "the command line is wrong, or there is no such rule")],
    examples: [
      Example("mfaflow explain MFA301", "the page of a rule"),
      Example("mfaflow explain --list", "every rule there is"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      if invocation.has(.listRules) {
        streams.output.write(RulePages.all.map { "\($0.rule.id) \($0.rule.slug)\n" }.joined())
        return .success
      }
      guard !invocation.operands.isEmpty else {
        throw UsageProblem(
          message: "`explain` needs a rule", help: "write `mfaflow explain MFA301`, or `--list` for all of them",
          command: "explain")
      }
      var pages: [RulePage] = []
      for name in invocation.operands { pages.append(try page(of: name)) }
      streams.output.write(pages.map(\.plain).joined(separator: "\n"))
      return .success
    })

  private static func page(of name: String) throws(UsageProblem) -> RulePage {
    if let page = RuleBook.rule(named: name).flatMap(RulePages.page) { return page }
    throw UsageProblem(
      message: "there is no rule \(Diagnostic.quoting(name))",
      help: Suggestion.help(
        for: name, among: RulePages.all.flatMap { [$0.rule.id, $0.rule.slug] },
        otherwise: "`mfaflow explain --list` prints all of them"),
      command: "explain")
  }
}
