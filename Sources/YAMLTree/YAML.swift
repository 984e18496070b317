// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// Text becomes a tree.
package enum YAML {
  /// The version of the library that reads the files.
  package static var parserVersion: String { YAMLEventReader.version }

  /// Reads a file as a tree, and reports all that is wrong with its writing.
  ///
  /// There is no value if the file is not UTF-8, is not YAML, or passes a limit. Otherwise there is one, even where
  /// keys come twice or values are empty: such places are left out or marked (``YAMLNode/isReported``).
  ///
  /// - Parameters:
  ///   - id: what the ranges of the tree call this file.
  ///   - words: at which words it does not matter that other parsers read them as something else than text.
  package static func read(
    _ file: SourceFile, as id: FileID = .first, limits: YAMLLimits = .standard, words: YAMLWords = YAMLWords()
  ) -> Outcome<YAMLNode> {
    guard file.bytes.count <= min(limits.bytes, Int(Int32.max)) else {
      return Outcome(nil, [.fileTooLarge(file.bytes.count, limit: limits.bytes, in: id)])
    }
    let hasMark = file.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let textBytes = file.bytes[(hasMark ? 3 : 0)...]
    return textBytes.withUnsafeBufferPointer { bytes in
      let refused = CharacterRules(id).findings(in: bytes)
      guard refused.isEmpty else { return Outcome(nil, refused) }
      var composer = YAMLComposer(file, id, limits, words)
      if let problem = YAMLEventReader.read(bytes, into: &composer) {
        composer.stop(at: problem)
      } else {
        composer.stopAtSlip()
      }
      return composer.outcome()
    }
  }

  /// Reads what can be read of a file, be it broken or not.
  ///
  /// What is wrong with it is told as ``read(_:as:limits:words:)`` tells it: nothing is told of what was made of the rest.
  /// There is no value for a file in another encoding, or beyond a limit.
  package static func readPart(
    of file: SourceFile, as id: FileID = .first, limits: YAMLLimits = .standard, words: YAMLWords = YAMLWords()
  ) -> Outcome<YAMLNode> {
    let whole = read(file, as: id, limits: limits, words: words)
    guard whole.value == nil, file.bytes.count <= limits.bytes, let mended = Mender.mended(file) else { return whole }
    let input = SourceFile(path: file.path, bytes: mended.input)
    var composer = YAMLComposer(input, id, limits, words)
    composer.goesOn = true
    let problem = input.bytes.withUnsafeBufferPointer { YAMLEventReader.read($0, into: &composer) }
    return Outcome(problem == nil ? composer.outcome().value : nil, whole.findings)
  }
}

extension Diagnostic {
  fileprivate static func fileTooLarge(_ bytes: Int, limit: Int, in file: FileID) -> Diagnostic {
    Diagnostic(
      YAMLRules.fileTooLarge, "a file must not be larger than \(limit) bytes; this one has \(bytes)",
      at: .beginning(of: file), help: "split the text into several files")
  }
}
