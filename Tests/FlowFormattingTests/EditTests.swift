// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowFormatting
import FlowLanguage
import Foundation
import Testing
import YAMLTree

@Suite("One thing changed in a file")
struct EditTests {
  private static let flow = """
    # A flow.
    flow: login  # its name
    steps:
      # Asks who it is.
      ask:
        say: "Who, are you?"
        then: { 0: welcome, else: sorry }

      # The end of it.
      welcome:
        show: [a, b]
        list:
          - one
          # the second
          - two  # it is

    """

  private static let steps = SourcePath() / "steps"

  private func editor(_ text: String = Self.flow) throws -> SourceEditor {
    try #require(SourceEditor(SourceFile(path: "a.yaml", text: text), as: .shape { .flow }))
  }

  private func changed(_ change: (SourceEditor) throws -> SourceFile) throws -> String {
    String(decoding: try change(editor()).bytes, as: UTF8.self)
  }

  @Test("a value is written as the one before it: plain, in quotes, with its comment")
  func setting() throws {
    let steps = Self.steps
    #expect(
      try changed { try $0.setting(.text("start"), at: SourcePath() / "flow") }
        == Self.flow.replacing("login ", with: "start "))
    #expect(
      try changed { try $0.setting(.text("you"), at: steps / "ask" / "say") }
        == Self.flow.replacing("\"Who, are you?\"", with: "\"you\""))
    #expect(
      try changed { try $0.setting(.text("a, b"), at: steps / "ask" / "then" / "else") }
        == Self.flow.replacing("else: sorry", with: "else: \"a, b\""))
    #expect(
      try changed { try $0.setting(.word("12"), at: steps / "welcome" / "show" / 1) }
        == Self.flow.replacing("[a, b]", with: "[a, 12]"))
    #expect(
      try changed { try $0.setting(.list([.text("x")]), at: SourcePath() / "flow") }
        == Self.flow.replacing("flow: login  # its name", with: "flow:  # its name\n  - x"))
    #expect(
      try changed { try $0.setting(.text("x"), at: steps / "welcome" / "list") }
        == Self.flow.replacing("list:\n      - one\n      # the second\n      - two  # it is", with: "list: x"))
  }

  @Test("a new key comes where the language has it, as deep as its neighbours, with a blank line where they have one")
  func inserting() throws {
    let steps = Self.steps
    #expect(
      try changed { try $0.inserting(.init("sdk", .text("relid")), into: SourcePath()) }
        == Self.flow.replacing("# its name\n", with: "# its name\nsdk: relid\n"))
    #expect(
      try changed { try $0.inserting(.init("bye", .map([.init("show", .text("x"))])), into: steps, at: 1) }
        == Self.flow.replacing("sorry }\n", with: "sorry }\n\n  bye:\n    show: x\n"))
    #expect(
      try changed { try $0.inserting(.init("101", .text("ask")), into: steps / "ask" / "then", at: 1) }
        == Self.flow.replacing("welcome, else", with: "welcome, 101: ask, else"))
    #expect(
      try changed { try $0.inserting(item: .text("three"), into: steps / "welcome" / "list") }
        == Self.flow.replacing("# it is\n", with: "# it is\n      - three\n"))
    #expect(
      try changed { try $0.inserting(item: .text("yes"), into: steps / "welcome" / "show", at: 0) }
        == Self.flow.replacing("[a, b]", with: "[\"yes\", a, b]"))
  }

  @Test("beside keys in quotes, a new one gets some, too")
  func insertingIntoJSON() throws {
    let member = SourceValue.Member("102", .text("c"))
    for (text, changed) in [
      ("a: { \"101\": b }\n", "a: { \"101\": b, \"102\": c }\n"), ("a:\n  '101': b\n", "a:\n  '101': b\n  '102': c\n"),
      ("a: { \"101\": b, d: e }\n", "a: { \"101\": b, d: e, 102: c }\n"),
    ] {
      let after = try editor(text).inserting(member, into: SourcePath() / "a")
      #expect(String(decoding: after.bytes, as: UTF8.self) == changed)
    }
  }

  @Test("what is removed takes its comments along")
  func removing() throws {
    let steps = Self.steps
    #expect(
      try changed { try $0.removing(steps / "welcome" / "list" / 1) }
        == Self.flow.replacing("      # the second\n      - two  # it is\n", with: ""))
    #expect(
      try changed { try $0.removing(steps / "ask") }
        == Self.flow.replacing(
          "  # Asks who it is.\n  ask:\n    say: \"Who, are you?\"\n    then: { 0: welcome, else: sorry }\n\n", with: ""
        ))
    #expect(
      try changed { try $0.removing(steps / "ask" / "then" / "0") }
        == Self.flow.replacing("0: welcome, ", with: ""))
    #expect(
      try changed { try $0.renaming(steps / "ask", to: "who") } == Self.flow.replacing("  ask:", with: "  who:"))
  }

  @Test("with members at the beginning of a map, the blank lines below them go")
  func removingTheFirst() throws {
    let text = "a:\n  b: 1\n\n  c: 2\n\n  # about d\n  d: 3\n\n  e: 4\n"
    func without(_ names: Set<String>) throws -> String {
      String(decoding: try editor(text).removing(names, from: SourcePath() / "a").bytes, as: UTF8.self)
    }
    #expect(try without(["b", "c"]) == "a:\n  # about d\n  d: 3\n\n  e: 4\n")
    #expect(try without(["b", "c", "d"]) == "a:\n  e: 4\n")
    #expect(try without(["b", "d"]) == "a:\n  c: 2\n\n  e: 4\n")
    #expect(try without(["c", "d"]) == "a:\n  b: 1\n\n  e: 4\n")
  }

  @Test("what cannot be done is said, and nothing is done")
  func refused() throws {
    let editor = try editor("a: &x 1\nb: *x\nc: { d: 1 }\n")
    #expect(throws: EditProblem.shared) { try editor.setting(.text("2"), at: SourcePath() / "a") }
    #expect(throws: EditProblem.shared) { try editor.removing(SourcePath() / "a") }
    #expect(throws: EditProblem.nothingThere) { try editor.removing(SourcePath() / "z") }
    #expect(throws: EditProblem.keyIsThere) { try editor.renaming(SourcePath() / "a", to: "b") }
    #expect(throws: EditProblem.root) { try editor.setting(.text("2"), at: SourcePath()) }
    #expect(throws: EditProblem.otherKind) { try editor.inserting(item: .text("2"), into: SourcePath() / "c") }
    #expect(SourceEditor(SourceFile(path: "a.yaml", text: "a: [")) == nil)
    let shared = try self.editor("a: &x { b: c }\nd: *x\n")
    #expect(throws: EditProblem.changesMore) { try shared.setting(.text("e"), at: SourcePath() / "a" / "b") }
    let commented = try self.editor("- a: 1\n  # about b\n  b: 2\n")
    #expect(throws: EditProblem.commentBetween) { try commented.removing(SourcePath() / 0 / "a") }
  }

  /// 10,000 with `EDIT_COUNT=10000`.
  @Test("an edit anywhere changes one value, and its inverse gives back the same bytes")
  func anywhere() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["EDIT_SEED"].flatMap(UInt64.init) ?? 1
    let count = environment["EDIT_COUNT"].flatMap(Int.init) ?? 400
    print("edits: \(count) from seed \(seed)")
    var random = SplitMix64(state: seed)
    var tally = Tally()
    let files = try Repository.yamlFiles().map { try Repository.file($0) }.filter { $0.bytes.count < 20_000 }
    while tally.tried < count {
      let file = files[random.below(files.count)]
      guard let editor = SourceEditor(file, as: Repository.shape(of: file)) else { continue }
      let paths = editor.value.paths()
      let path = paths[random.below(paths.count)]
      tally.tried += 1
      do {
        try edit(editor, path, &random, &tally)
      } catch let problem as EditProblem {
        tally.problems[problem, default: 0] += 1
        if problem == .changesMore { print("edits: refused at \(path) of \(file.path)") }
      }
    }
    print("edits: \(tally)")
    #expect(tally.problems[.changesMore, default: 0] * 100 < count)
    #expect(tally.inverted * 10 > count * 7)
  }

  private func edit(
    _ editor: SourceEditor, _ path: SourcePath, _ random: inout SplitMix64, _ tally: inout Tally
  ) throws {
    let old = try #require(editor.value.at(path.parts[...]))
    let what = "\(editor.file.path): \(path)"
    switch (old, random.below(3)) {
    case (.scalar, 0),
      (.scalar, 1) where !path.parts.isEmpty:
      let after = try again(editor, try editor.setting(.text("zz"), at: path))
      expectOthersStay(editor, after, path, what)
      let back = try after.setting(old, at: path)
      // What is written with escapes, or on several lines, can be written in other ways.
      let raw = editor.raw(path)
      if raw.contains(where: { $0.isNewline || $0 == "\\" }) { return tally.other += 1 }
      tally.same(back, editor.file, "\(what) set and set back")
    case (.map(let members), 0), (.map(let members), 1):
      let index = random.below(members.count + 1)
      let after = try again(editor, try editor.inserting(.init("zz", .text("new")), into: path, at: index))
      expectOthersStay(editor, after, path / "zz", what)
      tally.same(try after.removing(path / "zz"), editor.file, "\(what) gets a key at \(index) and loses it")
    case (.list(let items), _):
      let index = random.below(items.count + 1)
      let after = try again(editor, try editor.inserting(item: .text("new"), into: path, at: index))
      tally.same(try after.removing(path / index), editor.file, "\(what) gets an item at \(index) and loses it")
    default:
      guard case .key(let key)? = path.parts.last else { return try remove(editor, path, &tally) }
      if random.below(2) == 0 { return try remove(editor, path, &tally) }
      let container = SourcePath(path.parts.dropLast())
      let after = try again(editor, try editor.renaming(path, to: "zz"))
      let back = try after.renaming(container / "zz", to: key)
      guard key.first?.isLetter ?? false || key.allSatisfy(\.isNumber) else { return tally.other += 1 }
      // What others read as something else is written in quotes, however it was written before.
      if OtherParsers.isWordOfTheirs(key) { return tally.other += 1 }
      tally.same(back, editor.file, "\(what) renamed and renamed back")
    }
  }

  /// What is left is the file without one stretch of it.
  private func remove(_ editor: SourceEditor, _ path: SourcePath, _ tally: inout Tally) throws {
    guard let part = path.parts.last else { return tally.other += 1 }
    let container = SourcePath(path.parts.dropLast())
    let after = try again(editor, try editor.removing(path))
    let (old, new) = (editor.file.bytes, after.file.bytes)
    tally.removed += 1
    guard let left = after.value.at(container.parts[...]), left.count > 0 else { return }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    #expect(start + end >= new.count, "\(editor.file.path): \(path)")
    guard case .index(let index) = part, let value = editor.value.at(path.parts[...]), !value.isContainer else {
      return
    }
    // Its comments are gone for good.
    guard editor.tree.comments.count == after.tree.comments.count else { return tally.other += 1 }
    _ = try after.inserting(item: value, into: container, at: index)
  }

  private func again(_ editor: SourceEditor, _ file: SourceFile) throws -> SourceEditor {
    try #require(SourceEditor(file, as: editor.shape(for: file)), "\(String(decoding: file.bytes, as: UTF8.self))")
  }

  private func expectOthersStay(_ before: SourceEditor, _ after: SourceEditor, _ path: SourcePath, _ what: String) {
    let others = { (editor: SourceEditor) in
      editor.value.scalars().filter { !$0.key.parts.starts(with: path.parts) }
    }
    #expect(others(before) == others(after), "\(what)")
    #expect(
      before.tree.comments.map { before.tree.text($0) } == after.tree.comments.map { after.tree.text($0) }, "\(what)")
  }
}

