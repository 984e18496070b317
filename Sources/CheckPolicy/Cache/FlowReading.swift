// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import LocalFiles
import Synchronization

/// Finds what is wrong with files, and does not look again where the cache knows it.
///
/// One worker has it to itself. A file that a check is made of, such as a part, is read once for all flows of the worker
/// as long as the cache knows them.
struct FlowReading {
  private let makeCompiler: @Sendable (FileLoader) -> Compiler
  /// Why not at once: a worker that finds everything in the cache needs no contract.
  private var made: Compiler?
  private let cache: CheckCache?
  /// What begins every key: what checks depend on beside their files.
  private let prefix: String
  private let failures = LoadFailures()
  private var known: [String: (file: SourceFile, digest: String)] = [:]

  /// What is wrong with a file, and the files that it is made of.
  struct Reading {
    let findings: [Diagnostic]
    let sources: SourceMap
    /// Nil if nobody asked for them.
    var guesses: [SecretGuesses]?
    var sends: [SendCount]?
    /// Nil if nobody asked for it.
    var proofs: ProofReport?
    /// Nil if nobody asked for it.
    var unnamed: UnnamedReport?
    /// What is to be kept; nil where nothing can be.
    var use: CheckCache.Use?

    init(_ findings: [Diagnostic], _ sources: SourceMap, _ use: CheckCache.Use) {
      self.findings = findings
      self.sources = sources
      self.use = use
    }

    init(_ compilation: Compilation) {
      findings = compilation.findings
      sources = compilation.sources
      guesses = compilation.guesses
      sends = compilation.sends
      proofs = compilation.proofs
      unnamed = compilation.unnamed
    }
  }

  /// - Parameters:
  ///   - cache: nil to check everything again.
  ///   - prefix: what checks depend on beside their files.
  init(
    _ cache: CheckCache?, _ prefix: String, _ makeCompiler: @escaping @Sendable (FileLoader) -> Compiler
  ) {
    self.cache = cache
    self.prefix = prefix
    self.makeCompiler = makeCompiler
  }

  /// What is wrong with each of some files.
  mutating func read(_ files: [SourceFile]) -> [Reading] {
    guard let cache else { return compiler().compile(files).map { Reading($0) } }
    return files.map { read($0, cache) }
  }

  private mutating func read(_ file: SourceFile, _ cache: CheckCache) -> Reading {
    let key = "\(prefix):\(file.path)"
    let digest = ContentDigest(file.bytes).text
    if let check = cache.check(key), let sources = sources(of: check, file, digest) {
      return Reading(check.findings, sources, .known(key: key))
    }
    failures.forget()
    var reading = Reading(compiler().compile(file))
    // Why: a file that is not there today may be there tomorrow, and nothing would tell.
    guard !failures.areAny else { return reading }
    // Why: what is hidden of a file is not kept, and would be shown from the cache.
    guard reading.sources.files.first?.bytes.count == file.bytes.count else { return reading }
    let files = reading.sources.files.enumerated().map { index, source in
      CachedCheck.File(path: source.path, digest: index == 0 ? digest : ContentDigest(source.bytes).text)
    }
    reading.use = CachedCheck(files: files, findings: reading.findings).line.map { .found(key: key, line: $0) }
    return reading
  }

  private mutating func compiler() -> Compiler {
    let compiler = made ?? makeCompiler(cache == nil ? .files : failures.loader)
    made = compiler
    return compiler
  }

  /// The files of a check, if none has changed since.
  private mutating func sources(of check: CachedCheck, _ file: SourceFile, _ digest: String) -> SourceMap? {
    guard check.files.first == CachedCheck.File(path: file.path, digest: digest) else { return nil }
    var sources = SourceMap([file])
    for other in check.files.dropFirst() {
      guard let source = source(other.path), source.digest == other.digest else { return nil }
      _ = sources.add(source.file)
    }
    return sources
  }

  private mutating func source(_ path: String) -> (file: SourceFile, digest: String)? {
    if let source = known[path] { return source }
    guard let file = try? FileReader.file(path) else { return nil }
    if known.count >= Self.mostKnown { known = [:] }
    let source = (file, ContentDigest(file.bytes).text)
    known[path] = source
    return source
  }

  private static let mostKnown = 128
}

/// Whether a file was asked for and could not be had, or was named by a link of another name.
private final class LoadFailures: Sendable {
  private let failed = Atomic(false)

  var areAny: Bool { failed.load(ordering: .relaxed) }

  func forget() { failed.store(false, ordering: .relaxed) }

  /// The files of this machine, with an eye on those that cannot be read.
  var loader: FileLoader {
    FileLoader(identity: identity) { [self] path in
      let result = FileLoader.read(path)
      if case .failure = result { failed.store(true, ordering: .relaxed) }
      return result
    }
  }

  /// Why: a link may lead elsewhere tomorrow, and what is read under another path is not kept under its own.
  @Sendable private func identity(of path: String) -> String {
    let real = RelativePath.identity(of: path)
    if FilePath.name(of: real) != FilePath.name(of: path) { failed.store(true, ordering: .relaxed) }
    return real
  }
}
