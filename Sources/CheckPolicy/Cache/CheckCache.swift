// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What earlier checks of this very program found, to be had again where no text has changed.
///
/// A text of lines: the program that wrote it, a line for each checked file, and a digest of all that. Whatever is not
/// as it should be, in the whole or in a line, is as if it were not there.
package struct CheckCache: Sendable {
  private let bytes: [UInt8]
  /// By key, where the check's line stands in `bytes`.
  private var lines: [String: Range<Int>] = [:]
  /// In the order of the file, which is that of their last use.
  private var keys: [String] = []
  private let header: [UInt8]
  /// Whether another file of the same program has written it.
  private let isMoved: Bool

  private static let mostEntries = 20_000
  private static let ending = "digest "

  /// - Parameters:
  ///   - text: what was kept; empty for nothing.
  ///   - program: what tells this program from every other, on one line.
  ///   - stamp: which file that program is, on one line.
  init(_ text: [UInt8], of program: String, stamp: String = "?") {
    header = Array("\(Self.beginning)\(program)\n\(stamp)\n".utf8)
    bytes = text
    isMoved = !text.isEmpty && !text.starts(with: header)
    let first = Array("\(Self.beginning)\(program)\n".utf8)
    guard text.starts(with: first), let end = Self.soundEnd(of: text),
      let stampEnd = text[first.count...].firstIndex(of: 0x0A), stampEnd < end
    else { return }
    var start = stampEnd + 1
    while start < end, let stop = text[start..<end].firstIndex(of: 0x0A) {
      if let tab = text[start..<stop].firstIndex(of: UInt8(ascii: "\t")) {
        let key = String(decoding: text[start..<tab], as: UTF8.self)
        if lines.updateValue(tab + 1..<stop, forKey: key) == nil { keys.append(key) }
      }
      start = stop + 1
    }
  }

  private static let beginning = "mfaflow check cache 2: "

  /// Which program wrote a cache, and which file that was; nil for what is no sound cache.
  static func origin(of text: [UInt8]) -> (program: String, stamp: String)? {
    guard text.starts(with: beginning.utf8), soundEnd(of: text) != nil else { return nil }
    let lines = text.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3 else { return nil }
    let program = lines[0].dropFirst(beginning.utf8.count)
    return (String(decoding: program, as: UTF8.self), String(decoding: lines[1], as: UTF8.self))
  }

  /// Where the last line begins, if it holds the digest of all before it.
  private static func soundEnd(of text: [UInt8]) -> Int? {
    let ending = ending.utf8.count + 64 + 1
    guard text.count > ending else { return nil }
    let end = text.count - ending
    let wanted = text.withUnsafeBufferPointer { ContentDigest(UnsafeBufferPointer(rebasing: $0[..<end])) }
    return text[end...].elementsEqual((Self.ending + wanted.text + "\n").utf8) ? end : nil
  }

  /// What was found under this key; nil for nothing.
  func check(_ key: String) -> CachedCheck? { lines[key].flatMap { CachedCheck(line: bytes[$0]) } }

  /// The text to keep after a run; nil if nothing is new.
  ///
  /// - Parameter used: what the run has used or found, in its order; it stays, and of the rest as much as there is room
  ///   for.
  func text(with used: [Use], atMost size: Int) -> [UInt8]? {
    guard isMoved || used.contains(where: \.isNew) else { return nil }
    var text = header
    var written: Set<String> = []
    let room = size - Self.ending.utf8.count - 65
    func add(_ key: String, _ line: some Collection<UInt8>) {
      guard written.count < Self.mostEntries, text.count + key.utf8.count + line.count + 2 <= room,
        written.insert(key).inserted
      else { return }
      text += key.utf8
      text.append(UInt8(ascii: "\t"))
      text += line
      text.append(0x0A)
    }
    for use in used {
      switch use {
      case .found(let key, let line): add(key, line.utf8)
      case .known(let key): if let range = lines[key] { add(key, bytes[range]) }
      }
    }
    for key in keys { if let range = lines[key] { add(key, bytes[range]) } }
    return text + Array((Self.ending + ContentDigest(text).text + "\n").utf8)
  }

  /// What a run did with one entry.
  package enum Use: Sendable {
    case known(key: String)
    case found(key: String, line: String)

    var isNew: Bool { if case .found = self { true } else { false } }
  }
}
