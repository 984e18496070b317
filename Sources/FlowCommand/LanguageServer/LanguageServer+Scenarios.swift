// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowEditing
import FlowGraph
import FlowRuntime
import LanguageServerProtocol
import WrittenScenarios

/// A scenario for a finding, as `mfaflow check --write-scenario` writes it.
extension LanguageServer {
  /// What is offered for the findings in a stretch that a run can show.
  func scenarioOffers(in wanted: Range<Int>, of text: EditedText) -> [JSONValue] {
    guard client.createsFiles, client.appliesEdits else { return [] }
    return workspace.findings(of: text.path).compactMap { placed in
      let place = text.bytes(of: placed.finding.range)
      guard place.lowerBound <= wanted.upperBound, wanted.lowerBound <= place.upperBound,
        ShownFinding.mayBeShown(placed.finding.code.id), let finding = json(placed)
      else { return nil }
      let title = "Write a scenario that shows \(placed.finding.code.id)"
      let start = client.encoding.position(at: place.lowerBound, in: text.bytes, text.lines)
      return [
        "title": .text(title), "kind": "quickfix", "diagnostics": [finding],
        "command": [
          "title": .text(title), "command": .text(ServedCommand.scenario.rawValue),
          "arguments": [.text(address(of: text.path)), .text(placed.finding.code.id), start.json],
        ],
      ]
    }
  }

  /// Looks for the run, and has the editor make the file.
  func scenario(
    for path: String, _ arguments: [JSONValue], _ id: RequestID
  ) throws(ResponseError) -> ServedTask {
    guard arguments.count == 3, let code = arguments[1].text, let place = ProtocolPosition(arguments[2]),
      let text = workspace.texts.text(path)
    else { throw ResponseError(.invalidParams, "the arguments are a file, the code of a finding and its place") }
    workspace.settle(path)
    let offset = client.encoding.offset(of: place, in: text.bytes, text.lines)
    for root in workspace.roots(of: path) {
      guard let file = workspace.texts.text(root.path)?.file else { continue }
      let judged = workspace.check.check(file)
      let finding = judged.told.first { finding in
        finding.code.id == code && judged.sources.file(finding.range.file).map { ServedPath.absolute($0.path) } == path
          && text.bytes(of: finding.range).lowerBound == offset
      }
      guard let finding, let flow = workspace.check.graph(of: file) else { continue }
      guard flow.isWhole else {
        throw ResponseError(.requestFailed, CounterexampleReport.reasonOfUnfit)
      }
      return scenario(showing: finding, in: flow, root.path, id)
    }
    throw ResponseError(.requestFailed, "that finding is not there any more")
  }

  private func scenario(showing finding: Diagnostic, in flow: Flow, _ path: String, _ id: RequestID) -> ServedTask {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let folder = String(path.dropLast(file.count))
    let texts = workspace.texts
    return ServedTask(id: id) { _ in
      do throws(NoCounterexample) {
        let search = CounterexampleSearch(Program(unsound: flow), flow: file, contract: nil)
        let found = try await search.counterexample(to: finding)
        let text = found.text(beginningWith: "Shows \(finding.code.id) of \(file.onOneLine).").laidOut
        let name = Self.freeName(folder, found.name(inFlow: flow.name)) { texts.text($0) == nil }
        return ServedOutcome(
          summary: "a scenario shows \(finding.code.id)", text: text, isGood: true, newFile: (name, text))
      } catch {
        return ServedOutcome(
          summary: "no scenario for \(finding.code.id): \(error.reason)", text: error.reason, isGood: false)
      }
    }
  }

  private static func freeName(_ folder: String, _ name: String, _ isFree: (String) -> Bool) -> String {
    var number = 1
    while true {
      let path = folder + name + (number == 1 ? "" : "-\(number)") + FilePath.scenariosEnding
      if isFree(path) { return path }
      number += 1
    }
  }
}
