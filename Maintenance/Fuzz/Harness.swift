// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Dispatch
import FlowCompiler
import FlowGraph
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import SDKContract

/// What libFuzzer calls: the first byte says what the others are: a flow, a contract, a world or answers.
///
/// A flow that is valid is run, too. libFuzzer finds crashes, hangs and excessive memory.
@_cdecl("LLVMFuzzerTestOneInput")
public func takeInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let file = SourceFile(path: "it.yaml", bytes: Array(UnsafeBufferPointer(start: start + 1, count: count - 1)))
  switch start[0] {
  case UInt8(ascii: "c"): _ = ContractReader.read(file)
  case UInt8(ascii: "w"): if let world = WorldReader.read(file).value { run(Attack.flow, in: world) }
  case UInt8(ascii: "a"):
    if let answers = AnswersReader.read(file).value { run(Attack.flow, in: Attack.world, answers) }
  default:
    let compilation = Attack.compiler.compile(file)
    _ = TextRenderer().render(Array(compilation.findings.prefix(20)), in: compilation.sources)
    if let flow = compilation.flow { run(flow, in: Attack.world) }
  }
  return 0
}

/// What stands still while one thing is attacked.
private enum Attack {
  static let compiler = Compiler()
  static let flow = compiler.compile(SourceFile(path: "flow.yaml", text: text)).flow
  static let world =
    WorldReader.read(
      SourceFile(path: "world.yaml", text: "users: { alice: { activationCode: \"493021\" } }\n")
    ).value ?? World()
  static let answers =
    AnswersReader.read(
      SourceFile(
        path: "answers.yaml",
        text: """
          answers:
            - identify: { userName: alice }
            - enterCode: { activationCode: "000000" }
            - enterCode: { activationCode: "493021" }

          """)
    ).value ?? []
  private static let text = """
    language: mfaflow/1
    flow: attacked
    version: 1.0.0
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then: { getActivationCode: enterCode, 101: retry, else: failed }
      enterCode:
        challenge: getActivationCode
        ask: [activationCode]
        answer: setActivationCode
        choices:
          resend: { call: resendActivationCode, max: 3, every: 3s, then: { getActivationCode: stay } }
        then: { getPassword(set): done, 106: retry, else: failed }
    ends: { done: { outcome: ended }, failed: { outcome: failure } }

    """
}

private func run(_ flow: ValidFlow?, in world: World, _ answers: [ScriptedAnswer] = Attack.answers) {
  guard let flow else { return }
  let done = DispatchSemaphore(value: 0)
  Task {
    let clock = VirtualClock()
    let session = FlowSession(
      flow: flow, backend: RELIDSimulator(world: world, clock: clock), responder: ScriptResponder(answers: answers),
      clock: clock)
    _ = await session.run()
    done.signal()
  }
  done.wait()
}
