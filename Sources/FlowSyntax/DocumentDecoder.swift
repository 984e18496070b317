// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
package import YAMLTree

/// Reads a tree as a flow document: the second clause of the sentence.
package enum DocumentReader {
  /// The document, if the tree is one at all, and everything that is wrong with its words.
  ///
  /// - Parameters:
  ///   - known: what reading the tree has found already; the document then knows what is missing in it.
  ///   - steps: what is known of the steps of the file, and is kept of them; nil for nothing.
  package static func read(
    _ root: YAMLNode, knowing known: [Diagnostic] = [], steps: KnownSteps? = nil
  ) -> Outcome<FlowDocument> {
    var decoder = DocumentDecoder()
    decoder.known = steps
    steps?.begin(root)
    var document = decoder.document(root)
    let flaws = (known + decoder.findings).filter { $0.severity == .error }
    if !flaws.isEmpty, !root.isGrafted,
      let slip = IndentationSlip(root, outermost: DocumentDecoder.keys, flaws: flaws).finding
    {
      return Outcome(nil, [slip])
    }
    if document != nil { steps?.end(below: root["steps"]?.range) }
    document?.leaveOut(known.doubledKeys)
    document?.lacksParts = decoder.lacksParts || known.contains { $0.code == YAMLRules.duplicateKey }
    if !flaws.isEmpty {
      let names = decoder.unreadNames(of: root)
      document?.flaws = flaws.map(\.range).sorted()
      document?.unreadPlaces = names.places
      document?.unreadMessages = names.messages
      document?.unreadBudgets = names.budgets
      document?.unreadGates = names.gates
    }
    return Outcome(document, decoder.findings)
  }
}

extension DocumentReader {
  /// Whether a text is so many numbers with dots between them.
  package static func isVersion(_ text: String, ofNumbers count: Int) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == count
      && parts.allSatisfy { !$0.isEmpty && $0.count < 10 && $0.allSatisfy(isDigit) }
  }
}

extension YAMLWords {
  /// Of a flow and its parts: messages are for people.
  package static let ofFlows = YAMLWords(shown: [
    "messages", "text", "each", "more", "none", "zero", "one", "two", "few", "many", "other",
  ]).fitting([("part", .part), ("catalogue", .catalogue), (nil, .flow)])
}

/// The words of a document, read one by one; each method returns what it could read and keeps what it found.
struct DocumentDecoder {
  var findings: [Diagnostic] = []
  /// Whether a step that was read runs another flow.
  var hasRuns = false
  /// Whether keys of messages may name flows that are run: `signIn/welcome`.
  var takesInnerKeys = false
  /// Whether what stands below `use:` cannot be read.
  var lacksParts = false

  /// Whether some of the file cannot be read: any key may be missing.
  var isBroken = false

  /// The steps as they were read last; nil where nobody has kept them.
  var known: KnownSteps?

  /// The outermost map, once it was read.
  var outermost: YAMLMapping?

  /// The texts that may be names, once somebody has asked for them.
  var words: Set<String>?

  static let keys = Shape.flow.words

