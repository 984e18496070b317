// SPDX-License-Identifier: Apache-2.0

/// A small SDK that nobody has built: what a contract file says of it.
struct BredContract {
  enum Kind: String {
    case challenge, result, notice, interrupt
  }

  struct Event {
    var name: String
    var kind: Kind
    /// What stands behind the kind, such as `enters: in`.
    var traits: [String] = []
    /// Of an interrupt.
    var isTerminal = false
    var needsAnswer = false
    var barsCalls = false
  }

  struct Reply {
    var event: String
    /// A status code, or `error`; empty for a success.
    var outcome = ""
    /// Such as `{ knowledge: pin }`.
    var earns = ""
    var enrols = ""

    /// As `then:` and `leadsTo:` write it.
    var words: String { outcome.isEmpty ? event : "\(event) \(outcome)" }
  }

  struct Call {
    var name: String
    /// The event that it answers; empty for none.
    var answers = ""
    var takesSecret = false
    /// What the secret is called.
    var secret = "word"
    /// Whether it takes a text that says who the user is.
    var takesName = false
    var phases: [String] = []
    var traits: [String] = []
    var replies: [Reply] = []
  }

  var phases: [String] = []
  var signedIn = ""
  var hasPatience = false
  /// Whether what asks for the name says whether something is ready.
  var hasReady = false
  /// How many wrong answers the SDK takes; nil where it counts none.
  var attempts: Int?
  var events: [Event] = []
  var calls: [Call] = []

  func events(_ kind: Kind) -> [Event] { events.filter { $0.kind == kind } }

  func call(_ name: String) -> Call? { calls.first { $0.name == name } }

  /// The calls that answer an event.
  func answers(to event: String) -> [Call] { calls.filter { $0.answers == event } }

  /// Calls that answer nothing.
  var free: [Call] { calls.filter { $0.answers.isEmpty } }

  /// The code of a wrong answer, and the other one that some SDKs have for it.
  static let wrong = "5"
  static let wrongOtherwise = "6"

  /// The contract as a file.
  var text: String {
    func askers(of code: String) -> [String] {
      Set(calls.flatMap(\.replies).filter { $0.outcome == code }.map(\.event)).sorted()
    }
    let coded = askers(of: Self.wrong)
    var lines = ["contract: bred", "version: 1.0.0"]
    if hasPatience { lines.append("patience: 60s") }
    lines += ["success: [0]", "phases:"] + phases.map { "  \($0)" }
    if !signedIn.isEmpty { lines.append("signedIn: \(signedIn)") }
    lines += [
      "authenticators:", "  pin: { channel: typed }", "  otp: { channel: typed }",
      "  key: { channel: device, phishingResistant: true }",
    ]
    if !coded.isEmpty {
      let counted = attempts.map { ", attempts: \($0)" } ?? ""
      lines += [
        "codes:",
        "  \(Self.wrong): { name: wrong, in: [\(coded.joined(separator: ", "))]\(counted), meaning: Wrong, source: chosen }",
      ]
      let otherwise = askers(of: Self.wrongOtherwise)
      if !otherwise.isEmpty {
        lines.append(
          "  \(Self.wrongOtherwise): { name: wrong-otherwise, in: [\(otherwise.joined(separator: ", "))], meaning: Wrong, source: chosen }"
        )
      }
    }
    lines.append("events:")
    for event in events {
      lines.append("  \(event.name):")
      lines += ["    kind: \(event.kind.rawValue)"] + event.traits.map { "    \($0)" } + ["    source: chosen"]
    }
    lines.append("calls:")
    for call in calls { lines += Self.lines(of: call) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of call: Call) -> [String] {
    var lines = ["  \(call.name):"]
    if !call.answers.isEmpty { lines.append("    answers: \(call.answers)") }
    let taken = (call.takesName ? ["name: text"] : []) + (call.takesSecret ? ["\(call.secret): secret 1..8"] : [])
    if !taken.isEmpty { lines.append("    takes: { \(taken.joined(separator: ", ")) }") }
    if !call.phases.isEmpty { lines.append("    phases: [\(call.phases.joined(separator: ", "))]") }
    lines += call.traits.map { "    \($0)" }
    lines.append(call.replies.isEmpty ? "    leadsTo: {}" : "    leadsTo:")
    for reply in call.replies {
      var said: [String] = []
      if !reply.earns.isEmpty { said.append("earns: \(reply.earns)") }
      if !reply.enrols.isEmpty { said.append("enrols: \(reply.enrols)") }
      lines.append("      \(reply.words): \(said.isEmpty ? "chosen" : "{ \(said.joined(separator: ", ")) }")")
    }
    return lines + ["    source: chosen"]
  }
}