private struct Tally: CustomStringConvertible {
  var tried = 0
  var inverted = 0
  var removed = 0
  var other = 0
  var problems: [EditProblem: Int] = [:]

  mutating func same(_ file: SourceFile, _ original: SourceFile, _ what: String) {
    let isSame = file.bytes == original.bytes
    #expect(isSame, "\(what)")
    inverted += 1
  }

  var description: String {
    "\(inverted) inverted, \(removed) removed, \(other) that can be written in several ways, "
      + "refused: \(problems.map { "\($0.key) \($0.value)" }.sorted())"
  }
}

extension SourceEditor {
  fileprivate func shape(for file: SourceFile) -> ValueShape { Repository.shape(of: file) }

  /// What stands at a path, as it is written.
  fileprivate func raw(_ path: SourcePath) -> String {
    var node = tree.root
    for part in path.parts {
      switch part {
      case .index(let index): node = node.entries[index].value
      case .key(let key):
        let found = node.entries.first {
          $0.key.map { tree.text($0.range).trimmingCharacters(in: ["'", "\""]) } == key
        }
        guard let found else { return "\\" }
        node = found.value
      }
    }
    return tree.text(node.range)
  }
}

extension SourceValue {
  fileprivate var count: Int {
    switch self {
    case .scalar: 0
    case .list(let items): items.count
    case .map(let members): members.count
    }
  }