  mutating func document(_ root: YAMLNode) -> FlowDocument? {
    if let misplaced = DocumentReader.slipOfFirstKey(inPart: root) ?? misplacedKey(in: root) ?? lostLine(in: root) {
      findings.append(misplaced)
      return nil
    }
    guard let map = root.mapping(keys: Self.keys) ?? notPlainly(root) else { return nil }
    outermost = map
    language(map)
    let flow = require("flow", in: map, orWrite: "flow: my-flow")
      .flatMap { ownName($0, "the name of the flow", "a flow") }
    let version = require("version", in: map, orWrite: "version: 1.0.0").flatMap { self.version($0) }
    let sdk = require("sdk", in: map, orWrite: "sdk: \(Shape.flow.example(of: "sdk"))").flatMap { self.sdk($0) }
    let start = require(
      "start", in: map, orWrite: "start: \(map["steps"]?.entries.first?.key.value ?? "initialize")"
    )
    .flatMap { $0.name("`start`", &findings) }
    let steps = require("steps", of: "the flow", in: map, Self.keys)
      .flatMap { $0.mapping("`steps`", &findings) }
    let ends = require("ends", of: "the flow", in: map, Self.keys).flatMap { $0.mapping("`ends`", &findings) }
    let uses = map["use"].map { self.uses($0) } ?? []
    let catalogues = map["catalogues"].map { self.catalogues($0) } ?? []
    let summary = map["summary"]?.text("`summary`", &findings)
    let refines = map["refines"].flatMap { self.refines($0) }
    let goal = map["goal"].flatMap { self.goal($0) }
    let requirement = map["require"].flatMap { self.requirement($0) }
    let beforeThreats = findings.count
    let silentThreats = map["threats"].map { self.silentThreats($0) } ?? []
    let brokenThreats = findings.count > beforeThreats && silentThreats.isEmpty ? map["threats"]?.range : nil
    let beforeBudgets = findings.count
    let budgets = budgets(map)
    let lacksBudgets = findings.count > beforeBudgets || map["budgets"]?.isReported ?? false
    let gates = gateLists(map)
    let readSteps = steps.map { self.steps($0) }
    let interrupts = map["interrupts"]?.mapping("`interrupts`", &findings).map { self.interrupts($0) }
    let readEnds = ends.map { self.ends($0) }
    let messages = map["messages"]?.mapping("`messages`", &findings)?.compactMap { message($0) }
    // Any step or end may be meant where nobody can read which there are.
    let lacksPlaces = readSteps == nil || readEnds == nil
    if lacksPlaces { lacksParts = true }
    guard let sdk else { return nil }
    let nowhere = Spanned("", root.range)
    var document = FlowDocument(
      name: flow ?? nowhere, version: version ?? nowhere, summary: summary, sdk: sdk, goal: goal,
      require: requirement, uses: uses, start: start ?? nowhere, steps: readSteps ?? [], interrupts: interrupts ?? [],
      ends: readEnds ?? [],
      messages: messages ?? [], unreadPlaces: [], unreadMessages: [], flaws: [], range: root.range, hasRuns: hasRuns)
    document.lacksPlaces = lacksPlaces
    document.refines = refines
    document.silentThreats = silentThreats
    document.brokenThreats = brokenThreats
    document.budgets = budgets
    document.lacksBudgets = lacksBudgets
    document.gates = gates
    document.catalogues = catalogues
    document.messagesIn = map["messages-in"].flatMap { languageTag($0, "`messages-in`") }
    return document
  }

  /// A root that is no map, or has keys that no flow has: maybe a file of another kind.
  private mutating func notPlainly(_ root: YAMLNode) -> YAMLMapping? {
    guard let other = OtherFile(root), let first = root.entries.first else {
      return root.mapping(
        "a flow", keys: Self.keys.map(\.description), meaning: Self.outermostMeanings,
        elsewhere: [
          "needs": root["flow"] == nil
            ? "if this is a part, add `part:` with its name; else take the key out"
            : "if this is a part, write `part:` in place of `flow:`; else take the key out"
        ], suits: Self.suits, &findings)
    }
    report(YAMLRules.wrongKind, "this is \(other.what), not a flow", first.key.range, help: other.cure)
    return nil
  }

  private mutating func language(_ map: YAMLMapping) {
    guard let node = require("language", in: map, orWrite: LanguageVersion.line) else { return }
    guard let language = node.text("`language`", &findings) else { return }
    guard language.value != LanguageVersion.current else { return }
    report(
      SyntaxRules.badLanguage, "`\(language.value)` is not a language that this program reads", language.range,
      help: "write `\(LanguageVersion.line)`")
  }

  private mutating func version(_ node: YAMLNode) -> Spanned<String>? {
    guard let text = node.text("`version`", &findings) else { return nil }
    if DocumentReader.isVersion(text.value, ofNumbers: 3) { return text }
    report(
      SyntaxRules.badWord, "`\(text.value)` is not a version", text.range,
      help: "write three numbers, such as `version: 1.0.0`")
    return nil
  }

  private mutating func refines(_ node: YAMLNode) -> RefinesSyntax? {
    if node.text == "true" { return RefinesSyntax(path: nil, range: node.range) }
    guard let text = node.text("`refines`", &findings) else { return nil }
    let isPath = !Self.yesAndNo.contains(text.value.lowercased()) && DocumentReader.isPath(text.value)
    if isPath { return RefinesSyntax(path: text, range: text.range) }
    report(
      SyntaxRules.badWord, "\(Diagnostic.quoting(text.value)) is no flow to be held to", text.range,
      help: (text.value.contains("/") ? DocumentReader.cure(ofNameIn: text.value) : nil)
        ?? "write `refines: true` for the base, or the path of a flow; leave the line out for none")
    return nil
  }

