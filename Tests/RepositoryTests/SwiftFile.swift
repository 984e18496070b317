// SPDX-License-Identifier: Apache-2.0

import Testing

/// A Swift file, seen as far as these tests need: its imports, its type names, and its code without comments and text.
struct SwiftFile: Sendable, CustomTestStringConvertible {
  let file: TextFile
  /// The text with comments and the contents of string literals left out, its line breaks kept.
  let code: String

  /// Every Swift file of the repository, read once for all tests.
  static let all: [SwiftFile] = Repository.here.files(under: "", suffixes: [".swift"]).map(SwiftFile.init)

  /// Those that stand under one of these folders.
  static func under(_ folders: String...) -> [SwiftFile] {
    all.filter { source in folders.contains { source.file.path.hasPrefix($0 + "/") } }
  }

  init(_ file: TextFile) {
    self.file = file
    var scanner = SwiftTextScanner(file.text)
    code = scanner.code()
  }

  var testDescription: String { file.path }

  /// `YAMLTree` for `Sources/YAMLTree/YAML.swift`.
  var module: String { String(file.path.split(separator: "/").dropFirst().first ?? "") }

  /// The modules that it imports.
  var imports: [String] {
    Pattern(#"^\s*(?:@\w+\s+)*(?:public |package |internal |private )?import (?:(?:struct|class|enum|func) )?(\w+)"#)
      .matches(in: code).map { $0[1] }
  }

  /// The names of the types that it declares or extends.
  var typeNames: [String] {
    Pattern(#"\b(?:struct|class|enum|actor|protocol|typealias|extension)\s+([A-Z]\w*)"#).matches(in: code).map { $0[1] }
  }

  /// The places, `path:line`, where the code matches.
  func places(of pattern: Pattern) -> [String] {
    pattern.lines(in: code).map { "\(file.path):\($0)" }
  }
}

/// Drops comments and the text of string literals from Swift code and keeps its line breaks.
///
/// Interpolations are code and are kept. Regex literals are not known: they read as code.
struct SwiftTextScanner {
  private let bytes: [UInt8]
  private var at = 0
  private var kept: [UInt8] = []

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func code() -> String {
    readCode(insideInterpolation: false)
    return String(decoding: kept, as: UTF8.self)
  }

  private func next(is text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return bytes[at...].starts(with: wanted)
  }

  /// Reads code up to the end, or up to the parenthesis that ends an interpolation.
  private mutating func readCode(insideInterpolation: Bool) {
    var depth = 0
    while at < bytes.count {
      if next(is: "//") {
        skipLine()
      } else if next(is: "/*") {
        skipBlockComment()
      } else if let hashes = stringStart() {
        readString(hashes: hashes)
      } else {
        let byte = bytes[at]
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") {
          if insideInterpolation && depth == 0 { return }
          depth -= 1
        }
        kept.append(byte)
        at += 1
      }
    }
  }

  private mutating func skipLine() {
    while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if next(is: "/*") {
        depth += 1
        at += 2
      } else if next(is: "*/") {
        depth -= 1
        at += 2
      } else {
        keepLineBreak()
        at += 1
      }
    } while depth > 0 && at < bytes.count
  }

  private mutating func keepLineBreak() {
    if bytes[at] == UInt8(ascii: "\n") { kept.append(bytes[at]) }
  }

  /// The number of `#` before the quote of a string that begins here; nil if none does.
  private func stringStart() -> Int? {
    var end = at
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - at : nil
  }

  private mutating func readString(hashes: Int) {
    let sharps = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    at += hashes
    let quotes: [UInt8] = Array((next(is: "\"\"\"") ? "\"\"\"" : "\"").utf8)
    let end = quotes + sharps
    let escape = [UInt8(ascii: "\\")] + sharps
    at += quotes.count
    kept.append(UInt8(ascii: "\""))
    while at < bytes.count, !bytes[at...].starts(with: end) {
      if bytes[at...].starts(with: escape) {
        at += escape.count
        if at < bytes.count, bytes[at] == UInt8(ascii: "(") {
          at += 1
          readCode(insideInterpolation: true)
        }
      } else {
        keepLineBreak()
      }
      at += 1
    }
    at = min(at + end.count, bytes.count)
    kept.append(UInt8(ascii: "\""))
  }
}
