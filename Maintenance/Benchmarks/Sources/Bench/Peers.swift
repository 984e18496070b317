// SPDX-License-Identifier: Apache-2.0

/// What libraries that run state machines do with a login flow, as `peers.py` measured it.
struct Peer {
  let name: String
  /// Events a second.
  let rate: Samples
  /// Bytes of memory for each live run.
  let bytes: Double

  /// Reads the lines of `peers.py`: a name, the median, the least and the most events a second, bytes per run.
  static func read(_ path: String) -> [Peer] {
    let lines = Files.read(path).map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    return lines.compactMap { line in
      let cells = line.split(separator: "\t")
      let numbers = cells.dropFirst().compactMap { Double($0) }
      guard cells.count == 5, numbers.count == 4 else { return nil }
      return Peer(name: String(cells[0]), rate: Samples([numbers[1], numbers[0], numbers[2]]), bytes: numbers[3])
    }
  }
}
