// SPDX-License-Identifier: Apache-2.0

import RuleBook

extension Command {
  /// What it does, and where more is said.
  var wordPage: Page {
    Page([
      .heading([Page.Piece("\(name): a command")], level: 1),
      .prose(lead: "", [Page.pieces(ofMarkdown: "It is there to \(summary). `mfaflow \(name) --help` tells more.")]),
    ])
  }
}
