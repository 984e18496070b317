// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowDifference
import FlowGraph
import FlowLanguage
import Foundation
import LocalFiles
import Testing
import YAMLTree

@testable import FlowEditing

@Suite("Steps become a part, a part becomes lines, and the flow stays the same")
struct RefactoringTests {
  /// A workspace of the shipped flows whose texts can be changed.
  private final class ShippedDesk {
    let workspace = FlowWorkspace()
    let flows: [String]

    init() {
      flows = PathWalker.find([Samples.shippedFlows]).map(\.path)
      workspace.add(folder: Samples.shippedFlows)
      workspace.settle()
    }

    func graph(_ path: String) -> Flow? {
      workspace.texts.text(path).flatMap { $0.kind == .flow ? workspace.check.graph(of: $0.file) : nil }
    }

    func apply(_ edits: FileEdits) {
      for (path, text) in edits.created { workspace.edit(SourceFile(path: path, text: text)) }
      for (path, changes) in edits.changes {
        guard let text = workspace.texts.text(path) else { continue }
        workspace.edit(SourceFile(path: path, bytes: FileEdits.applied(changes, to: text.bytes)))
      }
    }

    func undo() { for path in workspace.texts.editedPaths { workspace.close(path) } }

    func comments() -> [String] {
      Set(flows + workspace.texts.editedPaths).compactMap { workspace.texts.text($0) }.flatMap(\.commentTexts).sorted()
    }

    /// The stretch of a member below an outermost key.
    func place(of name: String, below section: String, in path: String) -> Range<Int>? {
      guard let text = workspace.texts.text(path), let tree = text.tree else { return nil }
      return text.section(section)?.value.entries.first { $0.key.map { tree.text($0.range) } == name }
        .flatMap(\.key).map { text.place($0.range) }
    }
  }

  /// What two flows do not do alike, in words; nil where they cannot be held against each other.
  private func differences(_ old: Flow, _ new: Flow) -> [String]? {
    FlowComparison(old, new)?.differences.map { "\($0)" }
  }

  /// How much a short test does.
  private static let few = 4

  /// Whether a file is of so many flows that a short test leaves it out.
  private func isLeftOut(_ path: String, _ desk: ShippedDesk) -> Bool {
    !Samples.isCampaign && desk.workspace.roots(of: path).count > 2
  }

  @Test("steps of shipped files can be extracted: each flow with them does the same, and no comment is lost")
  func extraction() throws {
    let desk = ShippedDesk()
    var before: [String: Flow] = [:]
    func keep(_ roots: [String]) { for root in roots where before[root] == nil { before[root] = desk.graph(root) } }
    let comments = desk.comments()
    var count = 0
    for path in desk.flows {
      guard let text = desk.workspace.texts.text(path), text.kind == .flow || text.kind == .part, let tree = text.tree
      else { continue }
      let steps = (text.section("steps")?.value.entries ?? []).compactMap { $0.key.map { tree.text($0.range) } }
      guard !isLeftOut(path, desk), Samples.isCampaign || count < Self.few else { continue }
      keep(desk.workspace.roots(of: path).map(\.path))
      // Alone, and with the one behind it.
      for (index, step) in steps.enumerated() where index % (Samples.isCampaign ? 2 : 4) == 0 {
        guard var range = desk.place(of: step, below: "steps", in: path) else { continue }
        if index % 4 == 0, index + 1 < steps.count,
          let next = desk.place(of: steps[index + 1], below: "steps", in: path)
        {
          range = range.lowerBound..<next.upperBound
        }
        let offer = try #require(desk.workspace.refactorings(in: range, of: path).first { $0.kind == .extracts })
        let edits = try desk.workspace.edits(for: offer)
        desk.apply(edits)
        desk.workspace.settle()
        let created = try #require(edits.created.keys.first)
        #expect(desk.workspace.texts.text(created)?.layoutChanges == [], "\(created) is laid out")
        #expect(desk.workspace.findings(of: created).isEmpty, "\(path) \(step)")
        for (root, old) in before where desk.workspace.roots(of: created).contains(where: { $0.path == root }) {
          let new = try #require(desk.graph(root))
          #expect(differences(old, new) == [], "\(path) \(step) in \(root)")
          #expect(new.steps.count == old.steps.count && new.messages.count == old.messages.count)
        }
        #expect(desk.comments() == comments, "\(path) \(step)")
        count += 1
        desk.undo()
      }
    }
    #expect(count >= (Samples.isCampaign ? 20 : Self.few))
  }

