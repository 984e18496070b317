// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Foundation
import Testing

@testable import PhoneExample

/// What a phone makes of the questions of a run: a shop where a user picks a shelf and a thing that stands there.
@Suite("The phone's screen")
@MainActor
struct PhoneScreenTests {
  @Test("the items of a pick are those behind the pick before it, and go when that one changes")
  func dependentPicks() async throws {
    let run = try Shop.run()
    let screen = try await run.screen { $0.title == "choose" }
    #expect(screen.shown == ["shelf: 1 fruit, 2 bread", "thing: ", "gift: ", "count: "])
    #expect(!screen.canSubmit)
    run.presenter.pick(1, of: "thing")  // nothing stands there yet
    run.presenter.pick(3, of: "shelf")  // there is no third
    run.presenter.pick(0, of: "shelf")
    run.presenter.pick(1, of: "nothing")
    #expect(run.last?.places == [])
    run.presenter.pick(1, of: "shelf")
    #expect(run.last?.shown.dropFirst() == ["thing: 1 apple, 2 pear", "gift: ", "count: "])
    run.presenter.pick(2, of: "thing")
    #expect(run.last?.places == [1, 2] && run.last?.canSubmit == true)
    run.presenter.pick(2, of: "shelf")
    #expect(run.last?.places == [2] && run.last?.canSubmit == false)
    #expect(run.last?.shown.dropFirst().first == "thing: 1 roll")
    run.presenter.submit()  // nothing happens
    run.task.cancel()
    _ = await run.task.value
    #expect(run.sdk.calls == ["enter"])
  }

  @Test("what is picked goes by its place, and numbers and flags as such; a slip leaves what was picked")
  func answers() async throws {
    let run = try Shop.run()
    _ = try await run.screen { $0.title == "choose" }
    run.presenter.pick(1, of: "shelf")
    run.presenter.pick(2, of: "thing")
    run.presenter.submit(["count": "many"])
    // Told what was wrong, then asked again.
    _ = try await run.screen { $0.slip != nil }
    let again = try await run.screen { $0.slip != nil }
    #expect(again.slip == "`count` must be a count" && again.places == [1, 2])
    run.presenter.submit(["count": "3", "gift": "true"])
    let result = await run.task.value
    guard case .ended("done", _, _) = result.ending else {
      Issue.record("it came to \(result.ending)")
      return
    }
    #expect(run.last == nil)
    #expect(run.sdk.calls.last == "take {name: pear, gift: true, count: 3}")
  }

  @Test("a button that comes later tells from when, does nothing before, and can be pressed then")
  func laterButtons() async throws {
    let run = try Shop.run()
    let first = try await run.screen { $0.title == "choose" }
    #expect(first.buttons.map(\.name) == ["ring"] && first.buttons[0].from == nil)
    run.presenter.press("ring")
    let cooling = try await run.screen { $0.title == "choose" && $0.request != first.request }
    let from = try #require(cooling.buttons.first?.from)
    #expect(abs(from.timeIntervalSinceNow - 30) < 20)
    run.presenter.press("ring")
    #expect(run.sdk.calls.count { $0.hasPrefix("ring") } == 1)
    run.clock.turn(to: .seconds(30))
    _ = try await run.screen { $0.request == cooling.request && $0.buttons.first?.from == nil }
    run.presenter.press("ring")
    _ = try await run.screen { $0.request > cooling.request }
    #expect(run.sdk.calls.count { $0.hasPrefix("ring") } == 2)
    run.task.cancel()
    _ = await run.task.value
  }

  @Test("an app that leaves shows nothing, and what comes back is a new question without what was picked")
  func leaving() async throws {
    let run = try Shop.run()
    let before = try await run.screen { $0.title == "choose" }
    run.presenter.pick(1, of: "shelf")
    run.run.leave()
    #expect(run.last == nil)
    run.run.comeBack()
    let after = try await run.screen { $0.request > before.request }
    #expect(after.places == [])
    run.task.cancel()
    guard case .waiting = await run.task.value.ending else {
      Issue.record("it was not left")
      return
    }
    #expect(run.last == nil)
  }
}

extension Screen {
  fileprivate var shown: [String] {
    fields.map { field in
      if case .items(let items) = field.kind {
        return "\(field.name): " + items.map { "\($0.place ?? 0) \($0["name"] ?? $0.text)" }.joined(separator: ", ")
      }
      return "\(field.name): \(field.suggestion)"
    }
  }
}
