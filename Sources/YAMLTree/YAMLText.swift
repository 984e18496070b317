// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

extension YAMLNode {
  /// This node as a text that is not empty; nil, and a finding, if it is none.
  ///
  /// - Parameter what: what the message calls it, such as `a message`.
  package func text(_ what: String, _ findings: inout [Diagnostic]) -> Spanned<String>? {
    guard let text = scalar(what, must: "be a text", &findings) else { return nil }
    guard !text.isEmpty else {
      findings.append(
        Diagnostic(
          YAMLRules.emptyText, "\(what) must not be empty", at: range,
          help: "write the text between the quotes, or remove the key"))
      return nil
    }
    return Spanned(text, range)
  }

  /// This node as a name: a letter, then letters, digits, `-` and `_`, all of ASCII; nil, and a finding, if it is none.
  package func name(_ what: String, _ findings: inout [Diagnostic]) -> Spanned<String>? {
    guard let text = text(what, &findings) else { return nil }
    guard text.value.isName else {
      findings.append(
        Diagnostic(
          YAMLRules.badName, "\(what) must be a name, not \(Diagnostic.quoting(text.value))", at: range,
          help: text.value.nameWithoutSigns
            ?? "begin with a letter A-Z or a-z, then use letters, digits, `-` and `_` only"))
      return nil
    }
    return text
  }

  /// This node as a yes or no: `true` or `false` without quotes; nil, and a finding, for anything else.
  package func flag(_ what: String, _ findings: inout [Diagnostic]) -> Spanned<Bool>? {
    guard let text = scalar(what, must: "be `true` or `false`", &findings) else { return nil }
    if isPlain, text == "true" || text == "false" { return Spanned(text == "true", range) }
    let help: Cure
    switch text.lowercased() {
    case "true" where !isPlain, "false" where !isPlain:
      help = Cure("write `\(text.lowercased())` without quotes", .whole(by: text.lowercased()))
    case "true", "yes", "on", "y": help = Cure("write `true`", .whole(by: "true"))
    case "false", "no", "off", "n": help = Cure("write `false`", .whole(by: "false"))
    default: help = "write `true` or `false`, without quotes"
    }
    let word = isPlain ? Diagnostic.quoting(text) : Diagnostic.quoting("\"\(text)\"")
    findings.append(
      Diagnostic(
        YAMLRules.notAFlag, "\(what) must be `true` or `false`, not \(word)", at: range, help: help))
    return nil
  }

  /// What this scalar says; nil, and a finding, for a map or a list.
  func scalar(_ what: String, must form: String, _ findings: inout [Diagnostic]) -> String? {
    if let text { return text }
    report(.wrongKind(what, must: form, self), in: &findings)
    return nil
  }
}

extension String {
  /// True for a letter, then letters, digits, `-` and `_`, all of ASCII.
  package var isName: Bool {
    withBytes { bytes in
      guard let first = bytes.first, first.isASCIILetter else { return false }
      for byte in bytes {
        guard byte.isASCIILetter || (48...57).contains(byte) || byte == 45 || byte == 95 else { return false }
      }
      return true
    }
  }

  /// True for just one of these words.
  package func isOne(of words: [StaticString]) -> Bool {
    withBytes { bytes in
      for word in words where word.utf8CodeUnitCount == bytes.count {
        if bytes.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: bytes.count)) { return true }
      }
      return false
    }
  }

  /// Why not `withUTF8` at once: that one wants a copy of the text, which is counted, too.
  @inlinable
  package func withBytes<Made>(_ make: (UnsafeBufferPointer<UInt8>) -> Made) -> Made {
    if let made = utf8.withContiguousStorageIfAvailable(make) { return made }
    var copy = self
    return copy.withUTF8(make)
  }
}

extension UInt8 {
  /// `A` to `Z` and `a` to `z`.
  fileprivate var isASCIILetter: Bool { (97...122).contains(self | 0x20) }
}
