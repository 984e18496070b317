// SPDX-License-Identifier: Apache-2.0

/// A place in a file, such as `steps/identify/then/101`: it stays the same when lines move.
package struct SourcePath: Sendable, Hashable, CustomStringConvertible {
  package enum Part: Sendable, Hashable {
    case key(String)
    case index(Int)
  }

  package var parts: [Part]

  package init(_ parts: [Part] = []) { self.parts = parts }

  package static func / (path: SourcePath, key: String) -> SourcePath { SourcePath(path.parts + [.key(key)]) }

  package static func / (path: SourcePath, index: Int) -> SourcePath { SourcePath(path.parts + [.index(index)]) }

  package var description: String {
    parts.map { part in
      switch part {
      case .key(let key): key
      case .index(let index): "\(index)"
      }
    }.joined(separator: "/")
  }
}
