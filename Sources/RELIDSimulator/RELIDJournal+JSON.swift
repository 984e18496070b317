// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowRuntime
import Values

extension RELIDJournal {
  /// Adds the journal to an object, as the fields `devices` and `journal`.
  public func write(to json: inout JSONWriter) {
    json.field("devices", devices)
    json.array("journal") { json in
      for entry in entries { json.object { entry.write(to: &$0) } }
    }
  }

  /// Takes a journal out of an object.
  public init(from fields: inout JSONFields) throws(JSONProblem) {
    devices = try fields.take("devices").list { node throws(JSONProblem) in try node.text() }
    entries = try fields.take("journal").list { node throws(JSONProblem) in try Entry(node) }
  }

  /// Milliseconds: as late as any run can be.
  static let latestTime = 1 << 52
}

extension RELIDJournal.Entry {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("time", Int(time))
    if device != 0 { json.field("device", device) }
    switch what {
    case .call(let name, let arguments, let secrets, let refusal):
      json.field("call", name)
      if !arguments.isEmpty {
        json.key("arguments")
        json.write(arguments)
      }
      if !secrets.isEmpty {
        json.object("secrets") { json in
          for brought in secrets { json.object(brought.name) { brought.secret.write(to: &$0) } }
        }
      }
      if let refusal { json.field("refused", refusal) }
    case .look(let came):
      json.field("event", came?.event)
      if let came { json.field("said", came.said) }
    case .send(let event, let delay):
      json.key("sent")
      json.write(event)
      json.field("delay", Int(delay))
    case .refuseNext(let call, let number):
      json.field("refuseNext", call)
      json.field("number", number)
    case .holdReplies: json.field("holdsReplies", true)
    case .releaseReplies: json.field("holdsReplies", false)
    }
  }

  fileprivate init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    time = Int64(try fields.take("time").int(in: 0...RELIDJournal.latestTime))
    device = try fields.takeIfThere("device").map { node throws(JSONProblem) in try node.int(in: 1...1_000_000) } ?? 0
    what = try Self.what(&fields)
    try fields.finish()
  }

  private static func what(_ fields: inout JSONFields) throws(JSONProblem) -> What {
    if let name = fields.takeIfThere("call") {
      let arguments = try fields.takeIfThere("arguments").map { node throws(JSONProblem) in try Record(node) }
      var secrets: [RELIDJournal.Brought] = []
      for field in try fields.takeIfThere("secrets")?.object().rest ?? [] {
        secrets.append(.init(name: field.name, secret: try .init(field.node)))
      }
      let refusal = try fields.takeIfThere("refused").map { node throws(JSONProblem) in
        try node.int(in: Int.min...Int.max)
      }
      return .call(try name.text(), arguments: arguments ?? Record(), secrets: secrets, refusal: refusal)
    }
    if let event = fields.takeIfThere("event") {
      guard !event.isNull else { return .look(nil) }
      return .look(RELIDJournal.Entry.Came(event: try event.text(), said: try fields.take("said").text()))
    }
    if let event = fields.takeIfThere("sent") {
      let delay = try fields.take("delay").int(in: 0...RELIDJournal.latestTime)
      return .send(try SDKEvent(event), delay: Int64(delay))
    }
    if let call = fields.takeIfThere("refuseNext") {
      return .refuseNext(try call.text(), number: try fields.take("number").int(in: Int.min...Int.max))
    }
    return try fields.take("holdsReplies").flag() ? .holdReplies : .releaseReplies
  }
}

extension RELIDJournal.KnownSecret {
  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .password(let user): json.field("passwordOf", user)
    case .former(let user, let place):
      json.field("formerPasswordOf", user)
      json.field("place", place)
    case .code(let user, let place):
      json.field("codeOf", user)
      json.field("place", place)
    case .set(let number): json.field("set", number)
    case .blank: json.field("blank", true)
    case .other: json.field("blank", false)
    }
  }

  fileprivate init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    if let user = fields.takeIfThere("passwordOf") {
      self = .password(of: try user.text())
    } else if let user = fields.takeIfThere("formerPasswordOf") {
      self = .former(of: try user.text(), try fields.take("place").int(in: 0...1_000_000))
    } else if let user = fields.takeIfThere("codeOf") {
      self = .code(of: try user.text(), try fields.take("place").int(in: 0...1_000_000))
    } else if let number = fields.takeIfThere("set") {
      self = .set(try number.int(in: 1...1_000))
    } else {
      self = try fields.take("blank").flag() ? .blank : .other
    }
    try fields.finish()
  }
}
