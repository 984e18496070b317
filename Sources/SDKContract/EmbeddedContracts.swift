// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The contracts that are part of the program.
public enum EmbeddedContracts {
  /// Their names, as `sdk:` writes them.
  public static let names = ["relid"]

  /// The YAML text of an embedded contract; nil if there is none of that name.
  public static func text(named name: String) -> [UInt8]? {
    switch name {
    case "relid": PackageResources.relid_yaml
    default: nil
    }
  }

  /// An embedded contract, read anew; nil if there is none of that name.
  ///
  /// Reading costs about a millisecond: whoever needs it more than once keeps it.
  public static func contract(named name: String) -> Contract? {
    text(named: name).flatMap { ContractReader.read(SourceFile(path: name + ".yaml", bytes: $0)).value }
  }
}
