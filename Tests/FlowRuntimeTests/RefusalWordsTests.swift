// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Values

@testable import FlowRuntime

@Suite("The SDK's words for a refused call")
struct RefusalWordsTests {
  /// A toy that refuses the first PIN with words, and does not think the second right.
  private static func refusing(_ words: String?) -> ToyBackend {
    ToyBackend([
      "begin": [.init(events: "askName".events)], "sendName": [.init(events: "askPIN(enter) person=eve".events)],
      "sendPIN": [.init(answer: .rejected(code: 70, message: words)), .init(events: "askPIN(enter) 5".events)],
    ])
  }

  /// What a question says of a refusal after the PIN `4711` was handed in, and what the trace has said by then.
  private static func told(_ words: String?) async throws -> (question: Question, trace: String) {
    let backend = Self.refusing(words)
    let asked = Mutex<Question?>(nil)
    let responder = QuickResponder { question, _ in
      switch (question.step, question.refusal) {
      case ("name", _): return .answer(Answer(to: question, writing: "name=eve"))
      case ("pin", nil): return .answer(Answer(to: question, writing: "pin=4711"))
      default:
        asked.withLock { $0 = question }
        return .leave
      }
    }
    let listener = Listener()
    _ = await FlowSession(
      program: try ToyFlow.program(steps: ToyFlow.entry), backend: backend, responder: responder, clock: VirtualClock(),
      trace: listener.hear
    ).run()
    return (try #require(asked.withLock { $0 }), listener.entries.map { $0.text + $0.json }.joined())
  }

  @Test("they come with the question, and the trace has the number alone")
  func words() async throws {
    let (question, trace) = try await Self.told("not in this phase")
    #expect(question.refusal == 70)
    #expect(question.refusalMessage == "not in this phase")
    #expect(trace.contains("70") && !trace.contains("not in this phase"))
  }

  @Test("an SDK that says nothing, or repeats a secret, has none", arguments: [nil, "", "4711", "PIN 4711 refused"])
  func none(_ words: String?) async throws {
    let (question, _) = try await Self.told(words)
    #expect(question.refusal == 70)
    #expect(question.refusalMessage == nil)
  }

  @Test("they are gone once the SDK has taken another call")
  func forgotten() async throws {
    let backend = Self.refusing("not now")
    let words = Mutex<[String?]>([])
    let responder = QuickResponder { question, count in
      words.withLock { $0.append(question.refusalMessage) }
      return count > 2 ? .leave : .answer(Answer(to: question, writing: count == 0 ? "name=eve" : "pin=4711"))
    }
    _ = await FlowSession(
      program: try ToyFlow.program(steps: ToyFlow.entry), backend: backend, responder: responder, clock: VirtualClock()
    ).run()
    #expect(words.withLock { $0 } == [nil, nil, "not now", nil])
  }
}
