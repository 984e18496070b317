// SPDX-License-Identifier: Apache-2.0

import CContracts
import Diagnostics

/// The contracts that are part of the program.
public enum EmbeddedContracts {
  /// Their names, as `sdk:` writes them.
  public static let names = ["relid"]

  /// The YAML text of an embedded contract; nil if there is none of that name.
  public static func text(named name: String) -> [UInt8]? {
    switch name {
    case "relid": bytes(embedded_relid_text())
    default: nil
    }
  }

  /// An embedded contract, newly made; nil if there is none of that name.
  ///
  /// Making it costs a tenth of a millisecond: keep it if it is needed more than once. If its packed form was not made
  /// of the text that is embedded, the text is read, which takes ten times as long and comes to the same.
  public static func contract(named name: String) -> Contract? {
    guard let text = text(named: name) else { return nil }
    return packed(named: name).flatMap { PackedContract.unpack($0, of: text) }
      ?? ContractReader.read(SourceFile(path: name + ".yaml", bytes: text)).value
  }

  /// What ``PackedContract`` made of the text of an embedded contract; nil if there is none of that name.
  package static func packed(named name: String) -> [UInt8]? {
    switch name {
    case "relid": bytes(embedded_relid_packed())
    default: nil
    }
  }

  private static func bytes(_ held: embedded_bytes) -> [UInt8] {
    [UInt8](UnsafeBufferPointer(start: held.start, count: held.count))
  }
}
