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
  public let severity: Severity

  public init(_ id: String, _ slug: String, _ severity: Severity = .error) {
    self.id = id
    self.slug = slug
    self.severity = severity
  }
}

/// A second place that a finding speaks of.
public struct Note: Sendable, Hashable {
  public var message: String
  /// Where; nil if the note has no place of its own.
  public var range: SourceRange?

  public init(_ message: String, at range: SourceRange? = nil) {
    self.message = message
    self.range = range
  }
}

/// One thing that is wrong with a file: where, the author's own word, the rule, and the cure.
///
/// A finding is a value: stages return it beside what they could make, and never throw it.
public struct Diagnostic: Sendable, Hashable {
  public var code: DiagnosticCode
  public var severity: Severity
  /// The headline: at most 90 characters, no full stop, the author's word quoted in backticks.
  public var message: String
  public var range: SourceRange
  public var notes: [Note]
  /// What to do about it, in one sentence; nil only where the headline already says it.
  public var help: String?

  public init(
    _ code: DiagnosticCode, _ message: String, at range: SourceRange, help: String? = nil,
    notes: [Note] = []
  ) {
    self.code = code
    self.severity = code.severity
    self.message = message
    self.range = range
    self.help = help
    self.notes = notes
  }
}

/// What a stage gives back: a value if one could be made, and everything that it found.
public struct Outcome<Value: Sendable>: Sendable {
  /// Nil when no value could be made; then `findings` holds at least one error.
  public var value: Value?
  public var findings: [Diagnostic]

  public init(_ value: Value?, _ findings: [Diagnostic]) {
    self.value = value
    self.findings = findings
  }
}

extension [Diagnostic] {
  public var hasErrors: Bool { contains { $0.severity == .error } }

  /// In the order of a reader: by file, place, then code; equal findings once.
  public func inReadingOrder() -> [Diagnostic] {
    guard count > 1 else { return self }
    var seen = Set<Diagnostic>()
    return filter { seen.insert($0).inserted }
      .sorted { ($0.range, $0.code.id, $0.message) < ($1.range, $1.code.id, $1.message) }
  }
}
