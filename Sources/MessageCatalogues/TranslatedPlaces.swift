// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MessageLanguages

/// Where a translator wrote the parts of a message.
struct TranslatedPlaces {
  var parts: [MessagePart: SourceRange] = [:]
  /// By the name of the number, the forms of its words.
  var forms: [String: [PluralCategory: SourceRange]] = [:]
}
