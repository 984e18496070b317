// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
package import FlowSyntax
package import YAMLTree

/// Links the files of one flow: its base, the parts that it uses and the flows that it runs, each read once.
package struct Linker {
  var files: LinkedFiles
  /// Parts that no flow changes, by path; nil for a file that could not be read as one.
  private var parts: [String: PartDocument?] = [:]
  /// Flows that no other flow changes, by path.
  private var flows: [String: LinkedFlow?] = [:]
  /// Catalogues by path; nil for a file that could not be read as one.
  private var catalogues: [String: CatalogueDocument?] = [:]
  /// The paths that are joined already to the flow at hand: a part that two parts use is joined once.
  private var joined: Set<String> = []
  /// Whether a part of the flow at hand could not be read.
  private var lacksPart = false

  /// What is known of the steps of the flow's own file, and is kept of them; nil for nothing.
  package var knownSteps: KnownSteps?

  /// - Parameter sources: the files that are read already, that of the flow first.
  package init(_ loader: FileLoader, _ sources: SourceMap) { files = LinkedFiles(loader, sources) }

  /// All files that were read.
  package var sources: SourceMap { files.sources }
  /// What was found on the way, in all files but the flow's own.
  package var findings: [Diagnostic] { files.findings }

  /// A flow, or a part on its own, with all that its other files bring.
  ///
  /// - Parameters:
  ///   - root: the file of the flow.
  ///   - path: its path.
  ///   - known: what reading the tree has found already.
  package mutating func link(_ root: YAMLNode, at path: String, knowing known: [Diagnostic]) -> Outcome<LinkedFlow> {
    guard DocumentReader.isPart(root) else {
      var linked = flow(root, knowing: known, along: [path], ChangeSet())
      guard let refines = linked.value?.document.refines else { return linked }
      var value = linked.value
      var findings = linked.findings
      value?.refined = refined(refines, root["extends"], &findings)
      linked = Outcome(value, findings)
      return linked
    }
    let part = DocumentReader.readPart(root, knowing: known)
    guard let value = part.value else { return Outcome(nil, part.findings) }
    var document = FlowDocument(alone: value)
    files.place(contract: &document.sdk)
    var linked = whole(document, LinkedTrees(), along: [path], isPart: true)
    linked.value?.needs = value.needs
    return Outcome(linked.value, part.findings + linked.findings)
  }

  /// What can be read of a broken flow or part, without the files that it names; nothing of what changes other files.
  package mutating func linkRest(_ tree: PartialTree) -> Outcome<LinkedFlow> {
    guard !ChangeReader.hasChanges(tree.root) else { return Outcome(nil, []) }
    let rest = DocumentReader.readRest(tree)
    guard var document = rest.value else { return Outcome(nil, rest.findings) }
    files.place(contract: &document.sdk)
    return Outcome(LinkedFlow(document).inlined([:]).value, rest.findings)
  }

  /// The flow than which another one is not weaker; nil, with a finding, where none is named.
  private func refined(
    _ refines: RefinesSyntax, _ extends: YAMLNode?, _ findings: inout [Diagnostic]
  ) -> Spanned<String>? {
    if let path = refines.path { return Spanned(files.path(of: path), refines.range) }
    var known: [Diagnostic] = []
    if let extends { return BasePin.read(extends, &known).map { Spanned(files.path(of: $0.path), refines.range) } }
    findings.append(
      Diagnostic(
        LinkRules.refinesNothing, "`refines: true` needs a base, and this flow has no `extends`", at: refines.range,
        help: "write the path of the flow that it is held to, such as `refines: ../login`"))
    return nil
  }

  /// A flow with its base below it, changed as it says itself and as the flow says that runs it.
  ///
  /// - Parameter outer: what the flow that runs this one changes in it.
  private mutating func flow(
    _ root: YAMLNode, knowing known: [Diagnostic], along trail: [String], _ outer: ChangeSet
  ) -> Outcome<LinkedFlow> {
    guard ChangeReader.hasChanges(root) || !outer.isEmpty else {
      let steps = trail.count == 1 ? knownSteps : nil
      return whole(DocumentReader.read(root, knowing: known, steps: steps), LinkedTrees(), along: trail)
    }
    var changed = ChangedFlow(files, along: trail)
    let trees = changed.trees(of: root, outer)
    files = changed.files
    // Where changes do not fit, what would follow from that is not told.
    guard let value = trees.value, let root = value.root else { return Outcome(nil, trees.findings) }
    let linked = whole(DocumentReader.read(root, knowing: known), value, along: trail)
    var flow = linked.value
    flow?.isChanged = true
    flow?.bases = Array(value.levels.dropLast())
    flow?.removed.merge(value.removed) { _, own in own }
    flow?.removedInterrupts = value.removedInterrupts
    return Outcome(flow, trees.findings + linked.findings)
  }

  private mutating func whole(
    _ document: Outcome<FlowDocument>, _ trees: LinkedTrees, along trail: [String]
  ) -> Outcome<LinkedFlow> {
    guard var value = document.value else { return Outcome(nil, document.findings) }
    files.place(contract: &value.sdk)
    guard value.isJoined || value.messagesIn != nil else { return Outcome(LinkedFlow(value), document.findings) }
    let whole = whole(value, trees, along: trail)
    return Outcome(whole.value, document.findings + whole.findings)
  }

  /// A flow with the parts that it uses joined to it and the flows that it runs in their places.
  ///
  /// - Parameters:
  ///   - trees: what of its files is changed.
  ///   - trail: the paths of the files that lead here, that of the flow last.
  private mutating func whole(
    _ document: FlowDocument, _ trees: LinkedTrees, along trail: [String], isPart: Bool = false
  ) -> Outcome<LinkedFlow> {
    var linked = LinkedFlow(document)
    linked.isPart = isPart
    var findings: [Diagnostic] = []
    if !document.uses.isEmpty {
      let before = files.findings.count
      (joined, lacksPart) = ([], false)
      var parts: [PartDocument] = []
      var places: [FileID: SourceRange] = [:]
      for use in document.uses {
        let more = part(use, trees, along: trail)
        linked.usedParts.append((use, more.map(\.range.file)))
        for part in more { places[part.range.file] = use.range }
        parts += more
      }
      let isWhole = !lacksPart && !Array(files.findings[before...]).hasErrors
      let joined = document.joined(with: parts, isPart: isPart, isWhole: isWhole, without: trees.removed) {
        files.findings($0, $1, places)
      }
      guard let value = joined.value else { return Outcome(nil, joined.findings) }
      linked.document = value
      if lacksPart { linked.document.lacksParts = true }
      findings = joined.findings
    }
    linked.document.tellLanguage()
    let used = linked.usedParts.flatMap(\.files)
    let flowFiles = trees.levels.isEmpty ? [document.range.file] : trees.levels
    let levels = FlowLevels(flows: isPart ? [] : flowFiles, parts: isPart ? used + [document.range.file] : used)
    linked.take(catalogues(of: &linked, levels), levels)
    guard linked.document.hasRuns else { return Outcome(linked, findings) }
    var flows: [String: LinkedFlow] = [:]
    for step in linked.document.steps {
      guard case .run(let path) = step.kind else { continue }
      flows[step.name.value] = flow(path, along: trail, trees.inner[step.name.value] ?? ChangeSet())
    }
    let inlined = linked.inlined(flows)
    return Outcome(inlined.value, findings + inlined.findings)
  }

  /// The catalogues that a flow and its parts name, each once.
  private mutating func catalogues(of linked: inout LinkedFlow, _ levels: FlowLevels) -> [NamedCatalogue] {
    var catalogues: [NamedCatalogue] = []
    var seen: Set<String> = []
    for use in linked.document.catalogues {
      let path = files.path(of: use)
      guard seen.insert(path).inserted else { continue }
      guard let read = catalogue(use, path) else {
        linked.lacksCatalogues = true
        continue
      }
      catalogues.append(NamedCatalogue(document: read, level: levels[use.range.file], named: use.range))
    }
    return catalogues
  }

  private mutating func catalogue(_ use: Spanned<String>, _ path: String) -> CatalogueDocument? {
    if let known = catalogues[path] { return known }
    let document = files.readCatalogue(use, path).flatMap { readCatalogue($0, use) }
    catalogues[path] = .some(document)
    return document
  }

  private mutating func readCatalogue(_ file: ReadFile, _ use: Spanned<String>) -> CatalogueDocument? {
    guard DocumentReader.isCatalogue(file.root) else { return files.refuse(file.id, .notACatalogue(use, file.root)) }
    let read = DocumentReader.readCatalogue(file.root)
    guard files.mayTell(file.findings.refined(by: read.findings), about: file.id, as: .catalogue) else {
      return files.refuse(file.id, .notACatalogue(use, file.root))
    }
    return read.value
  }

  /// A part and those that it uses, each once.
  private mutating func part(
    _ use: Spanned<String>, _ trees: LinkedTrees, along trail: [String]
  ) -> [PartDocument] {
    let path = files.path(of: use)
    guard !files.isCircular(use, path, along: trail) else { return [] }
    guard joined.insert(path).inserted else { return [] }
    guard let part = document(ofPart: use, path, trees, along: trail) else {
      lacksPart = true
      return []
    }
    return part.uses.flatMap { self.part($0, trees, along: trail + [path]) } + [part]
  }

  private mutating func document(
    ofPart use: Spanned<String>, _ path: String, _ trees: LinkedTrees, along trail: [String]
  ) -> PartDocument? {
    if let changed = trees.parts[path] { return readPart(changed, use) }
    if let known = parts[path] { return known }
    let part = files.read(use, path, along: trail).flatMap { readPart($0, use) }
    parts[path] = .some(part)
    return part
  }

  private mutating func readPart(_ file: ReadFile, _ use: Spanned<String>) -> PartDocument? {
    guard DocumentReader.isPart(file.root) else {
      if let slip = DocumentReader.slipOfFirstKey(inPart: file.root), files.mayTell([slip], about: file.id, as: .part) {
        return nil
      }
      return files.refuse(file.id, .notAPart(use))
    }
    let part = DocumentReader.readPart(file.root, knowing: file.findings)
    guard files.mayTell(file.findings.refined(by: part.findings), about: file.id, as: .part) else {
      return files.refuse(file.id, .notAPart(use))
    }
    guard var value = part.value else { return nil }
    files.place(contract: &value.sdk)
    return value
  }

  /// The flow of a `run:` step, linked itself; nil if it cannot be had.
  private mutating func flow(
    _ run: Spanned<String>, along trail: [String], _ changes: ChangeSet
  ) -> LinkedFlow? {
    let path = files.path(of: run)
    guard !files.isCircular(run, path, along: trail) else { return nil }
    if changes.isEmpty, let known = flows[path] { return known }
    let flow = files.read(run, path, along: trail).flatMap { readFlow($0, run, along: trail + [path], changes) }
    if changes.isEmpty { flows[path] = .some(flow) }
    return flow
  }

  private mutating func readFlow(
    _ file: ReadFile, _ run: Spanned<String>, along trail: [String], _ changes: ChangeSet
  ) -> LinkedFlow? {
    guard !DocumentReader.isPart(file.root) else { return files.refuse(file.id, .notAFlow(run, isPart: true)) }
    let linked = flow(file.root, knowing: file.findings, along: trail, changes)
    guard files.mayTell(file.findings.refined(by: linked.findings), about: file.id, as: .flow) else {
      return files.refuse(file.id, .notAFlow(run, isPart: false))
    }
    // Nobody knows what such a flow begins with, or what it comes back by.
    guard let value = linked.value, !value.document.lacksPlaces else { return nil }
    return value
  }
}
extension Linker {
  /// Another file that the flow names, such as its contract, and the id by which ranges in it name it.
  package mutating func load(_ path: String) -> Result<(FileID, SourceFile), FileLoader.Problem> { files.load(path) }

  /// The path of the file in which a path is written.
  package func naming(_ path: Spanned<String>) -> String { files.naming(path) }

  /// Takes in what was found in such a file.
  package mutating func tell(_ findings: [Diagnostic]) { files.findings += findings }

  /// Tells where a file is named that it is not what it should be, and shows nothing of it.
  package mutating func refuse(_ id: FileID, _ finding: Diagnostic) {
    let _: Never? = files.refuse(id, finding)
  }
}

extension Linker {
  /// A flow with its base, its parts and all its changes as one tree; nil, with findings, where its files do not fit.
  package mutating func merged(_ root: YAMLNode, at path: String) -> Outcome<YAMLNode> {
    var changed = ChangedFlow(files, along: [path])
    let trees = changed.trees(of: root, ChangeSet())
    files = changed.files
    return Outcome(trees.value == nil ? nil : changed.merged(at: path), trees.findings)
  }
}
