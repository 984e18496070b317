// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A page of the documentation: its fenced blocks, headings and links.
struct MarkdownPage: Sendable, CustomTestStringConvertible {
  let file: TextFile

  /// A fenced block.
  struct Block: Sendable {
    /// The words behind the fence, such as `yaml`, `flow`, `login.yaml`.
    let info: [String]
    /// The line, from 1, of the opening fence.
    let line: Int
    /// The lines between the fences, by their index in the page.
    let body: Range<Int>
    let text: String

    var language: String { info.first ?? "" }
  }

  /// Every page of the repository.
  static let all: [MarkdownPage] = Repository.here.files(under: "", suffixes: [".md"]).map(MarkdownPage.init)

  var testDescription: String { file.path }

  /// The fenced blocks, in their order.
  ///
  /// A block without an end reaches to the end of the page.
  var blocks: [Block] {
    let lines = file.lines
    var blocks: [Block] = []
    var open: (fence: Substring, info: [String], line: Int)?
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      let fence = text.prefix { $0 == "`" }
      if let block = open {
        guard fence.count >= block.fence.count, text.dropFirst(fence.count).allSatisfy({ $0 == " " }) else { continue }
        blocks.append(Self.block(block.info, lines, from: block.line, to: index))
        open = nil
      } else if fence.count >= 3 {
        open = (fence, text.dropFirst(fence.count).split(separator: " ").map(String.init), index + 1)
      }
    }
    if let block = open { blocks.append(Self.block(block.info, lines, from: block.line, to: lines.count)) }
    return blocks
  }

  private static func block(_ info: [String], _ lines: [Substring], from line: Int, to end: Int) -> Block {
    Block(info: info, line: line, body: line..<end, text: lines[line..<end].map { $0 + "\n" }.joined())
  }

  /// The lines outside fenced blocks, with their numbers from 1.
  private var prose: [(number: Int, text: Substring)] {
    let fenced = blocks.map { ($0.line - 1)...$0.body.upperBound }
    return file.lines.enumerated()
      .filter { line in !fenced.contains { $0.contains(line.offset) } }
      .map { ($0.offset + 1, $0.element) }
  }

  /// The headings without their `#`.
  var headings: [String] {
    prose.compactMap { _, line in
      let level = line.prefix { $0 == "#" }.count
      return (1...6).contains(level) && line.dropFirst(level).first == " " ? String(line.dropFirst(level + 1)) : nil
    }
  }

  /// The names by which links reach the headings, as code hosts make them.
  var anchors: Set<String> {
    Set(
      headings.map { heading in
        String(
          heading.lowercased().compactMap {
            $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil
          })
      })
  }

  /// The targets of links to other places of the repository, with the lines that hold them.
  var localLinks: [(target: String, line: Int)] {
    prose.flatMap { number, line in
      Pattern(#"\]\(([^)\s]+)\)"#).matches(in: String(line))
        .map { $0[1] }
        .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
        .map { ($0, number) }
    }
  }
}
