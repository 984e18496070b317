// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Testing

@Suite("The table of the language")
struct ShapeTests {
  private static let shapes = FileKind.allCases.flatMap(\.shape.reachable) + [.outcomes]

  @Test("Each shape and each key says what it is, in one sentence")
  func meanings() {
    for shape in Self.shapes {
      for (name, meaning) in [(shape.name, shape.meaning)]
        + shape.keys.map({ ("\(shape.name).\($0.name)", $0.meaning) })
      {
        #expect(meaning.hasSuffix(".") && meaning.count > 5, "\(name): \(meaning)")
        #expect(meaning.first.map { !$0.isLowercase } ?? false, "\(name): \(meaning)")
      }
    }
  }

  @Test("No shape has a key twice")
  func keysOnce() {
    for shape in Self.shapes { #expect(Set(shape.names).count == shape.names.count, "\(shape.name)") }
  }

  @Test("What a key excludes or needs is a key of the same shape, and not both")
  func neighbours() {
    for shape in Self.shapes {
      #expect(Set(shape.needsOneOf.map(\.description)).isSubset(of: shape.names), "\(shape.name)")
      for key in shape.keys {
        #expect(Set(key.excludes + key.needs).isSubset(of: shape.names), "\(shape.name).\(key.name)")
        #expect(Set(key.excludes).isDisjoint(with: key.needs), "\(shape.name).\(key.name)")
        #expect(!(key.excludes + key.needs).contains(key.name), "\(shape.name).\(key.name)")
        #expect(Set(key.beside.map(\.name)).isSubset(of: shape.names), "\(shape.name).\(key.name)")
        #expect(Set(key.narrows.map(\.name)).isSubset(of: shape.names), "\(shape.name).\(key.name)")
      }
    }
  }

  @Test("Each key of a flow says what becomes of it in a variant; what is the base's cannot stand beside `extends`")
  func merges() {
    #expect(Shape.flow.keys.allSatisfy { $0.merge != nil })
    let ofTheBase = Shape.flow.words(merged: .fixed, .byPath, .byName).map(\.description)
    #expect(Shape.flow.key(named: "extends")?.excludes == ofTheBase)
    #expect(
      Shape.flow.words(merged: .byName).map(\.description)
        == ["budgets", "gates", "steps", "interrupts", "ends", "messages"])
    #expect(Shape.flow.words(merged: .never).map(\.description) == ["extends", "change", "add", "remove"])
    for shape in Self.shapes where ![Shape.flow.name, Shape.part.name].contains(shape.name) {
      #expect(shape.keys.allSatisfy { $0.merge == nil }, "\(shape.name)")
    }
  }

  @Test("What must be said beside a key is in its sentences, and in both drafts of the schema")
  func beside() throws {
    let total = try #require(Shape.limit.key(named: "total"))
    #expect(total.sentences.hasSuffix("Only where `per` is `session` or `user`, or `of` is `successes`."))
    for draft in JSONSchema.Draft.allCases {
      let text = JSONSchema(of: .flow, draft).text.filter { !$0.isWhitespace }
      #expect(text.contains(#""require":{"allOf":[{"anyOf":[{"required":["outcome"],"properties":{"outcome":"#))
      // A flow that is run comes back by its ends, and no empty text says what a flow is for.
      #expect(text.contains(#""gate":false,"then":{"type":"object""#))
      #expect(text.contains(#""minLength":1"#))
    }
  }

