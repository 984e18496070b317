// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Values

extension Question {
  /// What a pick offers behind each way of making the picks before it; as many ways as ``mostOffers``.
  fileprivate func offers(of name: String) -> [(after: [Int], list: PickList)] {
    var ways: [[Int]] = [[]]
    for input in inputs {
      if input.name == name { break }
      guard input.isPick else { continue }
      ways = Array(
        ways.lazy.flatMap { way in items(of: input.name, after: way).indices.map { way + [$0 + 1] } }
          .prefix(Self.mostOffers))
    }
    return ways.map { ($0, list(of: name, after: $0)) }
  }

  private static var mostOffers: Int { 1000 }
}

extension JSONWriter {
  fileprivate mutating func write(_ offers: [(after: [Int], list: PickList)]) {
    for (after, list) in offers {
      object { json in
        json.array("after") { json in for place in after { json.int(place) } }
        json.array("items") { json in for item in list.items where item.place != nil { json.write(item.value) } }
        if list.items.contains(where: { $0.text != nil || $0.place == nil }) {
          json.array("shown") { json in for item in list.items { json.write(item) } }
        }
        if let none = list.none { json.field("none", none) }
      }
    }
  }

  /// What is offered by its number, and what is not with all that it is.
  private mutating func write(_ item: PickList.Item) {
    object { json in
      if let place = item.place {
        json.field("item", place)
      } else {
        json.key("value")
        json.write(item.value)
      }
      if let text = item.text { json.field("text", text) }
      if let reason = item.reason { json.field("reason", reason) }
    }
  }

  /// Writes the fields of a question: all that a screen needs, and no secret.
  mutating func write(_ question: Question, at now: Duration) {
    field("time", Int(now.milliseconds))
    field("request", question.request)
    field("step", question.step)
    field("isInterrupt", question.isInterrupt)
    if let message = question.message { field("message", message) }
    if let event = question.event {
      key("event")
      write(event)
    }
    array("inputs") { json in
      for input in question.inputs {
        json.object { json in
          json.field("name", input.name)
          json.field("type", input.type.description)
          json.field("secret", input.isSecret)
          if input.isPick {
            json.field("pick", true)
            json.array("offers") { $0.write(question.offers(of: input.name)) }
          }
          if case .text(let text)? = input.suggestion { json.field("suggestion", text) }
        }
      }
    }
    field("canSubmit", question.canSubmit)
    array("choices") { json in
      for choice in question.choices {
        json.object { json in
          json.field("name", choice.name)
          if let confirm = choice.confirm { json.field("confirm", confirm) }
        }
      }
    }
    if let attempts = question.attemptsLeft { field("attemptsLeft", attempts) }
    if let refusal = question.refusal { field("rejected", refusal) }
    if let deadline = question.deadline { field("deadline", Int(deadline.milliseconds)) }
  }
}
