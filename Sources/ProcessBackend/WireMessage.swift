// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime

/// What a request is called by the side that asks, and its answer by the other.
enum WireID: Hashable, Sendable {
  case number(Int)
  case text(String)

  init(_ node: JSONNode) throws(JSONProblem) {
    switch node.value {
    case .int(let number): self = .number(number)
    case .text(let text): self = .text(text)
    default: throw JSONProblem("`id` is neither a text nor a whole number", at: node.place)
    }
  }

  /// In backticks, for messages.
  var quoted: String {
    switch self {
    case .number(let number): String(number)
    case .text(let text): Diagnostic.quoting(text, limit: 40)
    }
  }
}

/// A message of JSON-RPC 2.0, as it came in one line.
enum WireMessage {
  /// The answer to a request of ours.
  case result(id: WireID, JSONNode)
  /// A request of ours that the other side could not carry out.
  case error(id: WireID?, code: Int, message: String)
  /// What the other side tells.
  case notification(method: String, JSONNode?)
  /// What the other side asks.
  case request(id: WireID, method: String, JSONNode?)

  /// The value that stands in a line.
  static func node(_ line: [UInt8]) throws(JSONProblem) -> JSONNode {
    let start = JSONPlace(line: 1, column: 1)
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      throw JSONProblem("the line is empty: each line is a message", at: start)
    }
    if line.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONProblem("a byte order mark stands in front: UTF-8 is written without one", at: start)
    }
    do throws(JSONProblem) {
      return try JSONReader.read(line, numbers: .wholeByValue)
    } catch {
      guard error.isCutOff else { throw error }
      throw JSONProblem("\(error.message): a message stands on one line, without breaks", at: error.place)
    }
  }

  init(_ line: [UInt8]) throws(JSONProblem) {
    let node = try Self.node(line)
    var fields = try node.object()
    let version = try fields.take("jsonrpc")
    guard try version.text() == "2.0" else { throw JSONProblem("`jsonrpc` must be `2.0`", at: version.place) }
    let id = fields.takeIfThere("id")
    let name = try id.flatMap { id throws(JSONProblem) in id.isNull ? nil : try WireID(id) }
    if let method = fields.takeIfThere("method") {
      let params = fields.takeIfThere("params")
      try fields.finish()
      if let id, name == nil { throw JSONProblem("`id` is neither a text nor a whole number", at: id.place) }
      let what = try method.text()
      self = name.map { .request(id: $0, method: what, params) } ?? .notification(method: what, params)
    } else if let error = fields.takeIfThere("error") {
      if let result = fields.takeIfThere("result") {
        throw JSONProblem("`result` and `error` exclude each other", at: result.place)
      }
      try fields.finish()
      guard id != nil else { throw JSONProblem("`id` is missing", at: node.place) }
      var inner = try error.object()
      let code = try inner.take("code").codeOfSDK()
      self = .error(id: name, code: code, message: try inner.take("message").text())
      // More about it, for people who look at the messages.
      _ = inner.takeIfThere("data")
      try inner.finish()
    } else {
      let result = try fields.take("result")
      try fields.finish()
      guard let name else { throw JSONProblem("`id` is missing", at: node.place) }
      self = .result(id: name, result)
    }
  }

  /// A line that asks; a notification without `id`.
  static func written(
    _ method: String, id: Int? = nil, _ params: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    line { json in
      json.field("jsonrpc", "2.0")
      if let id { json.field("id", id) }
      json.field("method", method)
      json.object("params", params)
    }
  }

  /// A line that answers.
  static func written(resultOf id: WireID, _ result: (inout JSONWriter) -> Void) -> [UInt8] {
    line { json in
      json.field("jsonrpc", "2.0")
      json.write(id: id)
      json.object("result", result)
    }
  }

  /// A line that says that a request could not be carried out.
  static func written(errorOf id: WireID?, code: Int, _ message: String) -> [UInt8] {
    line { json in
      json.field("jsonrpc", "2.0")
      json.write(id: id)
      json.object("error") { json in
        json.field("code", code)
        json.field("message", message)
      }
    }
  }

  private static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(body)
    json.newline()
    return json.bytes
  }
}

extension JSONWriter {
  /// The name of a request, as it was sent; null for one that could not be read.
  fileprivate mutating func write(id: WireID?) {
    switch id {
    case .number(let number): field("id", number)
    case .text(let text): field("id", text)
    case nil: field("id", nil as Int?)
    }
  }
}
