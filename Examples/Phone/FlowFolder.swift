// SPDX-License-Identifier: Apache-2.0

import Foundation
import MFAFlow

/// The flows and parts that an app ships, in their folders.
struct FlowFolder {
  /// Where the paths begin: of an app, the resources of its bundle.
  let root: URL

  /// Reads and checks a flow, and the parts that it uses.
  ///
  /// - Parameter path: such as `flows/login.yaml`; parts are looked for from its folder on.
  func compile(_ path: String) -> Compilation {
    let file = SourceFile(path: path, text: text(path) ?? "")
    return Compiler(loader: loader).compile(file)
  }

  private var loader: FileLoader {
    FileLoader { [self] path in
      guard let text = text(path) else { return .failure(FileLoader.Problem("there is no such file")) }
      return .success(SourceFile(path: path, text: text))
    }
  }

  private func text(_ path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
