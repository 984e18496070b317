// SPDX-License-Identifier: Apache-2.0

/// A line that is edited on a screen: what stands before the cursor, and what behind it.
struct EditedLine: Equatable {
  private(set) var before: String
  private(set) var behind: String

  /// In bytes.
  private static let longest = 4096

  init(_ text: String = "", behind: String = "") { (before, self.behind) = (text, behind) }

  var text: String { before + behind }

  /// - Returns: false for a key that means nothing in a line.
  mutating func take(_ key: Keystroke) -> Bool {
    switch key {
    case .character(let scalar), .pasted(let scalar):
      if before.utf8.count + behind.utf8.count < Self.longest { before.unicodeScalars.append(scalar) }
    case .left: if let last = before.popLast() { behind = String(last) + behind }
    case .right: if !behind.isEmpty { before.append(behind.removeFirst()) }
    case .home: (before, behind) = ("", text)
    case .end: (before, behind) = (text, "")
    case .erase: _ = before.popLast()
    case .delete: if !behind.isEmpty { behind.removeFirst() }
    case .eraseLine: before = ""
    case .eraseWord:
      while before.last == " " { before.removeLast() }
      while let last = before.last, last != " " { before.removeLast() }
    default: return false
    }
    return true
  }
}
