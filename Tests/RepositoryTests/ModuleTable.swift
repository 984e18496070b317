// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which modules each module may import, from one of the two places that say it.
struct ModuleTable: Equatable {
  /// By module, the modules of this package that it imports.
  var imports: [String: Set<String>] = [:]

  /// The table of ARCHITECTURE.md: its columns `module` and `imports`, names in backticks.
  static func ofArchitecture(_ page: TextFile) -> ModuleTable {
    var table = ModuleTable()
    var columns: (module: Int, imports: Int)?
    for line in page.lines {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard !cells.isEmpty else {
        columns = nil
        continue
      }
      if let module = cells.firstIndex(of: "module"), let imports = cells.firstIndex(where: { $0.hasSuffix("imports") })
      {
        columns = (module, imports)
      } else if let columns, cells.indices.contains(max(columns.module, columns.imports)) {
        let imported = Set(Self.names(in: cells[columns.imports]))
        for name in Self.names(in: cells[columns.module]) { table.imports[name] = imported }
      }
    }
    return table
  }

  /// The targets of Package.swift, written as `module("Name", ["Import"])` or `.executableTarget(name:dependencies:)`.
  ///
  /// A target with a `path:` does not stand in Sources, and is left out.
  static func ofManifest(_ manifest: TextFile) -> ModuleTable {
    var table = ModuleTable()
    let declaration = Pattern(
      #"(?:\bmodule\(|\.target\(|\.executableTarget\()\s*(?:name:\s*)?"(\w+)",\s*(?:dependencies:\s*)?\[([^\]]*)\](?!,\s*path:)"#
    )
    for match in declaration.matches(in: manifest.text) {
      table.imports[match[1]] = Set(Pattern(#""(\w+)""#).matches(in: match[2]).map { $0[1] })
    }
    for match in Pattern(#"\.systemLibrary\(\s*name:\s*"(\w+)""#).matches(in: manifest.text) {
      table.imports[match[1]] = []
    }
    // What is declared elsewhere is somebody else's, such as a vendor's framework.
    let own = Set(table.imports.keys)
    table.imports = table.imports.mapValues { $0.intersection(own) }
    return table
  }

  /// The words in backticks.
  private static func names(in cell: String) -> [String] {
    Pattern(#"`(\w+)`"#).matches(in: cell).map { $0[1] }
  }
}
