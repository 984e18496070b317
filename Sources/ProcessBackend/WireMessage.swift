// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A message of JSON-RPC 2.0, as it came in one line.
enum WireMessage {
  /// The answer to a request of ours.
  case result(id: Int, JSONNode)
  /// A request of ours that the other side could not carry out.
  case error(id: Int?, code: Int, message: String)
  /// What the other side tells.
  case notification(method: String, JSONNode?)
  /// What the other side asks.
  case request(id: Int, method: String, JSONNode?)

  init(_ line: [UInt8]) throws(JSONProblem) {
    let node = try JSONReader.read(line)
    var fields = try node.object()
    let version = try fields.take("jsonrpc")
    guard try version.text() == "2.0" else { throw JSONProblem("`jsonrpc` must be `2.0`", at: version.place) }
    let id = fields.takeIfThere("id")
    let number = try id.flatMap { id throws(JSONProblem) in id.isNull ? nil : try id.int(in: 0...Int.max) }
    if let method = fields.takeIfThere("method") {
      let params = fields.takeIfThere("params")
      try fields.finish()
      let name = try method.text()
      self = number.map { .request(id: $0, method: name, params) } ?? .notification(method: name, params)
    } else if let error = fields.takeIfThere("error") {
      try fields.finish()
      var inner = try error.object()
      let code = try inner.take("code").int(in: Int.min...Int.max)
      self = .error(id: number, code: code, message: try inner.take("message").text())
    } else {
      let result = try fields.take("result")
      try fields.finish()
      guard let number else { throw JSONProblem("`id` is missing", at: node.place) }
      self = .result(id: number, result)
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
  static func written(resultOf id: Int, _ result: (inout JSONWriter) -> Void) -> [UInt8] {
    line { json in
      json.field("jsonrpc", "2.0")
      json.field("id", id)
      json.object("result", result)
    }
  }

  /// A line that says that a request could not be carried out.
  static func written(errorOf id: Int?, code: Int, _ message: String) -> [UInt8] {
    line { json in
      json.field("jsonrpc", "2.0")
      json.field("id", id)
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
