// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What names a request: a number or a text, as its sender likes.
package enum RequestID: Sendable, Hashable {
  case number(Int)
  case text(String)

  package init?(_ value: JSONValue?) {
    switch value {
    case .int(let number): self = .number(number)
    case .text(let text): self = .text(text)
    default: return nil
    }
  }

  package var json: JSONValue {
    switch self {
    case .number(let number): .int(number)
    case .text(let text): .text(text)
    }
  }
}

/// A message of JSON-RPC 2.0, as it comes.
package enum ProtocolMessage: Sendable {
  case request(RequestID, method: String, JSONValue)
  case notification(method: String, JSONValue)
  /// An answer to a request of ours; nil for one that nobody can tell.
  case response(RequestID?)
  /// What is no message: why, and what it names itself if it does.
  case broken(RequestID?, ResponseError)

  /// Reads a message; never fails, since what is broken is answered, too.
  package static func read(_ bytes: [UInt8]) -> ProtocolMessage {
    let value: JSONValue
    do throws(JSONProblem) {
      value = JSONValue(try JSONReader.read(bytes, numbers: .all))
    } catch {
      return .broken(nil, ResponseError(.parseError, "\(error.message) (\(error.place))"))
    }
    guard case .object = value else { return .broken(nil, ResponseError(.invalidRequest, "a message is an object")) }
    let id = RequestID(value["id"])
    guard value["jsonrpc"]?.text == "2.0" else {
      return .broken(id, ResponseError(.invalidRequest, "a message has `\"jsonrpc\": \"2.0\"`"))
    }
    guard let method = value["method"] else {
      return value["result"] != nil || value["error"] != nil
        ? .response(id) : .broken(id, ResponseError(.invalidRequest, "a message has a method"))
    }
    guard let method = method.text else {
      return .broken(id, ResponseError(.invalidRequest, "a method is a text"))
    }
    let params = value["params"] ?? .object([])
    switch (value["id"], id) {
    case (nil, _): return .notification(method: method, params)
    case (_, let id?): return .request(id, method: method, params)
    default: return .broken(nil, ResponseError(.invalidRequest, "an id is a number or a text"))
    }
  }

  /// An answer.
  package static func response(_ id: RequestID?, _ outcome: Result<JSONValue, ResponseError>) -> JSONValue {
    let id = id?.json ?? .null
    return switch outcome {
    case .success(let result): ["jsonrpc": "2.0", "id": id, "result": result]
    case .failure(let error):
      ["jsonrpc": "2.0", "id": id, "error": ["code": .int(error.code.rawValue), "message": .text(error.message)]]
    }
  }

  package static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .text(method), "params": params]
  }

  package static func request(_ id: RequestID, _ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id.json, "method": .text(method), "params": params]
  }
}

/// Why a request has no result.
package struct ResponseError: Error, Sendable, Equatable {
  /// Source: JSON-RPC 2.0, section 5.1, and LSP 3.17, "Response Message".
  package enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case notInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
