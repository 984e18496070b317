// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowGraph
public import FlowRuntime
import Values

extension ScenarioFile {
  /// The scenario file as it may be shown beside a failure: dots stand where it writes a password or a code.
  ///
  /// - Parameters:
  ///   - file: the file that was read.
  ///   - program: the flow of the scenarios, which knows what is a secret; what it does not ask for counts as one.
  public func shown(_ file: SourceFile, for program: Program) -> SourceFile {
    let lines = LineTable(file)
    var bytes = file.bytes
    let hidden = (secrets + answeredSecrets(program)).map { lines.offset(of: $0.start)..<lines.offset(of: $0.end) }
    for range in hidden.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      bytes.replaceSubrange(range, with: Self.dots(for: bytes[range]))
    }
    return SourceFile(path: file.path, bytes: bytes)
  }

  /// Where answers write what the flow knows as a secret, or does not know at all.
  private func answeredSecrets(_ program: Program) -> [SourceRange] {
    scenarios.flatMap(\.items).flatMap { item -> [SourceRange] in
      guard case .answer(let answer) = item.what else { return [] }
      let step = program.flow.step(named: answer.step.value)
      switch answer.reply {
      case .choice(let choice):
        return step?.choices.contains { $0.name.value == choice.value } ?? false ? [] : [choice.range]
      case .inputs(let inputs):
        return inputs.filter { input in
          step?.inputs.first { $0.name == input.name.value }?.type.holdsSecret ?? true
        }.map(\.value.range)
      }
    }
  }

  /// A dot for each character, so that columns stay; line breaks stay, too.
  private static func dots(for bytes: ArraySlice<UInt8>) -> [UInt8] {
    let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    return bytes.filter { $0 & 0xC0 != 0x80 }.flatMap { isBreak($0) ? [$0] : Array("•".utf8) }
  }
}
