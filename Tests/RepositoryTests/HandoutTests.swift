// SPDX-License-Identifier: Apache-2.0

import EmbeddedTexts
import Foundation
import Guide
import Testing

@testable import FlowCommand

/// What the program hands out is what stands in this repository: there is one source of each.
@Suite("What the program hands out")
struct HandoutTests {
  @Test("the flows are those of the folder", arguments: ShippedFlows.paths)
  func flows(path: String) {
    #expect(ShippedFlows.text(of: path) == Repository.here.file("flows/" + path)?.text, "flows/\(path)")
  }

  @Test("each flow has all files with it that it uses, and each file belongs to one")
  func closures() {
    var found: Set<String> = []
    for name in ShippedFlows.names {
      let files = ShippedFlows.closure(of: name)
      #expect(files.contains("\(name).yaml") && files.contains("\(name).scenarios.yaml"))
      found.formUnion(files)
    }
    #expect(found == Set(ShippedFlows.paths).subtracting(["activation.world.yaml"]))
  }

  @Test("each page of the tutorial is a lesson, and the first page lists all of them")
  func lessons() throws {
    let folder = "Documentation/Tutorial/"
    let pages = Repository.here.files(under: "Documentation/Tutorial", suffixes: [".md"]).map(\.path)
    #expect(pages.sorted() == (Lesson.all.map { "\(folder)\($0.folder).md" } + ["\(folder)README.md"]).sorted())
    let index = try #require(Repository.here.file("\(folder)README.md")).text
    for lesson in Lesson.all {
      #expect(lesson.page == Repository.here.file("\(folder)\(lesson.folder).md")?.text)
      #expect(lesson.title.hasPrefix("Lesson \(lesson.number): ") && index.contains("(\(lesson.folder).md)"))
      #expect(!lesson.files.isEmpty && !lesson.solvedFiles.isEmpty)
    }
  }

  @Test("nothing is handed out twice, and every file that stands there for this is held")
  func own() throws {
    let folder = "Sources/Guide/Handouts"
    let list = try #require(Repository.here.file("Sources/CTexts/texts.c")).text
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Repository.here.root.appending(path: folder).path)
    let others = ["flows", "Examples", "Documentation"].flatMap { Repository.here.files(under: $0, suffixes: [""]) }
    #expect(!names.isEmpty && others.count > 100)
    for name in names.sorted() {
      #expect(list.contains("#embed \"../../\(folder)/\(name)\" "), "\(name)")
      let text = try String(contentsOf: Repository.here.root.appending(path: "\(folder)/\(name)"), encoding: .utf8)
      for file in others where file.text == text { Issue.record("\(name) stands at \(file.path)") }
    }
    #expect(Handout.allCases.allSatisfy { !$0.text.isEmpty })
  }

  @Test("nothing that is handed out speaks of files that only this repository has")
  func speaksOfItself() {
    let shipped = ShippedFlows.paths.map { ($0, ShippedFlows.text(of: $0) ?? "") }
    for (name, text) in shipped + Handout.allCases.map({ ("\($0)", $0.text) }) {
      for words in ["Documentation/", "Examples/", "make run"] { #expect(!text.contains(words), "\(name): \(words)") }
    }
  }

  @Test("each text is held under its path")
  func paths() throws {
    let list = try #require(Repository.here.file("Sources/CTexts/texts.c")).text
    let entry = Pattern(#"\{"([^"]+)",\n.*\n#embed "\.\./\.\./([^"]+)" suffix\(, 0\)\n"#)
    let entries = entry.matches(in: list)
    #expect(entries.count > 50 && entries.count == Pattern("#embed").matches(in: list).count)
    for entry in entries {
      #expect(entry[1] == entry[2])
      #expect(EmbeddedText.text(of: entry[1]) == Repository.here.file(entry[1])?.text, "\(entry[1])")
    }
  }
}
