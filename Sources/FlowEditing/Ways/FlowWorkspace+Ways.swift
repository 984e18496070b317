// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowGraph
import FlowPictures
import LocalFiles
import YAMLTree

extension FlowWorkspace {
  /// The places that the word at a byte names, or in whose lines the byte is: one for each flow that has them.
  package func flowPlaces(at offset: Int, in path: String) -> [FlowPlace] {
    guard let text = texts.text(path) else { return [] }
    let name: String
    switch self.name(at: offset, in: path) {
    case let place?
    where [.step, .end, .target, .needed].contains(place.kind) || place.kind == .event && place.isDefinition:
      name = place.name
    default:
      guard let keys = KeyedPlace.find(at: offset, in: text)?.keys, keys.count > 1,
        ["steps", "interrupts", "ends"].contains(keys[0])
      else { return [] }
      name = keys[1]
    }
    return flows(with: path).prefix(Self.mostFlows).compactMap { root in
      FollowedFlow(root.path, root.file, self)?.place(named: name)
    }
  }

  /// In more flows nobody looks for a step at once.
  private static var mostFlows: Int { 32 }

  /// A place by its name, if the flow still has it.
  package func flowPlace(_ kind: FlowPlace.Kind, named name: String, inFlow path: String) -> FlowPlace? {
    guard let flow = followed(path) else { return nil }
    return kind == .start ? flow.start : flow.place(named: name)
  }

  /// How runs come to a place: from which others, and by what.
  package func waysTo(_ place: FlowPlace) -> [PlacesJoined] { followed(place.flow)?.ways(to: place) ?? [] }

  /// Where a place leads, and by what.
  package func waysFrom(_ place: FlowPlace) -> [PlacesJoined] { followed(place.flow)?.ways(from: place) ?? [] }

  private func followed(_ path: String) -> FollowedFlow? {
    texts.text(path).flatMap { FollowedFlow(path, $0.file, self) }
  }
}

/// A flow with the ways that its runs take, and where all that is written.
private struct FollowedFlow {
  private let path: String
  private let ways: FlowWays
  private let words: WayWords
  private let sources: SourceMap
  private let workspace: FlowWorkspace

  private var flow: Flow { ways.flow }

  /// Nil for what is no flow, or has names that lead nowhere.
  init?(_ path: String, _ file: SourceFile, _ workspace: FlowWorkspace) {
    guard let (flow, sources) = workspace.check.placedGraph(of: file), let ways = FlowWays(flow) else { return nil }
    self.path = path
    self.ways = ways
    words = WayWords(flow: flow)
    self.sources = sources
    self.workspace = workspace
  }

  /// Where the author has written something; nil if its file has gone.
  private func place(of range: SourceRange) -> FoundPlace? {
    guard let file = sources.file(range.file), let text = workspace.texts.text(RelativePath.absolute(file.path)) else {
      return nil
    }
    return FoundPlace(text.path, text.bytes(of: range))
  }

  private func place(
    _ kind: FlowPlace.Kind, _ name: Spanned<String>, _ deed: String, around range: SourceRange
  ) -> FlowPlace? {
    guard let own = place(of: name.range) else { return nil }
    let whole = place(of: range).flatMap { $0.path == own.path ? $0.range.upperBound : nil }
    let end = max(own.range.upperBound, whole ?? 0)
    return FlowPlace(
      flow: path, kind: kind, name: name.value, deed: deed, path: own.path, nameRange: own.range,
      range: own.range.lowerBound..<end)
  }

  private func place(ofStep index: Int) -> FlowPlace? {
    let step = flow.steps[index]
    return place(step.isInterrupt ? .interrupt : .step, step.name, words.deed(of: step), around: step.range)
  }

  private func place(ofEnd index: Int) -> FlowPlace? {
    let end = flow.ends[index]
    return place(.end, end.name, end.outcome.rawValue, around: end.name.range)
  }

