// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import FlowSyntax
import YAMLTree

/// What changes make of the files of one flow.
struct LinkedTrees {
  /// The file of the flow; nil where nothing is changed.
  var root: YAMLNode?
  /// The parts in which something is changed, by path.
  var parts: [String: ReadFile] = [:]
  /// The files of the flow, its lowest base first; empty where nothing is changed.
  var levels: [FileID] = []
  /// What was removed, by its name.
  var removed: [String: RemovedThing] = [:]
  /// The interrupts that were removed, each with the path of the line that does so.
  var removedInterrupts: [String: Spanned<String>] = [:]
  /// What is changed in the flows of `run:` steps, by the name of the step.
  var inner: [String: ChangeSet] = [:]
}

/// A flow while its changes are made: its base and the parts that it uses, as trees.
///
/// From the lowest base up, each level is changed by the one above it. What a level changes it must find.
struct ChangedFlow {
  private(set) var files: LinkedFiles
  private(set) var trees = LinkedTrees()
  private var findings: [Diagnostic] = []
  /// What is not told, as it may follow from a slip in another file.
  private var following: [Diagnostic] = []
  /// The paths of the files that lead here, and of the bases so far.
  ///
  /// No base may be among them. A flow may run its own base all the same.
  private var chain: [String]
  /// The flow as far as it is changed.
  private(set) var root: YAMLGraft?
  /// The parts, in the order in which they are joined.
  private(set) var parts: [Part] = []
  /// Whether a part that is used could not be read, which is reported already: nobody knows what stands in it.
  private var lacksPart = false
  /// Where each path that leads nowhere any more was removed, on this level or below.
  private var removals: [[String]: SourceRange] = [:]

  struct Part {
    let path: String
    let file: ReadFile
    var tree: YAMLGraft
    /// What was changed in it, in the order of the levels.
    var changes: [Change] = []

    /// What it needs and has a value for, that a flow may give below a key.
    func defaults(of section: String) -> [YAMLGraft.Entry] {
      (tree["needs"]?.entries ?? []).filter { entry in
        let value = entry.value
        let kind = DefaultKind(isList: value.items != nil, keys: value.entries?.map(\.key.value), text: value.text)
        return kind?.rawValue == section
      }
    }

    func hasDefault(_ name: String, of section: String) -> Bool {
      defaults(of: section).contains { $0.key.value == name }
    }
  }

  /// What holds things by name, in the order of the table: steps, interrupts and ends share their names.
  static let sections = Shape.flow.words(merged: .byName).map(\.description)

  /// - Parameter trail: the paths of the files that lead here, that of the flow last.
  init(_ files: LinkedFiles, along trail: [String]) {
    self.files = files
    chain = trail
  }

  /// What becomes of the flow's files; nil, with findings, where a base cannot be had or a change does not fit.
  ///
  /// - Parameter outer: what the flow that runs this one changes in it, after all its own levels.
  mutating func trees(of flow: YAMLNode, _ outer: ChangeSet) -> Outcome<LinkedTrees> {
    let before = files.findings.count
    guard lay(flow) else { return Outcome(nil, findings) }
    make(outer.changes, isOwn: false)
    guard !findings.hasErrors, !Array(files.findings[before...]).hasErrors else { return Outcome(nil, findings) }
    // What a change has mended is no slip any more.
    if !following.isEmpty, !isBroken { return Outcome(nil, findings + following) }
    trees.root = root?.composed()
    for part in parts where !part.changes.isEmpty {
      trees.parts[part.path] = ReadFile(id: part.file.id, root: part.tree.composed(), findings: part.file.findings)
    }
    return Outcome(trees, findings)
  }

  /// Lays a flow above its base, if it has one, and makes its changes; false where the base cannot be had.
  private mutating func lay(_ flow: YAMLNode) -> Bool {
    var reader = ChangeReader()
    let changes = taking(reader.changes(flow))
    findings += reader.findings
    guard let extends = flow["extends"] else {
      if let slip = missingBase(of: flow) {
        findings.append(slip)
        return false
      }
      root = .mapping(
        flow.entries.filter { !$0.key.value.isOne(of: ChangeReader.keys) }.map { YAMLGraft.Entry($0) }, like: flow)
      trees.levels.append(flow.range.file)
      make(changes, isOwn: true)
      return true
    }
    guard let base = base(extends), lay(base) else { return false }
    trees.levels.append(flow.range.file)
    takeHeader(of: flow)
    make(changes, isOwn: false)
    return true
  }

