// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
import FlowScenarios
package import LocalFiles
import Redaction
import RuleBook
import SystemCalls

/// What a team has decided, file by file: by the configuration in the folder of a file or in the nearest one above it.
///
/// The search ends at the root of a repository, a folder with `.git`. A configuration that the command line names is for
/// all files.
package final class TeamDecisions {
  /// What a configuration and its baseline came to.
  package struct Decided: Sendable {
    /// The path of the configuration; nil for none.
    package var source: String?
    var limit: FailureLimit?
    /// The path of the baseline; nil for none.
    package fileprivate(set) var baseline: String?
    /// The name of the profile that flows are measured by; nil for none.
    var profile: String?
    /// How often a secret may be guessed over all accounts; nil for what the profile says.
    var guessesOverAccounts: Int?
    package var policy = FindingPolicy()
    package var rulePages: RuleAddress?
    /// The fingerprints of contracts that may bear the name of a built-in one.
    var contracts: Set<String> = []
    /// The warnings of its own that the configuration has, as they may be told.
    fileprivate(set) var warnings: [Diagnostic] = []
    /// The configuration as it may be shown; nil if there is none.
    fileprivate(set) var shown: SourceFile?
    fileprivate var exclude: [PathPattern] = []
    /// Where its patterns begin; nil if there are none.
    fileprivate var folder: PathFolder?

    fileprivate func excludes(_ path: String) -> Bool {
      guard let folder, !exclude.isEmpty else { return false }
      let file = folder.named(path)
      return exclude.contains { file.fits($0) }
    }
  }

  /// All that has been read; the first is for files without a configuration, or for all where the command line names one.
  package private(set) var all: [Decided] = []
  /// From the root on, the paths of the baselines that configurations have named, be they there or not.
  package private(set) var baselines: Set<String> = []
  /// Nil while nothing is wrong; then why no check can go on.
  package private(set) var problem: Problem?

  private let named: String?
  private let baseline: BaselineUse
  private let inputName: String?
  private let readFile: FileReader.Reading
  private let isUnsaved: (String) -> Bool
  private let tell: ([Diagnostic], SourceMap) -> Void
  /// Which one is for a folder, by its path from the root on.
  private var indices: [String: Int] = [:]

  /// - Parameters:
  ///   - named: the path of the configuration for all files; nil where each has that of its folder.
  ///   - baseline: which baselines are read.
  ///   - inputName: what standard input is called, which has the configuration of that place.
  ///   - readFile: how the text of a configuration or baseline is had.
  ///   - isUnsaved: whether somebody edits a file of that path, be it on the disk or not.
  ///   - tell: told what is wrong with one, as it may be shown.
  package init(
    named: String? = nil, baseline: BaselineUse = .ofConfigurations, inputName: String? = nil,
    _ readFile: @escaping FileReader.Reading = FileReader.file,
    isUnsaved: @escaping (String) -> Bool = { _ in false },
    telling tell: @escaping ([Diagnostic], SourceMap) -> Void
  ) {
    self.named = named
    self.baseline = baseline
    self.inputName = inputName
    self.readFile = readFile
    self.isUnsaved = isUnsaved
    self.tell = tell
    all = [decided(by: named)]
  }

  /// Why no check can go on.
  package enum Problem: Equatable {
    /// Of what is wrong with a configuration or a baseline, all has been told.
    case wrong
    /// One cannot be read; that has been told.
    case unreadable
    /// A folder has two configurations.
    case twoInFolder(message: String, help: String)
  }

  /// What all configurations let pass.
  package var permits: [Permit] { all.flatMap(\.policy.permits) }

  /// What is passed over in folders, by the path of the configuration that says so, as far as they have been read.
  package var exclusions: [String: [PathPattern]] {
    all.reduce(into: [:]) { found, decided in
      if let source = decided.source, !decided.exclude.isEmpty { found[source] = decided.exclude }
    }
  }

  /// Whether a path that was found in a folder is passed over.
  package func excludes(_ path: String) -> Bool { all[index(for: path)].excludes(path) }

  /// Which of ``all`` is for a path.
  package func index(for path: String) -> Int {
    guard named == nil else { return 0 }
    let file = RelativePath.absolute(path == "-" ? inputName ?? path : path)
    return index(ofFolder: Self.folder(of: file), isAbsolute: path.hasPrefix("/"))
  }

  /// Reads the configuration of a file, so that ``problem`` tells what is wrong with it; a configuration has none itself.
  package func read(for path: String) {
    let name = path == "-" ? inputName ?? path : path
    guard !CheckConfiguration.isUsualName(name) else { return }
    _ = index(for: path)
  }

  /// How many of some paths have which configuration, such as `3 files by .mfaflow.yaml`.
  package func words(of paths: [FoundPath]) -> [String] {
    var counts: [Int: Int] = [:]
    for case .file(let path, _) in paths { counts[index(for: path), default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { index, count in
      let files = "\(count) file\(count == 1 ? "" : "s")"
      return
        "\(files) \(all[index].source.map { "by \(TerminalText.line($0))" } ?? "without a configuration")"
    }
  }

  private static func folder(of path: String) -> String {
    String(path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)])
  }

  /// - Parameter isAbsolute: whether paths are shown from the root on, as the user wrote them.
  private func index(ofFolder folder: String, isAbsolute: Bool) -> Int {
    if let known = indices[folder] { return known }
    // A link to nothing is a configuration that is missing, and not none.
    let found = CheckConfiguration.usualNames.map { folder + "/" + $0 }.filter {
      FileStatus(of: $0, followingLinks: false) != nil || isUnsaved($0)
    }
    if found.count > 1, problem == nil {
      let quoted = found.map { Diagnostic.quoting(path: shown($0, isAbsolute)) }
      problem = .twoInFolder(
        message: "\(quoted[0]) has \(quoted[1]) beside it",
        help: "one configuration is for a folder: keep one of them")
    }
    var index = 0
    if let path = found.first {
      all.append(decided(by: shown(path, isAbsolute)))
      index = all.count - 1
    } else if !folder.isEmpty, !SystemPath.exists(folder + "/.git") {
      index = self.index(ofFolder: Self.folder(of: folder), isAbsolute: isAbsolute)
    }
    indices[folder] = index
    return index
  }

  private func shown(_ path: String, _ isAbsolute: Bool) -> String {
    isAbsolute ? path : RelativePath.name(of: path, in: RelativePath.absolute("."))
  }

  /// Nothing that cannot be read decides anything: the run is broken then.
  private func decided(by source: String?) -> Decided {
    var decided = Decided()
    var known: String? = if case .named(let path) = baseline { path } else { nil }
    var place: (range: SourceRange, shown: SourceFile)?
    if let source {
      guard let (configuration, told) = read(source, CheckConfiguration.read, Self.covered) else { return Decided() }
      decided = Decided(
        source: source, limit: configuration.limit, profile: configuration.profile,
        guessesOverAccounts: configuration.guessesOverAccounts, rulePages: configuration.rulePages,
        contracts: configuration.contracts, exclude: configuration.exclude)
      decided.warnings = told.findings
      decided.shown = told.shown
      if !configuration.exclude.isEmpty { decided.folder = PathFolder(of: source) }
      decided.policy.severities = configuration.severities
      decided.policy.permits = configuration.permits
      decided.policy.permitsBefore = all.reduce(0) { $0 + $1.policy.permits.count }
      if known == nil, baseline != .none, let named = configuration.baseline {
        known = RelativePath(folderOf: source).path(toFile: named.value)
        place = (named.range, told.shown)
      }
    }
    guard let known else { return decided }
    baselines.insert(RelativePath.absolute(known))
    if !SystemPath.exists(known), !isUnsaved(known) {
      // What is to be written need not be there yet.
      if case .written(let path) = baseline, RelativePath.absolute(path) == RelativePath.absolute(known) {
        return decided
      }
      if let place {
        tell([.noBaseline(known, at: place.range)], SourceMap([place.shown]))
        problem = problem ?? .unreadable
        return Decided()
      }
    }
    // Nothing of the file is shown: the path may lead to any file, with secrets in it.
    guard let baseline = read(known, Baseline.read, { ($1, SourceFile(path: $0.path, bytes: [])) }) else {
      return Decided()
    }
    decided.policy.baseline = baseline.value
    decided.baseline = known
    return decided
  }

  /// What was found in a file, and the file, as they may be told.
  private typealias Told = (findings: [Diagnostic], shown: SourceFile)
  private typealias Covering = (SourceFile, [Diagnostic]) -> Told

  /// Of a configuration its own words are shown, and the names of rules; where it has the usual name, what stands behind them, too.
  ///
  /// Any other path may be that of another file, of which nothing is shown.
  private static func covered(
    _ file: SourceFile, _ findings: [Diagnostic]
  ) -> Told {
    let keys = CheckConfiguration.keys + CheckConfiguration.permitKeys
    var harmless = HarmlessValues(keys: keys, words: CheckConfiguration.words + RuleBook.names)
    if findings.hasErrors, !CheckConfiguration.isUsualName(file.path),
      let misplaced = MisplacedFile(file, meant: .config)
    {
      return ([misplaced.finding], misplaced.shown)
    }
    if CheckConfiguration.isUsualName(file.path) {
      for key in keys + RuleBook.names { harmless.extents[key] = .all }
      harmless.showsNames = true
      harmless.openMaps = Shape.config.names(showing: .all)
    }
    let covered = CoveredFile(file, showing: harmless)
    return (covered.covering(findings), covered.shown)
  }

  private func read<Value>(
    _ path: String, _ read: (SourceFile) -> Outcome<Value>, _ covering: Covering
  ) -> (value: Value, told: Told)? {
    do throws(FileProblem) {
      let file = try readFile(path)
      let outcome = read(file)
      let told = covering(file, outcome.findings.inReadingOrder())
      tell(told.findings, SourceMap([told.shown]))
      if let value = outcome.value { return (value, told) }
      if problem == nil { problem = .wrong }
      return nil
    } catch {
      tell([error.finding], error.sources)
      problem = .unreadable
      return nil
    }
  }

  /// Tells which permits are for no file of a check, nor for any that there is.
  package func tellStalePermits(among files: [CheckedFile]) {
    let paths = files.compactMap(\.path)
    for index in all.indices {
      guard let shown = all[index].shown else { continue }
      let permits = all[index].policy.permits
      // All of one configuration are of one folder.
      let named = permits.first.map { paths.map($0.folder.named) } ?? []
      let stale = permits.filter { permit in !named.contains(where: permit.isFor) && permit.isForNothing }
      let warnings = stale.map(Diagnostic.stale)
      tell(warnings, SourceMap([shown]))
      all[index].warnings += warnings
    }
  }
}

/// Which baselines a command reads.
package enum BaselineUse: Equatable, Sendable {
  /// None: the command has nothing to do with findings that are known.
  case none
  /// Those that the configurations name.
  case ofConfigurations
  /// That of the command line, for all files.
  case named(String)
  /// Those that the configurations name; the one that is written anew may not be there yet.
  case written(String)
}

extension Diagnostic {
  /// That a configuration names a baseline which is not there.
  static func noBaseline(_ path: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      FileRules.unreadableFile, "\(quoting(path: path)) does not exist", at: range,
      help:
        "write it with `mfaflow check --write-baseline FILE`, correct the path, which begins at the folder of this file, "
        + "or take the key out")
  }

  /// That an allowance of a configuration is for nothing.
  static func stale(_ permit: Permit) -> Diagnostic {
    Diagnostic(
      PolicyRules.uselessAllowance, "`\(permit.code)` is allowed in no file: the path leads to none",
      at: permit.pathRange,
      help: "correct `path:`, which begins at the folder of this file; or take the item out")
  }
}
