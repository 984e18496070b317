// SPDX-License-Identifier: Apache-2.0

import CTexts

/// The files of this repository that the program holds.
package enum EmbeddedText {
  /// The text of a file, by its path from the top of the repository.
  ///
  /// - Precondition: `Sources/CTexts/texts.c` lists it.
  package static func text(of path: String) -> String {
    guard let text = embedded_text(path) else { preconditionFailure("the program does not hold \(path)") }
    return String(cString: text)
  }
}
