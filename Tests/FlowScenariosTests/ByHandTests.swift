// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import FlowScenarios
import Testing

/// Without a simulated SDK: every event is an item of the scenario.
@Suite struct ByHandTests {
  @Test("a flow for an SDK that nobody simulates is played on its own contract")
  func otherContract() async throws {
    let result = try await SmallFlow.doorbell().play(
      """
            - event: askName
              with: { floor: 3 }
            - expect: { step: name, event: askName, data: { floor: 3 } }
            - reject: { call: sayName, code: 9 }
            - name: { name: alice }
            - expect: { step: name, rejected: 9, say: Say that again. }
            - name: { name: alice }
            - event: opened
            - expect: { step: hall, proofs: [] }
            - hall: enter
      """, end: "{ end: inside, outcome: success, proofs: [], path: [ring, name, hall] }")
    #expect(result.failures.map(\.message) == [])
  }

  @Test("what nobody sends does not come: the run waits")
  func nothingComes() async throws {
    let result = try await SmallFlow.relid().play(
      "      - event: getUser\n      - identify: { userName: alice }\n      - enterCode: { activationCode: x }",
      end: "{ waiting: enterCode }")
    #expect(result.failures.map(\.code.id) == ["MFA943"])
    #expect(result.failures.first?.range.start.line == 9)
  }

  @Test("time between events passes as it is written, and a call that is not answered runs out of patience")
  func patience() async throws {
    let flow = try SmallFlow.doorbell()
    let inTime = try await flow.play("      - after: 29s\n      - event: askName", end: "{ waiting: name }")
    #expect(inTime.failures.map(\.message) == [])
    let tooLate = try await flow.play("      - after: 31s", end: "{ end: failed }")
    #expect(tooLate.failures.map(\.message) == [])
  }

  @Test("an event of another type than the contract says stops the run, and is told")
  func brokenEvent() async throws {
    let result = try await SmallFlow.doorbell().play(
      "      - event: askName\n        with: { floor: third }", end: "{ waiting: name }")
    #expect(result.failures.map(\.message) == ["the SDK broke off"])
    #expect(result.failures.first?.help?.contains("`floor`") == true)
  }

  @Test("`during` orders what comes after the call, as it does with a simulated SDK")
  func during() async throws {
    let result = try await SmallFlow.relid().play(
      """
            - event: getUser
            - identify: { userName: alice }
              during:
                - event: onSessionTimeOutNotification
                - event: getActivationCode
                - onSessionTimeOutNotification: ignore
            - expect: { step: enterCode }
      """, end: "{ waiting: enterCode }")
    #expect(result.failures.map(\.message) == [])
  }
}
