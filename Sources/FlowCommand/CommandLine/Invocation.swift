// SPDX-License-Identifier: Apache-2.0

/// A command line that was read: everything in it is known to its command, and of the right shape.
struct Invocation: Sendable {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  /// What options have the tool write, in order.
  private(set) var written: [WrittenFile] = []
  /// What options name to be read, in order.
  private var read: [(option: String, path: String)] = []

  mutating func add(operand: String) { operands.append(operand) }

  mutating func add(_ value: String, to option: Option) {
    values[option.name, default: []].append(value)
    if let path = option.writtenPath(in: value) { written.append(WrittenFile(path: path, option: option)) }
    if option.isRead { read.append((option.name, value)) }
  }

  /// The paths that options name to be read, but for those of one option.
  func readPaths(besides option: String? = nil) -> [String] { read.filter { $0.option != option }.map(\.path) }

  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// What stands behind an option; nil if it was not given.
  func value(of option: Option) -> String? { values[option.name]?.last }

  /// The number behind an option, which is one that may stand there; nil if it was not given.
  func number(of option: Option) -> Int? { value(of: option).flatMap { Int($0) } }

  /// Everything that was given with a repeatable option, in order.
  func values(of option: Option) -> [String] { values[option.name] ?? [] }
}
