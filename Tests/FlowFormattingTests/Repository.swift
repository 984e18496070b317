// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowLanguage
import FlowSyntax
import Foundation

/// The YAML files of the repository.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func file(_ url: URL) throws -> SourceFile {
    SourceFile(path: url.path, bytes: [UInt8](try Data(contentsOf: url)))
  }

  static func yamlFiles() throws -> [URL] {
    try ["flows", "Examples", "Tests", "Sources"].flatMap { folder in
      let names = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path).sorted()
      return names.filter { $0.hasSuffix(".yaml") }.map { root.appending(path: folder).appending(path: $0) }
    }
  }

  static func shape(of file: SourceFile) -> ValueShape {
    FileKind.sniff(file).map { found in .shape { found.value.shape } } ?? .anything
  }
}