  @Test("parts of shipped files can be taken in, or the reason is told: each flow with them does the same")
  func inlining() throws {
    let desk = ShippedDesk()
    var before: [String: Flow] = [:]
    func keep(_ roots: [String]) { for root in roots where before[root] == nil { before[root] = desk.graph(root) } }
    var (taken, refused) = (0, 0)
    for path in desk.flows {
      guard let text = desk.workspace.texts.text(path), text.kind == .flow || text.kind == .part else { continue }
      guard !isLeftOut(path, desk), Samples.isCampaign || taken < Self.few else { continue }
      keep(desk.workspace.roots(of: path).map(\.path))
      for place in desk.workspace.names(in: path).filter({ $0.kind == .file(.part) }).prefix(
        Samples.isCampaign ? 99 : 3)
      {
        guard let offer = desk.workspace.refactorings(in: place.range, of: path).first(where: { $0.kind == .inlines })
        else { continue }
        let edits: FileEdits
        do {
          edits = try desk.workspace.edits(for: offer)
        } catch {
          #expect(!error.words.isEmpty)
          refused += 1
          continue
        }
        let part = try #require(desk.workspace.names.target(of: place, in: path))
        let comments = (text.commentTexts + (desk.workspace.texts.text(part)?.commentTexts ?? [])).sorted()
        desk.apply(edits)
        #expect(desk.workspace.texts.text(path)?.commentTexts == comments, "\(path) \(place.name)")
        for (root, old) in before where desk.workspace.roots(of: path).contains(where: { $0.path == root }) {
          let new = try #require(desk.graph(root))
          #expect(differences(old, new) == [], "\(path) \(place.name) in \(root)")
        }
        taken += 1
        desk.undo()
      }
    }
    #expect(taken >= (Samples.isCampaign ? 10 : 1), "\(taken) taken in, \(refused) refused")
  }

  @Test("what was extracted and is taken in again says what it said")
  func andBack() throws {
    let desk = try EditingDesk()
    desk.edit("a.yaml", Samples.flow)
    let path = desk.path("a.yaml")
    let range = try #require(Samples.flow.range(of: "identify:"))
    let start = Samples.flow.utf8.distance(from: Samples.flow.startIndex, to: range.lowerBound)
    let offer = try #require(desk.workspace.refactorings(in: start..<start + 8, of: path).first)
    #expect(offer.title == "Extract `identify` into the part `parts/identify`")
    let edits = try desk.workspace.edits(for: offer)
    #expect(
      edits.created[desk.path("parts/identify.yaml")] == """
        part: identify
        sdk: relid
        needs: [failed, signedIn]

        steps:
          identify:
            challenge: getUser
            ask: [userName]
            answer: setUser
            tries: 3
            choices:
              leave: { to: failed }
            then:
              onUserLoggedIn: signedIn
              101: { retry: check-your-name }
              138: { retry: check-your-name }
              getUser 166: { retry: check-your-name }
              exhausted: failed
              else: failed

        messages:
          check-your-name: Check what you typed.

        """)
    let after = try #require(desk.applied(edits, to: "a.yaml"))
    #expect(after.contains("use: [parts/identify]") || after.contains("use:\n  - parts/identify"))
    #expect(!after.contains("messages:") && !after.contains("identify:"))
    desk.edit("a.yaml", after)
    desk.edit("parts/identify.yaml", try #require(edits.created.values.first))
    #expect(desk.codes("a.yaml") == [])
    let text = try #require(desk.workspace.texts.text(path))
    let use = try #require(desk.workspace.names(in: path).first { $0.kind == .file(.part) })
    let back = try #require(desk.workspace.refactorings(in: use.range, of: path).first { $0.kind == .inlines })
    let inlined = FileEdits.applied(try desk.workspace.edits(for: back).changes[path] ?? [], to: text.bytes)
    let words = try #require(text.known).words
    func value(_ bytes: [UInt8]) -> YAMLNode? { YAML.read(SourceFile(path: path, bytes: bytes), words: words).value }
    let (old, new) = (try #require(value(Array(Samples.flow.utf8))), try #require(value(inlined)))
    #expect(Set(old.entries.map(\.key.value)) == Set(new.entries.map(\.key.value)))
  }

  @Test(
    "a file that is laid out still is without its first steps, whatever its line breaks", arguments: ["\n", "\r\n"])
  func firstSteps(lineBreak: String) throws {
    let spaced = Samples.flow.replacingOccurrences(of: "  identify:\n", with: "\n  identify:\n")
      .replacingOccurrences(of: "  signedIn: {", with: "\n  signedIn: {")
      .replacingOccurrences(of: "\n", with: lineBreak)
    let desk = try EditingDesk()
    desk.edit("a.yaml", spaced)
    let path = desk.path("a.yaml")
    #expect(desk.workspace.texts.text(path)?.layoutChanges == [])
    let (from, to) = (try #require(spaced.range(of: "  initialize: {")), try #require(spaced.range(of: "identify:")))
    func offset(_ index: String.Index) -> Int { spaced.utf8.distance(from: spaced.startIndex, to: index) }
    let range = offset(from.lowerBound)..<offset(to.upperBound)
    let offer = try #require(desk.workspace.refactorings(in: range, of: path).first)
    #expect(offer.title == "Extract 2 steps into the part `parts/initialize`")
    let text = try #require(desk.applied(try desk.workspace.edits(for: offer), to: "a.yaml"))
    #expect(text.contains("steps:\(lineBreak)  signedIn: {"), "\(text)")
    desk.edit("a.yaml", text)
    #expect(desk.workspace.texts.text(path)?.layoutChanges == [])
  }

  @Test("a file that is not laid out keeps the layout of its author")
  func ownLayout() throws {
    let desk = try EditingDesk()
    let own = Samples.flow(replacing: "goal: aal2", by: "goal:   aal2")
    desk.edit("a.yaml", own)
    let path = desk.path("a.yaml")
    let key = try #require(own.range(of: "identify:"))
    let start = own.utf8.distance(from: own.startIndex, to: key.lowerBound)
    let offer = try #require(desk.workspace.refactorings(in: start..<start + 8, of: path).first)
    let text = try #require(desk.applied(try desk.workspace.edits(for: offer), to: "a.yaml"))
    #expect(text.contains("goal:   aal2\n"))
  }

  @Test("comments go with what they are about: those of a part's head stand above its first step")
  func comments() throws {
    let part = """
      # What everybody needs.
      part: identify
      sdk: relid # the SDK
      needs: [failed, signedIn]

      steps:
        # Who is it?
        identify: # here
          challenge: getUser
          ask: [userName] # only the name
          answer: setUser
          tries: 1
          then: { onUserLoggedIn: signedIn, exhausted: failed, else: failed }
        # the end

      """
    let flow = Samples.flow.replacingOccurrences(of: "start:", with: "use: [parts/identify] # one part\nstart:")
    let start = try #require(flow.range(of: "  identify:\n"))
    let end = try #require(flow.range(of: "  signedIn: {"))
    let desk = try EditingDesk(["parts/identify.yaml": part])
    desk.edit(
      "a.yaml",
      flow.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: "").replacingOccurrences(
        of: "messages:\n  check-your-name: Check what you typed.\n", with: ""))
    desk.workspace.settle()
    let path = desk.path("a.yaml")
    let use = try #require(desk.workspace.names(in: path).first { $0.kind == .file(.part) })
    let offer = try #require(desk.workspace.refactorings(in: use.range, of: path).first { $0.kind == .inlines })
    let text = try #require(desk.applied(try desk.workspace.edits(for: offer), to: "a.yaml"))
    #expect(text.contains("  # What everybody needs.\n  # the SDK\n"))
    #expect(
      text.contains("  # Who is it?\n  identify: # here\n    challenge: getUser\n    ask: [userName] # only the name\n")
    )
    #expect(text.contains("# one part"))
  }

