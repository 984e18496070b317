// SPDX-License-Identifier: Apache-2.0

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

  @Test("nothing is handed out twice: what stands elsewhere is a link")
  func links() throws {
    let folder = Repository.here.root.appending(path: "Sources/Guide/Handouts")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let path = folder.appending(path: name).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let isOwn = ["new-", "project-", "backend-README", "sdk-swift"].contains { name.hasPrefix($0) }
      #expect((attributes[.type] as? FileAttributeType == .typeSymbolicLink) != isOwn, "\(name)")
    }
    #expect(Handout.allCases.allSatisfy { !$0.text.isEmpty })
  }
}
