// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowGraph
import FlowLanguage
import FlowPictures
import Foundation
import LocalFiles
import Testing

@testable import FlowEditing

@Suite("How runs come to a step, and where it leads")
struct WaysTests {
  private func place(_ old: String, _ new: String) throws -> (desk: EditingDesk, places: [FlowPlace]) {
    let desk = try EditingDesk()
    let offset = desk.edit("a.yaml", Samples.flow(replacing: old, by: new))
    return (desk, desk.workspace.flowPlaces(at: offset, in: desk.path("a.yaml")))
  }

  private func words(_ joined: [PlacesJoined]) -> [String] {
    joined.map { "\($0.place.name): \($0.words.joined(separator: ", "))" }
  }

  @Test("a step is asked for at its name, at a line that leads to it and within it")
  func places() throws {
    for (old, new) in [
      ("  identify:\n", "  iden|tify:\n"), ("getUser: identify", "getUser: iden|tify"), ("tries: 3", "tries: |3"),
    ] {
      let found = try place(old, new).places
      #expect(found.map(\.name) == ["identify"])
      #expect(found.first?.deed == "asks userName, answers getUser" || found.first?.deed.isEmpty == false)
    }
    #expect(try place("goal: aal2", "goal: |aal2").places == [])
    #expect(try place("getUser: identify", "getUser: nobo|dy").places == [])
  }

  @Test("who leads there is told with each line, the step itself among them; and so is where it leads")
  func ways() throws {
    let (desk, places) = try place("  identify:\n", "  iden|tify:\n")
    let here = try #require(places.first)
    let leading = words(desk.workspace.waysTo(here))
    #expect(leading.contains("initialize: getUser"))
    #expect(leading.contains { $0.hasPrefix("identify: ") && $0.contains(" 101 ") && $0.contains("again: 3 tries") })
    let on = words(desk.workspace.waysFrom(here))
    #expect(on.contains("signedIn: onUserLoggedIn"))
    #expect(on.contains { $0.hasPrefix("failed: ") && $0.contains("exhausted after 3") && $0.contains("choice leave") })
    let first = try #require(desk.workspace.waysTo(here).first { $0.place.name == "initialize" }?.place)
    #expect(words(desk.workspace.waysTo(first)) == ["small: at the start"])
  }

  @Test("the lines are those of the file of the step that they lead from")
  func lines() throws {
    let (desk, places) = try place("  identify:\n", "  iden|tify:\n")
    let here = try #require(places.first)
    let text = try #require(desk.workspace.texts.text(desk.path("a.yaml")))
    let from = try #require(desk.workspace.waysTo(here).first { $0.place.name == "initialize" })
    #expect(from.ranges.map { text.text($0) } == ["getUser"])
    let on = try #require(desk.workspace.waysFrom(here).first { $0.place.name == "signedIn" })
    #expect(on.ranges.map { text.text($0) } == ["onUserLoggedIn"])
  }

  @Test("an end has ways that come, and none that go on")
  func ends() throws {
    let (desk, places) = try place("  done: {", "  do|ne: {")
    let end = try #require(places.first)
    #expect(words(desk.workspace.waysTo(end)) == ["signedIn: choice finish"])
    #expect(desk.workspace.waysFrom(end) == [])
  }

  @Test("of shipped flows each way of the relation is told once from either side, and nothing else")
  func complete() throws {
    let workspace = FlowWorkspace()
    for path in Samples.someFlows(["sign-in.yaml", "device-check.yaml"]) {
      guard let text = workspace.texts.text(path), text.kind == .flow, let flow = workspace.check.graph(of: text.file),
        let ways = FlowWays(flow)
      else { continue }
      var (coming, going): (Set<String>, Set<String>) = ([], [])
      for name in flow.steps.map(\.name.value) + flow.ends.map(\.name.value) {
        guard let place = workspace.flowPlace(.step, named: name, inFlow: path) else {
          Issue.record("\(path) has no place for \(name)")
          continue
        }
        for joined in workspace.waysTo(place) where joined.place.kind != .start {
          for words in joined.words { coming.insert("\(joined.place.name) > \(words) > \(name)") }
        }
        for joined in workspace.waysFrom(place) {
          for words in joined.words { going.insert("\(name) > \(words) > \(joined.place.name)") }
        }
      }
      let words = WayWords(flow: flow)
      let all = ways.ways.compactMap { way -> String? in
        let target: String? =
          switch way.move {
          case .step(let id): flow[id].name.value
          case .end(let id): flow[id].name.value
          case .stay, .retry: flow.steps[way.step].name.value
          case .resume: nil
          }
        return target.map { "\(flow.steps[way.step].name.value) > \(words.words(for: way)) > \($0)" }
      }
      #expect(coming == going)
      #expect(coming == Set(all), "\(path)")
    }
  }
}

extension Samples {
  /// Whether all is looked at that there is, which takes minutes.
  static let isCampaign = ProcessInfo.processInfo.environment["REFACTORINGS"] == "all"

  /// Some of the shipped files; in a campaign all of them.
  static func someFlows(_ names: [String]) -> [String] {
    isCampaign ? PathWalker.find([shippedFlows]).map(\.path) : names.map { shippedFlows + "/" + $0 }
  }

  static let shippedFlows =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .path + "/flows"
}
