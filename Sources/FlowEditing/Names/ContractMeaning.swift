// SPDX-License-Identifier: Apache-2.0

import FlowLanguage

/// What a place of a contract is for, by the keys above it.
///
/// The table of the language tells which keys there are; what their names are of stands only here.
enum ContractMeaning {
  private static let item = PlaceMeaning.item

  /// What the words behind a key name; nil for nothing that the contract names.
  static func value(at path: ArraySlice<String>) -> ContractName? {
    var words = Array(path)
    // Of a list in brackets, each item is what the whole is.
    if words.last == item { words.removeLast() }
    switch (words.first, words.count) {
    case ("signedIn", 1): return .phase
    case ("phases", 3): return words[2] == "abandon" ? .call : nil
    case ("types", 3): return .type
    case ("codes", 3): return ["in": .event, "renewedBy": .call, "boundedBy": .field][words[2]]
    case ("errors", 3): return ["calls": .call, "events": .event][words[2]]
    case ("populations", 3): return ["comes": .event, "never": .call][words[2]]
    case ("events", 3):
      return ["enters": .phase, "cancels": .event, "after": .call, "severity": .field][words[2]]
    case ("events", 4): return ["modes": .mode, "fields": .type][words[2]]
    case ("calls", 3):
      return [
        "answers": .event, "phases": .phase, "enters": .phase, "supersedes": .call, "leadsTo": .event,
        "accepts": .field, "requires": .field, "each": .field, "echo": .field,
      ][words[2]]
    case ("calls", 4): return ["takes": .type, "byMode": .event][words[2]]
    case ("calls", 5...):
      return isInReply(words) && words.dropLast().last.map { ["earns", "enrols"].contains($0) } ?? false
        ? .authenticator : isInReply(words) && words.last == "echo" ? .field : nil
    default: return nil
    }
  }

  /// What a key names, and whether it gives the name; nil for a key of the language.
  ///
  /// - Parameter path: the keys from the outermost one on, the key itself last.
  static func key(at path: ArraySlice<String>) -> (name: ContractName, isDefinition: Bool)? {
    let words = Array(path)
    switch (words.first, words.count) {
    case ("phases", 2): return (.phase, true)
    case ("modes", 2): return (.mode, true)
    case ("types", 2): return (.type, true)
    case ("types", 3): return (.field, true)
    case ("constants", 2): return (.constant, true)
    case ("authenticators", 2): return (.authenticator, true)
    case ("codes", 2): return (.code, true)
    case ("errors", 2): return (.error, true)
    case ("events", 2): return (.event, true)
    case ("calls", 2): return (.call, true)
    case ("populations", 2): return (.population, true)
    case ("events", 4):
      // The field with the mode is given below `modes:`.
      return ["fields", "modes"].contains(words[2]) ? (.field, true) : words[2] == "requires" ? (.field, false) : nil
    case ("calls", 4):
      switch words[2] {
      case "takes": return (.field, true)
      case "leadsTo": return (.event, false)
      case "byMode": return (.mode, false)
      default: return nil
      }
    case ("calls", 5): return words[2] == "byMode" ? (.event, false) : nil
    default: return nil
    }
  }

  /// Whether a place stands in what is said of a reply.
  private static func isInReply(_ words: [String]) -> Bool {
    words[2] == "leadsTo" || words[2] == "byMode" && words.count > 5
  }

  /// A word of a place, and where it begins in the text.
  struct Word {
    let name: ContractName
    let text: String
    let start: Int
  }

  /// The names in a text such as `getPassword(set) 102, getUser`: events with their modes and codes, or plain names.
  static func words(in text: String, of name: ContractName) -> [Word] {
    var words: [Word] = []
    var start: Int?
    var isFirst = true
    var isMode = false
    var isError = false
    let bytes = Array(text.utf8)
    func add(_ end: Int) {
      guard let begun = start else { return }
      start = nil
      let word = String(decoding: bytes[begun..<end], as: UTF8.self)
      let isNumber = word.utf8.allSatisfy { (48...57).contains($0) }
      if name == .type || name == .field {
        if !isNumber { words.append(Word(name: name, text: word, start: begun)) }
      } else if isMode {
        words.append(Word(name: .mode, text: word, start: begun))
      } else if isFirst, !isNumber {
        words.append(Word(name: name, text: word, start: begun))
      } else if name == .event, word == "error" {
        isError = true
      } else if name == .event {
        words.append(Word(name: isError ? .error : .code, text: word, start: begun))
      }
      isFirst = false
    }
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 65...90, 97...122, 48...57, UInt8(ascii: "-"), UInt8(ascii: "_"): start = start ?? index
      default:
        add(index)
        switch byte {
        case UInt8(ascii: ","): (isFirst, isMode, isError) = (true, false, false)
        case UInt8(ascii: "("): isMode = true
        case UInt8(ascii: ")"): isMode = false
        default: break
        }
      }
    }
    add(bytes.count)
    return words
  }
}
