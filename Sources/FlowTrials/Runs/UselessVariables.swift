// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

/// Variables of the environment that are meant as answers or passwords of a run, and that no run of the flow looks at.
struct UselessVariables {
  private let flow: Flow
  /// The inputs that the flow asks for.
  private let inputs: [String]
  /// How many passwords the run that is taken up needs; nil where none is taken up.
  private let passwords: Int?
  private let names: [String]

  init(of flow: Flow, passwords: Int?, among names: [String]) {
    self.flow = flow
    inputs = Set(flow.steps.flatMap { $0.inputs.map(\.name) }).sorted()
    self.passwords = passwords
    self.names = names.sorted()
  }

  /// A line for each: no value is in it.
  var lines: [String] {
    let (answers, secrets) = (RunVariable.answer(""), RunVariable.secret(""))
    let needed = (0..<(passwords ?? 0)).map { RunVariable.secret($0 + 1) }
    return names.compactMap { name -> String? in
      if name.hasPrefix(answers) {
        let input = String(name.dropFirst(answers.count))
        return inputs.contains(input) ? nil : "\(Diagnostic.quoting(name, limit: 60)) is not used: \(cure(for: input))"
      }
      guard name.hasPrefix(secrets), !needed.contains(name) else { return nil }
      return "\(Diagnostic.quoting(name, limit: 60)) is not used: \(cure(besides: needed.last))"
    }
  }

  private func cure(for name: String) -> String {
    if let step = flow.step(named: name), !step.choices.isEmpty {
      return "`\(name)` is a step; `--set \(name)=CHOICE` makes a choice"
    }
    let all = inputs.prefix(Self.most).map { "`\($0)`" }.joined(separator: ", ")
    return "the flow has no such input; "
      + (Suggestion.nearest(to: name, among: inputs).map { "did you mean `\(RunVariable.answer($0))`?" }
        ?? (inputs.isEmpty
          ? "it asks for nothing" : "it asks for \(all)\(inputs.count > Self.most ? " and more" : "")"))
  }

  /// - Parameter last: the last password that is needed; nil for none.
  private func cure(besides last: String?) -> String {
    guard passwords != nil else { return "only a run that is taken up with `--resume` may need it" }
    return last.map { "the last one that the saved run needs is `\($0)`" } ?? "the saved run needs no password"
  }

  /// So many inputs are named.
  private static let most = 8
}
