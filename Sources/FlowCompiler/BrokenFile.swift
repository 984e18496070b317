// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowLanguage
import FlowLinking
import FlowSyntax
import YAMLTree

/// A flow or part that cannot be read as a whole.
extension Compiler {
  /// In a larger file, only the mistake that makes it unreadable is reported.
  private static let mostBytesOfBroken = 64 * 1024

  /// Mistakes inside the steps, ends and messages that can be read, and no others.
  ///
  /// Why no other stage: whatever a rule misses, a name, a message or a way to an end, may stand in what cannot be read.
  func findings(inRestOf file: SourceFile, knowing known: [Diagnostic], _ linker: inout Linker) -> [Diagnostic] {
    guard file.bytes.count <= Self.mostBytesOfBroken, FileKind.flow.isSurely(file) || FileKind.part.isSurely(file),
      let tree = YAML.readRest(of: file, knowing: known, words: .ofFlows)
    else { return [] }
    let linked = linker.linkRest(tree)
    let resolved = linked.value.map { resolve($0, &linker).findings } ?? []
    return tree.ofReadableMembers(
      linked.findings + resolved.filter { GraphRules.ofSingleMembers.contains($0.code) })
  }
}
