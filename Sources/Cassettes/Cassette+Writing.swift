// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime

extension Cassette {
  /// The first field of a file, which says what it is.
  static let kind = OwnFile.cassette.rawValue

  /// The file: one JSON object a line, the first for what was recorded, the last for how many entries there are.
  package var text: String {
    var json = JSONWriter()
    json.object { json in
      json.field("mfaflow", Self.kind)
      json.field("version", Self.version)
      json.object("contract") { json in
        json.field("name", identity.contract)
        json.field("version", identity.contractVersion)
        json.field("hash", identity.contractHash)
      }
      json.object("flow") { json in
        json.field("name", identity.flow)
        json.field("version", identity.flowVersion)
        json.field("sources", identity.sources)
      }
      json.field("directions", takesDirections)
    }
    json.newline()
    for entry in entries {
      json.write(entry)
      json.newline()
    }
    json.object { $0.field("entries", entries.count) }
    json.newline()
    return json.text
  }
}

extension BackendFailure.Kind {
  /// How a cassette writes it.
  var written: String {
    switch self {
    case .gone: "gone"
    case .brokeContract: "broke-contract"
    case .diverged: "diverged"
    case .declined: "declined"
    }
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ entry: CassetteEntry) {
    guard case .event(let event) = entry.what else { return object { $0.writeFields(of: entry) } }
    write(event, at: entry.time)
  }

  private mutating func writeFields(of entry: CassetteEntry) {
    switch entry.what {
    case .event: break
    case .call(let call, let reply):
      field("call", call.name)
      field("time", Int(entry.time))
      key("arguments")
      write(call.arguments)
      write(reply)
    case .failure(let kind):
      field("failed", kind.written)
      field("time", Int(entry.time))
    case .direction(let mark):
      write(mark)
      field("time", Int(entry.time))
    }
  }

  private mutating func write(_ reply: CassetteEntry.Reply) {
    switch reply {
    case .answer(.accepted): field("answer", "accepted")
    case .answer(.rejected(let code, let message)):
      field("answer", "rejected")
      field("code", code)
      if let message { field("message", message) }
    case .failure(let kind): field("failed", kind.written)
    }
  }

  private mutating func write(_ mark: CassetteEntry.DirectedMark) {
    switch mark {
    case .send(let event):
      field("directed", "send")
      key("sent")
      write(event)
    case .refuse(let call, let code):
      field("directed", "refuse")
      field("refused", call)
      field("code", code)
    case .hold(let hadReplies):
      field("directed", "hold")
      field("held", hadReplies)
    case .release: field("directed", "release")
    }
  }
}
