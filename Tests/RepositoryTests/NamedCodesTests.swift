// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowGraph
import Foundation
import SDKContract
import Testing

/// `else` is for what nobody can foresee; a code that the contract names can be foreseen.
///
/// A code whose number nobody states is for `else`: servers send others.
@Suite("Shipped flows")
struct NamedCodesTests {
  private func isChosen(_ code: Int, _ contract: Contract) -> Bool {
    contract.codes.first { $0.number == code }?.confidence == .chosen
  }

  @Test("name each code that the contract says may come, and leave none to `else`")
  func codesAreNamed() throws {
    let folder = Repository.here.root.appending(path: "flows")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter {
        $0.hasSuffix(".yaml") && !$0.contains(".scenarios.") && !$0.contains(".world.") && !$0.contains(".answers.")
      }
      .sorted()
    #expect(names.count > 8)
    let loader = FileLoader { path in
      FileManager.default.contents(atPath: path).map { .success(SourceFile(path: path, bytes: Array($0))) }
        ?? .failure(.init("it is not there"))
    }
    for name in names {
      let path = folder.appending(path: name).path
      let file = SourceFile(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
      let flow = try #require(Compiler(loader: loader).compile(file).flow, "\(name)").flow
      for step in flow.steps {
        for (use, over) in step.calls {
          for reply in flow.contract.calls[Int(use.call.index)].replies(underMode: step.awaited?.mode) {
            guard case .code(let code) = reply.outcome, !isChosen(code, flow.contract) else { continue }
            let isNamed = (over + step.transitions).contains { line in
              guard case .event(let event, let mode, .code(code)) = line.trigger, event == reply.event else {
                return false
              }
              return mode == nil || reply.mode == nil || mode == reply.mode
            }
            let event = flow.contract.events[Int(reply.event.index)].name
            #expect(isNamed, "\(name): \(step.name.value) leaves `\(event) \(code)` to `else`")
          }
        }
      }
    }
  }
}
