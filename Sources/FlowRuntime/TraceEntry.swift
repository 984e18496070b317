// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract
import Values

/// One thing that happened in a run, in words.
///
/// Of values it holds none but counts and codes: names of inputs, never what was typed; names of arguments, never what
/// was sent.
public struct TraceEntry: Sendable {
  /// A fact of the entry, by its name in JSON.
  public struct Fact: Sendable, Hashable {
    /// A name, a number such as a count or a code, or several names.
    public enum Value: Sendable, Hashable {
      case text(String)
      case number(Int)
      case texts([String])
    }

    /// The key in JSON, such as `step`.
    public let name: String
    /// What the entry says under that key.
    public let value: Value
  }

  /// Since the start of the run.
  public let time: Duration
  /// What happened: one of the words of `Documentation/Trace.md`.
  public let kind: String
  /// What the entry tells besides its time and kind, in the order of JSON.
  public let facts: [Fact]
  /// The entry behind its time and kind, for a reader.
  public let words: String
  /// The same; of a call with the values that its author has written, which are no secrets.
  package let wordsWithValues: String
  /// What the machine noted.
  let mark: TraceMark

  package init(_ mark: TraceMark, of program: Program) {
    self.mark = mark
    var scribe = TraceScribe(program)
    scribe.write(mark.what)
    time = .milliseconds(mark.time)
    kind = scribe.kind
    facts = scribe.facts
    words = scribe.words
    wordsWithValues = scribe.wordsWithValues ?? scribe.words
  }

  /// The same with what its message says, where it names one.
  ///
  /// - Parameter text: what a message says, by its key, as it is written in the flow.
  package func showing(_ text: (String) -> String?) -> TraceEntry {
    guard let key = self.text("say"), let text = text(key), words.hasSuffix("[\(key)]") else { return self }
    return TraceEntry(self, words: words.dropLast() + ": \(text)]", Fact(name: "text", value: .text(text)))
  }

  private init(_ entry: TraceEntry, words: String, _ fact: Fact) {
    (mark, time, kind) = (entry.mark, entry.time, entry.kind)
    self.words = words
    wordsWithValues = words
    facts = entry.facts + [fact]
  }

  /// One line for a reader: the time in seconds, the kind, the words.
  public var text: String {
    let milliseconds = Int(time.milliseconds)
    let thousandths = String(milliseconds % 1000)
    let seconds =
      String(milliseconds / 1000) + "." + String(repeating: "0", count: 3 - thousandths.count) + thousandths
    return seconds.padded(before: 9) + "  " + kind.padded(behind: 10) + "  " + words
  }

  /// One JSON object: `time` in milliseconds, `kind`, then the facts.
  public var json: String {
    var json = JSONWriter()
    json.object { json in
      json.field("time", Int(time.milliseconds))
      json.field("kind", kind)
      for fact in facts {
        switch fact.value {
        case .text(let text): json.field(fact.name, text)
        case .number(let number): json.field(fact.name, number)
        case .texts(let texts): json.field(fact.name, texts)
        }
      }
    }
    return json.text
  }

  /// The text of a fact; nil if the entry has no such text.
  public func text(_ name: String) -> String? {
    guard case .text(let text)? = facts.first(where: { $0.name == name })?.value else { return nil }
    return text
  }

  /// The texts of a fact; nil if the entry has no such list.
  package func texts(_ name: String) -> [String]? {
    guard case .texts(let texts)? = facts.first(where: { $0.name == name })?.value else { return nil }
    return texts
  }
}

extension String {
  fileprivate func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - utf8.count)) + self
  }

  fileprivate func padded(behind width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - utf8.count))
  }
}
