// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import Diagnostics
import FlowCompiler
import FlowGraph
import Foundation
import Testing

/// The flows of this repository, and flows that are written in a test.
enum ShippedFlows {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// Each with its path below the root of the repository.
  static func all() throws -> [(path: String, flow: ValidFlow)] {
    let names = ["flows", "flows/variants"].flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []).map {
        "\(folder)/\($0)"
      }
    }
    let compiler = Compiler(loader: .files)
    return try names.sorted().compactMap { name -> (path: String, flow: ValidFlow)? in
      guard name.hasSuffix(".yaml"), !name.contains(".scenarios."), !name.contains(".world."),
        !name.contains(".answers.")
      else { return nil }
      let path = root.appending(path: name).path
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      guard let flow = compiler.compile(SourceFile(path: path, bytes: bytes)).flow else { return nil }
      return (name, flow)
    }
  }

  /// A flow that stands in a test; its findings are told if it has errors.
  static func read(_ text: String) throws -> ValidFlow {
    let compilation = Compiler().compile(SourceFile(path: "test.yaml", text: text))
    return try #require(compilation.flow, "\(compilation.findings.map(\.message))")
  }
}

/// Numbers that look random, the same for one seed (SplitMix64).
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func roll(below count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }
}
