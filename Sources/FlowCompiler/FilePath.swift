// SPDX-License-Identifier: Apache-2.0

/// Where the files are that other files name.
package enum FilePath {
  /// The path of a part or a flow, from that of the file that names it below `use:` or behind `run:`.
  package static func ofPart(_ name: String, from file: String) -> String { PartLoading.path(name, from: file) }
}
