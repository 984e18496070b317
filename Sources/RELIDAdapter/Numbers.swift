// SPDX-License-Identifier: Apache-2.0

// The vendor's types differ between releases in the width of their numbers and in which texts may be missing; these take
// either.

func number(_ value: some BinaryInteger) -> Int { Int(clamping: value) }

func number(_ value: some BinaryFloatingPoint) -> Int { Int(exactly: value.rounded(.down)) ?? 0 }

/// Nil for a text that is missing or empty.
func spoken(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
