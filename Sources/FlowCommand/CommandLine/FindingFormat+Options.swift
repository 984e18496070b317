// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import RuleBook

extension FindingFormat {
  /// What the options of a command line ask for.
  ///
  /// - Parameter output: where the findings go; a terminal gets colours.
  init(_ invocation: Invocation, for output: any Output, in streams: Streams) {
    switch invocation.value(of: .findingFormat) {
    case "oneline": self = .oneline
    case "json": self = .json
    default: self = .text(color: Self.color(invocation, output, streams))
    }
  }

  /// `--color` decides; without it NO_COLOR and FORCE_COLOR, if they say something, then what the terminal can show.
  static func color(_ invocation: Invocation, _ output: any Output, _ streams: Streams) -> Bool {
    switch invocation.value(of: .color) {
    case "always": true
    case "never": false
    default:
      if !(streams.variable("NO_COLOR") ?? "").isEmpty {
        false
      } else if let forced = streams.variable("FORCE_COLOR"), !forced.isEmpty {
        forced != "0" && forced != "false"
      } else {
        output.isTerminal && streams.variable("TERM") != "dumb" && !(streams.terminal?.isDumb ?? false)
      }
    }
  }
}

extension PageLook {
  /// How a page is shown: to a person at a terminal in its width, bold and underlined where that may be; else as it is written.
  init(_ invocation: Invocation, in streams: Streams) {
    self.init(
      columns: streams.output.isTerminal ? streams.output.columns ?? Self.usualColumns : nil,
      isStyled: FindingFormat.color(invocation, streams.output, streams))
  }

  private static let usualColumns = 80
}
