// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowGraph
package import FlowScenarios
import Guards
import SDKContract
import Values

/// What must be so for a lesson to be done.
package enum LessonCondition: Sendable {
  /// The file is there.
  case there(String)
  /// `mfaflow check --fail-on warning` finds nothing in the flow.
  case sound(String)
  /// Something holds of the flow; else the words say what is missing. Nothing is said while the flow has errors: `sound` tells these.
  case holds(of: String, _ words: String, @Sendable (Flow) -> Bool)
  /// A key of a flow has this text; else the words say what is missing.
  case says(String, _ words: String, key: String, String)
  /// The file is still as it was; else the words say so.
  case kept(String, _ words: String)
  /// Something holds of what happens in the scenarios; else the words say what is missing.
  case plays(String, _ words: String, @Sendable (Scenario.Item.What) -> Bool)
  /// `mfaflow test` passes with so much coverage.
  case passes(String, coverage: Int)
  /// A run with these words behind `mfaflow run` comes to a success end; paths begin with `@`.
  case runs([String])
}

extension Lesson {
  /// In the order in which somebody who learns comes to them.
  package var conditions: [LessonCondition] {
    switch number {
    case 1:
      [
        .sound("first.yaml"),
        .holds(of: "first.yaml", "the step `signedIn` waits for the event `onUserLoggedIn`") { flow in
          flow.awaits("onUserLoggedIn", at: "signedIn")
        },
        .holds(of: "first.yaml", "the step `signedIn` has a choice `finish` that leads to the end `done`") { flow in
          flow.step(named: "signedIn")?.leads(by: "finish", to: "done", in: flow) ?? false
        },
        .holds(of: "first.yaml", "at the step `signedIn`, whatever else comes leads to `failed`: `else: failed`") {
          flow in
          flow.step(named: "signedIn")?.transitions.contains { line in
            line.trigger == .otherwise && flow.name(of: line.target) == "failed"
          } ?? false
        },
      ]
    case 2:
      [
        .sound("code.yaml"),
        .holds(of: "code.yaml", "the step `enterCode` has a line for the code 106 that leads to `retry`") { flow in
          flow.line(at: "enterCode", for: 106)?.target.move == .retry
        },
        .holds(of: "code.yaml", "the line for 106 says the message `wrong-code`") { flow in
          flow.line(at: "enterCode", for: 106)?.target.say.map { flow[$0].name.value == "wrong-code" } ?? false
        },
        .holds(of: "code.yaml", "the message `wrong-code` tells `{attemptsLeft}`") { flow in
          flow.message(named: "wrong-code")?.pieces.contains { $0.tells("attemptsLeft") } ?? false
        },
      ]
    case 3:
      [
        .holds(of: "safe.yaml", "`onTerminateWithThreats` has an entry below `interrupts:` that leads to a failure end")
        {
          flow in
          flow.interrupt("onTerminateWithThreats")?.to.map { flow.isFailure($0) } ?? false
        },
        .holds(of: "safe.yaml", "`onUserConsentThreats` has an entry below `interrupts:` that says a message") { flow in
          flow.interrupt("onUserConsentThreats")?.say != nil
        },
        .holds(
          of: "safe.yaml",
          "`onUserConsentThreats` has a choice that calls `takeActionOnThreats` with `false` for both, and whose `onTerminateWithThreats` and `else` lead to a failure end"
        ) { flow in
          flow.decides(threats: false) { line in
            switch line.trigger {
            case .event(let event, _, _):
              flow.contract[event].name == "onTerminateWithThreats" && flow.isFailure(line.target)
            default: false
            }
          } && flow.decides(threats: false) { $0.trigger == .otherwise && flow.isFailure($0.target) }
        },
        .holds(
          of: "safe.yaml",
          "`onUserConsentThreats` has a choice that calls `takeActionOnThreats` with `true` for both; `accepted` resumes, and `else` leads to a failure end"
        ) { flow in
          flow.decides(threats: true) { $0.trigger == .accepted && $0.target.move == .resume }
            && flow.decides(threats: true) { $0.trigger == .otherwise && flow.isFailure($0.target) }
        },
        .sound("safe.yaml"),
      ]
    case 4:
      [
        .holds(of: "stay.yaml", "`onSessionTimeOutNotification` has an entry with a message and a `countdown:`") {
          flow in
          let entry = flow.interrupt("onSessionTimeOutNotification")
          return entry?.say != nil && entry?.countdown == ["timeLeftInSeconds"]
        },
        .holds(of: "stay.yaml", "it has a choice that calls `extendSessionIdleTimeout`, three times at most") { flow in
          flow.extends { $0.max?.value == 3 }
        },
        .holds(of: "stay.yaml", "that choice is offered only `when: event.sessionCanBeExtended`") { flow in
          flow.extends {
            $0.when.map { $0.reads("event") == [["sessionCanBeExtended"]] && $0.text.first != "!" } ?? false
          }
        },
        .holds(
          of: "stay.yaml",
          "that choice resumes at `onSessionExtensionResponse`, and stays at `else`: `{ onSessionExtensionResponse: { resume: true }, else: { stay: true } }`"
        ) { flow in
          flow.extends { choice in
            guard case .call(_, let lines) = choice.action else { return false }
            return lines.contains { $0.trigger == .otherwise && $0.target.move == .stay }
              && lines.contains { line in
                guard case .event(let event, _, .success) = line.trigger else { return false }
                return flow.contract[event].name == "onSessionExtensionResponse" && line.target.move == .resume
              }
          }
        },
        .holds(of: "stay.yaml", "it has a choice that just goes on: `{ resume: true }`") { flow in
          flow.interrupt("onSessionTimeOutNotification")?.choices.contains { choice in
            if case .go(let target) = choice.action { target.move == .resume } else { false }
          } ?? false
        },
        .holds(of: "stay.yaml", "`onSessionTimeout` and `onUserLoggedOff` lead to a failure end with a message") {
          flow in
          ["onSessionTimeout", "onUserLoggedOff"].allSatisfy { name in
            guard case .end(let end)? = flow.interrupt(name)?.to?.move else { return false }
            return flow[end].outcome == .failure && flow[end].say != nil
          }
        },
        .sound("stay.yaml"),
      ]
    case 5:
      [
        .kept("door.yaml", "`door.yaml` is as it was: write the changes into `strict-door.yaml`"),
        .there("strict-door.yaml"),
        .says("strict-door.yaml", "the file has the line `extends: door@1.0`", key: "extends", "door@1.0"),
        .sound("strict-door.yaml"),
        .holds(of: "strict-door.yaml", "the step `password` has three tries") { flow in
          flow.step(named: "password")?.tries?.value == 3
        },
        .holds(of: "strict-door.yaml", "there are other words for the message `wrong-password`") { flow in
          let own = "That is not right. Attempts left: {attemptsLeft}."
          return flow.message(named: "wrong-password").map { $0.written != own } ?? false
        },
        .holds(of: "strict-door.yaml", "the step `password` has no choice `later` any more") { flow in
          flow.step(named: "password").map { !$0.choices.contains { $0.name.value == "later" } } ?? false
        },
      ]
    case 6:
      [
        .holds(of: "bank.yaml", "the line `onUserLoggedIn` of `newPassword` leads to `welcome`") { flow in
          flow.step(named: "newPassword")?.transitions.contains { line in
            guard case .event(let event, _, .success) = line.trigger else { return false }
            return flow.contract[event].name == "onUserLoggedIn" && flow.name(of: line.target) == "welcome"
          } ?? false
        },
        .holds(
          of: "bank.yaml", "the step `welcome` waits for `onUserLoggedIn`, and its choice `finish` leads to `setUp`"
        ) {
          flow in
          flow.awaits("onUserLoggedIn", at: "welcome")
            && flow.step(named: "welcome")?.leads(by: "finish", to: "setUp", in: flow) ?? false
        },
        .holds(of: "bank.yaml", "`done` and `setUp` are both success ends") { flow in
          ["done", "setUp"].allSatisfy { name in
            flow.ends.contains { $0.name.value == name && $0.outcome == .success }
          }
        },
        .holds(of: "bank.yaml", "the goal is `aal1`") { $0.goal?.value == "aal1" },
        .holds(of: "bank.yaml", "the end `done` takes two kinds of factor: `require: { kinds: 2 }`") { flow in
          flow.ends.first { $0.name.value == "done" }?.requirement?.kinds?.value == 2
        },
        .sound("bank.yaml"),
      ]
    case 7:
      [
        .kept("gate.yaml", "`gate.yaml` is as it was: the scenarios are what is missing"),
        .plays(
          "gate.scenarios.yaml",
          "somebody who cancels is offered it before: `expect: { step: identify, offered: [cancel] }`"
        ) {
          what in
          guard case .expect(let expectation) = what else { return false }
          return expectation.offered?.value.contains { $0.value == "cancel" } ?? false
        },
        .passes("gate.scenarios.yaml", coverage: 100),
      ]
    default:
      [
        .sound("activate.yaml"), .there("sdk.py"),
        .runs([
          "@activate.yaml", "--backend", "process:python3 \"@sdk.py\"", "--world", "@world.yaml", "--answers",
          "@answers.yaml", "--clock", "virtual",
        ]),
      ]
    }
  }
}

