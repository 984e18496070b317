// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What the user wants of a command.
enum Request: Sendable {
  case help
  case perform(Invocation)
}

/// Reads the words behind the name of a command by the command's own table.
///
/// `--name value` and `--name=value` are the same, `--` ends the options, `-` is an operand. `--help` wins over
/// everything else on the line, so that somebody who is lost finds it.
struct ArgumentReader {
  private let command: Command
  private var arguments: ArraySlice<String>
  private var invocation = Invocation()

  /// More of one option is a program that has lost its way.
  private static let mostRepetitions = 1_000

  static func read(_ arguments: ArraySlice<String>, for command: Command) throws(UsageProblem) -> Request {
    let options = arguments.prefix { $0 != "--" }
    guard !options.contains("--help"), !options.contains("-h") else { return .help }
    var reader = ArgumentReader(command: command, arguments: arguments)
    return .perform(try reader.read())
  }

  private init(command: Command, arguments: ArraySlice<String>) {
    self.command = command
    self.arguments = arguments
  }

  private mutating func read() throws(UsageProblem) -> Invocation {
    while let word = arguments.popFirst() {
      if word == "--" {
        arguments.forEach { invocation.add(operand: $0) }
        break
      }
      if word.hasPrefix("-"), word != "-" {
        try option(word)
      } else {
        invocation.add(operand: word)
      }
    }
    try checkOperands()
    try checkInput()
    return invocation
  }

  private mutating func option(_ word: String) throws(UsageProblem) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = command.options.first(where: { $0.name == parts[0] || $0.short == parts[0] }) else {
      throw unknownOption(parts[0])
    }
    guard option.isRepeatable || !invocation.has(option) else {
      throw problem("`\(option.name)` is given twice", help: "give it once")
    }
    guard invocation.values(of: option).count < Self.mostRepetitions else {
      throw problem(
        "`\(option.name)` is given more than \(Self.mostRepetitions) times", help: "write an answers file instead")
    }
    let attached = parts.count == 2 ? parts[1] : nil
    if case .flag = option.shape {
      guard attached == nil else { throw problem("`\(option.name)` takes no value", help: "write `\(option.name)`") }
      return invocation.add("", to: option)
    }
    guard let value = attached ?? nextValue() else {
      throw problem("`\(option.name)` needs a value", help: "write `\(option.synopsis)`")
    }
    try check(value, for: option)
    invocation.add(value, to: option)
  }

  /// The next word, unless it is an option itself: a forgotten value must not swallow what follows.
  private mutating func nextValue() -> String? {
    guard let next = arguments.first, !next.hasPrefix("--") else { return nil }
    return arguments.popFirst()
  }

  private func check(_ value: String, for option: Option) throws(UsageProblem) {
    switch option.shape {
    case .flag: break
    case .text(let placeholder):
      guard !value.isEmpty else {
        throw problem(
          "`\(option.name)` has no value: the \(placeholder) after it is empty",
          help: "write `\(option.synopsis)`; a shell variable that is not set gives an empty text")
      }
    case .number:
      let numbers = option.numbers
      if let number = Int(value), numbers.contains(number) { return }
      let help = "write for example `\(option.name) \(Self.number(near: value, in: numbers))`"
      let digits = value.hasPrefix("-") ? value.dropFirst() : value[...]
      guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        throw problem("`\(option.name)` needs a whole number, not \(Diagnostic.quoting(value))", help: help)
      }
      let isSmall = value.hasPrefix("-") || (Int(value) ?? Int.max) < numbers.lowerBound
      let bounds =
        numbers.upperBound < Int.max
        ? "from \(numbers.lowerBound) to \(numbers.upperBound)"
        : isSmall ? "at least \(numbers.lowerBound)" : "at most \(numbers.upperBound)"
      throw problem("`\(option.name)` must be \(bounds), not \(Diagnostic.quoting(value))", help: help)
    case .oneOf(let words):
      guard !words.contains(value) else { return }
      throw problem(
        "`\(option.name)` cannot be \(Diagnostic.quoting(value))",
        help: Suggestion.cure(
          for: value, ofAll: words, otherwise: "write `\(option.name) \(words.joined(separator: "|"))`"
        ).words)
    }
  }

  /// The number that is most likely meant by a word, such as `80%` or `1e6`, as near to it as may be.
  private static func number(near word: String, in numbers: ClosedRange<Int>) -> Int {
    let meant = Double(word) ?? Double(word.prefix { $0.isASCII && $0.isNumber })
    let number = meant.flatMap { Int(exactly: max(-1, min($0, mostMeant)).rounded()) } ?? 80
    return max(numbers.lowerBound, min(number, numbers.upperBound))
  }

  /// Nobody means more.
  private static let mostMeant = 1e15

  private func checkOperands() throws(UsageProblem) {
    let operands = command.operands
    guard !invocation.operands.contains("") else {
      throw problem(
        operands.placeholder.isEmpty
          ? "an argument is empty" : "\(operands.placeholder) is empty: a path or name is missing",
        help: "write `mfaflow \(command.usage)`; a shell variable that is not set gives an empty text")
    }
    guard invocation.operands.count >= operands.minimum else {
      throw problem(
        "`\(command.name)` needs \(operands.placeholder)",
        help: "write `mfaflow \(command.name) \(operands.placeholder)`")
    }
    guard let maximum = operands.maximum, invocation.operands.count > maximum else { return }
    let extra = Diagnostic.quoting(invocation.operands[maximum])
    throw problem(
      "\(extra) is one word too many for `\(command.name)`",
      help: maximum == 0 ? "it takes options only" : "it takes \(operands.placeholder) and options")
  }

  /// Standard input can be read once: who named it twice would be told that it is empty.
  private func checkInput() throws(UsageProblem) {
    let operands = invocation.operands.filter { $0 == "-" }.map { _ in command.operands.placeholder }
    let options = command.options.filter { $0.isRead }.flatMap { option in
      invocation.values(of: option).filter { $0 == "-" }.map { _ in option.name }
    }
    guard operands.count + options.count > 1 else { return }
    throw problem("standard input (`-`) is named twice, and can be read once", help: "give one of them as a file")
  }

  private func unknownOption(_ name: String) -> UsageProblem {
    let names = command.options.map(\.name) + [Option.help.name]
    // A single letter may be meant as the option that begins with it.
    let near =
      name.utf8.count == 2 ? names.first { $0.hasPrefix("-" + name) } : Suggestion.nearest(to: name, among: names)
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    return problem(
      "\(Diagnostic.quoting(name)) is no option of `\(command.name)`",
      help: near.map { "did you mean `\($0)`?" }
        ?? "its options are \(list); a path that begins with `-` goes behind `--`")
  }

  private func problem(_ message: String, help: String? = nil) -> UsageProblem {
    UsageProblem(message: message, help: help, command: command.name)
  }
}
