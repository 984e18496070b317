// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("The layering of the modules")
struct LayeringTests {
  let repository = Repository.here

  /// Modules of the system or of a vendor that a module of ours may import, and who may.
  private static let systemModules: [String: Set<String>] = [
    "Synchronization": [
      "Cassettes", "CheckPolicy", "DifferenceReports", "FlowCommand", "FlowEditing", "FlowMeaning", "FlowReviews",
      "FlowRuntime",
      "FlowScenarios", "FlowTrials", "LocalFiles", "ProcessBackend", "RELIDAdapter", "RELIDSimulator", "SystemCalls",
      "Values",
    ],
    "RELID": ["RELIDAdapter"],
    "ObjectiveC": ["RELIDAdapter"],
    "UIKit": ["RELIDAdapter"],
  ]

  private let sources = SwiftFile.under("Sources")

  private func manifest() throws -> ModuleTable {
    ModuleTable.ofManifest(try #require(repository.file("Package.swift")))
  }

  @Test("the manifest declares a target for each folder of Sources, and no other")
  func manifestMatchesFolders() throws {
    #expect(try manifest().imports.keys.sorted() == repository.folders(in: "Sources"))
  }

  @Test("the table in ARCHITECTURE.md says what the manifest says")
  func architectureMatchesManifest() throws {
    let page = try #require(repository.file("ARCHITECTURE.md"), "ARCHITECTURE.md holds the table of modules")
    let table = ModuleTable.ofArchitecture(page)
    let manifest = try manifest()
    #expect(table.imports.keys.sorted() == manifest.imports.keys.sorted(), "the modules of the table")
    for (module, imports) in manifest.imports.sorted(by: { $0.key < $1.key }) {
      #expect(
        (table.imports[module] ?? []).sorted() == imports.sorted(),
        "the column `imports` for `\(module)` in ARCHITECTURE.md, against Package.swift")
    }
  }

  @Test("a module imports what the manifest grants it, all of that, and nothing else")
  func importsMatchManifest() throws {
    let manifest = try manifest()
    let modules = Set(manifest.imports.keys)
    var used: [String: Set<String>] = [:]
    for source in sources {
      let granted = manifest.imports[source.module] ?? []
      for imported in source.imports {
        if modules.contains(imported) {
          used[source.module, default: []].insert(imported)
          #expect(granted.contains(imported), "\(source.file.path) imports \(imported)")
        } else {
          let allowed = Self.systemModules[imported] ?? []
          #expect(allowed.contains(source.module), "\(source.file.path) imports \(imported)")
        }
      }
    }
    for (module, granted) in manifest.imports.sorted(by: { $0.key < $1.key }) {
      let unused = granted.subtracting(used[module] ?? [])
      #expect(unused.isEmpty, "`\(module)` may import \(unused.sorted()) and does not: take it out of Package.swift")
    }
  }

  @Test("one file imports libyaml, and keeps it to itself")
  func oneFileImportsC() {
    let importers = sources.filter { $0.imports.contains("CLibYAML") }
    #expect(importers.map(\.file.path) == ["Sources/YAMLTree/YAMLEventReader.swift"])
    for importer in importers {
      #expect(importer.places(of: Pattern(#"^\s*(?:public|package) import CLibYAML"#)).isEmpty)
    }
  }

  @Test("one module knows the system, and keeps its C to itself; systems differ in C only")
  func oneModuleAsksTheSystem() {
    for source in sources {
      #expect(source.module == "SystemCalls" || !source.imports.contains("CSystemCalls"), "\(source.file.path)")
      #expect(source.places(of: Pattern(#"^\s*(?:public|package) import CSystemCalls"#)).isEmpty)
      #expect(source.places(of: Pattern(#"@_silgen_name|canImport\((?:Glibc|Musl|Darwin)\)"#)).isEmpty)
    }
  }

  @Test("what the program holds is handed on by one module for each list")
  func oneModuleHandsOn() {
    let holders = ["CTexts": "EmbeddedTexts", "CContracts": "SDKContract"]
    for source in sources {
      for (holder, module) in holders where source.imports.contains(holder) {
        #expect(source.module == module, "\(source.file.path)")
        #expect(source.places(of: Pattern(#"^\s*(?:public|package) import \#(holder)"#)).isEmpty)
      }
    }
  }

  @Test("what stands in no product is seen by this package alone")
  func nothingElseIsPublic() throws {
    let text = try #require(repository.file("Package.swift")).text
    let products = Set(Pattern(#"\.library\(name: "(\w+)", targets: "#).matches(in: text).map { $0[1] })
    #expect(products.contains("MFAFlow") && products.count == 5)
    let exported = products.union(try manifest().imports["MFAFlow"] ?? [])
    for source in sources where !exported.contains(source.module) {
      #expect(source.places(of: Pattern(#"^\s*(?:@(?!_spi)\w+ )*public (?!import)"#)).isEmpty, "\(source.file.path)")
    }
  }

  @Test("a flow is declared valid in one place only")
  func oneMakerOfValidFlow() {
    let makers = sources.flatMap { $0.places(of: Pattern(#"\bValidFlow\("#)) }
    #expect(makers.count == 1, "who calls ValidFlow's initialiser: \(makers)")
    #expect(makers.allSatisfy { $0.hasPrefix("Sources/FlowChecks/") }, "only the checker may: \(makers)")
  }

  /// Modules that may know REL-ID: its contract stands in the first, the second has the keys of its worlds and shows authors
  /// examples, and the others have it by name.
  private static let knowing: Set<String> = [
    "SDKContract", "FlowLanguage", "RELIDSimulator", "RELIDAdapter", "Guide", "FlowCommand", "mfaflow",
  ]

  @Test("no other module knows REL-ID: not its name, its events nor its calls")
  func knowsNoSDK() {
    let names = Pattern(#"(?i)\brel-?id\b|\b(?:getUser|getPassword|getActivationCode|setUser|setPassword|onUser\w+)\b"#)
    for source in sources where !Self.knowing.contains(source.module) {
      for (index, line) in source.file.lines.enumerated() {
        let text = line.drop { $0 == " " }
        // What an author is shown may need an example.
        guard !text.hasPrefix("//"), !text.hasPrefix("help: ") else { continue }
        #expect(names.matches(in: String(text)).isEmpty, "\(source.file.path):\(index + 1)")
      }
    }
  }
}