  fileprivate func at(_ path: ArraySlice<SourcePath.Part>) -> SourceValue? {
    guard let part = path.first else { return self }
    switch (self, part) {
    case (.map(let members), .key(let key)):
      return members.first { $0.key == key }?.value.at(path.dropFirst())
    case (.list(let items), .index(let index)):
      return items.indices.contains(index) ? items[index].at(path.dropFirst()) : nil
    default: return nil
    }
  }

  /// Every place in it.
  fileprivate func paths(_ path: SourcePath = SourcePath()) -> [SourcePath] {
    switch self {
    case .scalar: [path]
    case .list(let items): [path] + items.enumerated().flatMap { $0.element.paths(path / $0.offset) }
    case .map(let members): [path] + members.flatMap { $0.value.paths(path / $0.key) }
    }
  }

  fileprivate func scalars(_ path: SourcePath = SourcePath()) -> [SourcePath: String] {
    switch self {
    case .scalar(let text, let isPlain): [path: "\(isPlain) \(text)"]
    case .list(let items):
      items.enumerated().reduce(into: [:]) { $0.merge($1.element.scalars(path / $1.offset)) { one, _ in one } }
    case .map(let members):
      members.reduce(into: [:]) { $0.merge($1.value.scalars(path / $1.key)) { one, _ in one } }
    }
  }
}
