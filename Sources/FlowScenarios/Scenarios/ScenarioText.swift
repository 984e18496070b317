// SPDX-License-Identifier: Apache-2.0

import FlowFormatting
package import FlowRuntime
package import Values

/// A scenario file that a program writes: one run with an SDK that is played by hand, and what it must not come to.
package struct ScenarioText: Sendable {
  /// One thing that happens.
  package enum Item: Sendable {
    /// The user makes a choice of a step.
    case choice(step: String, String)
    /// The user hands in the inputs of a step.
    case inputs(step: String, Record)
    /// The SDK sends an event.
    case event(SDKEvent)
    /// The SDK refuses the next call of that name.
    case reject(call: String, code: Int)
    /// From now on a security module denies everything, for this reason.
    case deny(String)
    /// From now on it allows everything.
    case allow
    /// Time passes, in milliseconds.
    case after(Int64)
    /// It is this step that asks; with this message, by its key, with exactly these choices, and after an answer that was refused for this
    /// reason, where they matter.
    case expect(step: String, say: String? = nil, offered: [String]? = nil, refused: String? = nil)
  }

  /// How a run has come out.
  package struct Ending: Sendable {
    /// Where it was over; nil if that does not matter, or it waits.
    package var end: String?
    /// The step at which it waits; nil if that does not matter, or it is over.
    package var waiting: String?
    /// The steps that it entered, in order; nil if they do not matter.
    package var path: [String]?
    /// The calls that it made, in order; nil if they do not matter.
    package var called: [String]?
    /// The kinds of factor that were shown, and those that were set up; nil if they do not matter.
    package var proofs: [String]?
    package var enrolled: [String]?
    /// The key of the message at the end; nil if it does not matter, or there is none.
    package var say: String?

    /// An ending of which nothing matters yet.
    package init() {}
  }

  /// What stands first, each on a line of its own behind a `#`.
  package var comments: [String] = []
  /// The flow's file, as a path from the folder of the scenario file.
  package let flow: String
  /// The file of the contract, in the same way; nil for the one that the flow names.
  package let contract: String?
  /// The scenario's name.
  package let name: String
  /// Why a security module denies everything; nil if none does.
  package var denial: String?
  /// What happens, in order.
  package var items: [Item] = []
  /// What the run must not come to.
  package var never = Ending()
  /// How it must come out, in place of ``never``; nil for that.
  package var expected: Ending?
  /// Whether how it must come out is left to the author, in place of both.
  package var isOpen = false

  /// A scenario of a flow, in which nothing happens yet.
  package init(flow: String, contract: String?, name: String) {
    self.flow = flow
    self.contract = contract
    self.name = name
  }

  /// The same under another name.
  package func named(_ name: String) -> ScenarioText {
    var other = ScenarioText(flow: flow, contract: contract, name: name)
    (other.comments, other.denial, other.items) = (comments, denial, items)
    (other.never, other.expected, other.isOpen) = (never, expected, isOpen)
    return other
  }

  /// The file, with a line break at its end.
  package var text: String {
    Self.file([self])
  }

  /// A file of scenarios of one flow; what stands first, the first one says.
  package static func file(_ scenarios: [ScenarioText]) -> String {
    guard let first = scenarios.first else { return "" }
    var lines = first.comments.map { "# \($0)" }
    lines.append("flow: \(quoted(first.flow))")
    if let contract = first.contract { lines.append("contract: \(quoted(contract))") }
    lines += ["sdk: byHand", "scenarios:"]
    lines += scenarios.map { $0.lines.joined(separator: "\n") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var lines: [String] {
    var lines = ["  - name: \(Self.quoted(name))"]
    if let denial { lines.append("    modules: { \(Self.module): { deny: \(Self.quoted(denial)) } }") }
    if !items.isEmpty { lines.append("    do:") }
    lines += items.map { "      - \(Self.written($0))" }
    if isOpen {
      lines.append("    expect: todo")
    } else if let expected {
      lines.append("    expect: { \(written(expected)) }")
    } else {
      lines.append("    never: { \(written(never)) }")
    }
    return lines
  }

  private func written(_ ending: Ending) -> String {
    func list(_ names: [String]) -> String { "[\(Self.names(names))]" }
    var parts: [String] = []
    if let end = ending.end { parts.append("end: \(Self.name(end))") }
    if let waiting = ending.waiting { parts.append("waiting: \(Self.name(waiting))") }
    if let say = ending.say { parts.append("say: \(Self.name(say))") }
    if let proofs = ending.proofs { parts.append("proofs: \(list(proofs))") }
    if let enrolled = ending.enrolled { parts.append("enrolled: \(list(enrolled))") }
    if let path = ending.path { parts.append("path: \(list(path))") }
    if let called = ending.called { parts.append("called: \(list(called))") }
    return parts.joined(separator: ", ")
  }

  /// What the one security module is called.
  private static let module = "policy"

  private static func written(_ item: Item) -> String {
    switch item {
    case .choice(let step, let choice): "\(name(step)): \(name(choice))"
    case .inputs(let step, let values): "\(name(step)): \(written(.record(values)))"
    case .reject(let call, let code): "reject: { call: \(name(call)), code: \(code) }"
    case .deny(let reason): "deny: { \(module): \(quoted(reason)) }"
    case .allow: "allow: \(module)"
    case .after(let time): "after: \(time % 1000 == 0 ? "\(time / 1000)s" : "\(time)ms")"
    case .expect(let step, let say, let offered, let refused):
      "expect: { step: \(name(step))" + (say.map { ", say: \(name($0))" } ?? "")
        + (offered.map { ", offered: [\(names($0))]" } ?? "") + (refused.map { ", refused: \(quoted($0))" } ?? "")
        + " }"
    case .event(let event): written(event)
    }
  }

  private static func written(_ event: SDKEvent) -> String {
    var parts = ["event: \(name(event.name))"]
    if let status = event.status { parts.append("status: \(status)") }
    if event.error != 0 { parts.append("error: \(event.error)") }
    if !event.data.isEmpty { parts.append("with: \(written(.record(event.data)))") }
    return parts.count == 1 ? parts[0] : "{ \(parts.joined(separator: ", ")) }"
  }

  private static func written(_ value: Value) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .int(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let values): "[\(values.map(written).joined(separator: ", "))]"
    case .record(let record):
      record.isEmpty
        ? "{}" : "{ \(record.fields.map { "\(name($0.name)): \(written($0.value))" }.joined(separator: ", ")) }"
    case .secret(let secret): quoted(secret.withBytes { String(decoding: $0, as: UTF8.self) })
    }
  }

  /// A name, which gets quotes where it needs them, as `null` does.
  private static func name(_ name: String) -> String { SourceValue.text(name).inlineText }

  private static func names(_ names: [String]) -> String { names.map(name).joined(separator: ", ") }

  /// A text between double quotes, as YAML and JSON write it.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
