// SPDX-License-Identifier: Apache-2.0

/// The value of a number of JSON that is whole, whether it is written as `100`, `100.0` or `1e2`.
package enum WholeNumber {
  /// All that a number is written with.
  static let letters = Set("+-.0123456789eE".utf8)

  /// So many digits have the largest number that a floating-point number of 64 bits still tells from its neighbours.
  private static let mostDigits = 16
  package static let largest = 1 << 53 - 1

  /// Nil if it is no number of JSON, is not whole, or is too large for some languages.
  static func value(of text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    let isNegative = skip("-", in: &rest)
    let whole = digits(of: &rest)
    guard !whole.isEmpty, whole.count == 1 || whole.first != zero else { return nil }
    var fraction: ArraySlice<UInt8> = []
    if skip(".", in: &rest) {
      fraction = digits(of: &rest)
      guard !fraction.isEmpty else { return nil }
    }
    guard let exponent = exponent(of: &rest), rest.isEmpty else { return nil }
    var mantissa = Array((whole + fraction).drop { $0 == zero })
    var scale = exponent - fraction.count
    while mantissa.last == zero {
      mantissa.removeLast()
      scale += 1
    }
    guard !mantissa.isEmpty else { return 0 }
    guard scale >= 0, mantissa.count + scale <= mostDigits else { return nil }
    let number = (mantissa + Array(repeating: zero, count: scale)).reduce(0) { $0 * 10 + Int($1 - zero) }
    guard number <= largest else { return nil }
    return isNegative ? -number : number
  }

  private static let zero = UInt8(ascii: "0")

  /// Far beyond what any number can need, and far from what would overflow.
  private static let largestExponent = 1 << 40

  /// 0 if there is none; nil if one begins and is none.
  private static func exponent(of rest: inout ArraySlice<UInt8>) -> Int? {
    guard skip("e", in: &rest) || skip("E", in: &rest) else { return 0 }
    let isNegative = skip("-", in: &rest)
    if !isNegative { _ = skip("+", in: &rest) }
    let digits = digits(of: &rest)
    guard !digits.isEmpty else { return nil }
    let number = digits.reduce(0) { min(largestExponent, $0 * 10 + Int($1 - zero)) }
    return isNegative ? -number : number
  }

  private static func digits(of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.prefix { zero...UInt8(ascii: "9") ~= $0 }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  private static func skip(_ letter: Unicode.Scalar, in rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: letter) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
