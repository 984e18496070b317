// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
package import RuleBook
package import SDKContract
import Values

/// What a contract says of one word: a call, an event, a status code, an error, a phase, a mode, an authenticator or a population.
package struct ContractPages {
  package let contract: Contract

  package init(_ contract: Contract) { self.contract = contract }

  /// All words that there is a page for.
  package var words: [String] {
    let named =
      contract.calls.map(\.name) + contract.events.map(\.name) + contract.codes.map(\.name)
      + contract.errors.map(\.name) + contract.phases.map(\.name) + contract.modes.map(\.name)
      + contract.authenticators.map(\.name) + contract.populations.map(\.name)
    var known: Set<String> = []
    return ([contract.name] + named).filter { known.insert($0).inserted }
  }

  /// The pages of everything that bears a name or a number; empty if nothing does.
  package func pages(of word: String) -> [Page] {
    var pages: [Page] = []
    if word == contract.name { pages.append(ownPage) }
    if let id = contract.call(named: word) { pages.append(CallPage(contract, id).page) }
    if let id = contract.event(named: word) { pages.append(EventPage(contract, id).page) }
    let number = Int(word)
    pages += contract.codes.filter { $0.name == word || $0.number == number }.map(page)
    pages += contract.errors.filter { $0.name == word || $0.number == number }.map(page)
    if let id = contract.phase(named: word) { pages.append(page(of: id)) }
    pages += contract.modes.filter { $0.name == word }.map(page)
    pages += contract.authenticators.filter { $0.name == word }.map(page)
    pages += contract.populations.filter { $0.name == word }.map(page)
    return pages
  }

  /// What there is in the contract.
  private var ownPage: Page {
    var draft = PageDraft(contract.name, "a contract, \(contract.version)")
    draft.say("What the SDK sends, what it accepts, and what may come back")
    draft.row("phases", contract.phases.map(\.name).joined(separator: ", "))
    draft.row("authenticators", contract.authenticators.map(\.name).joined(separator: ", "))
    draft.row("events", contract.events.map(\.name).joined(separator: ", "))
    draft.row("calls", contract.calls.map(\.name).joined(separator: ", "))
    return draft.page
  }

  private func page(of code: StatusCode) -> Page {
    var draft = PageDraft("\(code.number) \(code.name)", "a status code of \(contract.name) \(contract.version)")
    draft.say(code.meaning)
    draft.row("comes with", code.arrivals.map { contract.words($0.event, $0.mode) }.joined(separator: ", "))
    let calls = contract.calls.filter { call in call.replies.contains { $0.outcome == .code(code.number) } }
    draft.row("after", calls.map(\.name).joined(separator: ", "))
    if let attempts = code.attempts { draft.row("attempts", "after \(attempts) of them the SDK takes no more") }
    draft.row("bounded by", code.boundedBy.map { "the field \($0) of the event" } ?? "")
    draft.row("begins again", "after " + code.renewedBy.map { contract[$0].name }.joined(separator: ", "))
    if code.isInformational { draft.row("counts as", "a success: it is information, no failure") }
    if code.shutsOut { draft.row("shuts out", "the user or the device; no flow goes on well from it") }
    switch code.reveals {
    case .user: draft.row("reveals", "that there is such a user")
    case .nobody: draft.row("reveals", "that there is no such user")
    case nil: break
    }
    draft.found(code.confidence, code.source)
    return draft.page
  }

  private func page(of error: ErrorNumber) -> Page {
    var draft = PageDraft("\(error.number) \(error.name)", "an error number of \(contract.name) \(contract.version)")
    draft.say(error.meaning)
    draft.row("comes with", error.events.map { contract[$0].name }.joined(separator: ", "))
    draft.row("refuses", error.calls.map { contract[$0].name }.joined(separator: ", "))
    draft.found(error.confidence, error.source)
    return draft.page
  }

  private func page(of id: PhaseID) -> Page {
    let phase = contract[id]
    var draft = PageDraft(phase.name, "a phase of \(contract.name) \(contract.version)")
    let legal = contract.calls.indices.filter { contract.isLegal(CallID(index: UInt16($0)), in: id) }
    draft.row("legal calls", legal.map { contract.calls[$0].name }.joined(separator: ", "))
    let calls = contract.calls.filter { $0.entersPhase == id }.map(\.name)
    let events = contract.events.filter { $0.phase == id }.map(\.name)
    draft.row("begins with", (calls + events).joined(separator: ", "))
    draft.row("on the way out", phase.abandon.map { "a run that fails makes \(contract[$0].name)" } ?? "")
    if phase.isClosed { draft.row("closed", "only calls that name this phase are legal") }
    if contract.signedInPhase == id { draft.row("signed in", "a success end is one in this phase only") }
    return draft.page
  }

  private func page(of mode: NamedNumber) -> Page {
    var draft = PageDraft("\(mode.name) (\(mode.number))", "a mode of \(contract.name) \(contract.version)")
    draft.row("of", contract.events.filter { $0.modes.contains(mode.number) }.map(\.name).joined(separator: ", "))
    return draft.page
  }

  private func page(of authenticator: Authenticator) -> Page {
    var draft = PageDraft(authenticator.name, "an authenticator of \(contract.name) \(contract.version)")
    draft.say(authenticator.meaning)
    draft.row("channel", authenticator.channel.rawValue)
    let replies = contract.calls.flatMap { call in call.replies.map { (call.name, $0) } }
    func calls(_ proofs: (Reply) -> [Proof]) -> String {
      var names: [String] = []
      for (name, reply) in replies where proofs(reply).contains(where: { $0.authenticator == authenticator.name }) {
        if !names.contains(name) { names.append(name) }
      }
      return names.joined(separator: ", ")
    }
    draft.row("shown by", calls(\.earns))
    draft.row("set up by", calls(\.enrols))
    if authenticator.isPhishingResistant { draft.row("phishing", "what it says is of no use to anybody in between") }
    if authenticator.isNonExportable { draft.row("key", "never leaves it") }
    return draft.page
  }

  private func page(of population: Population) -> Page {
    var draft = PageDraft(population.name, "a population of \(contract.name) \(contract.version)")
    draft.say(population.meaning)
    let marks = population.comes.map { Trigger.event($0.event, mode: $0.mode, outcome: $0.outcome).words(contract) }
    draft.row("told by", marks.joined(separator: ", "))
    draft.row("never", population.never.map { contract[$0].name }.joined(separator: ", "))
    draft.found(population.confidence, population.source)
    return draft.page
  }
}

extension Contract {
  /// An event in a mode, as authors write it.
  func words(_ event: EventID, _ mode: Int?) -> String {
    Trigger.event(event, mode: mode, outcome: .success).words(self)
  }

  func words(_ proofs: [Proof]) -> String {
    proofs.map(\.words).joined(separator: ", ")
  }
}
