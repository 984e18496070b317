// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing

/// A small contract that is right, and what each test changes in it.
enum SmallContract {
  /// The line in which it states with what users show who they are.
  static let authenticators = "authenticators: { pin: { channel: typed } }\n"

  static let text = """
    contract: pinpad
    version: 1.0.0
    patience: 30s
    success: [0]
    phases:
      closed: { abandon: cancel }
      open: {}
    signedIn: open
    modes: { enter: 0, choose: 1 }
    types:
      level: [LOW, HIGH]
      door: { 'off': 0, 'on': 1 }
      alarm: { alarmID: int, level: level, ignore: flag }
    authenticators: { pin: { channel: typed } }
    constants: { site: north, floors: 3, guarded: true }
    codes:
      5: { name: wrong-pin, in: askPIN(enter), boundedBy: attemptsLeft, attempts: unknown, source: given manual 2 }
      6: { name: pin-expired, in: askPIN(choose), informational: true, source: chosen }
    errors:
      9: { name: no-power, events: [askPIN, opened], calls: enterPIN, source: weak forum }
    events:
      ready: { kind: notice, source: given manual 1 }
      askPIN:
        kind: challenge
        modes: { pinMode: [enter, choose] }
        fields: { user: user text, attemptsLeft: attempts count, hint: text from HINT }
        source: given manual 1
      opened: { kind: result, aliases: [unlocked], enters: open, fields: { door: door }, source: given manual 1 }
      alarms:
        kind: interrupt
        status: false
        fields: { alarms: list alarm, mayWait: flag }
        rank: 2
        needsAnswer: true
        after: enterPIN
        source: sample kit
      shutDown: { kind: interrupt, rank: 3, terminal: true, losesProofs: true, cancels: alarms, source: sample kit }
    calls:
      enterPIN:
        answers: askPIN
        echo: pinMode
        takes: { pin: trimmed secret 4..8, door: optional door }
        phases: closed
        byMode:
          enter:
            opened: { earns: { knowledge: pin } }
            askPIN(enter) 5 error, opened error 9: given manual 2
            askPIN(choose): { given: { door: 'on' } }
          choose: opened
        source: given manual 2
      handleAlarms:
        answers: alarms
        each: alarms
        requires: mayWait
        takes: { ignore: flag }
        patience: 5s
        leadsTo: { shutDown: { given: { ignore: false } }, alarms: { echo: alarms.alarmID } }
        source: sample kit
      cancel: { phases: closed, enters: closed, losesProofs: true, leadsTo: {}, source: chosen }

    """

  static func read(_ text: String) -> Outcome<Contract> {
    ContractReader.read(SourceFile(path: "pinpad.yaml", text: text))
  }
}

/// A change that makes the small contract wrong, and the finding that it must give.
struct BadContract: Sendable, CustomTestStringConvertible {
  let code: DiagnosticCode
  let old: String
  /// What stands there instead; `<<` and `>>` enclose the place of the finding.
  let new: String
  /// A second change, where the finding is elsewhere than its cause.
  var second: (old: String, new: String)?

  init(_ code: DiagnosticCode, _ old: String, _ new: String) {
    self.code = code
    self.old = old
    self.new = new
  }

  /// The finding is expected elsewhere.
  func at(_ old: String, _ new: String) -> BadContract {
    var bad = self
    bad.second = (old, new)
    return bad
  }

  var testDescription: String { "\(code.slug): \(new)" }

  /// The text of the wrong contract, and the place that is wrong.
  var marked: (text: String, place: SourceRange)? {
    guard let range = SmallContract.text.range(of: old) else { return nil }
    var marked = SmallContract.text[..<range.lowerBound] + new + SmallContract.text[range.upperBound...]
    if let second {
      guard let range = marked.range(of: second.old) else { return nil }
      marked.replaceSubrange(range, with: second.new)
    }
    guard let open = marked.range(of: "<<"), let close = marked.range(of: ">>") else { return nil }
    let before = String(marked[..<open.lowerBound])
    let word = String(marked[open.upperBound..<close.lowerBound])
    let start = Self.end(of: before)
    return (
      before + word + marked[close.upperBound...], SourceRange(start, Self.end(of: before + word))
    )
  }

  private static func end(of text: String) -> SourcePosition {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return SourcePosition(line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1)
  }
}

extension String {
  /// Where another string first stands in this one.
  func range(of other: String) -> Range<Index>? { self[...].range(of: other) }
}

extension Substring {
  func range(of other: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
      start = index(after: start)
    }
    return nil
  }
}
