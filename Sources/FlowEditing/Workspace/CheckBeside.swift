// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import LocalFiles
import Synchronization

/// The check of a file in which nobody types, to be run on another thread, so that no keystroke waits for it.
package struct CheckBeside: Sendable {
  let text: EditedText
  let isFlow: Bool
  let ruling: Ruling
  /// How many changes there were when it was due.
  let changes: Int
  let judge: JudgeBeside

  package func run() -> CheckedBeside {
    CheckedBeside(path: text.path, changes: changes, findings: judge.findings(of: text, isFlow: isFlow, by: ruling))
  }
}

/// What came of it.
package struct CheckedBeside: Sendable {
  let path: String
  let changes: Int
  let findings: FileFindings
}

/// Judges files for whoever has a thread, one at a time.
final class JudgeBeside: Sendable {
  private let reads: NotedReads
  private let judge: Mutex<FileJudge>

  init(_ texts: WorkspaceTexts) {
    reads = NotedReads(texts)
    judge = Mutex(FileJudge(reads.reading))
  }

  func findings(of text: EditedText, isFlow: Bool, by ruling: Ruling) -> FileFindings {
    judge.withLock { [reads] judge in
      FileFindings(text, isFlow: isFlow, reads) { judge.judge($0, by: ruling) }
    }
  }
}
