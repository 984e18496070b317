// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowRuntime
package import SimulatedWorlds

/// The scenarios of a file: tests of a flow, or of the flows of several devices, for people who write no code.
package struct ScenarioFile: Sendable {
  /// The devices that the flows run on; one without a name if the file tests one flow.
  package let devices: [ScenarioDevice]
  /// The file of the SDK contract that the flow is read with, as a path from the folder of the scenario file.
  ///
  /// Nil for the contract of that name in the program.
  package let contract: Spanned<String>?
  /// In the order of the file.
  package let scenarios: [Scenario]
  /// Where the first security modules stand that the file names; nil if it names none.
  let modules: SourceRange?
  /// Where the world of the file stands; nil if it has none.
  let world: SourceRange?
  /// The worlds of the SDK that is simulated; nil if none is.
  let worlds: (any SimulatedWorld.Type)?
  /// Where the worlds write passwords and codes.
  let secrets: [SourceRange]
  /// What scenarios that are taken over do at steps which their own flow does not have.
  package let detours: [ScenarioDetour]
}

/// A device of the scenarios of a file.
package struct ScenarioDevice: Sendable {
  /// As the world names it; nil for the world's own device, where there is no other.
  package let name: Spanned<String>?
  /// The file of the flow that runs on it, as a path from the folder of the scenario file.
  package let flow: Spanned<String>
}

/// What scenarios that are taken over do at a step which their own flow does not have.
package struct ScenarioDetour: Sendable {
  /// The step.
  package let step: Spanned<String>
  /// What happens each time it asks anew, in order.
  package let items: [Scenario.Item]
}

/// One test: an SDK on each device, what happens in order, and how it must come out.
package struct Scenario: Sendable {
  /// A sentence; no other scenario of the file has it.
  package let name: Spanned<String>
  /// Who answers the calls of the flow.
  package let sdk: SDK
  /// The host's security modules; they are asked on every device.
  package let modules: [ScenarioModule]
  /// What happens, in order.
  package let items: [Item]
  /// How the run of each device must come out, in the order of the devices; or how they must not, all of them.
  package let expectations: [EndExpectation]
  /// Where `never` stands, if what is told of must not come about; nil where it must.
  package let never: SourceRange?
  /// Whose it is, where it is played on a variant of its flow; nil where it is played on its own.
  package var origin: Origin?

  /// The flow that a scenario was written for, where it is played on a variant of it.
  package struct Origin: Sendable {
    /// The names of its steps.
    package let steps: Set<String>
    /// By the name of a step that is not among them: what happens when it asks.
    package var detours: [String: [Item]] = [:]

    package init(steps: Set<String>) { self.steps = steps }

    /// Whether the scenario says nothing of a step, and nobody else does.
    func leavesOpen(_ step: String) -> Bool { !steps.contains(step) && detours[step] == nil }
  }

  /// What is expected to be said, by key or by text, in order.
  package var said: [String] {
    let asked = items.compactMap { item in
      if case .expect(let expectation) = item.what { expectation.say?.value } else { nil }
    }
    return asked + expectations.compactMap { $0.say?.value }
  }

  /// The SDK of a scenario.
  package enum SDK: Sendable {
    /// A simulated one, in this world.
    ///
    /// Nil where there is no simulator for the SDK of the flows: that is an error, and nothing is played.
    case simulated((any SimulatedWorld)?)
    /// A program, which finds this world around it; nil for none.
    ///
    /// Which program that is no file can say: the caller that plays the scenario does.
    case program(ToldWorld?)
    /// Nobody: each call is taken, and each event is an item of the scenario.
    case byHand
  }

  /// One thing that happens.
  package struct Item: Sendable {
    /// The kinds of things that happen.
    package enum What: Sendable {
      /// The user answers the step that asks.
      case answer(ScriptedAnswer)
      /// The user makes a choice, is asked to confirm it, and says no.
      case decline(step: Spanned<String>, choice: Spanned<String>)
      /// What the step that asks must be like.
      case expect(StepExpectation)
      /// Time passes, in milliseconds.
      case after(Int)
      /// The app goes to the background, time passes, in milliseconds, and it comes back.
      case background(Int)
      /// The SDK sends an event by itself.
      case event(SDKEvent, WrittenEvent)
      /// The SDK refuses the next call of that name at once.
      case reject(call: Spanned<String>, code: Int)
      /// From now on a security module says this, and allows what is not named here.
      case module(Spanned<String>, [SecurityQuestion: SecurityVerdict])
      /// The SDK's replies are kept back.
      case hold
      /// The SDK's replies are let go.
      case release
    }

    /// What happens.
    package let what: What
    /// Where the scenario says so.
    package let range: SourceRange
    /// The device on which it happens, as an index; nil where time passes, which does so on all.
    package let device: Int?
    /// Whether no line of its own says so, as with the holding and releasing around `during:`.
    ///
    /// It need not come about.
    let isImplied: Bool

    init(_ what: What, _ range: SourceRange, on device: Int?, isImplied: Bool = false) {
      self.what = what
      self.range = range
      self.device = device
      self.isImplied = isImplied
    }
  }
}
