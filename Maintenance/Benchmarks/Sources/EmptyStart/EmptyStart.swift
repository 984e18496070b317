// SPDX-License-Identifier: Apache-2.0

/// A program that does nothing: what it takes is what starting takes.
@main
struct EmptyStart {
  static func main() { print("") }
}
