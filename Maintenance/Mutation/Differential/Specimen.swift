// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Synchronization

/// A small flow and the contract that it is written for, by which the checker and brute force are compared.
struct Specimen: Sendable, Hashable {
  let flow: String
  let contract: String
}

/// The front door, for one specimen after the other.
final class SpecimenReader: Sendable {
  /// What was read: what a user of the program would be told, and the flow itself even where that is an error.
  struct Reading {
    let compilation: Compilation
    let flow: Flow?
  }

  private final class Shelf: Sendable {
    let contract = Mutex("")
  }

  private let shelf = Shelf()
  private let compiler: Compiler

  init() {
    let shelf = shelf
    compiler = Compiler(
      loader: FileLoader { path in .success(SourceFile(path: path, text: shelf.contract.withLock { $0 })) },
      countsGuesses: true)
  }

  func read(_ specimen: Specimen) -> Reading {
    shelf.contract.withLock { $0 = specimen.contract }
    let file = SourceFile(path: "bred.yaml", text: specimen.flow)
    let compilation = compiler.compile(file)
    // What has errors can be played, too, unless it is no flow at all.
    let flow = compilation.flow?.flow ?? compiler.unchecked(file).flatMap { $0.isWhole ? $0 : nil }
    return Reading(compilation: compilation, flow: flow)
  }
}
