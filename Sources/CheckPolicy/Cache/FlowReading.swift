// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import LocalFiles

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
  /// What else than the file was read, for those who ask; nil where nobody does.
  private let loads: NotedLoads?
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
    /// The paths of what else was read, such as the flow behind `refines:`; for files that are read together, with the first.
    var others: [String] = []

    init(_ check: CachedCheck, _ sources: SourceMap, _ use: CheckCache.Use) {
      findings = check.findings
      self.sources = sources
      self.use = use
      others = check.others.map(\.path)
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
  ///   - keepsPaths: whether somebody asks which other files were read.
  init(
    _ cache: CheckCache?, _ prefix: String, keepsPaths: Bool,
    _ makeCompiler: @escaping @Sendable (FileLoader) -> Compiler
  ) {
    self.cache = cache
    loads = cache == nil && !keepsPaths ? nil : NotedLoads()
    self.prefix = prefix
    self.makeCompiler = makeCompiler
  }

  /// What is wrong with each of some files.
  mutating func read(_ files: [SourceFile]) -> [Reading] {
    guard let cache else {
      loads?.forget()
      var readings = compiler().compile(files).map { Reading($0) }
      if let loads, !readings.isEmpty { readings[0].others = loads.files.map(\.path) }
      return readings
    }
    return files.map { read($0, cache) }
  }

  private mutating func read(_ file: SourceFile, _ cache: CheckCache) -> Reading {
    let key = "\(prefix):\(file.path)"
    let digest = ContentDigest(file.bytes).text
    if let check = cache.check(key), let sources = sources(of: check, file, digest) {
      return Reading(check, sources, .known(key: key))
    }
    loads?.forget()
    var reading = Reading(compiler().compile(file))
    let paths = Set(reading.sources.files.map(\.path))
    let others = loads?.files.filter { !paths.contains($0.path) } ?? []
    reading.others = others.map(\.path)
    // Why: a file that is not there today may be there tomorrow, and nothing would tell.
    guard loads?.areTold ?? false else { return reading }
    // Why: what is hidden of a file is not kept, and would be shown from the cache.
    guard reading.sources.files.first?.bytes.count == file.bytes.count else { return reading }
    let files = reading.sources.files.enumerated().map { index, source in
      CachedCheck.File(path: source.path, digest: index == 0 ? digest : ContentDigest(source.bytes).text)
    }
    let check = CachedCheck(
      files: files, others: others.map { CachedCheck.File(path: $0.path, digest: ContentDigest($0.bytes).text) },
      findings: reading.findings)
    reading.use = check.line.map { .found(key: key, line: $0) }
    return reading
  }

  private mutating func compiler() -> Compiler {
    let compiler = made ?? makeCompiler(loads?.loader ?? .files)
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
    for other in check.others { guard source(other.path)?.digest == other.digest else { return nil } }
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
