// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowChecks
public import FlowGraph
import FlowSyntax
public import SDKContract
import YAMLTree

/// The front door: text becomes a tree, the tree a document, the document a graph, and the graph is checked.
public struct Compiler: Sendable {
  private let contracts: [Contract]

  /// A compiler for flows of the embedded contracts, or of a user's own.
  ///
  /// - Parameter contract: the contract that stands in for every `sdk:` of its name; nil for the embedded ones.
  public init(contract: Contract? = nil) {
    let embedded = EmbeddedContracts.names.filter { $0 != contract?.name }
      .compactMap { EmbeddedContracts.contract(named: $0) }
    contracts = [contract].compactMap { $0 } + embedded
  }

  /// Reads a file to a flow that can be run, and finds everything that is wrong with it in one go.
  public func compile(_ file: SourceFile) -> Compilation {
    let tree = YAML.read(file)
    let document = tree.value.map { DocumentReader.read($0, knowing: tree.findings) }
    let graph = document?.value.map { resolve($0) }
    let checked = graph?.value.map { Checker.check($0) }
    let findings =
      tree.findings + (document?.findings ?? []) + (graph?.findings ?? []) + (checked?.findings ?? [])
    return Compilation(
      flow: findings.hasErrors ? nil : checked?.value, findings: findings.inReadingOrder(),
      sources: SourceMap([file]))
  }

  private func resolve(_ document: FlowDocument) -> Outcome<Flow> {
    if let contract = contracts.first(where: { $0.name == document.sdk.value }) {
      return FlowResolver.resolve(document, with: contract)
    }
    return FlowResolver.unknownContract(document, among: contracts.map(\.name))
  }
}

/// What came of a flow file.
public struct Compilation: Sendable {
  /// Nil when there is an error among the findings.
  public let flow: ValidFlow?
  /// In the order of a reader.
  public let findings: [Diagnostic]
  /// The files that the findings speak of.
  public let sources: SourceMap
}
