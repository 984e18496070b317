// SPDX-License-Identifier: Apache-2.0

import SDKContract

/// How a backend stands to one clause.
public enum Verdict: String, Sendable, Hashable {
  case pass
  case fail
  /// There was no occasion to see it.
  case inconclusive
}

/// What was seen of one clause.
public struct ClauseResult: Sendable, Hashable {
  /// What a backend did that it may not.
  public struct Breach: Sendable, Hashable {
    /// One sentence without a full stop, which quotes what came.
    public let words: String
    /// The calls before, by name; values are not told, since they may be secrets.
    public let path: [String]
  }

  /// What must hold.
  public let clause: Clause
  /// Why the contract gives no occasion to see it, whatever a backend does; nil if it gives one.
  public let silence: String?
  /// How often it was seen to hold.
  public internal(set) var checks = 0
  /// Why what was seen to hold is no proof; nil if nothing speaks against it.
  public internal(set) var doubt: String?
  /// The first few, each once.
  public internal(set) var breaches: [Breach] = []

  /// Fail if it was broken once; pass if it was seen to hold, and neither broken nor in doubt.
  public var verdict: Verdict { !breaches.isEmpty ? .fail : checks > 0 && doubt == nil ? .pass : .inconclusive }

  /// Why there is neither pass nor fail; nil if there is.
  public var reason: String? { verdict == .inconclusive ? doubt ?? silence ?? clause.missing : nil }

  /// Whether there was no occasion to see it, and there could have been one: what a strict look does not let pass.
  public var isMissing: Bool { verdict == .inconclusive && silence == nil }

  init(_ clause: Clause, of contract: Contract) {
    self.clause = clause
    silence = clause.silence(of: contract)
  }
}

/// What came of holding a backend against a contract.
public struct ConformanceReport: Sendable, Hashable {
  /// All clauses, in the order of their ids.
  public internal(set) var results: [ClauseResult]
  /// How many runs were begun.
  public internal(set) var runs = 0
  /// How many calls were made.
  public internal(set) var calls = 0
  /// How many different places of a run were seen.
  public internal(set) var places = 0
  /// Why not everything was looked at; nil if it was.
  public internal(set) var stop: String?
  /// Calls of the contract that were accepted at least once, by name.
  public internal(set) var accepted: Set<String> = []
  /// Why it was never there; nil if it was.
  public internal(set) var startFailure: String?

  init(_ contract: Contract) { results = Clause.allCases.map { ClauseResult($0, of: contract) } }

  /// What was seen of one clause.
  public subscript(clause: Clause) -> ClauseResult { results[Clause.allCases.firstIndex(of: clause) ?? 0] }

  /// How many clauses came out so.
  public func count(_ verdict: Verdict) -> Int { results.count { $0.verdict == verdict } }

  /// The same with other words for each breach: for who knows what must not be told.
  package func covered(_ cover: (String) -> String) -> ConformanceReport {
    var report = self
    for result in results.indices {
      report.results[result].breaches = results[result].breaches.map { breach in
        ClauseResult.Breach(words: cover(breach.words), path: breach.path)
      }
    }
    report.startFailure = startFailure.map(cover)
    return report
  }

  /// Adds to each breach of a clause what is the usual cause.
  mutating func explain(_ clause: Clause, _ words: String) {
    guard let index = results.firstIndex(where: { $0.clause == clause }) else { return }
    results[index].breaches = results[index].breaches.map { breach in
      ClauseResult.Breach(words: "\(breach.words); \(words)", path: breach.path)
    }
  }

  /// How a run names what is looked at.
  private static let name = "the backend "

  /// So many breaches of a clause are told.
  private static let mostBreaches = 3

  /// What was seen of a clause is no proof of it; the first reason is kept.
  mutating func doubt(_ clause: Clause, _ words: String) {
    guard let index = results.firstIndex(where: { $0.clause == clause }) else { return }
    results[index].doubt = results[index].doubt ?? words
  }

  mutating func add(_ check: ClauseCheck, after path: [String]) {
    guard let index = results.firstIndex(where: { $0.clause == check.clause }) else { return }
    guard var words = check.breach else {
      results[index].checks += 1
      return
    }
    // What was seen in a run and what was seen of the messages may be the same.
    if words.hasPrefix(Self.name) { words.removeFirst(Self.name.count) }
    let isKnown = results[index].breaches.contains { $0.words == words }
    guard !isKnown, results[index].breaches.count < Self.mostBreaches else { return }
    results[index].breaches.append(ClauseResult.Breach(words: words, path: path))
  }
}

/// That a clause held once, or was broken.
struct ClauseCheck: Sendable, Hashable {
  let clause: Clause
  /// What was wrong; nil if nothing was.
  let breach: String?

  static func holds(_ clause: Clause) -> ClauseCheck { ClauseCheck(clause: clause, breach: nil) }
  static func broken(_ clause: Clause, _ words: String) -> ClauseCheck { ClauseCheck(clause: clause, breach: words) }
}
