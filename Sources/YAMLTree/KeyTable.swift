// SPDX-License-Identifier: Apache-2.0

/// Finds keys that come twice in a map; its memory is used again for the next map.
struct KeyTable {
  /// The rows of the keys of the map at hand.
  private var keys: [Int32] = []
  /// Up to this many keys, comparing all with all is faster than a hash.
  private static let few = 12

  /// The later and the first row of each key that comes again.
  mutating func duplicates(
    of mapping: Int, in rows: [YAMLRow], _ text: [UInt8]
  ) -> [(later: Int, first: Int)] {
    keys.removeAll(keepingCapacity: true)
    var child = mapping + 1
    while child < rows.count {
      if !rows[child].isDropped { keys.append(Int32(truncatingIfNeeded: child)) }
      child = Int(rows[Int(rows[child].next)].next)
    }
    return rows.withUnsafeBufferPointer { rows in
      text.withUnsafeBufferPointer { text in
        keys.count <= Self.few ? byComparing(rows, text) : byHashing(rows, text)
      }
    }
  }

  private func byComparing(
    _ rows: UnsafeBufferPointer<YAMLRow>, _ text: UnsafeBufferPointer<UInt8>
  ) -> [(later: Int, first: Int)] {
    var found: [(later: Int, first: Int)] = []
    for later in keys.indices.dropFirst() {
      for first in 0..<later where Self.same(rows[Int(keys[later])], rows[Int(keys[first])], text) {
        found.append((Int(keys[later]), Int(keys[first])))
        break
      }
    }
    return found
  }

  /// Open addressing; the hash has a seed of its own in every process, so that nobody can prepare keys that collide.
  private func byHashing(
    _ rows: UnsafeBufferPointer<YAMLRow>, _ text: UnsafeBufferPointer<UInt8>
  ) -> [(later: Int, first: Int)] {
    var found: [(later: Int, first: Int)] = []
    let mask = (keys.count * 2).nextPowerOfTwo - 1
    var slots = [Int32](repeating: -1, count: mask + 1)
    for key in keys {
      let row = rows[Int(key)]
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[row.textRange])))
      var slot = hasher.finalize() & mask
      while slots[slot] >= 0, !Self.same(row, rows[Int(slots[slot])], text) { slot = (slot + 1) & mask }
      if slots[slot] >= 0 {
        found.append((Int(key), Int(slots[slot])))
      } else {
        slots[slot] = key
      }
    }
    return found
  }

  private static func same(_ one: YAMLRow, _ other: YAMLRow, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard one.length == other.length else { return false }
    for index in 0..<Int(one.length) where text[Int(one.first) + index] != text[Int(other.first) + index] {
      return false
    }
    return true
  }
}

extension Int {
  fileprivate var nextPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