  /// Words with which somebody means whether, and no path.
  private static let yesAndNo: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n"]

  private mutating func goal(_ node: YAMLNode) -> Spanned<String>? {
    word(node, "`goal`", among: Shape.flow.words(behind: "goal"))
  }

  private static let threatKeys = Shape.silentThreats.words

  /// How grave a threat may be to pass silently: `threats: { silent: [LOW] }`.
  private mutating func silentThreats(_ node: YAMLNode) -> [Spanned<String>] {
    let before = findings.count
    guard let map = mapping(node, "`threats`", Self.threatKeys) else {
      cure(since: before, "write which may pass without asking the user, such as `threats: { silent: [LOW] }`")
      return []
    }
    let silent =
      map.require("silent", of: "`threats`", &findings)?.sequence("`silent`", &findings)?.compactMap {
        $0.text("how grave a threat is", &findings)
      } ?? []
    tellTwice(silent, "`silent`")
    return silent
  }

  mutating func end(_ entry: YAMLEntry) -> EndSyntax? {
    guard let name = name(entry.key, "an end") else { return nil }
    let before = findings.count
    guard let map = mapping(entry.value, "the end `\(name.value)`", Self.endKeys) else {
      if let word = entry.value.text, word.isName {
        cure(since: before, "write `{ outcome: \(Self.outcomes.contains(word) ? word : EndWords.failure) }`")
      }
      return nil
    }
    guard let node = require("outcome", of: "the end `\(name.value)`", in: map, Self.endKeys),
      let outcome = word(node, "`outcome`", among: Self.outcomes)
    else { return nil }
    let requirement = map["require"].flatMap { self.requirement($0) }
    if outcome.value != EndWords.success, let node = map["require"] {
      report(
        SyntaxRules.misplacedKey, "`require` has no meaning at an end that is no success", node.range,
        help: "take it out: nothing has to be shown for the end `\(name.value)`")
    }
    return EndSyntax(name: name, outcome: outcome, say: key(map["say"], "`say`"), require: requirement)
  }

  static let endKeys = Shape.end.words
  private static let outcomes = Shape.end.words(behind: "outcome")

  /// A node as a text; what it is called is put into words only where something is wrong.
  mutating func text(_ node: YAMLNode, _ what: @autoclosure () -> String) -> Spanned<String>? {
    if let text = node.text, !text.isEmpty { return Spanned(text, node.range) }
    return node.text(what(), &findings)
  }

  /// The value of a key that must be there.
  ///
  /// Nothing is said where the map has a key that it cannot have: that one is reported, and most likely meant.
  mutating func require(
    _ key: StaticString, of what: @autoclosure () -> String, in map: YAMLMapping, _ keys: [StaticString]
  ) -> YAMLNode? {
    if let value = map[key] { return value }
    return map.hasKeys(otherThan: keys) ? nil : map.require(key.description, of: what(), &findings)
  }

  /// The value of an outermost key of a flow, with the line that is most often meant where it is missing.
  private mutating func require(_ key: StaticString, in map: YAMLMapping, orWrite line: @autoclosure () -> String)
    -> YAMLNode?
  {
    let before = findings.count
    let value = require(key, of: "the flow", in: map, Self.keys)
    if value == nil { cure(since: before, "add `\(line())`") }
    return value
  }

  /// A node as a map with some of these keys; what it is called is put into words only where something is wrong.
  ///
  /// - Parameter listing: those of the keys that have a meaning here; nil for all.
  mutating func mapping(
    _ node: YAMLNode, _ what: @autoclosure () -> String, _ keys: [StaticString],
    listing: @autoclosure () -> [StaticString]? = nil
  ) -> YAMLMapping? {
    if let map = node.mapping(keys: keys) { return map }
    return node.mapping(
      what(), keys: keys.map(\.description), listing: listing()?.map(\.description), meaning: Self.meanings,
      suits: Self.suits, &findings)
  }

  /// Outermost words of other languages, with what says the same in this one.
  static let outermostMeanings = Shape.otherNames(of: [.flow])

  /// Words of other languages, with what says the same in this one.
  private static let meanings = Shape.otherNames(of: Shape.flow.reachable.filter { $0.name != "flow" })

