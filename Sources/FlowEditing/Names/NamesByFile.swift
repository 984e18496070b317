// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import LocalFiles

/// The names of all files, each file looked through once as long as it stays the same.
final class NamesByFile {
  private let texts: WorkspaceTexts
  private var known: [String: (text: EditedText, names: FileNames)] = [:]
  private var blocks: [String: NamesByBlock] = [:]
  private var readsBlocks = false

  init(_ texts: WorkspaceTexts) { self.texts = texts }

  func forget(_ path: String) { known[path] = nil }

  /// Nil where there is no file.
  func names(in path: String) -> FileNames? {
    guard let text = texts.text(path) else { return nil }
    if let known = known[path], known.text === text { return known.names }
    if readsBlocks, text.kind != nil, text.bytes.count >= Self.leastInBlocks, text.bytes.count <= EditedText.largestTree
    {
      if blocks[path] == nil, blocks.count >= Self.mostInBlocks { blocks = [:] }
      return blocks[path, default: NamesByBlock()].names(in: text)
    }
    if known.count >= Self.mostKnown { known = [:] }
    let names = FileNames(text)
    known[path] = (text, names)
    return names
  }

  private static let mostKnown = 4096
  /// Smaller files are read whole while a keystroke waits.
  private static let leastInBlocks = 1 << 15
  private static let mostInBlocks = 16

  /// Does something that asks for names only to say them: those of large files are looked for block by block.
  func byBlock<Value>(_ body: () -> Value) -> Value {
    readsBlocks = true
    defer { readsBlocks = false }
    return body()
  }

  /// Looks for the names of a large file, block by block.
  func prepare(_ path: String) {
    guard let text = texts.text(path), text.bytes.count >= Self.leastInBlocks else { return }
    byBlock { _ = names(in: path) }
  }

  /// Where a file leads that another one names.
  func target(of place: NamePlace, in path: String) -> String? {
    switch place.kind {
    case .file(.base):
      // Behind the sign stands the version.
      let name = place.name.split(separator: "@", maxSplits: 1).first.map(String.init) ?? place.name
      return RelativePath.absolute(FilePath.place(name, from: path))
    case .file(.part), .file(.catalogue), .file(.inner), .file(.refined):
      return RelativePath.absolute(FilePath.place(place.name, from: path))
    case .file(.played), .file(.other):
      return RelativePath.absolute(RelativePath(folderOf: path).path(toFile: place.name))
    case .sdk:
      guard FilePath.isPath(place.name) else { return nil }
      return RelativePath.absolute(FilePath.place(place.name, from: path))
    default: return nil
    }
  }

  /// The files whose names mean the same in a file as its own: its parts and those of its base; of scenarios and answers, those of their flow.
  func space(of root: String) -> [String] {
    files(from: root) { [.file(.part), .file(.catalogue), .file(.base), .file(.played)].contains($0) }
  }

  /// All files that are read where that one is checked: also the flows that it runs, and the one that it is held to.
  func files(readWith root: String) -> [String] { files(from: root) { $0 != .file(.other) } }

  /// - Parameter isFollowed: whether a path of that kind leads on.
  private func files(from root: String, _ isFollowed: (NamePlace.Kind) -> Bool) -> [String] {
    var found = [root]
    var seen: Set<String> = [root]
    var index = 0
    if isFollowed(.file(.played)), let flow = flow(answeredBy: root), seen.insert(flow).inserted { found.append(flow) }
    while index < found.count, index < Self.mostFiles {
      let path = found[index]
      index += 1
      for place in names(in: path)?.links ?? [] where isFollowed(place.kind) {
        if let next = target(of: place, in: path), seen.insert(next).inserted { found.append(next) }
      }
    }
    return found
  }

  private static let mostFiles = 512

  /// The flow that an answers file is for, by its name: `login.answers.yaml` stands beside `login.yaml`; nil for none.
  private func flow(answeredBy path: String) -> String? {
    guard path.hasSuffix(Self.endOfAnswers), texts.text(path)?.kind == .answers else { return nil }
    let flow = String(path.dropLast(Self.endOfAnswers.count)) + ".yaml"
    return texts.text(flow)?.kind == .flow ? flow : nil
  }

  private static let endOfAnswers = ".answers.yaml"
}
