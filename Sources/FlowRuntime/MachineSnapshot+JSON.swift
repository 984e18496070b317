// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract

extension MachineSnapshot {
  /// Writes the fields of the object `run`.
  func write(to json: inout JSONWriter) {
    json.field("format", format)
    json.field("flow", flow)
    json.field("version", version)
    json.field("contract", contract)
    json.field("program", String(fingerprint, radix: 16))
    json.array("frames") { json in
      for frame in frames { json.object { frame.write(to: &$0) } }
    }
    json.array("waiting") { json in for arrival in waiting { arrival.write(to: &json) } }
    json.array("owed") { json in
      for call in owed {
        json.object { json in
          json.field("call", call.call)
          json.field("until", call.until.map { Int($0) })
        }
      }
    }
    // Only where there are such, as below.
    if !late.isEmpty {
      json.array("late") { json in
        for call in late {
          json.object { json in
            json.field("row", call.row)
            json.field("until", call.until.map { Int($0) })
            json.flag("forAnother", call.isForAnother)
            json.flag("old", call.isOld)
          }
        }
      }
    }
    json.array("counters") { json in for count in counters { json.int(count) } }
    // Only where something is counted so: other runs are saved as they were.
    if !drawnByUser.isEmpty {
      json.array("drawnByUser") { json in for drawn in drawnByUser { json.object { drawn.write(to: &$0) } } }
    }
    json.array("cooldowns") { json in
      for time in cooldowns { if let time { json.int(Int(time)) } else { json.null() } }
    }
    json.field("user", user)
    json.field("proofs", of: proofs)
    json.field("enrolled", of: enrolled)
    json.field("setUp", of: setUp)
    json.field("pendingGates", pendingGates)
    json.field("heldGates", heldGates)
    json.array("fresh") { json in
      for proofs in fresh {
        if let proofs { json.array { json in json.write(proofs) } } else { json.null() }
      }
    }
    json.field("phase", phase)
    json.field("lastRequest", lastRequest)
    json.field("time", Int(time))
  }

  /// Reads the object `run`.
  init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    format = try fields.take("format").int(in: 1...Int.max)
    flow = try fields.take("flow").text()
    version = try fields.take("version").text()
    contract = try fields.take("contract").text()
    let program = try fields.take("program")
    guard let fingerprint = UInt64(try program.text(), radix: 16) else {
      throw JSONProblem("a hexadecimal number is expected", at: program.place)
    }
    self.fingerprint = fingerprint
    frames = try fields.take("frames").list { node throws(JSONProblem) in try Layer(node) }
    waiting = try fields.take("waiting").list { node throws(JSONProblem) in try MachineSnapshot.ReceivedEvent(node) }
    owed = try fields.take("owed").list { node throws(JSONProblem) in try MachineSnapshot.Owed(node) }
    late =
      try fields.takeIfThere("late").map { node throws(JSONProblem) in
        try node.list { node throws(JSONProblem) in try Late(node) }
      } ?? []
    counters = try fields.take("counters").list { node throws(JSONProblem) in try node.int(in: 0...65_535) }
    drawnByUser =
      try fields.takeIfThere("drawnByUser").map { node throws(JSONProblem) in
        try node.list { node throws(JSONProblem) in try Drawn(node) }
      } ?? []
    cooldowns = try fields.take("cooldowns").list { node throws(JSONProblem) in try node.time() }
    let user = try fields.take("user")
    self.user = user.isNull ? nil : try user.text()
    proofs = try fields.take("proofs").list { node throws(JSONProblem) in try Proof(node) }
    enrolled = try fields.take("enrolled").list { node throws(JSONProblem) in try Proof(node) }
    setUp = try fields.take("setUp").list { node throws(JSONProblem) in try Proof(node) }
    pendingGates = try fields.take("pendingGates").list { node throws(JSONProblem) in try node.text() }
    heldGates = try fields.take("heldGates").list { node throws(JSONProblem) in try node.text() }
    fresh = try fields.take("fresh").list { node throws(JSONProblem) in
      node.isNull ? nil : try node.list { node throws(JSONProblem) in try Proof(node) }
    }
    phase = try fields.take("phase").text()
    lastRequest = try fields.take("lastRequest").int(in: 0...Int(UInt32.max))
    time = Int64(try fields.take("time").int(in: 0...Int(Self.latestTime)))
    try fields.finish()
  }
}

