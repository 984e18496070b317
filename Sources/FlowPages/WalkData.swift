// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowRuntime
import FlowStories
import MessageLanguages
import SDKContract

/// The runs of a flow as data of a page: what may happen at each place, what is noted of it, and what is seen then.
///
/// Nothing is worked out in the page: its script shows what stands here, and that was made by the machine. Places from which all goes on
/// alike are one.
struct WalkData {
  private let graph: WalkGraph
  private var words: WalkWords
  /// The languages in which screens are shown, as tags; the first is that of the machines of the map.
  private let languages: [String]
  /// The texts of the flow; nil where nobody has looked at them.
  private let wording: FlowWording?
  /// By language but the first, the machines at the places of the map.
  private let spoken: [[FlowMachine]]
  /// A screen in each language.
  private var screens: [[Screen]: Int] = [:]
  private var screenList: [[Screen]] = []
  /// What is said at an end in each language, as indices of the texts.
  private var sayings: [[Int]: Int] = [:]
  private var sayingList: [[Int]] = []
  private var texts: [String: Int] = [:]
  private var textList: [String] = []
  private var traces: [[Int]: Int] = [:]
  private var traceList: [[Int]] = []
  private var moves: [MoveKey: Int] = [:]
  private var moveList: [MoveKey] = []
  /// What may happen at a place: many places have the same.
  private var offers: [[Int]: Int] = [:]
  private var offerList: [[Int]] = []

  /// Something that happens, and what is noted of it.
  private struct MoveKey: Hashable {
    let actor: Actor
    /// As an index of the texts.
    let words: Int
    let isInterrupt: Bool
    let delay: Int64
    /// As an index of the traces.
    let trace: Int
  }

  private struct Row: Hashable {
    /// As indices; -1 for none.
    let screen: Int
    let proofs: Int
    let said: Int
    let step: Int
    let isOver: Bool
    let isCut: Bool
    /// As an index of the offers.
    let offer: Int
    /// Where each of them leads; -1 where the map ends.
    var targets: [Int]
  }

  private var rows: [Row] = []

  /// - Parameters:
  ///   - others: the same flow in other languages, behind that of the map.
  ///   - wording: its texts, which tell in which direction each is written.
  init(
    _ graph: WalkGraph, in own: String = "", _ others: [(language: String, program: Program)] = [],
    _ wording: FlowWording? = nil
  ) {
    self.graph = graph
    self.wording = wording
    words = WalkWords(graph)
    languages = [own] + others.map(\.language)
    spoken = others.map { graph.machines(of: $0.program) }
    for index in graph.places.indices { rows.append(row(index)) }
    join()
  }

  /// Whether it has every run.
  var isWhole: Bool { graph.unlooked == 0 }
  /// How many places it has.
  var places: Int { rows.count }
  /// At how many of them the map ends.
  var cutPlaces: Int { rows.count { $0.isCut } }

  /// Makes one place of those from which all goes on alike.
  private mutating func join() {
    var classes = Array(repeating: 0, count: rows.count)
    var count = 0
    while true {
      var numbers: [Row: Int] = [:]
      let next = rows.map { row -> Int in
        let told = told(row, classes)
        if let known = numbers[told] { return known }
        numbers[told] = numbers.count
        return numbers.count - 1
      }
      classes = next
      guard numbers.count > count else { break }
      count = numbers.count
    }
    // Numbers are given in the order of the places, so that the first one is the first of its class.
    var joined: [Row] = []
    for (index, row) in rows.enumerated() where classes[index] == joined.count { joined.append(told(row, classes)) }
    rows = joined
  }

  private func told(_ row: Row, _ classes: [Int]) -> Row {
    var told = row
    for place in row.targets.indices where row.targets[place] >= 0 {
      told.targets[place] = classes[row.targets[place]]
    }
    return told
  }

  private mutating func row(_ index: Int) -> Row {
    let place = graph.places[index]
    let machine = place.machine
    let told = words.words(at: index)
    var moves: [Int] = []
    for (edge, words) in zip(place.edges, told) {
      let key = MoveKey(
        actor: words.actor, words: number(of: TerminalText.line(words.words)), isInterrupt: edge.isInterrupt,
        delay: edge.delay, trace: numberOfTrace(edge, from: machine.time))
      moves.append(number(of: key))
    }
    let machines = [machine] + spoken.map { $0[index] }
    let shown = machines.compactMap { machine in
      machine.question(at: machine.time).map { Screen($0, at: machine.time, of: machine.program.flow) }
    }
    let proofs = machine.proofs.map(\.words).joined(separator: ", ")
    var said = -1
    if let end = place.end {
      let texts = machines.enumerated().compactMap { language, machine in
        machine.said(at: end).map { directed($0.text, $0.key, in: language) }
      }.map { number(of: $0) }
      if texts.count == machines.count { said = Self.number(of: texts, &sayings, &sayingList) }
    }
    return Row(
      screen: shown.count == machines.count ? Self.number(of: shown, &screens, &screenList) : -1,
      proofs: number(of: proofs), said: said, step: Int(machine.stepAtWork.index), isOver: machine.isOver,
      isCut: !machine.isOver && !place.isLookedAt, offer: Self.number(of: moves, &offers, &offerList),
      targets: place.edges.map { $0.to ?? -1 })
  }