  /// Notes what is changed, and leaves out what is passed over.
  private mutating func taking(_ changes: [Change]) -> [Change] {
    changes.filter { change in
      guard !files.passedOver.contains(ChangeLine.place(of: change.path.range, in: files.sources)) else { return false }
      files.changeLines.append(ChangeLine(change))
      return true
    }
  }

  /// What is wrong where a flow changes what it cannot have, since it does not name its base; nil where it can.
  private func missingBase(of flow: YAMLNode) -> Diagnostic? {
    let unknown = flow.entries.map(\.key).filter { Shape.flow.key(named: $0.value) == nil }
    if let slip = unknown.first(where: { Suggestion.nearest(to: $0.value, among: ["extends"]) != nil }) {
      return Diagnostic(
        YAMLRules.unknownKey, "a flow has no key \(Diagnostic.quoting(slip.value))", at: slip.range,
        help: Cure("did you mean `extends`?", .word(slip.value, by: "extends")))
    }
    guard ["steps", "use", "start", "sdk"].allSatisfy({ flow[$0] == nil }) else { return nil }
    return Diagnostic(
      YAMLRules.missingKey, "a flow that changes another one must have the key `extends`", at: flow.firstLine,
      help: "add the path of its base and its version, such as `extends: ../login@1.0`")
  }

  /// The flow that another one extends; nil, with a finding, if it cannot be had.
  private mutating func base(_ extends: YAMLNode) -> YAMLNode? {
    guard let pin = BasePin.read(extends, &findings) else { return nil }
    let path = files.path(of: pin.path)
    guard !files.isCircular(pin.path, path, along: chain),
      let file = files.read(pin.path, path, along: chain)
    else { return nil }
    guard files.isSurely(file.id, .flow), !DocumentReader.isPart(file.root) else {
      return files.refuse(file.id, .notABase(pin))
    }
    files.findings += file.findings
    guard !file.findings.hasErrors else { return nil }
    let version = file.root["version"]?.text ?? "?"
    if version.split(separator: ".").prefix(2).joined(separator: ".") != pin.version {
      findings.append(.otherVersion(pin, path, version, at: file.root["version"]?.range))
    }
    chain.append(path)
    return file.root
  }

  /// Puts what a variant says of itself in the place of what its base says of itself.
  private mutating func takeHeader(of flow: YAMLNode) {
    guard flow.mapping(keys: Self.ownKeys) != nil else { return tellKeys(of: flow) }
    let said = flow.entries.filter { $0.key.value.isOne(of: Self.header) }
    for key in Shape.flow.keys where key.isRequired && flow[key.word] == nil {
      findings.append(.missing(key.name, in: flow))
    }
    let kept = (root?.entries ?? []).filter { entry in
      !entry.key.value.isOne(of: Self.ofEachFile) && !said.contains { $0.key.value == entry.key.value }
    }
    root = .mapping(said.map { YAMLGraft.Entry($0) } + kept, like: flow)
    addCatalogues(of: flow)
  }

  /// What a variant says of itself.
  private static let header = Shape.flow.words(merged: .replace, .own)
  /// What a variant does not take over: what its base is held to holds for the base alone.
  private static let ofEachFile = Shape.flow.words(merged: .own)

  /// Puts the catalogues of a variant behind those of its base.
  private mutating func addCatalogues(of flow: YAMLNode) {
    guard let own = flow.entries.first(where: { $0.key.value == "catalogues" }), let root else { return }
    var entries = root.entries ?? []
    if let index = entries.firstIndex(where: { $0.key.value == "catalogues" }),
      let below = entries[index].value.items, let items = YAMLGraft.kept(own.value).items
    {
      entries[index].value = .sequence(below + items, like: own.value)
    } else {
      entries.append(YAMLGraft.Entry(own))
    }
    self.root = .mapping(entries, like: flow)
  }

  /// Tells of keys that a variant cannot have: those of a flow belong below `change:` or `add:`.
  private mutating func tellKeys(of flow: YAMLNode) {
    let ofTheBase = Shape.flow.key(named: "extends")?.excludes ?? []
    for entry in flow.entries where ofTheBase.contains(entry.key.value) { findings.append(.ofTheBase(entry.key)) }
    _ = flow.mapping(
      "a variant", keys: Shape.flow.names, listing: Self.ownKeys.map(\.description),
      meaning: Shape.otherNames(of: [.flow]), &findings)
  }

