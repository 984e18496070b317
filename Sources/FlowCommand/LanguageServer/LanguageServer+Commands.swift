// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowEditing
import FlowScenarios
import FlowTesting
import LanguageServerProtocol
import LocalFiles

/// What came of something that was done for an editor.
struct ServedOutcome: Sendable {
  /// What it comes to, for people.
  let summary: String
  let text: String
  /// Whether it went well.
  let isGood: Bool
  /// The path and text of a file that the editor is to make; nil for none.
  var newFile: (path: String, text: String)?
}

/// Something that takes longer than a keystroke, and is done beside all else.
struct ServedTask: Sendable {
  /// The request that is answered by it.
  let id: RequestID
  let perform: @Sendable (Streams) async -> ServedOutcome

  /// The answer, the message that is shown, and what the editor is asked for.
  func messages(in streams: Streams) async -> [JSONValue] {
    let outcome = await perform(streams)
    let summary = JSONValue.text(TerminalText.line(outcome.summary))
    var messages = [
      ProtocolMessage.notification("window/showMessage", ["type": outcome.isGood ? 3 : 2, "message": summary])
    ]
    if let (path, text) = outcome.newFile {
      var edits = FileEdits()
      edits.create(path, text)
      messages.append(
        ProtocolMessage.request(
          .text("mfaflow-of-\(id)"), "workspace/applyEdit",
          ["label": summary, "edit": CreatedFiles.json(edits, address: FileAddress.address)]))
    }
    return messages + [
      ProtocolMessage.response(
        id,
        .success(["summary": .text(outcome.summary), "text": .text(outcome.text), "isGood": .flag(outcome.isGood)]))
    ]
  }
}

/// What is done by its name.
extension LanguageServer {
  /// The task of a request; throws where it names nothing that can be done.
  func task(_ id: RequestID, _ params: JSONValue) throws(ResponseError) -> ServedTask {
    let arguments = params["arguments"]?.list ?? []
    guard let name = params["command"]?.text, let command = ServedCommand(rawValue: name) else {
      throw ResponseError(.invalidParams, "there is no such command here")
    }
    guard let address = arguments.first?.text else {
      throw ResponseError(.invalidParams, "the first argument is the address of a file")
    }
    let path = path(of: address)
    guard workspace.texts.text(path) != nil else { throw ResponseError(.requestFailed, "there is no such file") }
    switch command {
    case .scenario: return try scenario(for: path, arguments, id)
    case .play: return playing([path], arguments.dropFirst().first?.text, id)
    case .coverage:
      if let step = arguments.dropFirst().first?.text { return try coverage(ofStep: step, in: path, id) }
      let files = workspace.scenarioFiles(of: path)
      guard !files.isEmpty else { throw ResponseError(.requestFailed, "the workspace has no scenarios of this flow") }
      return playing(files, nil, id)
    case .matrix:
      guard workspace.texts.edited(path).map({ (try? FileReader.file(path))?.bytes == $0.bytes }) ?? true else {
        throw ResponseError(.requestFailed, "save the flow first: its matrix is made of the file")
      }
      return ServedTask(id: id) { streams in
        let output = OverheardOutput(Silence())
        let errors = OverheardOutput(Silence())
        let code = await Tool.run(["matrix", path], in: streams.writing(to: output, errors))
        let last = output.text.split(separator: "\n").last.map(String.init) ?? errors.text
        return ServedOutcome(summary: last, text: output.text + errors.text, isGood: code == .success)
      }
    }
  }

  /// Scenarios as they stand in the editor, played on flows as they stand there.
  private func playing(_ files: [String], _ name: String?, _ id: RequestID) -> ServedTask {
    let reading = workspace.texts.reading
    let choice = ScenarioChoice(filter: name)
    var plan = TestPlanReader.read(
      files.map { .file($0, isNamed: true) }, choice, contract: nil, reading, naming: reading)
    if let name {
      // A name may stand in another one, too.
      for index in plan.files.indices {
        if case .sound(var file) = plan.files[index].state {
          file.scenarios.removeAll { $0.name.value != name }
          plan.files[index].state = .sound(file)
        }
      }
    }
    let wanted = plan
    var settings = TestSettings()
    settings.choice = choice
    return ServedTask(id: id) { [settings] _ in
      let (played, coverage) = await TestWorkers.play(wanted)
      let report = TestReport(wanted, played, coverage, settings)
      return ServedOutcome(
        summary: report.summary, text: report.text(as: "text", exit: 0), isGood: report.verdict == .passed)
    }
  }
}
