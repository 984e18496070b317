// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import YAMLTree

/// The step that an expectation of scenarios is about which does not name it: what stands around it tells, where nothing can have happened
/// in between.
extension SourceTree {
  /// Nil where that cannot be told.
  ///
  /// - Parameters:
  ///   - index: the place of the expectation in what happens.
  ///   - end: the step at which the run waits once all of this has happened; nil for none, and where that is not said.
  ///   - values: those of the case in which that is asked.
  func expectedStep(
    at index: Int, of list: SourceNode, waitingAt end: String?, in values: CaseValues = [:]
  ) -> String? {
    let items = list.entries.map { filled($0.value, by: values) }
    func step(of expectation: SourceNode) -> String? {
      member("step", of: expectation).map { scalar(filled($0, by: values)) }
    }
    guard let expectation = member("expect", of: items[index]).map({ filled($0, by: values) }) else { return nil }
    if let step = step(of: expectation) { return step }
    // A refused answer leaves the question open.
    if member("refused", of: expectation) != nil { return items[..<index].reversed().lazy.compactMap(answered).first }
    for item in items[(index + 1)...] {
      if let step = answered(item) { return step }
      guard let expectation = member("expect", of: item) else { return nil }
      if let step = step(of: filled(expectation, by: values)) { return step }
    }
    return end
  }

  /// The step that the expectation around a byte is about.
  func expectedStep(around offset: Int) -> String? {
    var found: String?
    func walk(_ node: SourceNode, _ path: [String], _ waiting: String?) {
      guard path.count < 24 else { return }
      let waiting = if case .map = node.form { waitingStep(of: node) } else { waiting }
      for (index, entry) in node.entries.enumerated()
      where entry.start <= offset && offset <= entry.value.range.upperBound {
        let path = path + [entry.key.map(scalar) ?? PlaceMeaning.item]
        if ScenarioMeaning.isItem(at: path[...]) { found = expectedStep(at: index, of: node, waitingAt: waiting) }
        walk(entry.value, path, waiting)
      }
    }
    walk(root, [], nil)
    return found
  }

  /// The step at which a scenario says that its run waits in the end.
  func waitingStep(of scenario: SourceNode, in values: CaseValues = [:]) -> String? {
    let end = member("expect", of: scenario).map { filled($0, by: values) }
    return end.flatMap { member("waiting", of: $0) }.map { scalar(filled($0, by: values)) }
  }

  /// The step that an item answers; nil for one that does something else.
  private func answered(_ item: SourceNode) -> String? {
    // Which step that is says the case.
    if isOfCase(item) { return text(item.range) }
    return item.entries.lazy.compactMap { $0.key.map(scalar) }.first(where: ScenarioMeaning.isStep)
  }

  /// What stands behind a key of a map.
  func member(_ name: String, of map: SourceNode) -> SourceNode? {
    map.entries.first { $0.key.map(scalar) == name }?.value
  }

  /// The text of a node, without quotes.
  func scalar(_ node: SourceNode) -> String { KeyedPlace.scalar(text(node.range)) }
}
