// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

extension Diagnostic {
  /// What there is to say where no program is given for scenarios of a file that one has to play.
  ///
  /// - Parameter names: theirs; the place is that of the first.
  package static func needsProgram(_ names: [Spanned<String>]) -> Diagnostic {
    let what = names.count == 1 ? "this scenario needs" : "\(names.count) scenarios of this file need"
    return Diagnostic(
      ScenarioRules.needsProgram, "\(what) a program as the SDK, and none is given",
      at: names.first?.range ?? .beginning(of: .first),
      help: "give the program that plays this SDK: `mfaflow test --backend 'process:COMMAND' …`; or write `sdk: byHand`"
    )
  }
}
