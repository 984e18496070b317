// SPDX-License-Identifier: Apache-2.0

/// A place in a ``Draft``, such as `steps/identify/then/101`: it stays the same when lines move.
struct DraftPath: Sendable, Hashable, CustomStringConvertible {
  enum Part: Sendable, Hashable {
    case key(String)
    case index(Int)
  }

  var parts: [Part] = []

  init(_ keys: String...) { parts = keys.map { .key($0) } }

  static func / (path: DraftPath, key: String) -> DraftPath {
    var path = path
    path.parts.append(.key(key))
    return path
  }

  static func / (path: DraftPath, index: Int) -> DraftPath {
    var path = path
    path.parts.append(.index(index))
    return path
  }

  /// The last key; empty for a place in a list.
  var key: String { if case .key(let key)? = parts.last { key } else { "" } }

  var parent: DraftPath {
    var path = self
    path.parts.removeLast()
    return path
  }

  /// The place of the step or interrupt that this is in.
  var place: DraftPath {
    var path = self
    path.parts = Array(parts.prefix(2))
    return path
  }

  var isInInterrupt: Bool { parts.first == .key("interrupts") }

  var description: String {
    parts.map { part in
      switch part {
      case .key(let key): key
      case .index(let index): "\(index)"
      }
    }.joined(separator: "/")
  }
}

extension Draft {
  /// What stands at a place; setting nil takes it out, and with it what has become empty around it.
  subscript(path: DraftPath) -> Draft? {
    get {
      var draft: Draft? = self
      for part in path.parts {
        switch part {
        case .key(let key): draft = draft?[key]
        case .index(let index): draft = draft.flatMap { $0.items.indices.contains(index) ? $0.items[index] : nil }
        }
      }
      return draft
    }
    set { set(newValue, path.parts[...]) }
  }

  private mutating func set(_ value: Draft?, _ path: ArraySlice<DraftPath.Part>) {
    guard let part = path.first else {
      if let value { self = value }
      return
    }
    let rest = path.dropFirst()
    var child = value
    if !rest.isEmpty {
      guard var old = self[DraftPath(part)] else { return }
      old.set(value, rest)
      child = value == nil && old.isEmpty ? nil : old
    }
    switch part {
    case .key(let key): self[key] = child
    case .index(let index):
      var items = items
      if let child { items[index] = child } else { items.remove(at: index) }
      content = .sequence(items)
    }
  }

  private var isEmpty: Bool {
    switch content {
    case .scalar: false
    case .mapping(let entries): entries.isEmpty
    case .sequence(let items): items.isEmpty
    }
  }

  /// This draft with something else at a place, or without what stands there.
  func with(_ value: Draft?, at path: DraftPath) -> Draft {
    var draft = self
    draft[path] = value
    return draft
  }

  /// This draft with a key of another name at a place.
  func renaming(_ path: DraftPath, to key: String) -> Draft {
    guard case .mapping(var entries)? = self[path.parent]?.content,
      let index = entries.firstIndex(where: { $0.key == path.key })
    else { return self }
    entries[index].key = key
    return with(Draft(.mapping(entries)), at: path.parent)
  }
}

extension DraftPath {
  fileprivate init(_ part: Part) { parts = [part] }
}
