// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `make check` and the tests hold what is shipped to `mfaflow fmt`.
@Suite("The layout of the product's files")
struct LaidOutTests {
  @Test("the flows and examples of this repository are laid out", arguments: ["flows", "Examples"])
  func shipped(folder: String) async throws {
    let pages = try PageFolder()
    defer { pages.remove() }
    let (output, code) = await pages.run(["fmt", "--check", Repository.here.root.appending(path: folder).path])
    #expect(code == 0, "run `make format`: \(output)")
  }
}
