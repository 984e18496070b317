// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// Text becomes a tree.
package enum YAML {
  /// The version of the library that reads the files.
  package static var parserVersion: String { YAMLEventReader.version }

  /// Reads a file as a tree, and reports all that is wrong with its writing.
  ///
  /// There is no value if the file is in another encoding, is not YAML, or passes a limit. Otherwise there is one, even where
  /// keys come twice or values are empty: such places are left out or marked (``YAMLNode/isReported``).
  ///
  /// - Parameters:
  ///   - id: what the ranges of the tree call this file.
  ///   - words: at which words it does not matter that other parsers read them as something else than text.
  ///   - mayLeaveOut: whether there is a value, too, where a file holds characters that no file may hold: its texts without them.
  ///     Not for a file with secrets: who covers these looks for them as they are written.
  package static func read(
    _ file: SourceFile, as id: FileID = .first, limits: YAMLLimits = .standard, words: YAMLWords = YAMLWords(),
    leavingOutCharacters mayLeaveOut: (SourceFile) -> Bool = { _ in false }
  ) -> Outcome<YAMLNode> {
    guard file.bytes.count <= min(limits.bytes, Int(Int32.max)) else {
      return Outcome(nil, [.fileTooLarge(file.bytes.count, limit: limits.bytes, in: id)])
    }
    return file.bytes[file.markLength...].withUnsafeBufferPointer { bytes in
      let refused = CharacterRules(id).findings(in: bytes)
      var plain = Outcome<YAMLNode>(nil, refused)
      if refused.isEmpty {
        var composer = YAMLComposer(file, id, limits, words)
        composer.readAll()
        plain = composer.outcome()
        guard composer.isUnclear else { return plain }
      }
      guard mayLeaveOut(file) else { return plain }
      return read(bytes, of: file, as: id, beside: refused, limits, words) ?? plain
    }
  }

  /// Reads what a file says beside the characters that it must not hold; nil where that is not clear.
  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, of file: SourceFile, as id: FileID, beside refused: [Diagnostic],
    _ limits: YAMLLimits, _ words: YAMLWords
  ) -> Outcome<YAMLNode>? {
    guard let (characters, readable) = RefusedCharacters.readable(bytes, refused) else { return nil }
    var composer = YAMLComposer(SourceFile(path: file.path, bytes: readable), id, limits, words)
    composer.refused = characters
    composer.readAll()
    let read = composer.outcome()
    guard let root = read.value else { return nil }
    return Outcome(root, (refused + read.findings).inReadingOrder())
  }

  /// Reads what can be read of a file, be it broken or not.
  ///
  /// What is wrong with it is told as ``read(_:as:limits:words:)`` tells it: nothing is told of what was made of the rest.
  /// There is no value for a file in another encoding, or beyond a limit.
  package static func readPart(
    of file: SourceFile, as id: FileID = .first, limits: YAMLLimits = .standard, words: YAMLWords = YAMLWords()
  ) -> Outcome<YAMLNode> {
    let whole = read(file, as: id, limits: limits, words: words)
    guard whole.value == nil else { return whole }
    return Outcome(mended(file, as: id, limits, words)?.read.value, whole.findings)
  }

  /// What can be read of a file of which ``read(_:as:limits:words:)`` gives no value; nil where that is nothing.
  ///
  /// - Parameter known: what it has found.
  package static func readRest(
    of file: SourceFile, as id: FileID = .first, knowing known: [Diagnostic], words: YAMLWords = YAMLWords()
  ) -> PartialTree? {
    guard let (text, read) = mended(file, as: id, .standard, words), let root = read.value else { return nil }
    return PartialTree(text, known + read.findings, root)
  }

  /// The mended text, and the tree of it.
  private static func mended(_ file: SourceFile, as id: FileID, _ limits: YAMLLimits, _ words: YAMLWords)
    -> (text: MendedText, read: Outcome<YAMLNode>)?
  {
    guard file.bytes.count <= limits.bytes, let mended = Mender.mended(file) else { return nil }
    let input = SourceFile(path: file.path, bytes: mended.input)
    var composer = YAMLComposer(input, id, limits, words)
    composer.goesOn = true
    let problem = input.bytes.withUnsafeBufferPointer { YAMLEventReader.read($0, into: &composer) }
    return problem == nil ? (mended, composer.outcome()) : nil
  }
}

extension Diagnostic {
  fileprivate static func fileTooLarge(_ bytes: Int, limit: Int, in file: FileID) -> Diagnostic {
    Diagnostic(
      YAMLRules.fileTooLarge, "a file must not be larger than \(limit) bytes; this one has \(bytes)",
      at: .beginning(of: file), help: "split the text into several files")
  }
}
