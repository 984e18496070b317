// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowFormatting
import FlowLanguage
import FlowRuntime
import FlowSyntax
import Foundation
import Testing
import YAMLTree

/// What becomes of a flow is the same if all of its files are laid out: it runs alike, and the same is wrong with it.
@Suite("Flows laid out")
struct SameFlowTests {
  /// What the compiler makes of a flow.
  private struct Made: Equatable {
    let fingerprint: UInt64?
    let findings: [String]

    var hasUnknownKey: Bool { findings.contains { $0.hasPrefix("MFA120 ") } }
  }

  /// The flows, variants and parts that are shipped or are cases of the checker, the bad ones included.
  private static func flows() throws -> [SourceFile] {
    try Repository.yamlFiles().filter { !$0.path.contains("/Cases/parts/") && !$0.path.contains("/Handouts/") }
      .map { try Repository.file($0) }.filter { FileKind.sniff($0)?.value == .flow }
  }

  @Test("each flow of the repository, good or bad, compiles to the same")
  func repository() throws {
    var (count, good) = (0, 0)
    for file in try Self.flows() {
      guard let after = Self.laidOut(file) else { continue }
      let made = Self.made(of: file, loader: Self.loader)
      count += 1
      good += made.fingerprint == nil ? 0 : 1
      #expect(made == Self.made(of: after, loader: Self.laidOutLoader), "\(file.path)")
    }
    print("format: \(count) flows compile to the same, \(good) of them to one that runs")
    #expect(count > 900 && good > 150)
  }

  /// 10,000 with `FORMAT_COUNT=10000`.
  @Test("flows with slips, comments, quotes and blank lines anywhere compile to the same")
  func mutated() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["FORMAT_SEED"].flatMap(UInt64.init) ?? 1
    let count = environment["FORMAT_COUNT"].flatMap(Int.init) ?? 400
    var random = SplitMix64(state: seed)
    let flows = try Self.flows().filter { $0.bytes.count < 8_000 }
    var (laidOut, good) = (0, 0)
    for number in 0..<count {
      let original = flows[random.below(flows.count)]
      let text = random.mutated(String(decoding: original.bytes, as: UTF8.self))
      let file = SourceFile(path: original.path, text: text)
      guard FileKind.sniff(file)?.value == .flow, let after = Self.laidOut(file) else { continue }
      let made = Self.made(of: file, loader: Self.loader)
      laidOut += 1
      good += made.fingerprint == nil ? 0 : 1
      let other = Self.made(of: after, loader: Self.loader)
      // Where a key has slid to is guessed by where it stands, which lines of its own change; other findings follow from the guess.
      if made.hasUnknownKey, other.hasUnknownKey, made.fingerprint == nil, other.fingerprint == nil { continue }
      #expect(made == other, "number \(number), \(original.path):\n\(text)")
    }
    print("format: \(laidOut) of \(count) flows from seed \(seed) compile to the same, \(good) to one that runs")
    #expect(laidOut > count / 4 && good > count / 40)
  }

  private static func made(of file: SourceFile, loader: FileLoader) -> Made {
    let made = Compiler(loader: loader).compile(file)
    // Quotes that other parsers need are added.
    let findings = made.findings.filter { $0.code.id != "MFA133" }
    return Made(
      fingerprint: made.flow.map { Program($0).fingerprint },
      findings: findings.map { "\($0.code.id) \($0.message)" }.sorted())
  }

  /// Nil for what cannot be read.
  private static func laidOut(_ file: SourceFile) -> SourceFile? {
    switch Formatter.format(file, as: Repository.shape(of: file), words: .ofFlows) {
    case .formatted(let text): return SourceFile(path: file.path, text: text)
    case .unreadable: return nil
    case .refused:
      Issue.record("\(file.path) would say something else")
      return nil
    }
  }

  private static let loader = loader { $0 }
  private static let laidOutLoader = loader { laidOut($0) ?? $0 }

  private static func loader(_ change: @escaping @Sendable (SourceFile) -> SourceFile) -> FileLoader {
    FileLoader { path in
      guard let file = try? Repository.file(URL(filePath: path)) else {
        return .failure(FileLoader.Problem("it cannot be read"))
      }
      return .success(change(file))
    }
  }
}
