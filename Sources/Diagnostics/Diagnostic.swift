// SPDX-License-Identifier: Apache-2.0

/// How much a finding weighs.
public enum Severity: String, Sendable, Hashable, CaseIterable {
  /// The flow must not run.
  case error
  /// The flow may run; its author should look.
  case warning
}

/// The name of a rule, for ever: a code that is never given to another rule, and a slug that names the problem.
public struct DiagnosticCode: Sendable, Hashable {
  /// `MFA` and three digits: 1xx syntax, 2xx names, 3xx shape, 4xx security, 5xx timing, 9xx files and worlds.
  public let id: String
  /// The problem in kebab-case, such as `dead-end`.
  public let slug: String
  /// How much a finding of this rule weighs.
  public let severity: Severity
  /// Whether a finding of this rule is told only where none of another rule begins: what those ask for mends it, too.
  public let yields: Bool
  /// Whether neither a comment in a flow nor a baseline may let a finding of this rule pass, since it defends against bypass.
  public let isNeverAllowed: Bool

  /// A rule by its code and slug; an error where nothing else is said.
  public init(
    _ id: String, _ slug: String, _ severity: Severity = .error, yields: Bool = false, isNeverAllowed: Bool = false
  ) {
    self.id = id
    self.slug = slug
    self.severity = severity
    self.yields = yields
    self.isNeverAllowed = isNeverAllowed
  }
}

/// A second place that a finding speaks of.
public struct Note: Sendable, Hashable {
  /// What the place has to do with the finding; no full stop.
  public var message: String
  /// Where; nil if the note has no place of its own.
  public var range: SourceRange?

  /// A note at a place, or at none of its own.
  public init(_ message: String, at range: SourceRange? = nil) {
    self.message = message.cuttingWords(to: 400)
    self.range = range
  }
}

/// One step of a run that shows a finding.
public struct WayStep: Sendable, Hashable {
  /// What happens here, such as "it goes to `locked`"; no full stop.
  public var message: String
  /// Where the author wrote what makes it happen; for what the SDK does of itself, the step where the run waits.
  public var range: SourceRange

  /// A step of a run, and where it is written.
  public init(_ message: String, at range: SourceRange) {
    self.message = message
    self.range = range
  }
}

/// One thing that is wrong with a file: where, the author's own word, the rule, and the cure.
///
/// A finding is a value: stages return it beside what they could make, and never throw it.
public struct Diagnostic: Sendable, Hashable {
  /// The rule that was broken.
  public var code: DiagnosticCode
  /// How much it weighs: what its rule says, unless somebody raised it.
  public var severity: Severity
  /// The headline: at most 90 characters, no full stop, the author's word quoted in backticks.
  public var message: String
  /// Where the author wrote what is wrong.
  public var range: SourceRange
  /// Other places that belong to it, such as the first of two with one name.
  public var notes: [Note]
  /// The shortest run that shows it, from its first step on; empty where the place alone shows what is wrong.
  public var way: [WayStep]
  /// What to do about it; nil only where the headline already says it.
  public var cure: Cure?

  /// What to do about it, in one sentence; new words are no longer those of a certain change.
  public var help: String? {
    get { cure?.words }
    set { cure = newValue.map { Cure($0) } }
  }
  /// Its place, and those of its notes.
  package var places: [SourceRange] { [range] + notes.compactMap(\.range) }

  /// What surely mends it, at its place; nil where its author must decide.
  public var change: Cure.Change? { cure?.change }

  /// No longer word is quoted whole.
  private static let longestWord = 200

  /// A finding that weighs what its rule says.
  public init(
    _ code: DiagnosticCode, _ message: String, at range: SourceRange, help: String? = nil,
    notes: [Note] = [], way: [WayStep] = []
  ) {
    self.init(code, message, at: range, help: help.map { Cure($0) }, notes: notes, way: way)
  }

  /// A finding whose cure may be certain.
  public init(
    _ code: DiagnosticCode, _ message: String, at range: SourceRange, help: Cure?,
    notes: [Note] = [], way: [WayStep] = []
  ) {
    self.code = code
    self.severity = code.severity
    self.message = message.cuttingWords(to: Self.longestWord)
    self.range = range
    self.cure = help
    self.notes = notes
    self.way = way
  }
}

/// What a stage gives back: a value if one could be made, and everything that it found.
public struct Outcome<Value: Sendable>: Sendable {
  /// Nil when no value could be made; then `findings` holds at least one error.
  public var value: Value?
  /// What was found on the way, in the order of finding.
  public var findings: [Diagnostic]

  /// A value, or nil for none, with all that was found.
  public init(_ value: Value?, _ findings: [Diagnostic]) {
    self.value = value
    self.findings = findings
  }
}

extension [Diagnostic] {
  /// Whether the file must not be used: a warning alone does not count.
  public var hasErrors: Bool { contains { $0.severity == .error } }

  /// In the order of a reader: by file, place, then code; equal findings once, and none that ``DiagnosticCode/yields``.
  public func inReadingOrder() -> [Diagnostic] {
    guard count > 1 else { return self }
    guard contains(where: \.code.yields) else { return ordered() }
    let taken = Set(filter { !$0.code.yields }.map { Place($0.range) })
    return filter { !$0.code.yields || !taken.contains(Place($0.range)) }.ordered()
  }

  private func ordered() -> [Diagnostic] {
    var ordered: [Diagnostic] = []
    ordered.reserveCapacity(count)
    // Where the findings begin that share the place, code and message of the last one: only they can be equal.
    var first = 0
    for finding in sorted(by: Diagnostic.isBefore) {
      if let last = ordered.last, Diagnostic.isBefore(last, finding) { first = ordered.count }
      if !ordered[first...].contains(finding) { ordered.append(finding) }
    }
    return ordered
  }
}

/// Where a finding begins.
private struct Place: Hashable {
  let file: FileID
  let start: SourcePosition

  init(_ range: SourceRange) { (file, start) = (range.file, range.start) }
}

extension Diagnostic {
  fileprivate static func isBefore(_ one: Diagnostic, _ other: Diagnostic) -> Bool {
    if one.range != other.range { return one.range < other.range }
    return (one.code.id, one.message) < (other.code.id, other.message)
  }
}
