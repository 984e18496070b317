// SPDX-License-Identifier: Apache-2.0

/// The colours of a picture that stands alone; a page gives the same places and arrows its own, by their classes.
///
/// Each text has a contrast of at least 4.5 to 1 against its ground (WCAG 2.2, 1.4.3).
package struct PictureColors: Sendable {
  struct Color: Sendable {
    let fill: String
    let line: String
    let text: String
  }

  let interrupts: Color
  let region: Color
  let line: String
  private let places: [FlowPicture.Shape: Color]
  let lines: [WayKind: String]
  let marks: [PictureMark: String]

  func color(of node: FlowPicture.Node) -> Color {
    let color = places[node.shape] ?? Color(fill: "#ffffff", line: line, text: "#1d2733")
    guard let mark = node.mark.flatMap({ marks[$0] }) else { return color }
    return Color(fill: color.fill, line: mark, text: color.text)
  }

  static let light = PictureColors(
    interrupts: Color(fill: "#fff8ec", line: "#d9a441", text: "#7a4f01"),
    region: Color(fill: "#f4f6f9", line: "#b6c2d1", text: "#3d4c5e"), line: "#4a5a6c",
    places: [
      .start: Color(fill: "#1d2733", line: "#1d2733", text: "#ffffff"),
      .challenge: Color(fill: "#e8f0fe", line: "#3b6fc4", text: "#12284d"),
      .event: Color(fill: "#f1f5fb", line: "#7a97c4", text: "#12284d"),
      .call: Color(fill: "#f3f1f8", line: "#8575ad", text: "#2c2147"),
      .wait: Color(fill: "#ffffff", line: "#7a97c4", text: "#12284d"),
      .gate: Color(fill: "#fdf0e3", line: "#b86e1d", text: "#4d2c05"),
      .interrupt: Color(fill: "#ffefcf", line: "#b8860b", text: "#4a3500"),
      .interrupts: Color(fill: "#ffefcf", line: "#b8860b", text: "#4a3500"),
      .run: Color(fill: "#f4f6f9", line: "#8494a8", text: "#1d2733"),
      .resume: Color(fill: "#fffdf8", line: "#b8860b", text: "#4a3500"),
      .success: Color(fill: "#e3f4e6", line: "#2e7d3a", text: "#123d18"),
      .failures: Color(fill: "#fdeaea", line: "#b3403e", text: "#571513"),
      .failure: Color(fill: "#fdeaea", line: "#b3403e", text: "#571513"),
      .ended: Color(fill: "#f2f2f2", line: "#7d7d7d", text: "#333333"),
    ],
    lines: [
      .start: "#1d2733", .choice: "#1f5fbf", .event: "#2f3d4d", .setback: "#a03a17", .deny: "#a61b1b",
      .timeout: "#7a5a00", .exhausted: "#8c2f5e", .otherwise: "#5f6b78", .itself: "#5b4a8a",
    ],
    marks: [
      .way: "#0b57d0", .untaken: "#8a6d00", .weaker: "#c01c1c", .stronger: "#1d7a35", .changed: "#6a3fb5",
    ])
}
