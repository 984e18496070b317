// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values

/// An event as a contract names it in other lines: `getUser`, or in one of its modes, `getPassword(set)`.
struct EventPlace {
  let event: EventID
  /// Nil if it has none, or if any is meant.
  let mode: Int?
  let range: SourceRange

  /// Nil, and a finding, if there is no such event, or not in that mode.
  init?(_ text: Spanned<String>, in scope: inout ContractScope) {
    guard let (name, mode) = Self.cut(text, &scope.findings),
      let event = scope.eventNames.find(name, &scope.findings)
    else { return nil }
    self.event = event
    range = text.range
    guard let mode else {
      self.mode = nil
      return
    }
    guard let number = scope.modes.find(mode, &scope.findings) else { return nil }
    guard scope.events[Int(event.index)]?.modes.contains(number) ?? false else {
      if let spec = scope[event], !scope.lacksModes {
        scope.findings.append(.modeElsewhere(mode, spec, scope.modeNumbers))
      }
      return nil
    }
    self.mode = number
  }

  /// The name, and the mode in brackets if there is one.
  private static func cut(
    _ text: Spanned<String>, _ findings: inout [Diagnostic]
  ) -> (name: Spanned<String>, mode: Spanned<String>?)? {
    let bytes = text.value.utf8
    guard bytes.last == UInt8(ascii: ")") || bytes.contains(UInt8(ascii: "(")) else { return (text, nil) }
    let open = bytes.firstIndex(of: UInt8(ascii: "(")) ?? bytes.startIndex
    let close = bytes.index(before: bytes.endIndex)
    guard bytes.last == UInt8(ascii: ")"), open > bytes.startIndex, bytes.index(after: open) < close else {
      findings.append(.badMode(text))
      return nil
    }
    let inside = bytes.index(after: open)
    var (nameRange, modeRange) = (text.range, text.range)
    // Names are ASCII, so that a byte is a column; behind a quote the places are those of the whole text.
    if Int(text.range.end.column - text.range.start.column) == bytes.count {
      nameRange.end.column = nameRange.start.column + Int32(bytes.distance(from: bytes.startIndex, to: open))
      modeRange.start.column = nameRange.end.column + 1
      modeRange.end.column -= 1
    }
    return (
      Spanned(String(text.value[..<open]), nameRange), Spanned(String(text.value[inside..<close]), modeRange)
    )
  }
}

extension Diagnostic {
  fileprivate static func badMode(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.badReply, "a mode stands in brackets right behind its event, not \(quoting(text.value))",
      at: text.range, help: "write it as `getPassword(set)`")
  }

  static func modeElsewhere(_ mode: Spanned<String>, _ event: EventSpec, _ numbers: [NamedNumber]) -> Diagnostic {
    let own = numbers.lazy.filter { event.modes.contains($0.number) }.prefix(20).map(\.name)
    let help = own.isEmpty ? "`\(event.name)` has no modes" : "its modes are " + own.joined(separator: ", ")
    return Diagnostic(
      ContractRules.modeElsewhere, "`\(event.name)` never comes in mode \(quoting(mode.value))", at: mode.range,
      help: help)
  }
}
