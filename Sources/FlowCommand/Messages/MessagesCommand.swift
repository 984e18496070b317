// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowGraph
import Gettext
import LocalFiles
import MessageCatalogues
import MessageLanguages
import RuleBook

extension Option {
  static let textFile = Option(
    name: "--output", shape: .text(placeholder: "FILE"), short: "-o",
    meaning: "write into FILE, not to standard output; `-o` for short")

  static let inPlace = Option(
    name: "--in-place", shape: .flag, meaning: "write into the flow's own catalogue of the language")

  fileprivate static let translated = Option(
    name: "--language", shape: .text(placeholder: "TAG"),
    meaning: "the language of the translation, such as `de`; for `import`, if the file does not name it")
}

extension Command {
  static let messages: Command = Command(
    name: "messages", summary: "tell how far a flow is translated, and exchange its messages with translators",
    details: [
      """
      `mfaflow messages list FLOW` tells for each language how many messages have a text.
      `mfaflow messages export FLOW --language de` prints a PO file of GNU gettext, which the tools of translators
      read: an entry for each text, with its key, its places and what fills its placeholders.
      """,
      """
      `mfaflow messages import FLOW FILE.po` reads such a file and prints the catalogue that comes of it. What the
      file translates takes the place of what the flow's catalogue says; untranslated and fuzzy entries are left
      out. If an entry does not fit the flow, nothing is written.
      """,
    ],
    operands: Operands(
      placeholder: "list|export|import FLOW [FILE.po]", minimum: 1, maximum: 3,
      meaning: "what to do; a flow; for `import` what the translator wrote, `-` is standard input"),
    options: [.translated, .textFile, .inPlace, .contract, .findingFormat, .color],
    exits: [
      Exit(.success, "printed or written"),
      Exit(.failure, "the translator's file has at least one error"),
      Exit(.wrongInput, "the command line is wrong, or the flow has errors"),
      Exit(.broken, "a file could not be read or written"),
    ],
    examples: [
      Example("mfaflow messages list flows/variants/country.yaml", "which languages are complete"),
      Example("mfaflow messages export flows/login.yaml --language fr -o login.fr.po", "a file for a translator"),
      Example("mfaflow messages import flows/variants/country.yaml country.de.po --in-place", "take it in"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      let verb = invocation.operands[0]
      switch verb {
      case "list":
        try expect(invocation, 2, taking: [])
        let texts = try FlowTranslation.read(invocation.operands[1], invocation, streams).texts
        let list = MessagesList(texts)
        let isJSON = invocation.value(of: .findingFormat) == "json"
        streams.output.write(isJSON ? list.json : list.lines.map { $0 + "\n" }.joined())
        return .success
      case "export":
        try expect(invocation, 2, taking: [.translated, .textFile])
        return try export(invocation, streams)
      case "import":
        try expect(invocation, 3, taking: [.translated, .textFile, .inPlace])
        return try MessagesImport(invocation, streams, language: language(invocation)).perform()
      default:
        throw UsageProblem(
          message: "\(Diagnostic.quoting(verb)) is nothing that `messages` does",
          help: Suggestion.help(
            for: verb, among: ["list", "export", "import"], otherwise: "write `list`, `export` or `import`"),
          command: "messages")
      }
    })

  /// Refuses operands and options that a verb does not take.
  private static func expect(_ invocation: Invocation, _ count: Int, taking options: [Option]) throws(UsageProblem) {
    let verb = invocation.operands[0]
    let usage = "write `mfaflow messages \(verb) FLOW\(count == 3 ? " FILE.po" : "")`"
    guard invocation.operands.count == count else {
      let isShort = invocation.operands.count < count
      throw UsageProblem(
        message: isShort
          ? "`\(verb)` needs \(count == 3 ? "a flow and a PO file" : "a flow")"
          : "\(Diagnostic.quoting(invocation.operands[count])) is one word too many for `\(verb)`",
        help: usage, command: "messages")
    }
    for option in [Option.translated, .textFile, .inPlace] where invocation.has(option) {
      guard options.contains(where: { $0.name == option.name }) else {
        throw UsageProblem(message: "`\(verb)` takes no `\(option.name)`", help: usage, command: "messages")
      }
    }
  }

  private static func language(_ invocation: Invocation) throws(UsageProblem) -> LanguageTag? {
    try LanguageTag.read(invocation, command: "messages")
  }

  private static func export(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) -> ExitCode {
    guard let tag = try language(invocation) else {
      throw UsageProblem(
        message: "`export` needs the language of the translation", help: "write `--language de`, for instance",
        command: "messages")
    }
    let (texts, read) = try FlowTranslation.read(invocation.operands[1], invocation, streams)
    guard texts.base != tag else {
      throw UsageProblem(
        message: "the flow itself is written in `\(tag)`", help: "name the language to translate it into",
        command: "messages")
    }
    let export = MessagesExport(FlowTranslation(texts, in: tag), read.sources)
    let text = export.file(titled: read.title, madeBy: "mfaflow \(Release.version)").text
    guard let path = invocation.value(of: .textFile) else {
      streams.output.write(text)
      return .success
    }
    try WritePlace(path: path, option: "--output", command: "messages", instead: "leave it out").check()
    try WrittenFile(path: path, option: .textFile).check(against: read.sources.files.map(\.path), of: "messages")
    return ReportFile.write(text, to: path, telling: streams) ? .success : .broken
  }
}
