// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

/// What a file says, as a draft that slips are made in; comments are not kept.
extension SourceValue {
  /// What a scalar says; nil for a map and a list.
  var text: String? { if case .scalar(let text, _) = self { text } else { nil } }

  /// Empty for what is no map.
  var entries: [Member] { if case .map(let entries) = self { entries } else { [] } }

  /// Empty for what is no list.
  var items: [SourceValue] { if case .list(let items) = self { items } else { [] } }

  /// The value of a key; setting nil takes the key out, setting a new one puts it at the end.
  subscript(key: String) -> SourceValue? {
    get { entries.first { $0.key == key }?.value }
    set {
      guard case .map(var entries) = self else { return }
      let index = entries.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append(Member(key, value))
      case (nil, nil): break
      }
      self = .map(entries)
    }
  }

  /// What stands at a place; setting nil takes it out, and with it what has become empty around it.
  subscript(path: SourcePath) -> SourceValue? {
    get {
      path.parts.reduce(self as SourceValue?) { value, part in
        switch part {
        case .key(let key): value?[key]
        case .index(let index): value.flatMap { $0.items.indices.contains(index) ? $0.items[index] : nil }
        }
      }
    }
    set { set(newValue, path.parts[...]) }
  }

  private mutating func set(_ value: SourceValue?, _ path: ArraySlice<SourcePath.Part>) {
    guard let part = path.first else {
      if let value { self = value }
      return
    }
    let rest = path.dropFirst()
    var child = value
    if !rest.isEmpty {
      guard var old = self[SourcePath([part])] else { return }
      old.set(value, rest)
      child = value == nil && old.isEmpty ? nil : old
    }
    switch part {
    case .key(let key): self[key] = child
    case .index(let index):
      var items = items
      if let child { items[index] = child } else { items.remove(at: index) }
      self = .list(items)
    }
  }

  private var isEmpty: Bool { isContainer && entries.isEmpty && items.isEmpty }

  /// This draft with something else at a place, or without what stands there.
  func with(_ value: SourceValue?, at path: SourcePath) -> SourceValue {
    var draft = self
    draft[path] = value
    return draft
  }

  /// This draft with a key of another name at a place.
  func renaming(_ path: SourcePath, to key: String) -> SourceValue {
    guard case .map(var entries)? = self[path.parent], let index = entries.firstIndex(where: { $0.key == path.key })
    else { return self }
    entries[index].key = key
    return with(.map(entries), at: path.parent)
  }
}
