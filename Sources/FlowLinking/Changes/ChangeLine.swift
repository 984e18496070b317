// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import YAMLTree

/// Something that a flow removes from its base, or that goes with a part that it uses no more.
package struct RemovedThing: Sendable, Hashable {
  /// With what it went.
  package enum Company: Sendable, Hashable {
    /// Alone: the line names it.
    case none
    /// With a part, by its path; nil where several parts may have gone at once.
    case part(String?)
  }

  /// Where the line that removes it says so.
  package let place: SourceRange
  package let company: Company

  init(place: SourceRange, with company: Company = .none) {
    self.place = place
    self.company = company
  }
}

/// A line below `change:`, `add:` or `remove:`.
package struct ChangeLine: Sendable {
  /// The path as its author wrote it.
  package let path: Spanned<String>
  /// What it does to the place that the path names: `changed`, `added` or `removed`.
  package let deed: String
  /// All of it, from the path to the end of its value.
  package let extent: SourceRange

  init(_ change: Change) {
    path = change.path
    switch change.action {
    case .change(let node): (deed, extent) = ("changed", Self.extent(path, node))
    case .add(let node): (deed, extent) = ("added", Self.extent(path, node))
    case .remove: (deed, extent) = ("removed", path.range)
    }
  }

  private static func extent(_ path: Spanned<String>, _ value: YAMLNode) -> SourceRange {
    SourceRange(path.range.start, max(path.range.end, value.range.end), in: path.range.file)
  }

  /// The file, line and column of a place: the numbers of files may differ each time that a flow is linked.
  package static func place(of range: SourceRange, in sources: SourceMap) -> String {
    "\(sources.file(range.file)?.path ?? ""):\(range.start.line):\(range.start.column)"
  }
}

extension Linker {
  /// What the flow changes, its bases, and what it runs.
  package var changeLines: [ChangeLine] { files.changeLines }

  /// The same linker, to which some lines below `change:`, `add:` and `remove:` are as if they were not there.
  ///
  /// - Parameter places: as ``ChangeLine/place(of:in:)`` has them.
  package func passingOver(_ places: Set<String>) -> Linker {
    var linker = self
    linker.files.passedOver = places
    return linker
  }
}