  /// What is said, for a script that goes by its first letter to know from which side it is read.
  private func directed(_ text: String, _ key: String?, in language: Int) -> String {
    guard let key, let wording, let first = wording.languages.first else { return text }
    let name = languages[language].isEmpty ? first : languages[language]
    return wording.isRightToLeft(key, name).map { WritingDirection.beginning(text, isRightToLeft: $0) } ?? text
  }

  /// A trace is lines, each with its time since the moment before, in milliseconds; many traces have the same lines.
  private mutating func numberOfTrace(_ edge: WalkGraph.Edge, from start: Int64) -> Int {
    let lines = edge.marks.map { mark -> Int in
      let entry = TraceEntry(mark, of: graph.program)
      return number(of: "\(mark.time - start)\t\(entry.kind)\t\(TerminalText.line(entry.wordsWithValues))")
    }
    return Self.number(of: lines, &traces, &traceList)
  }

  private mutating func number(of text: String) -> Int { Self.number(of: text, &texts, &textList) }

  private mutating func number(of move: MoveKey) -> Int { Self.number(of: move, &moves, &moveList) }

  /// The place of something in a list of what is told once.
  private static func number<Thing: Hashable>(of thing: Thing, _ known: inout [Thing: Int], _ list: inout [Thing])
    -> Int
  {
    if let number = known[thing] { return number }
    known[thing] = list.count
    list.append(thing)
    return list.count - 1
  }

  /// One object with `texts`, `traces`, `screens`, `said`, `moves`, `offers` and `places`; and `languages`, where there are several.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      if languages.count > 1 { json.field("languages", languages) }
      json.field("texts", textList)
      for (name, lists) in [("traces", traceList), ("said", sayingList), ("offers", offerList)] {
        json.array(name) { json in for list in lists { Self.write(list, to: &json) } }
      }
      json.array("screens") { json in
        for screens in screenList {
          json.object { json in
            write(screens[0], to: &json)
            guard screens.contains(where: { $0 != screens[0] }) else { return }
            json.array("in") { json in
              for (language, screen) in screens.enumerated().dropFirst() {
                json.object { write(wordsOf: screen, in: language, to: &$0) }
              }
            }
          }
        }
      }
      json.array("moves") { json in
        for move in moveList {
          json.array { json in
            json.int(Actor.allCases.firstIndex(of: move.actor) ?? 0)
            json.int(move.words)
            json.int(Int(move.delay))
            json.int(move.isInterrupt ? 1 : 0)
            json.int(move.trace)
          }
        }
      }
      json.array("places") { json in
        for row in rows {
          let state = row.isOver ? 1 : row.isCut ? 2 : 0
          Self.write([row.screen, row.proofs, row.said, row.step, state, row.offer] + row.targets, to: &json)
        }
      }
    }
    return json.text
  }

  private static func write(_ numbers: [Int], to json: inout JSONWriter) {
    json.array { json in for number in numbers { json.int(number) } }
  }

  private func write(_ screen: Screen, to json: inout JSONWriter) {
    json.field("step", TerminalText.line(screen.step))
    if let key = screen.key { json.field("key", key) }
    write(wordsOf: screen, in: 0, to: &json)
    if let attempts = screen.attemptsLeft { json.field("attempts", attempts) }
    if let countdown = screen.countdown { json.field("countdown", countdown) }
    if let deadline = screen.deadline { json.field("deadline", deadline) }
    if let refusal = screen.refusal { json.field("refusal", refusal) }
    if screen.isInterrupt { json.field("above", true) }
  }

  /// What is said in another way in another language.
  private func write(wordsOf screen: Screen, in language: Int, to json: inout JSONWriter) {
    if let message = screen.message { json.field("say", directed(message, screen.key, in: language)) }
    if !screen.inputs.isEmpty {
      json.array("inputs") { json in
        for input in screen.inputs {
          json.array { json in
            json.string(input.name)
            json.string(input.kind)
            json.string(input.suggestion.map { WritingDirection.line($0) } ?? "")
            json.array { json in for item in input.items { json.string(WritingDirection.line(item)) } }
          }
        }
      }
    }
    if !screen.choices.isEmpty {
      json.array("choices") { json in
        for choice in screen.choices {
          json.array { json in
            json.string(choice.name)
            json.string(choice.confirm ?? "")
            json.string(choice.obstacle ?? "")
            json.string(choice.call ?? "")
          }
        }
      }
    }
    guard !screen.asides.isEmpty else { return }
    json.array("asides") { json in
      for aside in screen.asides {
        json.array { json in
          json.string(aside.occasion)
          json.string(aside.key)
          json.string(directed(aside.text, aside.key, in: language))
        }
      }
    }
  }
}
