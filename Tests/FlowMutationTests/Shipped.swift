// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowMutation

/// The flows of this repository.
enum Shipped {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  static func corpus() throws -> Corpus {
    let names = FileManager.default.enumerator(atPath: root.appending(path: "flows").path)?.allObjects as? [String]
    let files = try (names ?? []).sorted().filter { $0.hasSuffix(".yaml") }.map { name in
      try file("flows/\(name)")
    }
    return try Corpus(files)
  }

  static func reviewed() throws -> ReviewedMutants {
    try #require(ReviewedMutants(try file("Maintenance/Mutation/reviewed.yaml")))
  }

  private static func file(_ path: String) throws -> SourceFile {
    SourceFile(path: path, bytes: Array(try Data(contentsOf: root.appending(path: path))))
  }
}
