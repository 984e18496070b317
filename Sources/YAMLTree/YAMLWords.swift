// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The words of a file at which it does not matter that other parsers read them as something else than text.
package struct YAMLWords: Sendable {
  private let keys: [StaticString]
  private let values: [StaticString]
  private let shown: [StaticString]
  /// How many keys and values of a tree have no meaning in the file's language; nil where nobody says.
  ///
  /// Why: where a line stands wrong, it tells which of several ways to read the file was meant.
  package var misfits: (@Sendable (YAMLNode) -> Int)?
  /// The outermost keys of the file's language below which names stand, such as `steps`.
  package var blocks: [String] = []
  /// Those of the maps further in, such as `then`.
  package var innerBlocks: [String] = []
  /// The keys with which an item of a list begins that is a map, such as `check`.
  package var itemKeys: [String] = []

  /// - Parameters:
  ///   - keys: keys of the file's language that they read so.
  ///   - values: words of the file's language behind its keys.
  ///   - shown: keys below which texts stand that are for people only.
  package init(keys: [StaticString] = [], values: [StaticString] = [], shown: [StaticString] = []) {
    self.keys = keys
    self.values = values
    self.shown = shown
  }

  func holdKey(_ event: YAMLEvent) -> Bool { keys.contains { event.says($0) } }

  func holdValue(_ event: YAMLEvent) -> Bool { values.contains { event.says($0) } }

  /// Whether what stands below a key is for people only; a key may be a path, such as `messages.wrong-code`.
  func isShown(below key: some Collection<UInt8>) -> Bool {
    let first = key.prefix { $0 != UInt8(ascii: ".") }
    return shown.contains { UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount).elementsEqual(first) }
  }
}
