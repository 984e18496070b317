// SPDX-License-Identifier: Apache-2.0

import Guide

extension ShippedFlows {
  /// The files of a flow that the program holds: its own, its scenarios, and all that it uses or runs, with their scenarios.
  static func closure(of name: String) -> [String] {
    var found: [String] = []
    func follow(_ path: String) {
      guard !found.contains(path), let text = text(of: path) else { return }
      found.append(path)
      for used in uses(text, of: path) { follow(used + ".yaml") }
      let scenarios = path.dropLast(".yaml".count) + ".scenarios.yaml"
      if !path.contains("/") { follow(String(scenarios)) }
    }
    follow("\(name).yaml")
    return found
  }

  /// The paths that follow `use:` and `run:`, as our own files write them, from the folder of all flows.
  private static func uses(_ text: String, of path: String) -> [String] {
    let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    var used: [String] = []
    var isList = false
    for line in text.split(separator: "\n") {
      let words = line.split { " [],".contains($0) }.map(String.init)
      if line.hasPrefix("use:") {
        isList = words.count == 1
        used += words.dropFirst()
      } else if isList, line.hasPrefix("  - "), words.count > 1 {
        used.append(words[1])
      } else {
        isList = false
        if words.first == "run:", words.count > 1 { used.append(words[1]) }
      }
    }
    return used.map { folder + $0 }
  }
}
