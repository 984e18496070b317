// SPDX-License-Identifier: Apache-2.0

package import SDKContract
import Values

extension CallUse {
  /// The call with what it hands over: what the author has written with its value, all else by its name alone.
  ///
  /// A secret is no more than a name, whoever has written it.
  ///
  /// - Parameter echoes: what the run adds by itself.
  package func words(_ contract: Contract, _ echoes: [String] = []) -> String {
    let spec = contract[call]
    let told =
      arguments.map { argument in
        value(argument, of: spec).map { "\(argument.name): \($0)" } ?? argument.name
      } + echoes
    return told.isEmpty ? spec.name : "\(spec.name)(\(told.joined(separator: ", ")))"
  }

  /// Whether it hands over a value that the author has written, and that may be shown.
  package func handsOverWritten(_ contract: Contract) -> Bool {
    arguments.contains { value($0, of: contract[call]) != nil }
  }

  /// Longer texts are cut.
  private static let longest = 60

  func value(_ argument: Argument, of spec: CallSpec) -> String? {
    guard case .literal(let value) = argument.source, let type = spec.parameter(named: argument.name)?.type,
      type != .secret
    else { return nil }
    var text = value.description
    if case (.int(let number), .numbered(_, let names)) = (value, type),
      let name = names.first(where: { $0.number == number })?.name
    {
      text = name
    }
    return text.count > Self.longest ? text.prefix(Self.longest - 1) + "…" : text
  }
}
