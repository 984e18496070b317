// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowExploration
import FlowGraph
import FlowLanguage
import FlowPages
import FlowReviews
import FlowRuntime
import FlowStories
import FlowSyntax
import LocalFiles
import MessageLanguages
import SDKContract

extension Option {
  fileprivate static let storyFormat = Option(
    name: "--format", shape: .oneOf(["markdown", "html"]),
    meaning: "markdown (the default), or one HTML file; the name of the output may say so: `.html`")

  fileprivate static let languages = Option(
    name: "--language", shape: .text(placeholder: "TAG"), isRepeatable: true,
    meaning: "show the messages in this language; those of several stand side by side (by default all of the flow)")

  fileprivate static let storyScenario = Option(
    name: "--scenario", shape: .text(placeholder: "TEXT"),
    meaning: "of a scenario file, show only scenarios that have TEXT in their names")

  fileprivate static let storyPlaces = Option(
    name: "--places", shape: .number, numbers: 1...mostPlaces,
    meaning: "explore up to N configurations of the flow (1500 by default)")
}

extension Command {
  static let story = Command(
    name: "story", summary: "show what the user sees, screen by screen, for a review of the texts",
    details: [
      """
      Of a flow these are the shortest runs that together show each end and each message; of a scenario file
      what its scenarios show. Between two screens stands what the user and the SDK did. Messages that are
      not translated, or that no run shows, are listed first.
      """
    ],
    operands: Operands(placeholder: "FLOW|SCENARIOS", minimum: 1, maximum: 1, meaning: "a flow, or a scenario file"),
    options: [.storyFormat, .languages, .storyScenario, .storyPlaces, .textFile, .contract, .color],
    exits: [
      Exit(.success, "written"),
      Exit(.wrongInput, "the command line is wrong, or the flow has errors"),
      Exit(.broken, "a file could not be read or written"),
    ],
    examples: [
      Example("mfaflow story flows/login.yaml", "each end and each message"),
      Example("mfaflow story flows/variants/country.yaml --language de --format html -o country.html", "in German"),
      Example("mfaflow story flows/login.scenarios.yaml", "what each scenario shows"),
    ],
    perform: { invocation, streams async throws(UsageProblem) in
      try await StoryRun(invocation, streams).perform()
    })
}

/// One run of `mfaflow story`.
private struct StoryRun {
  private let invocation: Invocation
  private let path: String
  private let format: FindingFormat
  private let streams: Streams
  private let languages: [String]

  init(_ invocation: Invocation, _ streams: Streams) throws(UsageProblem) {
    self.invocation = invocation
    self.streams = streams.keepingFiles
    path = invocation.operands.first ?? "-"
    format = .text(color: FindingFormat.color(invocation, streams.errors, streams))
    var languages: [String] = []
    for text in invocation.values(of: .languages) {
      guard let tag = LanguageTag(text)?.description else {
        throw UsageProblem(
          message: "`--language` takes the tag of a language", help: "write one of BCP 47, such as `de` or `de-AT`",
          command: "story")
      }
      // One that is named again has its texts already.
      if !languages.contains(tag) { languages.append(tag) }
    }
    self.languages = languages
  }

  func perform() async throws(UsageProblem) -> ExitCode {
    try invocation.checkOutputName(
      against: .storyFormat, ["html": "html", "htm": "html", "md": "markdown"], of: "story")
    if let output = invocation.value(of: .textFile) {
      try WritePlace(
        path: output, option: "--output", command: "story",
        instead: "without `--output` the story goes to standard output", mayBeDropped: true
      ).checkForReport()
      try WrittenFile(path: output, option: .textFile).check(against: [path], of: "story")
    }
    let contract = try DrawnFlow.contract(invocation, format, streams)
    let file: SourceFile
    do throws(FileProblem) {
      file = try streams.file(path)
    } catch {
      throw error.told(format, streams)
    }
    let isScenarios =
      FilePath.isScenarios(path) || FileKind.sniff(file)?.value == .scenarios
    return isScenarios ? try await tellScenarios(contract) : try tellFlow(contract)
  }

  private func tellFlow(_ contract: Contract?) throws(UsageProblem) -> ExitCode {
    if invocation.has(.storyScenario) {
      throw UsageProblem(
        message: "`--scenario` names one of a scenario file, and \(Diagnostic.quoting(path)) is a flow",
        help: "name the scenario file", command: "story")
    }
    let drawn = try DrawnFlow.read(path, contract, format, streams)
    guard let valid = drawn.valid else {
      streams.tell(drawn.findings.filter { $0.severity == .error }, in: drawn.sources, format)
      throw .told(.wrongInput)
    }
    try checkLanguages(of: [valid.flow])
    var bounds = WalkGraph.Bounds()
    if let places = invocation.number(of: .storyPlaces) { bounds.places = places }
    let spoken = SpokenFlow(
      valid, WalkGraph(Program(valid), within: bounds), in: languages, cure: "`--places N` looks at more")
    return try write(valid.flow.name, spoken.stories, spoken.wording)
  }

  /// A story is for whoever reviews the texts of a language: those of another one in its place would be taken for it.
  private func checkLanguages(of flows: [Flow]) throws(UsageProblem) {
    let there = flows.flatMap(FlowWording.languages).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    for text in languages where !there.contains(text) {
      guard let tag = LanguageTag(text), !flows.isEmpty, !flows.contains(where: { $0.speaks(tag) }) else { continue }
      let names = Set(flows.map(\.name))
      let who = names.count == 1 ? "`\(flows[0].name)` has" : "these flows have"
      throw UsageProblem(
        message: "\(who) no texts in \(Diagnostic.quoting(text))",
        help: Suggestion.help(
          for: text, among: there,
          otherwise: there == [FlowWording.own]
            ? "only the flow's own texts are there, and no line says in which language: leave `--language` out"
            : "the languages are " + there.map { "`\($0)`" }.joined(separator: ", ")),
        command: "story")
    }
  }

  private func tellScenarios(_ contract: Contract?) async throws(UsageProblem) -> ExitCode {
    let name = invocation.value(of: .storyScenario)
    var byLanguage: [PlayedScenarios] = []
    do throws(PlayedScenarios.Obstacle) {
      if languages.isEmpty {
        let scenarios = try await PlayedScenarios.playInAllLanguages([path], named: name, contract, streams.reading)
        byLanguage = [scenarios]
      } else {
        for language in languages {
          byLanguage.append(
            try await PlayedScenarios.play([path], named: name, in: language, contract, streams.reading))
        }
      }
    } catch {
      throw error.told(named: name, format, streams, command: "story")
    }
    let own = byLanguage[0]
    try own.checkPrograms(streams, command: "story")
    guard !languages.isEmpty else { return try write(path, own.stories(), nil) }
    try checkLanguages(of: own.played.map(\.program.flow))
    return try write(path, PlayedScenarios.stories(byLanguage, in: languages), nil)
  }

  private func write(
    _ name: String, _ stories: [SpokenStory], _ wording: FlowWording?
  ) throws(UsageProblem) -> ExitCode {
    let text =
      isHTML
      ? StorySections(stories, wording).page(title: name) : StoryMarkdown(name, stories, wording).text
    guard let output = invocation.value(of: .textFile) else {
      streams.output.write(text)
      return .success
    }
    return try WrittenFile(path: output, option: .textFile).write(text, of: "story", streams) ? .success : .broken
  }

  /// Whether the story is a page: the name of the output says so where nothing else does.
  private var isHTML: Bool {
    if let format = invocation.value(of: .storyFormat) { return format == "html" }
    return FilePath.isHTML(invocation.value(of: .textFile) ?? "")
  }
}
