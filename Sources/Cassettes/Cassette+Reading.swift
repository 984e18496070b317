// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Values

extension Cassette {
  /// Reads a file, which must be whole and have nothing in it that is unknown.
  ///
  /// Nothing of the file is shown in what is wrong with it but names of fields: it may be any file, with secrets in it.
  package static func read(_ bytes: [UInt8]) throws(CassetteProblem) -> Cassette {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    let head = try line(lines.first ?? [], 1) { node throws(JSONProblem) in try Head(node) }
    if let form = head.otherVersion { throw CassetteProblem(version: form) }
    guard let identity = head.identity else { throw CassetteProblem("this is no cassette", line: 1) }
    guard lines.count > 1 else { throw CassetteProblem("it is cut off", line: 1) }
    var entries: [CassetteEntry] = []
    for index in 1..<(lines.count - 1) {
      let latest = entries.last?.time ?? 0
      entries.append(
        try line(lines[index], index + 1) { node throws(JSONProblem) in try CassetteEntry(node, from: latest) })
    }
    let count = try line(lines[lines.count - 1], lines.count) { node throws(JSONProblem) in
      var fields = try node.object()
      guard let count = fields.takeIfThere("entries") else { throw JSONProblem("it is cut off", at: node.place) }
      try fields.finish()
      return try count.int(in: 0...Int.max)
    }
    guard count == entries.count else {
      throw CassetteProblem("it has \(entries.count) entries, not \(count)", line: lines.count)
    }
    return Cassette(identity: identity, takesDirections: head.takesDirections, entries: entries)
  }

  private static func line<Content>(
    _ bytes: ArraySlice<UInt8>, _ number: Int, _ read: (JSONNode) throws(JSONProblem) -> Content
  ) throws(CassetteProblem) -> Content {
    do throws(JSONProblem) {
      return try read(try JSONReader.read(Array(bytes)))
    } catch {
      throw CassetteProblem(error, inLine: number)
    }
  }

  /// The first line of a file.
  private struct Head {
    /// Nil if the file has another version.
    var identity: Identity?
    var otherVersion: Int?
    var takesDirections = false

    init(_ node: JSONNode) throws(JSONProblem) {
      var fields = try node.object()
      guard case .text(Cassette.kind)? = fields.takeIfThere("mfaflow")?.value else {
        throw JSONProblem("this is no cassette", at: node.place)
      }
      let version = try fields.take("version").int(in: 1...Int.max)
      guard version == Cassette.version else {
        otherVersion = version
        return
      }
      var contract = try fields.take("contract").object()
      var flow = try fields.take("flow").object()
      identity = Identity(
        contract: try contract.take("name").text(), contractVersion: try contract.take("version").text(),
        contractHash: try contract.take("hash").text(), flow: try flow.take("name").text(),
        flowVersion: try flow.take("version").text(), sources: try flow.take("sources").text())
      try contract.finish()
      try flow.finish()
      takesDirections = try fields.take("directions").flag()
      try fields.finish()
    }
  }
}

extension CassetteEntry {
  /// - Parameter earliest: the time of the entry before it.
  fileprivate init(_ node: JSONNode, from earliest: Int64) throws(JSONProblem) {
    var fields = try node.object()
    let written = try fields.take("time")
    time = try written.timeOfRun().milliseconds
    guard time >= earliest else { throw JSONProblem("this time is before the one above", at: written.place) }
    if let name = fields.takeIfThere("call") {
      let call = SDKCall(name: try name.text(), arguments: try Record(try fields.take("arguments")))
      what = .call(call, try Reply(from: &fields))
    } else if let kind = fields.takeIfThere("failed") {
      what = .failure(try BackendFailure.Kind(kind))
    } else if let word = fields.takeIfThere("directed") {
      what = .direction(try DirectedMark(word, &fields))
    } else {
      what = .event(try SDKEvent(from: &fields))
    }
    try fields.finish()
  }
}

extension CassetteEntry.Reply {
  fileprivate init(from fields: inout JSONFields) throws(JSONProblem) {
    if let kind = fields.takeIfThere("failed") {
      self = .failure(try BackendFailure.Kind(kind))
      return
    }
    let answer = try fields.take("answer")
    switch try answer.text() {
    case "accepted": self = .answer(.accepted)
    case "rejected":
      let code = try fields.take("code")
      let number = try code.int(in: Int.min...Int.max)
      guard number != 0 else { throw JSONProblem("a `code` of 0 rejects nothing", at: code.place) }
      let message = try fields.takeIfThere("message").map { node throws(JSONProblem) in try node.text() }
      self = .answer(.rejected(code: number, message: message))
    default: throw JSONProblem("`answer` is neither `accepted` nor `rejected`", at: answer.place)
    }
  }
}

extension CassetteEntry.DirectedMark {
  fileprivate init(_ word: JSONNode, _ fields: inout JSONFields) throws(JSONProblem) {
    switch try word.text() {
    case "send": self = .send(try SDKEvent(try fields.take("sent")))
    case "refuse":
      let call = try fields.take("refused").text()
      self = .refuse(call: call, code: try fields.take("code").int(in: Int.min...Int.max))
    case "hold": self = .hold(hadReplies: try fields.take("held").flag())
    case "release": self = .release
    default: throw JSONProblem("nobody directs this", at: word.place)
    }
  }
}

extension BackendFailure.Kind {
  fileprivate init(_ node: JSONNode) throws(JSONProblem) {
    switch try node.text() {
    case Self.gone.written: self = .gone
    case Self.brokeContract.written: self = .brokeContract
    case Self.diverged.written: self = .diverged
    default: throw JSONProblem("an SDK does not fail in this way", at: node.place)
    }
  }
}
