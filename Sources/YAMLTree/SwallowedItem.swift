// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension YAMLComposer {
  /// An item of a list that stands deeper than the one above, whose text it has become a part of.
  mutating func swallowedItem(_ event: YAMLEvent) -> Diagnostic? {
    guard event.end.line > event.start.line, let container = open.last, !container.isMapping, !container.isFlow else {
      return nil
    }
    let lines = lineTable()
    let last = min(Int(event.end.line), Int(event.start.line) + WrittenLine.most)
    guard let item = (Int(event.start.line) + 1...last).lazy.map({ WrittenLine($0, in: lines) }).first(where: \.isItem)
    else { return nil }
    let dash = WrittenLine(Int(event.start.line), in: lines).indentation
    let place = SourcePosition(line: item.number, column: item.indentation + 1)
    return Diagnostic(
      YAMLRules.invalidYAML, "this item of the list is indented deeper than the one above",
      at: SourceRange(place, SourcePosition(line: item.number, column: item.indentation + 2), in: file),
      help: "indent the dash as in line \(event.start.line): with \(dash) spaces")
  }
}
