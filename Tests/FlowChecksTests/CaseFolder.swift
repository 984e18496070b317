// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import Foundation
import Synchronization
import Testing

/// The flows beside this file: each of `Cases/bad` with what is found in it, each of `Cases/good` clean.
enum CaseFolder {
  static let bad = cases(in: "bad")
  static let good = cases(in: "good")

  /// Reads the parts in `Cases/parts`.
  static let loader = FileLoader { path in
    guard let data = try? Data(contentsOf: root.appending(path: path)) else {
      return .failure(FileLoader.Problem("there is no such file"))
    }
    return .success(SourceFile(path: path, bytes: [UInt8](data)))
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  private static func cases(in folder: String) -> [Case] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { name in
      Case(path: "\(folder)/\(name)", url: root.appending(path: folder).appending(path: name))
    }
  }
}

/// A flow file of ``CaseFolder``.
struct Case: Sendable, CustomTestStringConvertible {
  /// Relative to `Cases`: findings must not depend on where the checkout is.
  let path: String
  let url: URL

  var testDescription: String { path }

  var expectedURL: URL { url.deletingPathExtension().appendingPathExtension("expected") }

  /// Nil if nothing was recorded yet.
  var expected: String? { try? String(contentsOf: expectedURL, encoding: .utf8) }

  func file() throws -> SourceFile { SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: url))) }

  /// What comes of it: compiled once for all tests.
  func compiled() throws -> Compilation {
    if let known = Self.compilations.withLock({ $0[path] }) { return known }
    let compilation = try compiled(by: Compiler(loader: CaseFolder.loader))
    Self.compilations.withLock { $0[path] = compilation }
    return compilation
  }

  private static let compilations = Mutex<[String: Compilation]>([:])

  /// What comes of it; a first line `# profile: NAME` tells by which profile it is measured, and `# guesses-over-accounts: 20`
  /// how often a secret may be guessed over all accounts; with `# unnamed` it is told what it leaves to `else`.
  func compiled(by compiler: Compiler) throws -> Compilation { try compiled(by: compiler, as: file()) }

  /// What comes of another version of it.
  func compiled(by compiler: Compiler, as file: SourceFile) throws -> Compilation {
    let first = String(decoding: file.bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let accounts = "# guesses-over-accounts: "
    if first.hasPrefix(accounts) {
      let number = try #require(Int(first.dropFirst(accounts.count)), "\(path): \(first)")
      return Compiler(loader: CaseFolder.loader, guessesOverAccounts: number).compile(file)
    }
    if first == "# unnamed" { return Compiler(loader: CaseFolder.loader, tellsUnnamed: true).compile(file) }
    guard first.hasPrefix("# profile: ") else { return compiler.compile(file) }
    let profile = try #require(Profile.named(String(first.dropFirst("# profile: ".count))), "\(path): \(first)")
    return Compiler(loader: CaseFolder.loader, profile: profile).compile(file)
  }

  /// What is found in it, as a person reads it.
  func rendered(_ compilation: Compilation) -> String {
    TextRenderer().render(told(compilation.findings), in: compilation.sources)
  }

  /// What the case is about: most flows here are of another rule than that something must be claimed, and claim nothing.
  private func told(_ findings: [Diagnostic]) -> [Diagnostic] {
    path.contains("claim") ? findings : findings.filter { $0.code.id != "MFA433" }
  }
}
