// SPDX-License-Identifier: Apache-2.0

import EmbeddedTexts

/// A lesson of the tutorial: a page of `Documentation/Tutorial`, whose blocks are its files.
package struct Lesson: Sendable {
  /// A file of a lesson.
  package struct File: Sendable, Equatable {
    package let name: String
    package let text: String
  }

  /// From 1.
  package let number: Int
  /// The name of the folder that it is written into, such as `2-code-branch`.
  package let folder: String
  /// The whole page.
  package let page: String

  /// In their order.
  package static let all: [Lesson] = [
    Lesson(1, "1-first-flow"),
    Lesson(2, "2-code-branch"),
    Lesson(3, "3-threat"),
    Lesson(4, "4-session"),
    Lesson(5, "5-variant"),
    Lesson(6, "6-proof"),
    Lesson(7, "7-scenario"),
    Lesson(8, "8-backend"),
  ]

  private init(_ number: Int, _ folder: String) {
    self.number = number
    self.folder = folder
    page = EmbeddedText.text(of: "Documentation/Tutorial/\(folder).md")
  }

  /// The heading of the page, such as `Lesson 1: A first flow`.
  package var title: String { String(page.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }) }

  /// What begins the part of the page that somebody who learns reads last.
  private static let solutionHeading = "\n## One solution\n"

  private var parts: (task: Substring, solution: Substring) {
    guard let range = page.firstRange(of: Self.solutionHeading) else { return (page[...], "") }
    return (page[..<range.lowerBound], page[range.upperBound...])
  }

  /// The page up to the solution; in the place of each file stands its name.
  package var task: String {
    var lines: [Substring] = []
    var isFile = false
    for line in parts.task.split(separator: "\n", omittingEmptySubsequences: false) {
      if isFile {
        isFile = !line.hasPrefix("```")
      } else if let name = Self.name(line) {
        isFile = true
        lines.append("(It is the file `\(name)` in your folder.)")
      } else {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The solution of the page, files included.
  package var solution: String { String(parts.solution) }

  /// The files with which it begins.
  package var files: [File] {
    let own = Self.files(in: parts.task)
    guard folder == "8-backend" else { return own }
    return own + [File(name: "sdk.py", text: Handout.pythonBackend.text)]
  }

  /// The files that one solution has in another way, or besides.
  package var solvedFiles: [File] { Self.files(in: parts.solution) }

  private static func files(in text: Substring) -> [File] {
    var files: [File] = []
    var open: (name: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let file = open {
        if line.hasPrefix("```") {
          files.append(File(name: file.name, text: file.lines.map { $0 + "\n" }.joined()))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if let name = name(line) {
        open = (name, [])
      }
    }
    return files
  }

  /// The name of the file that begins with this line: ```` ```yaml flow first.yaml ````; nil for any other line.
  private static func name(_ line: Substring) -> String? {
    guard line.hasPrefix("```yaml ") else { return nil }
    let words = line.split(separator: " ")
    return words.count > 2 ? String(words[2]) : nil
  }
}