extension MachineSnapshot.Layer {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("step", step)
    json.field("row", row)
    json.field("refusals", refusals)
    json.field("refusal", refusal)
    json.field("say", say)
    json.field("news", news)
    json.field("request", request)
    json.field("deadline", deadline.map { Int($0) })
    json.field("replyDue", replyDue.map { Int($0) })
    json.key("event")
    if let event { event.write(to: &json) } else { json.null() }
    json.array("kept") { json in for arrival in kept { arrival.write(to: &json) } }
    json.field("fresh", fresh)
    json.flag("forAnother", isForAnother)
    if isOld { json.flag("old", isOld) }
  }

  fileprivate init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    step = try fields.take("step").text()
    row = try fields.take("row").int(in: 0...Int(UInt16.max))
    refusals = try fields.take("refusals").int(in: 0...Int(UInt8.max))
    refusal = try fields.take("refusal").codeOfSDK()
    say = try fields.take("say").int(in: -1...Int(Int16.max))
    news = try fields.take("news").int(in: 0...2)
    request = try fields.take("request").int(in: 0...Int(UInt32.max))
    deadline = try fields.take("deadline").time()
    replyDue = try fields.take("replyDue").time()
    let event = try fields.take("event")
    self.event = event.isNull ? nil : try MachineSnapshot.ReceivedEvent(event)
    kept = try fields.take("kept").list { node throws(JSONProblem) in try MachineSnapshot.ReceivedEvent(node) }
    fresh = try fields.take("fresh").int(in: 0...Int.max)
    isForAnother = try fields.takeIfThere("forAnother")?.flag() ?? false
    isOld = try fields.takeIfThere("old")?.flag() ?? false
    try fields.finish()
  }
}

extension MachineSnapshot.Late {
  fileprivate init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    row = try fields.take("row").int(in: 0...Int(UInt16.max))
    until = try fields.take("until").time()
    isForAnother = try fields.takeIfThere("forAnother")?.flag() ?? false
    isOld = try fields.takeIfThere("old")?.flag() ?? false
    try fields.finish()
  }
}

extension MachineSnapshot.Drawn {
  fileprivate func write(to json: inout JSONWriter) {
    json.field("user", user)
    json.array("counts") { json in for count in counts { json.int(count) } }
  }

  fileprivate init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    user = try fields.take("user").text()
    counts = try fields.take("counts").list { node throws(JSONProblem) in try node.int(in: 0...65_535) }
    try fields.finish()
  }
}

extension MachineSnapshot.Owed {
  fileprivate init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    call = try fields.take("call").text()
    until = try fields.take("until").time()
    try fields.finish()
  }
}

extension MachineSnapshot.ReceivedEvent {
  fileprivate func write(to json: inout JSONWriter) { json.write(event, at: time) }

  fileprivate init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    time = try fields.takeIfThere("time").map { node throws(JSONProblem) in try node.time() } ?? nil
    event = try SDKEvent(from: &fields)
    try fields.finish()
  }
}

extension Proof {
  fileprivate init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    let factor = try fields.take("factor")
    guard let known = Factor(rawValue: try factor.text()) else {
      throw JSONProblem("there is no such factor", at: factor.place)
    }
    self.init(factor: known, authenticator: try fields.take("authenticator").text())
    try fields.finish()
  }
}

extension JSONWriter {
  /// Written only where it is so, as few runs have any of it.
  fileprivate mutating func flag(_ name: String, _ isSo: Bool) {
    guard isSo else { return }
    key(name)
    bool(true)
  }

  fileprivate mutating func field(_ name: String, of proofs: [Proof]) {
    array(name) { json in json.write(proofs) }
  }

  fileprivate mutating func write(_ proofs: [Proof]) {
    for proof in proofs {
      object { json in
        json.field("factor", proof.factor.rawValue)
        json.field("authenticator", proof.authenticator)
      }
    }
  }
}

extension JSONNode {
  /// Milliseconds since the start of the run; nil for `null`.
  fileprivate func time() throws(JSONProblem) -> Int64? {
    isNull ? nil : Int64(try int(in: 0...Int(MachineSnapshot.latestTime)))
  }
}