  @Test("what would break a flow is not done, and the reason is told")
  func refusals() throws {
    let part = Samples.part.replacingOccurrences(of: "needs: [signedOut]", with: "needs: [signedOut]\nuse: [words]")
    let words = "part: words\nsdk: relid\nends:\n  signedOut: { outcome: ended }\n"
    let flow = Samples.flow(replacing: "start:", by: "use: [session, words]\nstart:")
    let desk = try EditingDesk(["session.yaml": part, "words.yaml": words])
    desk.edit("a.yaml", flow)
    desk.workspace.settle()
    let path = desk.path("a.yaml")
    #expect(desk.codes("a.yaml") == [])
    let use = try #require(desk.workspace.names(in: path).last { $0.kind == .file(.part) })
    let offer = try #require(desk.workspace.refactorings(in: use.range, of: path).first { $0.kind == .inlines })
    // The other part uses it as well, so that its end would be given twice.
    do {
      _ = try desk.workspace.edits(for: offer)
      Issue.record("it was done")
    } catch {
      #expect(error.words.contains("it would break `a.yaml`"))
    }
  }

  @Test("nothing is offered for an empty selection, in a broken file, or where no step is")
  func nothing() throws {
    let desk = try EditingDesk()
    desk.edit("a.yaml", Samples.flow)
    let path = desk.path("a.yaml")
    #expect(desk.workspace.refactorings(in: 150..<150, of: path) == [])
    #expect(desk.workspace.refactorings(in: 0..<20, of: path) == [])
    desk.edit("a.yaml", Samples.flow + "\n  {{{")
    #expect(desk.workspace.refactorings(in: 0..<Samples.flow.utf8.count, of: path) == [])
  }

  @Test("a name of the part that is taken gets a number; a part stands beside the part that it is made of")
  func names() throws {
    let desk = try EditingDesk(["parts/identify.yaml": Samples.part])
    desk.edit("a.yaml", Samples.flow)
    let all = desk.workspace.refactorings(in: 0..<Samples.flow.utf8.count, of: desk.path("a.yaml"))
    #expect(all.map(\.title) == ["Extract 3 steps into the part `parts/initialize`"])
    let start = Samples.flow.utf8.distance(
      from: Samples.flow.startIndex, to: try #require(Samples.flow.range(of: "identify:\n")).lowerBound)
    let one = desk.workspace.refactorings(in: start..<start + 3, of: desk.path("a.yaml"))
    #expect(one.map(\.title) == ["Extract `identify` into the part `parts/identify-2`"])
  }
}
