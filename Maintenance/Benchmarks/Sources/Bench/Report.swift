// SPDX-License-Identifier: Apache-2.0

/// The table that a run of the benchmarks prints, line by line as it is measured.
struct Report {
  private(set) var missed = 0

  /// What is wanted of a figure.
  enum Wanted {
    case atMost(Double)
    case atLeast(Double)
    /// A figure to know, without a bar.
    case nothing

    func isMet(by value: Double) -> Bool {
      switch self {
      case .atMost(let bar): value <= bar
      case .atLeast(let bar): value >= bar
      case .nothing: true
      }
    }

    var text: String {
      switch self {
      case .atMost(let bar): "≤ \(short(bar))"
      case .atLeast(let bar): "≥ \(short(bar))"
      case .nothing: ""
      }
    }
  }

  func heading(_ text: String) {
    print("\n\(text)")
    print(Self.line("", "median", "min – max", "", ""))
  }

  /// A figure with its spread.
  func figure(_ name: String, _ samples: Samples, _ unit: String) {
    print(
      Self.line(name, "\(short(samples.median)) \(unit)", "\(short(samples.least)) – \(short(samples.most))", "", ""))
  }

  /// A figure that is judged.
  mutating func verdict(_ name: String, _ value: Double, _ unit: String = "", _ wanted: Wanted) {
    let met = wanted.isMet(by: value)
    if !met { missed += 1 }
    let verdict =
      switch wanted {
      case .nothing: ""
      case .atMost, .atLeast: met ? "ok" : "MISSED"
      }
    print(Self.line("  " + name, "\(short(value)) \(unit)", "", wanted.text, verdict))
  }

  func remark(_ text: String) { print("  \(text)") }

  /// Something that must not be, whatever its figures.
  mutating func fault(_ text: String) {
    missed += 1
    print("  MISSED: \(text)")
  }

  private static func line(_ name: String, _ value: String, _ spread: String, _ wanted: String, _ verdict: String)
    -> String
  {
    [
      padded(name, 52), padded(value, 16, before: true), padded(spread, 20, before: true),
      padded(wanted, 10, before: true),
    ]
    .joined(separator: " ") + "  " + verdict
  }

  private static func padded(_ text: String, _ width: Int, before: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return before ? blanks + text : text + blanks
  }
}

/// Three digits that count, and thousands as `k` and `M`.
func short(_ value: Double) -> String {
  guard value.isFinite else { return "–" }
  if value.magnitude >= 10_000_000 { return short(value / 1_000_000) + " M" }
  if value.magnitude >= 10_000 { return short(value / 1000) + " k" }
  let digits = value.magnitude >= 100 ? 0 : value.magnitude >= 10 ? 1 : 2
  let scale = [1.0, 10, 100][digits]
  let scaled = Int((value * scale).rounded())
  guard digits > 0 else { return "\(scaled)" }
  let rest = "\(scaled.magnitude % UInt(scale))"
  return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / UInt(scale))."
    + String(repeating: "0", count: digits - rest.count) + rest
}