extension Flow {
  fileprivate func awaits(_ event: String, at name: String) -> Bool {
    step(named: name)?.awaited.map { contract[$0.event].name == event } ?? false
  }

  fileprivate func interrupt(_ event: String) -> Step? {
    interrupts.first { $0.awaited.map { contract[$0.event].name == event } ?? false }
  }

  fileprivate func line(at name: String, for code: Int) -> Transition? {
    step(named: name)?.transitions.first { line in
      if case .event(_, _, .code(code)) = line.trigger { true } else { false }
    }
  }

  /// Whether a choice decides on threats in one way for both questions, and has such a line.
  fileprivate func decides(threats value: Bool, where isMeant: (Transition) -> Bool) -> Bool {
    interrupt("onUserConsentThreats")?.choices.contains { choice in
      guard case .call(let use, let lines) = choice.action, contract[use.call].name == "takeActionOnThreats" else {
        return false
      }
      let isSo = ["shouldProceedWithThreats", "rememberActionForSession"].allSatisfy { name in
        use.arguments.contains { $0.name == name && $0.source == .literal(.flag(value)) }
      }
      return isSo && lines.contains(where: isMeant)
    } ?? false
  }

  /// Whether such a choice extends the session.
  fileprivate func extends(where isMeant: (Choice) -> Bool) -> Bool {
    interrupt("onSessionTimeOutNotification")?.choices.contains { choice in
      guard case .call(let use, _) = choice.action else { return false }
      return contract[use.call].name == "extendSessionIdleTimeout" && isMeant(choice)
    } ?? false
  }

  fileprivate func message(named name: String) -> Message? { messages.first { $0.name.value == name } }

  /// The name of the step or the end to which a target leads; nil for another target.
  fileprivate func name(of target: Target) -> String? {
    switch target.move {
    case .step(let step): self[step].name.value
    case .end(let end): self[end].name.value
    case .stay, .retry, .resume: nil
    }
  }

  fileprivate func isFailure(_ target: Target) -> Bool {
    if case .end(let end) = target.move { self[end].outcome == .failure } else { false }
  }
}

extension Message.Piece {
  /// Whether it shows a field of the event.
  fileprivate func tells(_ field: String) -> Bool {
    switch self {
    case .text: false
    case .placeholder(let path, _), .plural(let path, _), .list(let path, _): path == [field]
    }
  }
}

extension Step {
  fileprivate func leads(by choice: String, to end: String, in flow: Flow) -> Bool {
    choices.contains { one in
      guard one.name.value == choice, case .go(let target) = one.action, case .end(let id) = target.move else {
        return false
      }
      return flow[id].name.value == end
    }
  }
}
