// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
package import FlowRuntime
package import RELIDSimulator
import SDKContract

/// A run that was left waiting, as a file: `mfaflow run --save` writes it, `--resume` reads it.
package struct RunFile: Sendable {
  /// The form of the file; it rises when the form changes.
  ///
  /// Since 2 the journal has what events said.
  static let version = 2
  private static let kind = OwnFile.savedRun.rawValue

  /// What a run belongs to.
  package struct Identity: Sendable, Hashable {
    package let flow: String
    package let flowVersion: String
    /// A number for the texts of the flow and its parts.
    ///
    /// Catalogues do not count: a run does the same in each language.
    package let sources: String
    package let contract: String
    package let contractVersion: String
    /// A number for all that the contract says.
    package let contractHash: String

    /// - Parameter sources: the files of the flow and of its parts, and no others.
    package init(of flow: Flow, _ sources: SourceMap) {
      self.flow = flow.name
      flowVersion = flow.version
      self.sources = sources.fingerprint(without: flow.languages.files)
      contract = flow.contract.name
      contractVersion = flow.contract.version
      contractHash = flow.contract.fingerprint
    }
  }

  package let identity: Identity
  package let run: SavedRun
  package let journal: RELIDJournal

  package init(identity: Identity, run: SavedRun, journal: RELIDJournal) {
    self.identity = identity
    self.run = run
    self.journal = journal
  }

  /// The file; one line, so that nobody is tempted to edit it.
  package var text: String {
    var json = JSONWriter()
    json.object { json in
      json.field("mfaflow", Self.kind)
      json.field("version", Self.version)
      identity.write(to: &json)
      run.write(to: &json)
      json.object("sdk") { json in
        json.field("name", RELIDJournal.sdk)
        journal.write(to: &json)
      }
    }
    return json.text + "\n"
  }

  /// Reads a file, which must be one of these and have nothing in it that is unknown.
  package static func read(_ bytes: [UInt8]) throws(RunFileProblem) -> RunFile {
    var fields: JSONFields
    let form: Int
    do throws(JSONProblem) {
      fields = try JSONReader.read(bytes).object()
      form = try Self.form(&fields)
    } catch {
      throw RunFileProblem(error)
    }
    guard form == version else { throw RunFileProblem(SnapshotMismatch.format(form)) }
    do throws(JSONProblem) {
      return try rest(&fields)
    } catch {
      throw RunFileProblem(error)
    }
  }

  /// Which form the file has.
  private static func form(_ fields: inout JSONFields) throws(JSONProblem) -> Int {
    guard try fields.takeIfThere("mfaflow")?.text() == kind else {
      throw JSONProblem("this is no saved run", at: fields.place)
    }
    return try fields.take("version").int(in: 1...Int.max)
  }

  /// What a file of this program's form has behind its form.
  private static func rest(_ fields: inout JSONFields) throws(JSONProblem) -> RunFile {
    let identity = try Identity(from: &fields)
    let run = try SavedRun(from: &fields)
    let sdk = try fields.take("sdk")
    var parts = try sdk.object()
    guard try parts.take("name").text() == RELIDJournal.sdk else {
      throw JSONProblem("the run's SDK is not the simulated one", at: sdk.place)
    }
    let journal = try RELIDJournal(from: &parts)
    try parts.finish()
    try fields.finish()
    return RunFile(identity: identity, run: run, journal: journal)
  }
}

extension RunFile.Identity {
  fileprivate func write(to json: inout JSONWriter) {
    json.object("flow") { json in
      json.field("name", flow)
      json.field("version", flowVersion)
      json.field("sources", sources)
    }
    json.object("contract") { json in
      json.field("name", contract)
      json.field("version", contractVersion)
      json.field("hash", contractHash)
    }
  }

  fileprivate init(from fields: inout JSONFields) throws(JSONProblem) {
    var flow = try fields.take("flow").object()
    self.flow = try flow.take("name").text()
    flowVersion = try flow.take("version").text()
    sources = try flow.take("sources").text()
    try flow.finish()
    var contract = try fields.take("contract").object()
    self.contract = try contract.take("name").text()
    contractVersion = try contract.take("version").text()
    contractHash = try contract.take("hash").text()
    try contract.finish()
  }
}
