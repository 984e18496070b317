// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// A YAML document that can be changed and rewritten; comments are not kept.
struct Draft: Sendable, Hashable {
  /// The three forms of YAML.
  enum Content: Sendable, Hashable {
    case scalar(String, isPlain: Bool)
    case mapping([Entry])
    case sequence([Draft])
  }

  /// A key and what stands behind its colon.
  struct Entry: Sendable, Hashable {
    var key: String
    var keyIsPlain = true
    var value: Draft
  }

  var content: Content
  /// Where the original stands, counted from 1; 0 for what was never in a file.
  var line = 0

  init(_ content: Content, line: Int = 0) {
    self.content = content
    self.line = line
  }

  /// A word as authors write it.
  init(word: String) { self.init(.scalar(word, isPlain: true)) }

  /// A map of words.
  init(words: KeyValuePairs<String, String>) {
    self.init(.mapping(words.map { Entry(key: $0.key, value: Draft(word: $0.value)) }))
  }

  init(_ node: YAMLNode) {
    line = Int(node.range.start.line)
    switch node.kind {
    case .scalar: content = .scalar(node.text ?? "", isPlain: node.isPlain)
    case .sequence: content = .sequence(node.items.map(Draft.init))
    case .mapping:
      content = .mapping(
        node.entries.map { entry in
          var value = Draft(entry.value)
          value.line = Int(entry.key.range.start.line)
          return Entry(key: entry.key.value, keyIsPlain: entry.keyIsPlain, value: value)
        })
    }
  }

  /// What a scalar says; nil for a map and a list.
  var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// Empty for what is no map.
  var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }

  /// Empty for what is no list.
  var items: [Draft] { if case .sequence(let items) = content { items } else { [] } }

  /// The value of a key; setting nil takes the key out, setting a new one puts it at the end.
  subscript(key: String) -> Draft? {
    get { entries.first { $0.key == key }?.value }
    set {
      guard case .mapping(var entries) = content else { return }
      let index = entries.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append(Entry(key: key, value: value))
      case (nil, nil): break
      }
      content = .mapping(entries)
    }
  }
}

extension Draft {
  /// The document as a file, each key on a line of its own.
  var yaml: String {
    var lines: [String] = []
    write(into: &lines, indent: 0)
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(into lines: inout [String], indent: Int) {
    let margin = String(repeating: " ", count: indent)
    switch content {
    case .scalar: lines.append(margin + inline)
    case .mapping(let entries):
      for entry in entries {
        let key = margin + (entry.keyIsPlain ? entry.key : Self.quoted(entry.key)) + ":"
        if entry.value.isInline {
          lines.append(key + " " + entry.value.inline)
        } else {
          lines.append(key)
          entry.value.write(into: &lines, indent: indent + 2)
        }
      }
    case .sequence(let items):
      for item in items {
        if item.isInline {
          lines.append(margin + "- " + item.inline)
        } else {
          var below: [String] = []
          item.write(into: &below, indent: indent + 2)
          below[0] = margin + "- " + below[0].dropFirst(indent + 2)
          lines += below
        }
      }
    }
  }

  private var isInline: Bool {
    switch content {
    case .scalar: true
    case .mapping(let entries): entries.isEmpty
    case .sequence(let items): items.isEmpty
    }
  }

  private var inline: String {
    switch content {
    case .scalar(let text, let isPlain): isPlain ? text : Self.quoted(text)
    case .mapping: "{}"
    case .sequence: "[]"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
