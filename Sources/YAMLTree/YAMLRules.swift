// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// The rules about the writing of a file, whatever it says: MFA101 to MFA139.
public enum YAMLRules {
  /// Not YAML: a quote or bracket that nobody closes, a wrong indentation and the like.
  public static let invalidYAML = DiagnosticCode("MFA101", "invalid-yaml")
  /// The file is not encoded in UTF-8.
  public static let notUTF8 = DiagnosticCode("MFA102", "not-utf8")
  /// More bytes than ``YAMLLimits/bytes``.
  public static let fileTooLarge = DiagnosticCode("MFA103", "file-too-large")
  /// Maps and lists inside each other, deeper than ``YAMLLimits/depth``.
  public static let nestedTooDeep = DiagnosticCode("MFA104", "nested-too-deep")
  /// More values than ``YAMLLimits/nodes`` once aliases are followed.
  public static let tooManyValues = DiagnosticCode("MFA105", "too-many-values")
  /// A type tag such as `!!str`.
  public static let tagNotAllowed = DiagnosticCode("MFA106", "tag-not-allowed")
  /// `<<`, which copies keys that no reader of the map sees.
  public static let mergeKey = DiagnosticCode("MFA107", "merge-key")
  /// A second document behind `---`.
  public static let secondDocument = DiagnosticCode("MFA108", "second-document")
  /// A tab, which every editor shows in another width.
  public static let tabUsed = DiagnosticCode("MFA109", "tab-used")
  /// A key or a list item with nothing behind it, `~` or `null`.
  public static let emptyValue = DiagnosticCode("MFA110", "empty-value")
  /// A key twice in one map.
  public static let duplicateKey = DiagnosticCode("MFA111", "duplicate-key")
  /// A key that is a map, a list or an alias.
  public static let keyNotText = DiagnosticCode("MFA112", "key-not-text")
  /// An alias of a name that no anchor gives above it.
  public static let unknownAlias = DiagnosticCode("MFA113", "unknown-alias")
  /// An alias inside of what it stands for.
  public static let recursiveAlias = DiagnosticCode("MFA114", "recursive-alias")
  /// A file with nothing in it but comments.
  public static let emptyFile = DiagnosticCode("MFA115", "empty-file")
  /// A character that hides, turns or ends a line only for some programs.
  public static let forbiddenCharacter = DiagnosticCode("MFA116", "forbidden-character")
  /// A line that begins with `%`.
  public static let directiveNotAllowed = DiagnosticCode("MFA117", "directive-not-allowed")
  /// A text longer than ``YAMLLimits/scalarBytes``.
  public static let textTooLong = DiagnosticCode("MFA118", "text-too-long")
  /// An anchor name given twice, so that an alias could mean either.
  public static let anchorTwice = DiagnosticCode("MFA119", "anchor-twice")
  /// A key that the map at this place does not have.
  public static let unknownKey = DiagnosticCode("MFA120", "unknown-key")
  /// A key that the map at this place must have.
  public static let missingKey = DiagnosticCode("MFA121", "missing-key")
  /// A map where a list is due, and so on.
  public static let wrongKind = DiagnosticCode("MFA122", "wrong-kind")
  /// A text with nothing in it.
  public static let emptyText = DiagnosticCode("MFA123", "empty-text")
  /// A name with characters that names do not have.
  public static let badName = DiagnosticCode("MFA124", "bad-name")
  /// Something else than `true` or `false`.
  public static let notAFlag = DiagnosticCode("MFA125", "not-a-flag")
  /// Something else than decimal digits.
  public static let notANumber = DiagnosticCode("MFA126", "not-a-number")
  /// A number that is too small or too large.
  public static let numberOutOfRange = DiagnosticCode("MFA127", "number-out-of-range")
  /// Something else than a number with a unit of time.
  public static let notADuration = DiagnosticCode("MFA128", "not-a-duration")
  /// A duration without its unit.
  public static let missingUnit = DiagnosticCode("MFA129", "missing-unit")
  /// A character that nobody sees, where it has no task.
  public static let hiddenCharacter = DiagnosticCode("MFA130", "hidden-character")
  /// A text between curly quotes, which are part of it.
  public static let curlyQuotes = DiagnosticCode("MFA132", "curly-quotes", .warning)
  /// A text without quotes that other parsers of YAML refuse or read as something else.
  public static let unportableText = DiagnosticCode("MFA133", "unportable-text", .warning, yields: true)

  /// Every rule that reading YAML can give, in the order of their numbers.
  public static let all: [DiagnosticCode] = [
    invalidYAML, notUTF8, fileTooLarge, nestedTooDeep, tooManyValues, tagNotAllowed, mergeKey, secondDocument,
    tabUsed, emptyValue, duplicateKey, keyNotText, unknownAlias, recursiveAlias, emptyFile, forbiddenCharacter,
    directiveNotAllowed, textTooLong, anchorTwice, unknownKey, missingKey, wrongKind, emptyText, badName, notAFlag,
    notANumber, numberOutOfRange, notADuration, missingUnit, hiddenCharacter, curlyQuotes, unportableText,
  ]
}
