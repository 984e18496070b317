// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import Guide
import SDKContract

/// What must be so for a lesson to be done.
enum LessonCondition: Sendable {
  /// The file is there.
  case there(String)
  /// `mfaflow check --fail-on warning` finds nothing in the flow.
  case sound(String)
  /// Something holds of the flow; else the words say what is missing.
  case holds(of: String, _ words: String, @Sendable (Flow) -> Bool)
  /// Something stands in the file; else the words say what is missing.
  case says(String, _ words: String, @Sendable (String) -> Bool)
  /// `mfaflow test` passes with so much coverage.
  case passes(String, coverage: Int)
  /// A run with these words behind `mfaflow run` comes to a success end; paths begin with `@`.
  case runs([String])
}

extension Lesson {
  /// In the order in which somebody who learns comes to them.
  var conditions: [LessonCondition] {
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
        .says("code.yaml", "the message `wrong-code` tells `{attemptsLeft}`") { $0.contains("{attemptsLeft}") },
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
          "`onUserConsentThreats` has a choice that calls `takeActionOnThreats`, and whose `onTerminateWithThreats` leads to a failure end"
        ) { flow in
          flow.hasLine(ofChoiceWith: "takeActionOnThreats", at: "onUserConsentThreats") { line in
            guard case .event(let event, _, _) = line.trigger else { return false }
            return flow.contract[event].name == "onTerminateWithThreats" && flow.isFailure(line.target)
          }
        },
        .holds(
          of: "safe.yaml", "`onUserConsentThreats` has a choice that calls `takeActionOnThreats`, and then resumes"
        ) { flow in
          flow.hasLine(ofChoiceWith: "takeActionOnThreats", at: "onUserConsentThreats") { $0.target.move == .resume }
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
          flow.interrupt("onSessionTimeOutNotification")?.choices.contains { choice in
            guard case .call(let use, _) = choice.action else { return false }
            return flow.contract[use.call].name == "extendSessionIdleTimeout" && choice.max?.value == 3
          } ?? false
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
        .says("door.yaml", "`door.yaml` is as it was: write the changes into `strict-door.yaml`") { text in
          files.first { $0.name == "door.yaml" }?.text == text
        },
        .there("strict-door.yaml"),
        .says("strict-door.yaml", "the file has the line `extends: door@1.0`") { $0.contains("extends: door@1.0") },
        .sound("strict-door.yaml"),
        .holds(of: "strict-door.yaml", "the step `password` has three tries") { flow in
          flow.step(named: "password")?.tries?.value == 3
        },
        .says("strict-door.yaml", "there are other words for the message `wrong-password`") { text in
          text.contains("messages.wrong-password")
        },
        .holds(of: "strict-door.yaml", "the step `password` has no choice `later` any more") { flow in
          flow.step(named: "password")?.choices.isEmpty ?? false
        },
      ]
    case 6:
      [
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
        .says("gate.yaml", "`gate.yaml` is as it was: the scenarios are what is missing") { text in
          files.first { $0.name == "gate.yaml" }?.text == text
        },
        .passes("gate.scenarios.yaml", coverage: 100),
      ]
    default:
      [
        .sound("activate.yaml"), .there("sdk.py"),
        .runs([
          "@activate.yaml", "--backend", "process:python3 '@sdk.py'", "--world", "@world.yaml", "--answers",
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

  /// Whether a choice at an interrupt makes a call, and has such a line.
  fileprivate func hasLine(
    ofChoiceWith call: String, at event: String, where isMeant: (Transition) -> Bool
  ) -> Bool {
    interrupt(event)?.choices.contains { choice in
      guard case .call(let use, let lines) = choice.action else { return false }
      return contract[use.call].name == call && lines.contains(where: isMeant)
    } ?? false
  }

  fileprivate func isFailure(_ target: Target) -> Bool {
    if case .end(let end) = target.move { self[end].outcome == .failure } else { false }
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
