// SPDX-License-Identifier: Apache-2.0

extension FlowMachine {
  /// What the user is told at the end to which a run has come; nil where the flow says nothing there.
  package func saidAtEnd(_ end: RunEnd) -> SaidMessage? { said(at: end) }
}

extension RunResult {
  /// What the user was told at the end, with its key.
  package var saidAtEnd: SaidMessage? { said }
}

extension Question {
  /// What is told, with its key; nil where the flow says nothing.
  package var saidMessage: SaidMessage? { said }
}
