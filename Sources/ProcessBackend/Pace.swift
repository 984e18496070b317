// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime

/// What any answer says on a virtual clock.
struct Pace {
  /// When the next event is due; nil if none is under way.
  let next: Duration?
  /// Whether replies are held.
  let hasHeld: Bool

  static let fields = ["next", "held"]

  /// - Parameter isAlone: whether the answer says nothing else.
  init(_ node: JSONNode, isAlone: Bool) throws(JSONProblem) {
    var fields = try node.object()
    next = try fields.takeIfThere("next").flatMap { node throws(JSONProblem) -> Duration? in
      node.isNull ? nil : try node.timeOfRun()
    }
    hasHeld = try fields.takeIfThere("held").map { node throws(JSONProblem) in try node.flag() } ?? false
    if isAlone { try fields.finish() }
  }

  private init(next: Duration?, hasHeld: Bool) { (self.next, self.hasHeld) = (next, hasHeld) }

  /// What an answer says of each of several devices: `next` has a time for each that has something under way, `held` the
  /// names of those with held replies.
  static func all(_ node: JSONNode, isAlone: Bool, of devices: [String]) throws(JSONProblem) -> [Pace] {
    guard !devices.isEmpty else { return [try Pace(node, isAlone: isAlone)] }
    var fields = try node.object()
    var times = try fields.takeIfThere("next").flatMap { node throws(JSONProblem) in
      node.isNull ? nil : try node.object()
    }
    var told: Set<String> = []
    let held = try fields.takeIfThere("held").map { node throws(JSONProblem) in
      try node.list { item throws(JSONProblem) in
        let name = try item.text()
        guard devices.contains(name) else { throw JSONProblem("there is no such device in this run", at: item.place) }
        guard told.insert(name).inserted else { throw JSONProblem("this device is named twice", at: item.place) }
        return name
      }
    }
    var paces: [Pace] = []
    for device in devices {
      let time = times?.takeIfThere(device)
      let next = try time.flatMap { node throws(JSONProblem) -> Duration? in
        node.isNull ? nil : try node.timeOfRun()
      }
      paces.append(Pace(next: next, hasHeld: held?.contains(device) ?? false))
    }
    try times?.finish()
    if isAlone { try fields.finish() }
    return paces
  }
}
