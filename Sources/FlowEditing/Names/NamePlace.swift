// SPDX-License-Identifier: Apache-2.0

/// A name of a flow where it is written: where it is given, or where something refers to it.
package struct NamePlace: Sendable, Hashable {
  /// What the name is of.
  package enum Kind: Sendable, Hashable {
    case flow, part
    case step, end
    /// A step or an end.
    case target
    /// What a part refers to and the flow has: a step, an end, a message, a budget or a list of questions.
    case needed
    case message, budget
    /// A list of questions that gates ask.
    case gate
    /// Of the step or interrupt that is named.
    case choice(of: String)
    /// A choice of a step that is not said: scenarios expect that it is offered.
    case offered
    /// A choice of a step that is not said: a message counts how often it may still be made.
    case counted
    case input(of: String)
    /// What the contract has.
    case event, call
    /// What a line takes: an event with its mode and code, a number, or a word of the language.
    case trigger
    case parameter(of: String)
    /// The path of another file.
    case file(FileUse)
    /// The contract, by its name or its path.
    case sdk
    /// A scenario.
    case scenario
    /// Of a contract, in its own file.
    case ofContract(ContractName)
  }

  /// Why a file names another one.
  package enum FileUse: Sendable, Hashable {
    case part, catalogue, base, refined
    /// A flow that a step runs.
    case inner
    /// The flow of scenarios.
    case played
    /// A contract or other scenarios.
    case other
  }

  package let kind: Kind
  package let name: String
  /// The word itself, without quotes.
  package let range: Range<Int>
  /// What it names, from the key to the end of the value; nil where the name is only referred to.
  package let definition: Range<Int>?
  /// Of scenarios of several devices, the one that it is about; nil for all others, and where that is not said.
  package let device: String?

  init(kind: Kind, name: String, range: Range<Int>, definition: Range<Int>?, device: String? = nil) {
    self.kind = kind
    self.name = name
    self.range = range
    self.definition = definition
    self.device = device
  }

  package var isDefinition: Bool { definition != nil }

  /// The same, further on in a file.
  func moved(by distance: Int) -> NamePlace {
    func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + distance..<range.upperBound + distance }
    return NamePlace(
      kind: kind, name: name, range: moved(range), definition: definition.map(moved), device: device)
  }
}