  /// Whether a value has the form of what stands behind a key of the language.
  static func suits(_ key: String, _ node: YAMLNode) -> Bool {
    values[key].map { $0.contains { $0.hasForm(of: node) } } ?? true
  }

  /// What may stand behind each key of flows and parts, in whatever map it stands.
  private static let values = Dictionary(
    grouping: [Shape.flow, .part].flatMap(\.reachable).flatMap(\.keys), by: \.name
  ).mapValues { $0.map(\.value) }

  /// Puts a better cure into a finding that was just made, if one was.
  mutating func cure(since count: Int, _ help: @autoclosure () -> String) {
    if findings.count > count { findings[count].help = help() }
  }

  /// A scalar that must be one of a few words.
  mutating func word(_ node: YAMLNode, _ what: String, among words: [String]) -> Spanned<String>? {
    guard let text = node.text(what, &findings) else { return nil }
    if words.contains(text.value) { return text }
    report(
      SyntaxRules.badWord, "\(what) cannot be `\(text.value)`", text.range,
      help: Suggestion.cure(
        for: text.value, ofAll: words,
        otherwise: "write one of \(words.map { "`\($0)`" }.joined(separator: ", "))"))
    return nil
  }

  /// A name among others in a list.
  mutating func listedName(_ item: YAMLNode, _ what: String) -> Spanned<String>? {
    let before = findings.count
    let name = item.name(what, &findings)
    if item.kind == .mapping, item.entries.count == 1, let pair = item.entries.first, let second = pair.value.text,
      pair.key.value.isName, second.isName
    {
      cure(since: before, "write a comma in place of the colon: `\(pair.key.value), \(second)`")
    }
    if let names = item.text?.separateNames { cureCommas(since: before, names) }
    return name
  }

  /// Adds to the last finding that commas are missing between names.
  mutating func cureCommas(since count: Int, _ names: [String]) {
    cure(since: count, "write a comma between two of them: `\(names.joined(separator: ", "))`")
  }

  /// The key of a message.
  mutating func key(_ node: YAMLNode?, _ what: String) -> Spanned<String>? {
    guard let text = node?.text(what, &findings) else { return nil }
    return text.value.isName ? text : noKey(text, what)
  }

  /// A message's own text, or something else that is no key, where the key of a message is due.
  mutating func noKey(_ text: Spanned<String>, _ what: String) -> Spanned<String>? {
    let words = text.value.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.prefix(4).map { $0.lowercased() }
    let key = words.drop { $0.first?.isLetter != true }.joined(separator: "-")
    if what == "`wait`", let first = text.value.first, "0"..."9" ~= first, text.value.last?.isLetter ?? false,
      words.count == 1
    {
      report(
        YAMLRules.badName, "\(what) must be the key of a message, not \(Diagnostic.quoting(text.value))", text.range,
        help:
          "write the key of the message that is shown meanwhile; how long the step may take is `within: \(text.value)`")
      return nil
    }
    let parts = text.value.split(separator: "/").map(String.init)
    if parts.count == 2, parts.allSatisfy(\.isName), let key = parts.last {
      report(
        YAMLRules.badName, "\(what) must be the key of a message, not \(Diagnostic.quoting(text.value))", text.range,
        help: Cure("write `\(key)`: in a step of the flow that `\(parts[0])` runs, the message has this key"))
      return nil
    }
    report(
      YAMLRules.badName, "\(what) must be the key of a message, not \(Diagnostic.quoting(text.value))", text.range,
      help: (text.value == text.value.lowercased() ? text.value.nameWithoutSigns : nil)
        ?? Cure(
          "put the text below `messages:`, under a key such as `\(key.isEmpty ? "my-message" : key)`, "
            + "and write that key here"))
    return nil
  }

  mutating func report(_ code: DiagnosticCode, _ message: String, _ range: SourceRange, help: String? = nil) {
    findings.append(Diagnostic(code, message, at: range, help: help))
  }

  mutating func report(_ code: DiagnosticCode, _ message: String, _ range: SourceRange, help: Cure?) {
    findings.append(Diagnostic(code, message, at: range, help: help))
  }
}

extension YAMLMapping {
  /// What is made of each entry, in the order of the file, and not nil.
  func compactMap<Made>(_ make: (YAMLEntry) -> Made?) -> [Made] {
    var all: [Made] = []
    all.reserveCapacity(count)
    forEachEntry { if let made = make($0) { all.append(made) } }
    return all
  }
}

func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