  func place(named name: String) -> FlowPlace? {
    if let run = flow.runs.first(where: { $0.value == name }) {
      return place(.step, run, "runs another flow", around: run.range)
    }
    if let index = flow.steps.firstIndex(where: { $0.name.value == name }) { return place(ofStep: index) }
    return flow.ends.firstIndex { $0.name.value == name }.flatMap { place(ofEnd: $0) }
  }

  /// Where a run begins: the line `start:` of the flow, or of its base.
  var start: FlowPlace? {
    for file in workspace.names.space(of: path) {
      guard let text = workspace.texts.text(file), let tree = text.tree,
        let entry = tree.root.entries.first(where: { $0.key.map { tree.unquoted($0) } == "start" })
      else { continue }
      let range = text.place(entry.value.range)
      return FlowPlace(
        flow: path, kind: .start, name: flow.name, deed: "the start", path: file, nameRange: range,
        range: text.place(entry.start..<entry.value.range.upperBound))
    }
    return nil
  }

  /// The place that a way leads to; nil for one that goes back to whatever was interrupted.
  private func target(of way: Way) -> FlowPlace? {
    switch way.move {
    case .step(let id): place(ofStep: Int(id.index))
    case .end(let id): place(ofEnd: Int(id.index))
    case .stay, .retry: place(ofStep: way.step)
    case .resume: nil
    }
  }

  func ways(to place: FlowPlace) -> [PlacesJoined] {
    guard place.kind != .start else { return [] }
    let run = place.kind == .step ? RunWords(of: place.name, in: ways) : nil
    let leading = ways.ways.indices.filter { index in
      let way = ways.ways[index]
      if let run { return run.leadsIn(way) }
      switch way.move {
      case .step(let id): return flow[id].name.value == place.name && place.kind != .end
      case .end(let id): return flow[id].name.value == place.name && place.kind == .end
      case .stay, .retry: return flow.steps[way.step].name.value == place.name
      case .resume: return false
      }
    }
    var found: [PlacesJoined] = []
    let first = flow[flow.start]
    if run?.isInside(first) ?? (first.name.value == place.name), place.kind == .step, let start {
      found.append(PlacesJoined(place: start, words: ["at the start"], ranges: [start.nameRange]))
    }
    return found
      + joined(leading) {
        self.place(ofStep: ways.ways[$0].step)
      } within: {
        $0
      }
  }

  func ways(from place: FlowPlace) -> [PlacesJoined] {
    if place.kind == .start {
      guard let first = self.place(ofStep: Int(flow.start.index)) else { return [] }
      return [PlacesJoined(place: first, words: ["at the start"], ranges: [place.nameRange])]
    }
    guard place.kind != .end else { return [] }
    let run = place.kind == .step ? RunWords(of: place.name, in: ways) : nil
    let leading = ways.ways.indices.filter { index in
      run?.leadsOut(ways.ways[index]) ?? (flow.steps[ways.ways[index].step].name.value == place.name)
    }
    return joined(leading) {
      target(of: ways.ways[$0])
    } within: { _ in
      place
    }
  }

  /// Ways put together that have the same place at their other end, in the order of the flow.
  ///
  /// - Parameter within: gives for the other end the place that they lead from, in whose file they are written.
  private func joined(
    _ indices: [Int], by other: (Int) -> FlowPlace?, within: (FlowPlace) -> FlowPlace
  ) -> [PlacesJoined] {
    var order: [FlowPlace] = []
    var groups: [FlowPlace: [Int]] = [:]
    for index in indices {
      guard let place = other(index) else { continue }
      if groups[place] == nil { order.append(place) }
      groups[place, default: []].append(index)
    }
    return order.map { place in
      let own = groups[place] ?? []
      var said: Set<String> = []
      let words = own.map { self.words.words(for: ways.ways[$0]) }.filter { said.insert($0).inserted }
      let ranges = own.compactMap { index -> Range<Int>? in
        let way = ways.ways[index]
        // What a variant or a flow that runs this one leads elsewhere is written in another file.
        let found = self.place(of: way.key ?? way.range)
        return found?.path == within(place).path ? found?.range : nil
      }
      return PlacesJoined(
        place: place, words: words, ranges: ranges.isEmpty ? [within(place).nameRange] : ranges)
    }
  }
}
