// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing
import YAMLTree

/// A source tree loses nothing: what it holds, put together, is the file.
@Suite("A file put together again")
struct RoundTripTests {
  @Test("each file of the repository is its texts, its comments and the signs between them")
  func repository() throws {
    let paths = try Corpus.all()
    var count = 0
    for path in paths {
      let file = try Corpus.file(path)
      if expectSame(file, path) { count += 1 }
      // A whole file has no gap in which something could hide.
      if YAML.read(file).value != nil { #expect(SourceTree(file)?.gaps.isEmpty ?? true, "\(path)") }
    }
    print("round trip: \(count) of \(paths.count) files")
    #expect(count > 1_000)
  }

  @Test(
    "so is a file with a comment behind the sign of a text",
    arguments: ["a: | # b\n  c\n", "a: |# b\n  c\nd: e\n", "- >- # b\n  c\n# d\n", "a: | # b\n  # c\n  d\n # e\n"])
  func commentBehindSign(text: String) {
    #expect(expectSame(SourceFile(path: "a.yaml", text: text), text))
  }

  /// 2,000 by default; another number with `ROUND_COUNT`.
  @Test("and so is each file with slips in it, or cut off")
  func mutated() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["ROUND_SEED"].flatMap(UInt64.init) ?? 1
    let count = environment["ROUND_COUNT"].flatMap(Int.init) ?? 2_000
    var random = Slips(state: seed)
    let files = try Corpus.all().map { try Corpus.file($0) }.filter { $0.bytes.count < 8_000 }
    var (held, broken) = (0, 0)
    for number in 0..<count {
      let original = files[random.below(files.count)]
      var bytes = original.bytes
      for _ in 0...random.below(3) where bytes.count > 1 { bytes = random.slip(in: bytes) }
      if random.below(4) == 0 { bytes = Array(bytes[..<random.below(bytes.count)]) }
      if random.below(4) == 0 { bytes = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }
      let file = SourceFile(path: original.path, bytes: bytes)
      if expectSame(file, "number \(number), \(original.path)") { held += 1 }
      if YAML.read(file).value == nil { broken += 1 }
    }
    print("round trip: \(held) of \(count) files from seed \(seed), \(broken) of them broken")
    #expect(held * 10 > count * 9)
    #expect(broken > count / 5)
  }

  /// Whether the file has a tree.
  private func expectSame(_ file: SourceFile, _ what: String) -> Bool {
    guard let tree = SourceTree(partOf: file) else { return false }
    let partition = Partition(tree)
    #expect(partition.problem == nil, "\(what)")
    let bytes = partition.stretches.flatMap { tree.bytes[$0] }
    let isSame = bytes == Array(file.bytes[file.markLength...])
    #expect(isSame, "\(what)")
    return true
  }
}