  /// The keys that stand beside `extends:`.
  private static let ownKeys = Shape.flow.keys.filter { key in
    !(Shape.flow.key(named: "extends")?.excludes.contains(key.name) ?? false)
  }.map(\.word)

  /// Makes the changes of one level: first in what is used, then in all the rest, so that their order means nothing.
  ///
  /// - Parameter isOwn: whether they stand in the very file that has no base: only what comes from other files is changed there.
  private mutating func make(_ changes: [Change], isOwn: Bool) {
    let before = findings.count
    defer { tellAtOnce(changes, since: before) }
    let changes = changes.tellingWhatIsAddedBeside()
    let uses = changes.filter { $0.words[0] == "use" }
    let used = (uses: root?["use"]?.items ?? [], parts: parts)
    for change in uses { makeInRoot(change, isOwn: isOwn) }
    loadParts()
    if let change = uses.first { noteLost(used.parts, by: change) }
    if !isOwn, !lacksPart {
      // A line that says what the base says is told already.
      findings += changingNoParts(uses, used.uses, used.parts).filter { finding in
        !findings.contains { $0.code == finding.code && $0.range == finding.range }
      }
    }
    let others = changes.filter { $0.words[0] != "use" }
    for change in others where !Self.sections.contains(change.words[0]) {
      if change.addsNoKey {
        findings.append(.noKey(change, among: changes))
      } else if !isOwn, Shape.flow.key(named: change.words[0]) == nil, let meant = meant(by: change) {
        findings.append(.unknown(change, meaning: meant))
      } else {
        makeInRoot(change, isOwn: isOwn)
      }
    }
    // Which steps run flows is known when the steps are.
    let named = others.filter { Self.sections.contains($0.words[0]) }
    for change in named where !change.words[1].contains("/") { makeByName(change, isOwn: isOwn) }
    for change in named where change.words[1].contains("/") { makeByName(change, isOwn: isOwn) }
  }

  /// If none of several lines below `change:` is for anything that is there, that is one finding: they were probably meant for `add:`.
  private mutating func tellAtOnce(_ changes: [Change], since before: Int) {
    let lines = changes.filter { if case .change = $0.action { true } else { false } }.map(\.path.range)
    let misses = findings.indices[before...].filter { index in
      findings[index].code == LinkRules.matchesNothing && lines.contains(findings[index].range)
        && findings[index].notes.isEmpty && findings[index].help?.contains("below `add:`") ?? false
    }
    guard let first = misses.first, misses.count > 1, misses.count == lines.count else { return }
    findings[first].cure =
      "nothing that stands below `change:` exists yet: if it is new, write `add:` in place of `change:`"
    findings[first].notes = misses.dropFirst().map { Note("nor does this match anything", at: findings[$0].range) }
    for index in misses.dropFirst().reversed() { findings.remove(at: index) }
  }

  /// Notes what went with parts that are used no more.
  private mutating func noteLost(_ before: [Part], by change: Change) {
    let named: String? = if case .remove = change.action, change.words.count > 1 { change.words[1] } else { nil }
    let lost = RemovedThing(place: change.path.range, with: .part(named))
    for part in before where !parts.contains(where: { $0.path == part.path }) {
      for entry in part.tree["interrupts"]?.entries ?? [] { trees.removedInterrupts[entry.key.value] = change.path }
      for section in Self.sections {
        for entry in (part.tree[section]?.entries ?? []) + part.defaults(of: section) {
          trees.removed[entry.key.value] = lost
          removals[[section, entry.key.value]] = lost.place
        }
      }
    }
  }

  private mutating func makeInRoot(_ change: Change, isOwn: Bool) {
    guard !isOwn else { return findings.append(.stands(change, here: root?[change.words[0]]?.node.range)) }
    guard var tree = root else { return }
    apply(change, to: &tree)
    root = tree
  }

