// SPDX-License-Identifier: Apache-2.0

package import CheckPolicy
package import Diagnostics
package import FlowLanguage
import Synchronization
package import YAMLTree

/// A file as it is being edited, or as it stands on the disk, with what is asked of it again and again.
package final class EditedText: Sendable {
  package let file: SourceFile
  package let lines: LineTable
  /// What it is by its name and its outermost keys; nil for what is none of ours.
  package let known: FormattedKind?
  /// The tree once somebody has asked for it.
  private let kept = Mutex<SourceTree??>(nil)
  /// The same of its blocks.
  private let keptBlocks = Mutex<[TextBlock]?>(nil)

  /// What can be read of it; nil if that is nothing, or the file is none of ours.
  ///
  /// Why only then: a keystroke asks for a check, and not for a tree.
  package var tree: SourceTree? {
    kept.withLock { kept in
      if let kept { return kept }
      // Why not without a limit: an editor opens whatever it is told to.
      let tree = known == nil || bytes.count > Self.largestTree ? nil : SourceTree(partOf: file)
      kept = .some(tree)
      return tree
    }
  }

  var blocks: [TextBlock] {
    keptBlocks.withLock { kept in
      let blocks = kept ?? TextBlock.all(in: bytes[file.markLength...])
      kept = blocks
      return blocks
    }
  }

  package var path: String { file.path }
  package var kind: FileKind? { known?.kind }
  package var bytes: [UInt8] { file.bytes }

  package init(_ file: SourceFile) {
    self.file = file
    lines = LineTable(file)
    known = FormattedKind(file, named: file.path)
  }

  static let largestTree = 1 << 20

  /// Where a node of the tree stands in the file.
  ///
  /// The tree leaves out a byte order mark.
  package func place(_ range: Range<Int>) -> Range<Int> {
    let mark = file.markLength
    return range.lowerBound + mark..<range.upperBound + mark
  }

  /// The bytes of a stretch.
  package func bytes(of range: SourceRange) -> Range<Int> {
    let start = lines.offset(of: range.start)
    return start..<max(start, lines.offset(of: range.end))
  }

  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }
}
