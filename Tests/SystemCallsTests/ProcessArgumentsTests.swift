// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SystemCalls

/// As a process finds its memory when it begins: the count, the words, a null, the environment.
@Suite("The words of a process")
struct ProcessArgumentsTests {
  @Test(
    "are found before the environment",
    arguments: [["mfaflow"], ["mfaflow", "check", "é", ""], Array(repeating: "a", count: 300)])
  func before(_ words: [String]) {
    #expect(found(words, count: words.count) == words)
  }

  @Test("are none where the environment has been moved, or the count does not fit")
  func moved() {
    #expect(found(["mfaflow", "check"], count: 3).isEmpty)
    #expect(found(["mfaflow", "check"], count: 2, hasEnd: false).isEmpty)
    #expect(found([], count: 0).isEmpty)
  }

  private func found(_ words: [String], count: Int, hasEnd: Bool = true) -> [String] {
    let variable = strdup("HOME=/")
    let end = hasEnd ? nil : variable
    let start: [UnsafeMutablePointer<CChar>?] = [nil, UnsafeMutablePointer(bitPattern: count)]
    let pointers = start + words.map { strdup($0) } + [end, variable, nil]
    let memory = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: pointers.count)
    memory.initialize(from: pointers, count: pointers.count)
    defer {
      for pointer in pointers.dropFirst(2).prefix(words.count) { free(pointer) }
      free(variable)
      memory.deallocate()
    }
    return ProcessArguments.before(memory + 3 + words.count)
  }
}
