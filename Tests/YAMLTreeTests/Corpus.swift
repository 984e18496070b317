// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation

/// The YAML files of the repository.
enum Corpus {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// What is shipped: flows, scenarios, worlds, contracts and answers.
  static func shipped() throws -> [String] { try files(in: ["flows", "Examples"]) }

  /// Each file of the repository, those that are broken on purpose included.
  static func all() throws -> [String] { try files(in: ["flows", "Examples", "Tests", "Sources"]) }

  private static func files(in folders: [String]) throws -> [String] {
    try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path).sorted()
        .filter { $0.hasSuffix(".yaml") }.map { "\(folder)/\($0)" }
    }
  }

  static func file(_ path: String) throws -> SourceFile {
    SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: root.appending(path: path))))
  }
}

/// SplitMix64, and slips of somebody who types.
struct Slips {
  var state: UInt64

  mutating func below(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, count)))
  }

  /// A sign too many, one too few, or another one.
  mutating func slip(in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let place = below(bytes.count)
    let signs = Array("\"'{}[]:,-&*!|>%@`\t\u{7} \n#".utf8)
    switch below(4) {
    case 0: bytes.insert(signs[below(signs.count)], at: place)
    case 1: bytes.remove(at: place)
    case 2: bytes[place] = signs[below(signs.count)]
    default:
      // The next sign that means something is left out.
      let meaning = bytes[place...].firstIndex { "\"'{}[]:,".utf8.contains($0) } ?? place
      bytes.remove(at: meaning)
    }
    return bytes
  }
}
