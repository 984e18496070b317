// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `mfaflow matrix` over every flow of this repository: `make check` and `.ci/run` run it whole.
@Suite("The interrupt matrix of the product's flows")
struct MatrixOfFlowsTests {
  /// Files below `flows` that hold a flow.
  static let flows = Repository.here.files(under: "flows", suffixes: [".yaml", ".yml"])
    .filter { file in file.lines.contains { $0.hasPrefix("language:") } }.map(\.path).sorted()

  @Test("no run loses an event, answers twice or goes on past a terminating threat", arguments: flows)
  func holds(path: String) async throws {
    let folder = try PageFolder()
    defer { folder.remove() }
    let (output, code) = await folder.run(["matrix", path, "--format", "json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(output.prefix(2000))")
    let broken = object["broken"] as? [[String: Any]] ?? []
    for run in broken { Issue.record("\(path): \(run["rule"] ?? "") \(run["why"] ?? "") \(run["trace"] ?? "")") }
    #expect(code == 0 && object["notExplored"] as? Int == 0)
    let cells = try #require(object["cells"] as? [[String: Any]])
    print("matrix of \(path): \(cells.count) cells, \(object["runs"] ?? 0) runs")
    for cell in cells where cell["above"] as? Bool == false {
      #expect(
        (cell["runs"] as? Int ?? 0) > 0, "\(path): no run reaches \(cell["step"] ?? "") × \(cell["interrupt"] ?? "")")
    }
  }

  @Test("the flows are found")
  func found() { #expect(Self.flows.contains("flows/login.yaml") && Self.flows.contains("flows/activation.yaml")) }
}
