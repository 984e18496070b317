// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension FileEdits {
  /// The same changes, with each file laid out that was laid out before; other files keep the layout of their author.
  func keepingLayout(of text: (String) -> EditedText?) -> FileEdits {
    var edits = FileEdits()
    for (path, words) in created { edits.create(path, words) }
    for (path, all) in changes {
      var kept = all
      if let old = text(path), old.isLaidOut, let laidOut = EditedText(old.file(with: all)).laidOut,
        laidOut != FileEdits.applied(all, to: old.bytes)
      {
        kept = old.changes(to: laidOut)
      }
      for change in kept { edits.add(change, to: path) }
    }
    return edits
  }
}