  @Test(
    "What may stand in a list is told apart from what may stand in its place, and what a key changes beside it is told")
  func words() throws {
    let require = try #require(Shape.step.key(named: "require"))
    #expect(require.value.words() == "a list: (check; or require); or require")
    #expect(Shape.world.key(named: "activationCode") == nil)
    #expect(Shape.user.key(named: "activationCode")?.value.words() == "one or a list: a text")
    #expect(Shape.contract.key(named: "success")?.value.words() == "a list: a whole number")
    let run = try #require(Shape.step.key(named: "run"))
    #expect(
      run.sentences.hasSuffix(
        "Beside it, `then` says by which end the flow comes back, or `else`, and where that leads: never to `stay`, "
          + "`retry` or `resume`."))
  }

  @Test("A word of another language is no key of the shape in which it is a hint")
  func hints() {
    for shape in Self.shapes {
      for key in shape.keys { #expect(Set(key.otherNames).isDisjoint(with: shape.names), "\(shape.name).\(key.name)") }
    }
  }

  @Test("A word of another language for what comes back stands for one word, and is none that the language has")
  func outcomes() {
    let others = Shape.outcomes.keys.flatMap { key in key.otherNames.map { ($0, key.name) } }
    #expect(!others.isEmpty && Set(others.map(\.0)).count == others.count)
    for (other, name) in others {
      #expect(Shape.outcome(called: other) == name)
      #expect(other.isFreeName, "\(other)")
    }
    for name in Shape.outcomes.names { #expect(Shape.outcome(called: name) == nil, "\(name)") }
  }

  @Test("A key may stand where another one says what it must, or may still come to say it")
  func saying() {
    func mayAdd(_ shape: Shape, _ name: String, _ said: [String: String]) -> Bool {
      shape.mayAdd(name, to: said.keys.sorted()) { said[$0] }
    }
    for key in ["rank", "terminal", "again", "needsAnswer", "barsCalls", "after"] {
      #expect(mayAdd(.contractEvent, key, ["kind": "interrupt"]) && mayAdd(.contractEvent, key, [:]), "\(key)")
      for kind in ["challenge", "result", "notice"] {
        #expect(!mayAdd(.contractEvent, key, ["kind": kind]), "\(key) of a \(kind)")
      }
    }
    #expect(mayAdd(.contractEvent, "cancels", ["kind": "result"]))
    #expect(mayAdd(.end, "require", ["outcome": "success"]) && !mayAdd(.end, "require", ["outcome": "failure"]))
    #expect(mayAdd(.target, "say", ["to": "done"]) && mayAdd(.target, "say", ["stay": "true"]))
    #expect(mayAdd(.limit, "total", ["count": "3", "per": "run"]), "`of` may still say `successes`")
    #expect(!mayAdd(.limit, "total", ["count": "3", "per": "run", "of": "calls"]))
  }

  @Test("What may be shown of files with secrets is said of their keys")
  func shown() {
    #expect(Shape.world.names(showing: .given) == ["users", "devices"])
    #expect(
      Shape.scenarios.names(showing: .given)
        == ["users", "devices", "modules", "deny", "worlds", "beginnings", "cases"])
    #expect(Shape.scenarios.names(showing: .typed) == ["do", "during", "at", "scenarios"])
    #expect(Shape.scenarios.names(showing: .typedBelow) == ["cases", "beginnings", "at"])
    #expect(Shape.scenarios.names(showing: .all) == ["skip"])
    #expect(Shape.scenarios.names(.name) == ["world"])
    let ofWorlds = Set((Shape.world.reachable + [.builtWorld]).map(\.name))
    #expect(Shape.scenarios.names(holding: ofWorlds) == ["world", "worlds"])
    #expect(Shape.scenarios.words(behindAll: .mixed, without: ofWorlds) == ["expect": ["todo"]])
    #expect(Shape.answers.names(showing: .typed) == ["answers"])
    #expect(Shape.answers.words(behindAll: .open) == ["confirm": ["yes", "no"]])
    #expect(Shape.config.names(showing: .all) == ["severities"])
  }

  @Test("In one kind of file, two shapes of a name are one shape")
  func names() {
    for kind in FileKind.allCases {
      let shapes = kind.shape.reachable
      #expect(Set(shapes.map(\.name)).count == shapes.count, "\(kind)")
      for shape in shapes {
        for inner in shape.reachable {
          #expect(shapes.first { $0.name == inner.name }?.names == inner.names, "\(kind): \(inner.name)")
        }
      }
    }
  }

  @Test("Of a word that is a hint for several keys, the key with which it is likeliest comes first")
  func firstChoice() {
    let names = Shape.otherNames(of: [.step, .choice])
    #expect(names["maxAttempts"] == ["tries", "max"])
    #expect(names["limit"] == ["max", "tries"])
    #expect(names["timeout"] == ["within"])
    #expect(names["retries"] == ["tries", "max"])
    #expect(names["goto"] == ["to", "then"])
    #expect(names["guard"] == ["when"])
    #expect(Shape.otherNames(of: [.flow])["level"] == ["goal"])
    #expect(Shape.otherNames(of: [.item])["sleep"] == ["after"])
    #expect(Shape.otherNames(of: [.item])["meanwhile"] == ["during"])
  }
}
