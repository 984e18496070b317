// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowGraph
import Values

extension ScenarioFile {
  /// The scenario file as it may be shown beside a failure: dots stand where it writes a password or a code.
  ///
  /// - Parameters:
  ///   - file: the file that was read.
  ///   - flows: those of the devices, which know what is a secret; what they do not ask for counts as one.
  package func shown(_ file: SourceFile, for flows: [Flow]) -> SourceFile {
    let lines = LineTable(file)
    var bytes = file.bytes
    let hidden = (secrets + answeredSecrets(flows)).map { lines.offset(of: $0.start)..<lines.offset(of: $0.end) }
    for range in Self.joined(hidden).reversed() {
      bytes.replaceSubrange(range, with: Self.dots(for: bytes[range]))
    }
    return SourceFile(path: file.path, bytes: bytes)
  }

  /// Where answers write what a flow knows as a secret, or does not know at all.
  private func answeredSecrets(_ flows: [Flow]) -> [SourceRange] {
    scenarios.flatMap(\.items).flatMap { item -> [SourceRange] in
      switch item.what {
      case .answer(let answer):
        let step = step(answer.step, item.device, flows)
        switch answer.reply {
        case .choice(let choice): return Self.secret(choice, of: step)
        case .inputs(let inputs):
          return inputs.filter { input in
            step?.inputs.first { $0.name == input.name.value }?.type.holdsSecret ?? true
          }.map(\.value.range)
        }
      case .decline(let name, let choice): return Self.secret(choice, of: step(name, item.device, flows))
      case .expect, .after, .background, .event, .reject, .module, .hold, .release: return []
      }
    }
  }

  private func step(_ name: Spanned<String>, _ device: Int?, _ flows: [Flow]) -> Step? {
    device.flatMap { flows.indices.contains($0) ? flows[$0] : nil }?.step(named: name.value)
  }

  /// A choice that the step does not have may be a code in the wrong place.
  private static func secret(_ choice: Spanned<String>, of step: Step?) -> [SourceRange] {
    step?.choices.contains { $0.name.value == choice.value } ?? false ? [] : [choice.range]
  }

  /// The same places in order, each once: where dots stand in one already, the end of another would have moved.
  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
      if let last = joined.last, range.lowerBound < last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
  }

  /// A dot for each character, so that columns stay; line breaks stay, too.
  private static func dots(for bytes: ArraySlice<UInt8>) -> [UInt8] {
    let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    return bytes.filter { $0 & 0xC0 != 0x80 }.flatMap { isBreak($0) ? [$0] : Array(Secret.mark.prefix(1).utf8) }
  }
}
