// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// Which of some words are outermost keys of a file: enough to tell what kind of file it is, whatever it says.
///
/// It is read as YAML, so that anchors, quotes, escapes, `?`, brackets, directives and every kind of line break are what
/// they are. Of a file that cannot be read to its end it also has what looks like a key in the rest.
package struct YAMLOutline: Sendable {
  /// An outermost key that was looked for.
  package struct Key: Sendable {
    /// As it was looked for.
    package let word: String
    /// Where it stands.
    package let range: SourceRange
    /// What stands behind it, if that is a scalar of a few bytes that was read as YAML.
    package fileprivate(set) var value: String?
    /// Whether a map or a list stands behind it; nil where that is not known.
    package fileprivate(set) var isOpen: Bool?
  }

  /// The keys of each document, each where it stands first, in the order of the file; what only looks like a key stands with the
  /// last document.
  package fileprivate(set) var documents: [[Key]] = []
  /// Whether the file could be read as YAML up to where nothing more had to be known.
  package private(set) var isWhole = true

  /// All keys, whatever document they are of.
  package var keys: [Key] { documents.flatMap(\.self) }

  /// Reads the outermost keys of a file.
  ///
  /// - Parameters:
  ///   - words: the keys to look for.
  ///   - id: what the ranges call this file.
  ///   - isEnough: whether the keys of one document tell all there is to be known.
  package init(
    _ file: SourceFile, of words: [String], as id: FileID = .first,
    until isEnough: @escaping ([Key]) -> Bool = { _ in false }
  ) {
    let bytes = Self.text(of: file.bytes)
    bytes.withUnsafeBufferPointer { bytes in
      var reader = OutlineReader(words, id, isEnough)
      isWhole = YAMLEventReader.read(bytes, into: &reader) == nil && !reader.isTooDeep
      documents = reader.documents
      guard !isWhole else { return }
      let loose = LooseKeys(bytes, words, id).found
      if documents.isEmpty { documents = [[]] }
      documents[documents.count - 1] += loose
    }
  }

  /// Without a byte order mark, and without the zeros that every other encoding puts between the letters of a key.
  private static func text(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return bytes[3...] }
    guard bytes.prefix(256).contains(0) else { return bytes[...] }
    let text = bytes.filter { $0 != 0 }
    let hasMark = text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF])
    return text[(hasMark ? 2 : 0)...]
  }
}

/// Takes the outermost keys out of events.
private struct OutlineReader: YAMLEventTaker {
  private(set) var documents: [[YAMLOutline.Key]] = []
  private let words: [[UInt8]]
  private let file: FileID
  private let isEnough: ([YAMLOutline.Key]) -> Bool
  private var depth = 0
  /// Whether it is nested deeper than any file that is read: libyaml would take for ever over the rest.
  private(set) var isTooDeep = false
  private var isMapping = false
  private var awaitsKey = true
  /// Whether what comes next is the value of a key that was looked for.
  private var awaitsValue = false
  /// Which of the words a name that `&` gives stands for.
  private var anchors: [[UInt8]: Int] = [:]

  /// A longer value says nothing that anybody looks for.
  private static let longestValue = 64

  init(_ words: [String], _ file: FileID, _ isEnough: @escaping ([YAMLOutline.Key]) -> Bool) {
    self.words = words.map { Array($0.utf8) }
    self.file = file
    self.isEnough = isEnough
  }

  mutating func take(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .documentStart:
      documents.append([])
      (depth, isMapping, awaitsValue, anchors) = (0, false, false, [:])
    case .scalar, .alias: return leaf(event)
    case .mappingStart, .sequenceStart:
      if depth == 0 {
        (isMapping, awaitsKey) = (event.kind == .mappingStart, true)
      } else {
        note(isOpen: true)
        pass()
      }
      depth += 1
      isTooDeep = depth > YAMLLimits.standard.depth
      return !isTooDeep && !(depth == 2 && documents.last.map(isEnough) ?? false)
    case .containerEnd: depth -= 1
    case .other: break
    }
    return true
  }

  private mutating func leaf(_ event: YAMLEvent) -> Bool {
    let word = word(of: event)
    if event.kind == .scalar, let word, let anchor = event.anchor { anchors[Array(anchor)] = word }
    guard depth == 1, isMapping, let current = documents.indices.last else { return true }
    if awaitsKey, let word, !documents[current].contains(where: { $0.word.utf8.elementsEqual(words[word]) }) {
      documents[current].append(
        YAMLOutline.Key(
          word: String(decoding: words[word], as: UTF8.self), range: SourceRange(event.start, event.end, in: file)))
      awaitsKey = false
      awaitsValue = true
      return !isEnough(documents[current])
    }
    note(isOpen: event.kind == .alias ? nil : false)
    guard awaitsValue, event.kind == .scalar, event.text.count <= Self.longestValue else {
      pass()
      return true
    }
    documents[current][documents[current].count - 1].value = String(decoding: event.text, as: UTF8.self)
    pass()
    return !isEnough(documents[current])
  }

  /// Keeps what stands behind the last key that was looked for.
  private mutating func note(isOpen: Bool?) {
    guard depth == 1, awaitsValue, let current = documents.indices.last, !documents[current].isEmpty else { return }
    documents[current][documents[current].count - 1].isOpen = isOpen
  }

  /// Skips a key or a value of the outermost map.
  private mutating func pass() {
    guard depth == 1 else { return }
    awaitsKey.toggle()
    awaitsValue = false
  }

  private func word(of event: YAMLEvent) -> Int? {
    guard event.kind == .scalar else { return event.anchor.flatMap { anchors[Array($0)] } }
    return words.firstIndex { $0.count == event.text.count && event.text.elementsEqual($0) }
  }
}
