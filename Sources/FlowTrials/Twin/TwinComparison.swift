// SPDX-License-Identifier: Apache-2.0

import Cassettes
import FlowRuntime
import SDKContract
import Values

/// Two runs of one flow, compared up to the first thing in which they differ.
struct TwinComparison {
  struct Divergence: Equatable {
    /// The last line that both traces have; nil if they have none.
    let last: String?
    /// What the first run has there, and the second.
    let sides: [String]
  }

  /// Nil if the runs are the same.
  private(set) var divergence: Divergence?
  /// How many lines of the traces are the same.
  private(set) var count = 0
  /// Of each run, the fields of events that only it has, such as `getUser.rememberMode`, in order.
  private(set) var ownFields: [[String]] = [[], []]

  private let contract: Contract
  private var last: String?
  /// Texts that both runs have handed to their SDKs: those are no SDK's own.
  private var given: Set<String> = []

  init(_ first: [TwinItem], _ second: [TwinItem], _ contract: Contract) {
    self.contract = contract
    for index in 0..<max(first.count, second.count) {
      let pair = [first, second].map { index < $0.count ? $0[index] : nil }
      guard let difference = difference(pair[0], pair[1]) else {
        if let line = pair[0]?.line {
          last = line
          count += 1
        }
        continue
      }
      divergence = Divergence(last: last, sides: difference)
      return
    }
  }

  /// Nil if both are the same.
  private mutating func difference(_ first: TwinItem?, _ second: TwinItem?) -> [String]? {
    let otherwise = [first?.words ?? "nothing more", second?.words ?? "nothing more"]
    switch (first, second) {
    case (.passed(.call(let one, let reply)), .passed(.call(let other, let otherReply))):
      guard one.name == other.name else { return otherwise }
      if let field = different(one.arguments, other.arguments, nil, at: "", notingOwn: nil) {
        return field.map { "call  \(one.name) with \($0)" }
      }
      note(one.arguments, other.arguments)
      guard Self.isSame(reply, otherReply) else {
        return [Self.words(reply, of: one), Self.words(otherReply, of: one)]
      }
      return nil
    case (.passed(.event(let one)), .passed(.event(let other))):
      let ids = (contract.event(named: one.name), contract.event(named: other.name))
      guard ids.0 == ids.1, ids.0 != nil || one.name == other.name else { return otherwise }
      guard let id = ids.0 else { return nil }
      let name = contract[id].name
      let field = different(one.data, other.data, contract[id].fields, at: "", notingOwn: name)
      return field.map { field in field.map { "event  \(name) with \($0)" } }
    case (.passed(let one), .passed(let other)): return one.words == other.words ? nil : otherwise
    default: return first?.line == second?.line && first?.line != nil ? nil : otherwise
    }
  }

  private static func isSame(_ reply: CassetteEntry.Reply, _ other: CassetteEntry.Reply) -> Bool {
    switch (reply, other) {
    case (.answer(.accepted), .answer(.accepted)): true
    case (.answer(.rejected(let code, _)), .answer(.rejected(let otherCode, _))): code == otherCode
    case (.failure(let kind), .failure(let otherKind)): kind == otherKind
    default: false
    }
  }

  private static func words(_ reply: CassetteEntry.Reply, of call: SDKCall) -> String {
    switch reply {
    case .answer(.accepted): "accepted  \(call.name)"
    case .answer(.rejected(let code, _)): "rejected  \(call.name) \(code)"
    case .failure: "the SDK failed at \(call.name)"
    }
  }

  private mutating func note(_ one: Record, _ other: Record) {
    for case .text(let text) in one.fields.filter({ other[$0.name] == $0.value }).map(\.value) { given.insert(text) }
  }

  /// The first field that differs, as each run has it; nil if none does.
  ///
  /// - Parameter event: where a field of only one run is noted and no difference; nil where it is one.
  private mutating func different(
    _ one: Record, _ other: Record, _ type: RecordType?, at path: String, notingOwn event: String?
  ) -> [String]? {
    for field in one.fields {
      let place = path + field.name
      guard let value = other[field.name] else {
        guard let event else { return ["\(place): \(field.value)", "no \(place)"] }
        add(event + "." + place, to: 0)
        continue
      }
      if let found = different(field.value, value, type?.type(of: field.name), at: place, notingOwn: event) {
        return found
      }
    }
    for field in other.fields where one[field.name] == nil {
      guard let event else { return ["no \(path)\(field.name)", "\(path)\(field.name): \(field.value)"] }
      add("\(event).\(path)\(field.name)", to: 1)
    }
    return nil
  }

  private mutating func add(_ field: String, to side: Int) {
    if !ownFields[side].contains(field) { ownFields[side].append(field) }
  }

  private mutating func different(
    _ one: Value, _ other: Value, _ type: ValueType?, at place: String, notingOwn event: String?
  ) -> [String]? {
    let both = ["\(place): \(one)", "\(place): \(other)"]
    switch (one, other) {
    case (.record(let left), .record(let right)):
      var fields: RecordType?
      if case .record(let known)? = type { fields = known }
      return different(left, right, fields, at: place + ".", notingOwn: event)
    case (.list(let left), .list(let right)):
      guard left.count == right.count else { return both }
      var element: ValueType?
      if case .list(let known)? = type { element = known }
      for (index, pair) in zip(left, right).enumerated() {
        if let found = different(pair.0, pair.1, element, at: "\(place)[\(index + 1)]", notingOwn: event) {
          return found
        }
      }
      return nil
    case (.text(let left), .text(let right)): return isSame(left, right, type) ? nil : both
    case (.int, .int): if case .seconds? = type { return nil } else { return one == other ? nil : both }
    default: return one == other ? nil : both
    }
  }

  private func isSame(_ one: String, _ other: String, _ type: ValueType?) -> Bool {
    if one == other { return true }
    if case .oneOf? = type { return false }
    return !given.contains(one) && !given.contains(other) && one.isEmpty == other.isEmpty
  }
}
