// SPDX-License-Identifier: Apache-2.0

import LocalFiles
import Synchronization

/// Reads the texts of a workspace, and notes which files were asked for, whether they are there or not.
final class NotedReads: Sendable {
  private let texts: WorkspaceTexts
  private let noted = Mutex<Set<String>>([])

  init(_ texts: WorkspaceTexts) { self.texts = texts }

  var reading: FileReader.Reading {
    { [self] path throws(FileProblem) in
      noted.withLock { _ = $0.insert(RelativePath.absolute(path)) }
      return try texts.reading(path)
    }
  }

  /// The paths that were asked for since the last time.
  func take() -> Set<String> {
    noted.withLock { noted in
      defer { noted = [] }
      return noted
    }
  }
}
