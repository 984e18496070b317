// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime

extension Option {
  static let trace = Option(
    name: "--trace", shape: .flag, meaning: "print the trace also where standard output is a terminal")

  static let texts = Option(
    name: "--texts", shape: .flag, meaning: "print the trace, with the texts of its messages as the flow has them")

  static let quiet = Option(name: "--quiet", shape: .flag, meaning: "print the result only, and no trace")
}

/// Where and how the trace of a run is written, line by line as it happens.
struct RunTrace: Sendable {
  private let output: any Output
  /// Where a person may be in the middle of a line; nil if that is elsewhere.
  private let terminal: Terminal?
  private let isJSON: Bool
  /// What the messages say, by their keys; nil if that is not wanted.
  private let texts: [String: String]?

  /// Nil if no trace is wanted: at a terminal it is wanted only where somebody asks for it.
  init?(_ invocation: Invocation, of flow: Flow, _ streams: Streams) {
    let isAsked = invocation.has(.trace) || invocation.has(.texts) || invocation.has(.traceFormat)
    guard !invocation.has(.quiet), isAsked || !streams.output.isTerminal else { return nil }
    output = streams.output
    terminal = output.isTerminal ? streams.terminal : nil
    isJSON = invocation.value(of: .traceFormat) == "json"
    texts =
      invocation.has(.texts)
      ? Dictionary(flow.messages.map { ($0.name.value, $0.written) }, uniquingKeysWith: { first, _ in first }) : nil
  }

  func write(_ entry: TraceEntry) {
    let entry = texts.map { texts in entry.showing { texts[$0] } } ?? entry
    terminal?.breakPrompt()
    output.write((isJSON ? entry.json : entry.text.onOneLine) + "\n")
  }
}
