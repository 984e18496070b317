// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CheckPolicy
@testable import FlowCommand

@Suite("The digest of a text")
struct ContentDigestTests {
  /// Around the borders of the blocks of 128 bytes.
  ///
  /// Source of the figures: Python's hashlib, `blake2b(digest_size=32)`.
  @Test(
    "is BLAKE2b as others compute it",
    arguments: [
      ([UInt8](), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
      (Array("abc".utf8), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
      (Array(repeating: 97, count: 127), "59e2f1aba240f20aa591016f5ef429990bc9c2131dcd0d30f0ffd75ed18f317d"),
      (Array(repeating: 97, count: 128), "ae2aa48507885c4c950fb809b2076f959cde9f8ea6da260d9a3587df33dac450"),
      (Array(repeating: 97, count: 129), "2f64744a6de0d2c0b56e64cf6e29a5aaa255010d415d51c75ccc82f73dccd865"),
      (Array(repeating: 97, count: 1000), "e00b0ddbf1e2cdaf5c898e1a5e8826ea3a2c339bcf2a478da2e5fca9ff126672"),
      (Array(0...255), "39a7eb9fedc19aabc83425c6755dd90e6f9d0c804964a1f4aaeea3b9fb599835"),
    ])
  func vectors(bytes: [UInt8], digest: String) { #expect(ContentDigest(bytes).text == digest) }
}
