// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// The rules about the writing of a file, whatever it says: MFA101 to MFA139.
package enum YAMLRules {
  /// Not YAML: a quote or bracket that nobody closes, a wrong indentation and the like.
  package static let invalidYAML = DiagnosticCode("MFA101", "invalid-yaml")
  /// The file is not encoded in UTF-8.
  package static let notUTF8 = DiagnosticCode("MFA102", "not-utf8")
  /// More bytes than ``YAMLLimits/bytes``.
  package static let fileTooLarge = DiagnosticCode("MFA103", "file-too-large")
  /// Maps and lists inside each other, deeper than ``YAMLLimits/depth``.
  package static let nestedTooDeep = DiagnosticCode("MFA104", "nested-too-deep")
  /// More values than ``YAMLLimits/nodes`` once aliases are followed.
  package static let tooManyValues = DiagnosticCode("MFA105", "too-many-values")
  /// A type tag such as `!!str`.
  package static let tagNotAllowed = DiagnosticCode("MFA106", "tag-not-allowed")
  /// `<<`, which copies keys that no reader of the map sees.
  static let mergeKey = DiagnosticCode("MFA107", "merge-key")
  /// A second document behind `---`.
  package static let secondDocument = DiagnosticCode("MFA108", "second-document")
  /// A tab, which every editor shows in another width.
  package static let tabUsed = DiagnosticCode("MFA109", "tab-used")
  /// A key or a list item with nothing behind it, `~` or `null`.
  package static let emptyValue = DiagnosticCode("MFA110", "empty-value")
  /// A key twice in one map.
  package static let duplicateKey = DiagnosticCode("MFA111", "duplicate-key")
  /// A key that is a map, a list or an alias.
  package static let keyNotText = DiagnosticCode("MFA112", "key-not-text")
  /// An alias of a name that no anchor gives above it.
  package static let unknownAlias = DiagnosticCode("MFA113", "unknown-alias")
  /// An alias inside of what it stands for.
  static let recursiveAlias = DiagnosticCode("MFA114", "recursive-alias")
  /// A file with nothing in it but comments.
  package static let emptyFile = DiagnosticCode("MFA115", "empty-file")
  /// A character that hides, turns or ends a line only for some programs.
  package static let forbiddenCharacter = DiagnosticCode("MFA116", "forbidden-character")
  /// A line that begins with `%`.
  package static let directiveNotAllowed = DiagnosticCode("MFA117", "directive-not-allowed")
  /// A text longer than ``YAMLLimits/scalarBytes``.
  package static let textTooLong = DiagnosticCode("MFA118", "text-too-long")
  /// An anchor name given twice, so that an alias could mean either.
  static let anchorTwice = DiagnosticCode("MFA119", "anchor-twice")
  /// A key that the map at this place does not have.
  package static let unknownKey = DiagnosticCode("MFA120", "unknown-key")
  /// A key that the map at this place must have.
  package static let missingKey = DiagnosticCode("MFA121", "missing-key")
  /// A map where a list is due, and so on.
  package static let wrongKind = DiagnosticCode("MFA122", "wrong-kind")
  /// A text with nothing in it, or a message of blanks alone.
  package static let emptyText = DiagnosticCode("MFA123", "empty-text")
  /// A name with characters that names do not have.
  package static let badName = DiagnosticCode("MFA124", "bad-name")
  /// Something else than `true` or `false`.
  static let notAFlag = DiagnosticCode("MFA125", "not-a-flag")
  /// Something else than decimal digits.
  package static let notANumber = DiagnosticCode("MFA126", "not-a-number")
  /// A number that is too small or too large.
  static let numberOutOfRange = DiagnosticCode("MFA127", "number-out-of-range")
  /// Something else than a number with a unit of time.
  static let notADuration = DiagnosticCode("MFA128", "not-a-duration")
  /// A duration without its unit.
  static let missingUnit = DiagnosticCode("MFA129", "missing-unit")
  /// A character that nobody sees, where it has no task.
  static let hiddenCharacter = DiagnosticCode("MFA130", "hidden-character")
  /// A text between curly quotes, which are part of it.
  static let curlyQuotes = DiagnosticCode("MFA132", "curly-quotes", .warning, yields: true)
  /// A text without quotes that other parsers of YAML refuse or read as something else.
  package static let unportableText = DiagnosticCode("MFA133", "unportable-text", .warning, yields: true)
  /// A text without quotes that goes on behind a `#`, where a comment begins.
  static let cutText = DiagnosticCode("MFA134", "text-cut-off", .warning)
  /// A text without a quote in front that ends with one.
  static let halfQuoted = DiagnosticCode("MFA135", "half-quoted", .warning, yields: true)

  /// Every rule that reading YAML can give, in the order of their numbers.
  package static let all: [DiagnosticCode] = [
    invalidYAML, notUTF8, fileTooLarge, nestedTooDeep, tooManyValues, tagNotAllowed, mergeKey, secondDocument,
    tabUsed, emptyValue, duplicateKey, keyNotText, unknownAlias, recursiveAlias, emptyFile, forbiddenCharacter,
    directiveNotAllowed, textTooLong, anchorTwice, unknownKey, missingKey, wrongKind, emptyText, badName, notAFlag,
    notANumber, numberOutOfRange, notADuration, missingUnit, hiddenCharacter, curlyQuotes, unportableText,
    cutText, halfQuoted,
  ]
}
