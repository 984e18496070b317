// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `Bench TOOL FLOORS OUT PEERS`: measures everything and prints one table.
///
/// The exit code is 1 where a wanted figure is missed, so that a change can be judged by a script; no test looks at it.
@main
struct Bench {
  static let flowCount = 1_000
  static let seed: UInt64 = 20_261_120

  static func main() async {
    let words = CommandLine.arguments
    guard words.count == 5 else {
      print("usage: Bench TOOL FLOORS OUT PEERS")
      exit(2)
    }
    let (tool, floors, out, peers) = (words[1], words[2], words[3], words[4])
    guard let flows = corpus(in: out + "/flows") else {
      print("the flows cannot be written to \(out)/flows")
      exit(3)
    }
    let size = flows.reduce(0) { $0 + $1.count }
    let lines = flows.reduce(0) { $0 + $1.count { $0 == 10 } }
    print("machine   \(MachineDescription.text)")
    print(
      "flows     \(flows.count), \(short(Double(lines) / Double(flows.count))) lines each, \(short(Double(size) / 1e6)) MB, seed \(seed)"
    )
    var report = Report()
    MachineSpeed(peers: Peer.read(peers)).measure(into: &report)
    ReadingSpeed(flows: flows).measure(into: &report)
    WholeProcess(tool: tool, floors: floors, flows: out + "/flows", oneFlow: out + "/flows/flow-0000.yaml", out: out)
      .measure(into: &report)
    SoakSpeed(tool: tool, flows: "../../flows").measure(into: &report)
    await ProcessSpeed(echo: floors + "/EchoBackend").measure(into: &report)
    ExplorationSpeed(tool: tool, flows: "../../flows", out: out).measure(into: &report)
    EditorSpeed(
      tool: tool, flows: "../../flows", corpus: out + "/flows", large: out + "/large.yaml", out: out
    ).measure(into: &report)
    HostileInputs(tool: tool, folder: out + "/hostile").measure(into: &report)
    print(report.missed == 0 ? "\nall wanted figures are met" : "\n\(report.missed) wanted figures are missed")
    exit(report.missed == 0 ? 0 : 1)
  }

  /// The generated flows, also written to a folder; nil if that cannot be.
  private static func corpus(in folder: String) -> [[UInt8]]? {
    Files.makeFolder(folder)
    var generator = FlowGenerator(seed: seed)
    var flows: [[UInt8]] = []
    for number in 0..<flowCount {
      let text = Array(generator.flow(number).utf8)
      let digits = String(number)
      let name = String(repeating: "0", count: 4 - digits.count) + digits
      guard Files.write(text, to: "\(folder)/flow-\(name).yaml") else { return nil }
      flows.append(text)
    }
    return flows
  }
}