  private mutating func makeByName(_ change: Change, isOwn: Bool) {
    let (section, name) = (change.words[0], change.words[1])
    if root?[section]?[name] != nil { return makeInRoot(change, isOwn: isOwn) }
    if let index = parts.firstIndex(where: { $0.tree[section]?[name] != nil }) {
      var part = parts[index]
      apply(change, to: &part.tree)
      part.changes.append(change)
      parts[index] = part
      return
    }
    // What the part needs, and has a value for.
    if let index = parts.firstIndex(where: { $0.hasDefault(name, of: section) }) {
      if case .remove = change.action { return findings.append(.stillNeeded(change, name)) }
      var (part, inNeeds) = (parts[index], change)
      inNeeds.words[0] = "needs"
      apply(inNeeds, to: &part.tree)
      part.changes.append(change)
      parts[index] = part
      return
    }
    // `signIn/verify`: of the flow that the step `signIn` runs.
    if let slash = name.firstIndex(of: "/"), isRun(String(name[..<slash])) {
      let inner = String(name[name.index(after: slash)...])
      guard section != "interrupts" else { return findings.append(.innerInterrupt(change, inner)) }
      var change = change
      change.words[1] = inner
      trees.inner[String(name[..<slash]), default: ChangeSet()].changes.append(change)
      return
    }
    if case .add = change.action, change.words.count == 2 { return makeInRoot(change, isOwn: isOwn) }
    guard !lacksPart else { return }
    let known = names(in: section)
    if let meant = meant(by: change), Suggestion.nearest(to: name, among: known) == nil {
      return tell(.unknown(change, meaning: meant), of: change)
    }
    tell(.unknown(change, name, among: known, below: [section]), of: change)
  }

  private mutating func apply(_ change: Change, to tree: inout YAMLGraft) {
    if let said = sameFile(change, in: tree) { return findings.append(.misfit(change, .same(said))) }
    do throws(ChangeProblem) {
      try tree.apply(change, at: change.words[...])
      let words = change.words
      if case .add = change.action { removals[words] = nil }
      guard case .remove = change.action else { return }
      removals[words] = change.path.range
      if words.count == 4, words[2] == "choices" {
        trees.removed[LinkedFlow.choice(words[3], of: words[1])] = RemovedThing(place: change.path.range)
      }
      guard words.count == 2 else { return }
      trees.removed[words[1]] = RemovedThing(place: change.path.range)
      if words[0] == "interrupts" { trees.removedInterrupts[words[1]] = change.path }
    } catch {
      tell(.misfit(change, error), of: change)
    }
  }

  /// Tells of a change that does not fit, and where what it is for was removed.
  ///
  /// Nothing is told where what it is for stands in a file that has slips of its own, which are told: they may be why it is not found.
  private mutating func tell(_ finding: Diagnostic, of change: Change) {
    var finding = finding
    if finding.code == LinkRules.matchesNothing, change.words.count > 1, isInBrokenFile(change.words[1]) {
      following.append(finding)
      return
    }
    if finding.code == LinkRules.matchesNothing,
      let removal = removals.first(where: { change.words.starts(with: $0.key) })
    {
      finding.notes.append(
        Note("\(Diagnostic.quoting(removal.key.joined(separator: "."))) is removed here", at: removal.value))
    }
    findings.append(finding)
  }

  /// The flow and its parts.
  var allTrees: [YAMLGraft] { [root].compactMap(\.self) + parts.map(\.tree) }

  /// Whether a step of the flow runs another one.
  private func isRun(_ step: String) -> Bool {
    allTrees.contains { $0["steps"]?[step]?["run"] != nil }
  }

  /// All names in a section, in the flow and its parts.
  func names(in section: String) -> [String] {
    allTrees.flatMap { $0[section]?.entries?.map(\.key.value) ?? [] }
      + parts.flatMap { $0.defaults(of: section).map(\.key.value) }
  }

  /// Reads the parts that the flow uses by now; what is changed in them stays.
  private mutating func loadParts() {
    let before = Dictionary(parts.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    parts = []
    // A list that is none is told of; which parts it names nobody knows.
    if let use = root?["use"], use.items == nil { lacksPart = true }
    for use in root?["use"]?.items ?? [] { load(use, before, along: chain) }
  }

  private mutating func load(_ use: YAMLGraft, _ before: [String: Part], along trail: [String]) {
    guard let text = use.text else { return }
    let named = Spanned(text, use.node.range)
    let path = files.path(of: named)
    guard !trail.contains(path), !parts.contains(where: { $0.path == path }) else { return }
    guard let file = files.read(named, path, along: trail), DocumentReader.isPart(file.root),
      files.isSurely(file.id, .part)
    else {
      lacksPart = true
      return
    }
    let part = before[path] ?? Part(path: path, file: file, tree: .kept(file.root))
    for inner in part.tree["use"]?.items ?? [] { load(inner, before, along: trail + [path]) }
    parts.append(part)
  }
}
