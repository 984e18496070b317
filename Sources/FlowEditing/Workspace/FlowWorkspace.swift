// SPDX-License-Identifier: Apache-2.0

package import CheckPolicy
package import Diagnostics
import FlowLanguage
import LocalFiles
import SDKContract

/// The folders that somebody works in, the files that are edited, and what is wrong with all of them.
///
/// Nothing is checked at once: a change says what is to be checked anew. ``checkTyped()`` looks at a file in which somebody types, but
/// leaves its graph for later; ``takeCheckBeside()`` hands all else out to another thread, file by file. Until the graph is checked
/// again, what was found in it before stands. Who asks for the findings of a file has what it depends on checked before.
package final class FlowWorkspace {
  package let texts = WorkspaceTexts()
  /// From the root on.
  private var folders: [String] = []
  private var decisions: TeamDecisions
  package private(set) var check: StandingCheck
  /// By the path of the file that was checked.
  private var results: [String: FileFindings] = [:]
  /// Files that somebody said to be flows.
  private var saidToBeFlows: Set<String> = []
  private var due: DueChecks = DueChecks()
  private let reads: NotedReads
  private let judgeBeside: JudgeBeside
  /// What another thread checks: the path, and how many changes there were then; nil for nothing.
  private var beside: (path: String, changes: Int)?
  /// Whether another thread is at work, be it for nothing.
  private var isBesideBusy = false
  /// How often the text of a file has changed; by path, the last time.
  private var changes = 0
  private var lastChanges: [String: Int] = [:]
  /// The baselines of decisions that could not be taken over.
  private var awaitedBaselines: Set<String> = []
  /// How often the decisions were made anew.
  private var decisionsMade = 0
  let names: NamesByFile
  private let contracts = ReadContracts()

  package init() {
    let texts = texts
    decisions = TeamDecisions(texts.reading, isUnsaved: texts.isEdited, telling: { _, _ in })
    reads = NotedReads(texts)
    judgeBeside = JudgeBeside(texts)
    check = StandingCheck(by: decisions, reads.reading)
    names = NamesByFile(texts)
  }

  /// Takes a folder in; all flows in it are checked by and by.
  package func add(folder: String) {
    let folder = RelativePath.absolute(folder)
    guard !folders.contains(folder) else { return }
    folders.append(folder)
    find(in: folder)
  }

  package func remove(folder: String) {
    let folder = RelativePath.absolute(folder)
    folders.removeAll { $0 == folder }
    for path in Set(results.keys).union(due.all) where !isInFolders(path) && texts.edited(path) == nil { forget(path) }
  }

  private func find(in folder: String) {
    let found = PathWalker.find([folder]) { [decisions] in decisions.excludes($0) }
    for case .file(let path, _) in found.prefix(Self.mostFiles) { due.add(path, urgency(of: path)) }
  }

  /// In more files nobody works at once.
  private static let mostFiles = 20_000

  private func isInFolders(_ path: String) -> Bool { folders.contains { path.hasPrefix($0 + "/") || path == $0 } }

  /// Whether nobody edits a file, and the configuration leaves it out of all folders that have it.
  private func isLeftOut(_ path: String) -> Bool {
    let holding = folders.filter { path.hasPrefix($0 + "/") }
    guard !holding.isEmpty, texts.edited(path) == nil else { return false }
    return holding.allSatisfy { folder in
      var name = path[...]
      while name.utf8.count > folder.utf8.count, let slash = name.lastIndex(of: "/") {
        if decisions.excludes(String(name)) { return true }
        name = name[..<slash]
      }
      return false
    }
  }

  /// A file has another text from now on.
  ///
  /// - Parameter isFlow: whether the editor calls it a flow; nil where it is known already.
  package func edit(_ file: SourceFile, isFlow: Bool? = nil) {
    if isFlow == true { saidToBeFlows.insert(file.path) }
    let last = texts.text(file.path)
    texts.edit(file)
    follow(file.path, from: last)
    changed(file.path)
  }

  /// Nobody edits a file any more.
  package func close(_ path: String) {
    let last = texts.edited(path)
    texts.close(path)
    saidToBeFlows.remove(path)
    follow(path, from: last)
    changed(path)
    if !isInFolders(path) { forget(path) }
  }

  /// Another program has written, made or removed files or folders.
  ///
  /// - Returns: whether one of them counts here.
  @discardableResult
  package func filesChanged(_ paths: [String]) -> Bool {
    let files = filesMeant(by: paths)
    for path in files where texts.edited(path) == nil {
      changed(path)
      if texts.text(path) == nil { forget(path) }
    }
    return !files.isEmpty
  }

  /// Looks for what has changed on the disk, for an editor that does not tell.
  ///
  /// - Parameter new: whether files are looked for that nobody has read yet.
  /// - Returns: whether something counts here.
  @discardableResult
  package func lookAtDisk(forNew new: Bool) -> Bool {
    var paths = texts.takeChangedOnDisk().filter { texts.edited($0) == nil }
    for folder in new ? folders : [] {
      let found = PathWalker.find([folder]) { [decisions] in decisions.excludes($0) }
      for case .file(let path, _) in found.prefix(Self.mostFiles) where !texts.wasRead(path) && !due.contains(path) {
        paths.append(path)
      }
    }
    return filesChanged(paths)
  }

  /// Of a folder that was made or removed, some editors tell its path alone: the files below it are meant.
  private func filesMeant(by paths: [String]) -> [String] {
    let others = Set(paths.filter { !FilePath.isYAML($0) })
    guard !others.isEmpty else { return paths }
    let known = Set(knownPaths).union(results.values.flatMap(\.files)).union(baselines)
    var files = Set(paths).subtracting(others).union(known.intersection(others))
    for file in known {
      var folder = file[...]
      while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
        folder = folder[..<slash]
        if others.contains(String(folder)) { files.insert(file) }
      }
    }
    for folder in others where isInFolders(folder) {
      let found = PathWalker.find([folder]) { [decisions] in decisions.excludes($0) }
      // What is no folder is found itself.
      for case .file(let path, _) in found.prefix(Self.mostFiles) where path.hasPrefix(folder + "/") {
        files.insert(path)
      }
    }
    return files.sorted()
  }

  /// What was found in a file with others moves along with its text; what its own check tells, too, is left to that.
  private func follow(_ path: String, from last: EditedText?) {
    guard let last, let text = texts.text(path), last.bytes != text.bytes else { return }
    let others = results.filter { $0.key != path && $0.value.speaks(of: path) }
    guard !others.isEmpty else { return }
    let own = Set((results[path]?.findings ?? []).filter { $0.path == path }.map(\.finding.code))
    let moved = MovedPlaces(from: last, to: text)
    for (root, result) in others { results[root] = result.following(moved, leavingOut: own) }
  }

  private func changed(_ path: String) {
    names.forget(path)
    if CheckConfiguration.usualNames.contains(where: { path.hasSuffix("/\($0)") }) || baselines.contains(path) {
      decideAnew(by: path)
    }
    changes += 1
    lastChanges[path] = changes
    if isLeftOut(path) {
      forget(path)
    } else {
      due.add(path, texts.edited(path) != nil ? .typed : .later)
    }
    for (root, result) in results where root != path && result.files.contains(path) { due.add(root, urgency(of: root)) }
  }

  private var baselines: Set<String> { decisions.baselines.union(awaitedBaselines) }

  private func urgency(of path: String) -> DueChecks.Urgency { texts.edited(path) != nil ? .open : .later }

  /// A configuration that cannot be read decides nothing: the last good one stays.
  ///
  /// - Parameter path: of the configuration or the baseline that has changed, come or gone.
  private func decideAnew(by path: String) {
    let next = TeamDecisions(texts.reading, isUnsaved: texts.isEdited, telling: { _, _ in })
    for root in Array(results.keys) + decisions.all.compactMap(\.source) + [path] { _ = next.index(for: root) }
    awaitedBaselines = next.problem == nil ? [] : next.baselines
    if next.problem == nil {
      let findsOthers = next.exclusions != decisions.exclusions
      decisions = next
      decisionsMade += 1
      check = StandingCheck(by: next, numbered: decisionsMade, reads.reading)
      if findsOthers {
        for path in knownPaths where isLeftOut(path) { forget(path) }
        for folder in folders { find(in: folder) }
      }
    }
    for root in results.keys { due.add(root, urgency(of: root)) }
    recallBeside()
  }

  private func forget(_ path: String) {
    due.remove(path)
    if beside?.path == path { beside = nil }
    guard let last = results.removeValue(forKey: path) else { return }
    toTell.formUnion(last.findings.map(\.path))
    toTell.insert(path)
  }

  /// The paths whose findings may have changed since somebody asked for this.
  private var toTell: Set<String> = []

  package func takeChanged() -> [String] {
    defer { toTell = [] }
    return toTell.sorted()
  }

  /// Whether findings have changed and nobody was told: who asks about a file has it checked before.
  package var isToTell: Bool { !toTell.isEmpty }

  package var isDue: Bool { !due.isEmpty }
  /// Whether a file is due in which somebody types.
  package var isTypedDue: Bool { due.hasTyped }
  /// Whether there is something to do, beside what another thread does.
  package var hasWork: Bool { due.hasTyped || !isBesideBusy && !due.isEmpty }

  /// Looks at the next file in which somebody types, and leaves its graph to another thread.
  package func checkTyped() {
    if due.hasTyped, let path = due.takeFirst() { checkNow(path, checkingGraph: false) }
  }

  /// The check of a file that is due and in which nobody types, or whose graph is still to be checked; nil while another one is on
  /// its way.
  package func takeCheckBeside() -> CheckBeside? {
    guard !isBesideBusy, !due.hasTyped else { return nil }
    while let path = due.takeFirst() {
      guard let text = textToCheck(path) else { continue }
      (beside, isBesideBusy) = ((path, changes), true)
      return CheckBeside(
        text: text, isFlow: saidToBeFlows.contains(path), ruling: check.ruling(for: path), changes: changes,
        judge: judgeBeside)
    }
    return nil
  }

  /// Takes what another thread has found, unless it is stale; then the file is due again.
  package func take(_ checked: CheckedBeside) {
    isBesideBusy = false
    guard let beside, beside == (checked.path, checked.changes) else { return }
    self.beside = nil
    guard !checked.findings.files.contains(where: { lastChanges[$0, default: 0] > checked.changes }) else {
      return due.add(checked.path, urgency(of: checked.path))
    }
    keep(checked.findings, for: checked.path)
  }

  /// What another thread does is not wanted any more, and is due again.
  private func recallBeside() {
    guard let path = beside?.path else { return }
    beside = nil
    due.add(path, urgency(of: path))
  }

  /// Nil for what is gone or none of ours, which is forgotten then.
  private func textToCheck(_ path: String) -> EditedText? {
    let text = texts.text(path)
    if let text, isOurs(text) { return text }
    forget(path)
    if text != nil { toTell.insert(path) }
    return nil
  }

  /// - Parameter checkingGraph: whether its graph is not left to another thread.
  private func checkNow(_ path: String, checkingGraph: Bool = true) {
    due.remove(path)
    if beside?.path == path { beside = nil }
    guard let text = textToCheck(path) else { return }
    var found = FileFindings(text, isFlow: saidToBeFlows.contains(path), reads) {
      check.check($0, checkingGraph: checkingGraph)
    }
    if let last = results[path] { found = found.keeping(graphOf: last) }
    keep(found, for: path)
    if found.isUnchecked { due.add(path, .unchecked) }
  }

  private func keep(_ result: FileFindings, for path: String) {
    toTell.formUnion(results[path]?.findings.map(\.path) ?? [])
    toTell.formUnion(result.findings.map(\.path))
    toTell.insert(path)
    results[path] = result
  }

  private func isOurs(_ text: EditedText) -> Bool {
    guard texts.edited(text.path) == nil else { return true }
    return text.kind != nil
  }

  /// Checks a file, and all that its findings depend on.
  ///
  /// - Parameter alone: whether what is told of it with other files may come later, and what its graph shows.
  package func settle(_ path: String, alone: Bool = false) {
    if alone {
      guard let urgency = due.urgency(of: path), urgency != .unchecked else { return }
      return checkNow(path, checkingGraph: false)
    }
    if beside?.path == path { recallBeside() }
    if due.contains(path) { checkNow(path) }
    if let beside, isMade(beside.path, of: path) { recallBeside() }
    for root in due.all where isMade(root, of: path) { checkNow(root) }
  }

  /// Whether the findings of a file depend on another one.
  ///
  /// Of one that nobody has checked yet, its names tell: what is wrong with a part, a catalogue or a base is found with the flows that
  /// have it.
  private func isMade(_ root: String, of path: String) -> Bool {
    if let result = results[root] { return result.files.contains(path) }
    guard root != path, let kind = texts.text(path)?.kind, [.part, .catalogue, .flow].contains(kind) else {
      return false
    }
    return names.files(readWith: root).contains(path)
  }

  /// Checks all that is due.
  package func settle() {
    recallBeside()
    while let path = due.takeFirst() { checkNow(path) }
  }

  /// The contract in a file; nil for one with errors that leave nothing of it.
  func contract(in text: EditedText) -> Contract? { contracts.contract(in: text) }

  /// What is wrong with a file: first as it is checked alone, then in the flows that it is a part of; nothing twice.
  package func findings(of path: String) -> [PlacedFinding] {
    var told = ToldInFile(in: path)
    let roots = [path] + results.keys.filter { $0 != path }.sorted()
    let found = roots.map { root in (results[root]?.findings ?? []).filter { $0.path == path } }
    told.expect(found.dropFirst().joined())
    told.weigh(found.joined())
    return found.joined().filter { told.isNew($0) }
  }

  /// The files of the folders that are ours or may be, and those that are edited.
  var knownPaths: [String] {
    Set(results.keys).union(due.all).union(texts.editedPaths).union(beside.map { [$0.path] } ?? []).sorted()
  }

  /// What was found in a file, if nothing has changed since; nil where that is not known.
  func settled(_ root: String) -> FileFindings? {
    due.contains(root) || beside?.path == root ? nil : results[root]
  }

  /// The files on which the findings of a file depended when it was checked; none if it has not been.
  func filesChecked(with root: String) -> Set<String> { results[root]?.files ?? [] }

  /// The same decisions about other texts.
  func standingCheck(reading reads: NotedReads) -> StandingCheck { StandingCheck(by: decisions, reads.reading) }

  /// All files that have been checked, or stand in findings.
  package var checkedPaths: [String] { Set(results.flatMap { [$0.key] + $0.value.findings.map(\.path) }).sorted() }

  /// The flows that a file belongs to, itself among them if it is one: by path, with all of their files.
  package func roots(of path: String) -> [(path: String, files: Set<String>)] {
    results.filter { $0.key == path || $0.value.files.contains(path) }.sorted { $0.key < $1.key }.map {
      ($0.key, $0.value.files)
    }
  }
}
