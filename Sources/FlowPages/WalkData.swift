// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowExploration
import FlowGraph
import FlowRuntime
import FlowStories
import SDKContract

/// The runs of a flow as data of a page: what may happen at each place, what is noted of it, and what is seen then.
///
/// Nothing is worked out in the page: its script shows what stands here, and that was made by the machine. Places from which all goes on
/// alike are one.
package struct WalkData {
  private let graph: WalkGraph
  private var screens: [Screen: Int] = [:]
  private var screenList: [Screen] = []
  private var texts: [String: Int] = [:]
  private var textList: [String] = []
  private var traces: [[Int]: Int] = [:]
  private var traceList: [[Int]] = []
  private var moves: [MoveKey: Int] = [:]
  private var moveList: [MoveKey] = []

  /// Something that happens, and what is noted of it.
  private struct MoveKey: Hashable {
    let actor: Actor
    let words: String
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
    /// Two numbers each: the move, and where it leads; -1 where the map ends.
    var edges: [Int]
  }

  private var rows: [Row] = []

  package init(_ graph: WalkGraph) {
    self.graph = graph
    for index in graph.places.indices { rows.append(row(index)) }
    join()
  }

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
    for place in stride(from: 1, to: row.edges.count, by: 2) where row.edges[place] >= 0 {
      told.edges[place] = classes[row.edges[place]]
    }
    return told
  }

  private mutating func row(_ index: Int) -> Row {
    let place = graph.places[index]
    let machine = place.machine
    let words = graph.words(at: index)
    var edges: [Int] = []
    for (edge, words) in zip(place.edges, words) {
      let key = MoveKey(
        actor: words.actor, words: words.words, isInterrupt: edge.isInterrupt, delay: edge.delay,
        trace: numberOfTrace(edge, from: machine.time))
      edges += [number(of: key), edge.to ?? -1]
    }
    let screen = machine.question(at: machine.time).map { number(of: Screen($0, at: machine.time)) } ?? -1
    let proofs = machine.proofs.map { "\($0.factor.rawValue) by \($0.authenticator)" }.joined(separator: ", ")
    var said = -1
    if let end = place.end, let message = machine.saidAtEnd(end) { said = number(of: message.text) }
    return Row(
      screen: screen, proofs: number(of: proofs), said: said, step: Int(machine.stepAtWork.index),
      isOver: machine.isOver, isCut: !machine.isOver && !place.isLookedAt, edges: edges)
  }

  /// A trace is lines, each with its time since the moment before, in milliseconds; many traces have the same lines.
  private mutating func numberOfTrace(_ edge: WalkGraph.Edge, from start: Int64) -> Int {
    var lines: [Int] = []
    for mark in edge.marks {
      let entry = TraceEntry(mark, of: graph.program)
      lines.append(number(of: "\(mark.time - start)\t\(entry.kind)\t\(TerminalText.line(entry.words))"))
    }
    if let known = traces[lines] { return known }
    traces[lines] = traceList.count
    traceList.append(lines)
    return traceList.count - 1
  }

  private mutating func number(of text: String) -> Int {
    if let known = texts[text] { return known }
    texts[text] = textList.count
    textList.append(text)
    return textList.count - 1
  }

  private mutating func number(of screen: Screen) -> Int {
    if let known = screens[screen] { return known }
    screens[screen] = screenList.count
    screenList.append(screen)
    return screenList.count - 1
  }

  private mutating func number(of move: MoveKey) -> Int {
    if let known = moves[move] { return known }
    moves[move] = moveList.count
    moveList.append(move)
    return moveList.count - 1
  }

  /// One object with `texts`, `traces`, `screens`, `moves` and `places`.
  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.field("unlooked", graph.unlooked)
      json.field("texts", textList)
      json.array("traces") { json in
        for trace in traceList { json.array { json in for line in trace { json.int(line) } } }
      }
      json.array("screens") { json in for screen in screenList { json.object { write(screen, to: &$0) } } }
      json.array("moves") { json in
        for move in moveList {
          json.array { json in
            json.string(move.actor.rawValue)
            json.string(TerminalText.line(move.words))
            json.int(Int(move.delay))
            json.int(move.isInterrupt ? 1 : 0)
            json.int(move.trace)
          }
        }
      }
      json.array("places") { json in
        for row in rows {
          json.array { json in
            for number in [row.screen, row.proofs, row.said, row.step, row.isOver ? 1 : row.isCut ? 2 : 0] {
              json.int(number)
            }
            for number in row.edges { json.int(number) }
          }
        }
      }
    }
    return json.text
  }

  private func write(_ screen: Screen, to json: inout JSONWriter) {
    json.field("step", TerminalText.line(screen.step))
    if let key = screen.key { json.field("key", key) }
    if let message = screen.message { json.field("say", message) }
    if !screen.inputs.isEmpty {
      json.array("inputs") { json in
        for input in screen.inputs {
          json.array { json in
            json.string(input.name)
            json.string(input.kind)
            json.string(input.suggestion ?? "")
            json.array { json in for item in input.items { json.string(item) } }
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
          }
        }
      }
    }
    if let attempts = screen.attemptsLeft { json.field("attempts", attempts) }
    if let countdown = screen.countdown { json.field("countdown", countdown) }
    if let deadline = screen.deadline { json.field("deadline", deadline) }
    if let refusal = screen.refusal { json.field("refusal", refusal) }
    if screen.isInterrupt { json.field("above", true) }
  }
}
