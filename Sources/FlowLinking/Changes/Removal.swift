// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

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

/// A line below `remove:`, and what a flow would be without it.
package enum Removal {
  /// The file, line and column of a place: the numbers of files may differ each time that a flow is linked.
  package static func place(of range: SourceRange, in sources: SourceMap) -> String {
    "\(sources.file(range.file)?.path ?? ""):\(range.start.line):\(range.start.column)"
  }
}

extension Linker {
  /// The lines below `remove:` of the flow, its bases, and what it runs.
  package var removals: [Spanned<String>] { files.removals }

  /// The same linker, to which some lines below `remove:` are as if they were not there.
  ///
  /// - Parameter places: as ``Removal/place(of:in:)`` has them.
  package func passingOver(_ places: Set<String>) -> Linker {
    var linker = self
    linker.files.passedOver = places
    return linker
  }
}
