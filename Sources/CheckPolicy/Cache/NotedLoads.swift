// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import Synchronization

/// What a compiler asks for of the files of this machine, and whether its answer hangs on more than their texts.
final class NotedLoads: Sendable {
  private struct State {
    /// In the order in which they were first read.
    var files: [SourceFile] = []
    var paths: Set<String> = []
    /// The files of folders that were searched: whoever searches looks at them, and makes no use of them.
    var searched: Set<String> = []
    var areTold = true
  }

  private let state = Mutex(State())

  /// What was read, each file once; nothing that was only looked at.
  var files: [SourceFile] { state.withLock { $0.files } }

  /// Whether the texts of the files tell all: none could not be read, none was named by a link of another name, and no folder was
  /// searched.
  var areTold: Bool { state.withLock { $0.areTold } }

  func forget() { state.withLock { $0 = State() } }

  /// The files of this machine; what is asked of them is noted.
  var loader: FileLoader {
    FileLoader(identity: identity, beside: files(beside:)) { [self] path in
      let result = FileLoader.read(path)
      state.withLock { state in
        switch result {
        case .success(let file):
          if !state.searched.contains(path), state.paths.insert(path).inserted { state.files.append(file) }
        case .failure: state.areTold = false
        }
      }
      return result
    }
  }

  /// Why: a link may lead elsewhere tomorrow, and what is read under another path is not kept under its own.
  @Sendable private func identity(of path: String) -> String {
    let real = RelativePath.identity(of: path)
    if FilePath.name(of: real) != FilePath.name(of: path) { state.withLock { $0.areTold = false } }
    return real
  }

  /// Why: another file may be there tomorrow.
  @Sendable private func files(beside path: String) -> [String] {
    let files = PathWalker.files(beside: path)
    state.withLock { state in
      state.areTold = false
      state.searched.formUnion(files)
    }
    return files
  }
}
