// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import FlowRuntime

extension Command {
  static let play = Command(
    name: "play", summary: "walk through a flow: you are the user and the SDK",
    details: [
      """
      At each point, a numbered list shows what may happen: what the user can do, what the SDK may send by its
      contract, interrupts, and time. Type a number, and see what the flow does. It works with any contract, and
      needs no SDK and no world. `back` undoes the last thing; `save FILE` writes what was played as a scenario
      that `mfaflow test` plays; `help` lists the rest.
      """,
      """
      Without a terminal, the lines are read from standard input, to its end.
      """,
    ],
    operands: Operands(placeholder: "FLOW", minimum: 1, maximum: 1, meaning: "a flow"),
    options: [.contract, .color],
    exits: [
      Exit(.success, "ended"),
      Exit(.wrongInput, "the flow or the command line is wrong"),
      Exit(.broken, "a file could not be read"),
    ],
    examples: [
      Example("mfaflow play flows/login.yaml", "walk through the login"),
      Example("mfaflow play flow.yaml --contract our-sdk.yaml", "with the contract of another SDK"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      let format = FindingFormat(invocation, for: streams.errors, in: streams)
      let (path, contract) = (invocation.operands[0], invocation.value(of: .contract))
      guard path != "-" else {
        throw UsageProblem(
          message: "`play` reads what you do from standard input, and no flow", help: "name the file of a flow",
          command: "play")
      }
      let program = try RunnableFlow(path: path, contract: contract, format, streams).program
      let screen = PlayScreen(
        program.flow, isStyled: FindingFormat.color(invocation, streams.output, streams),
        columns: streams.output.columns ?? 80)
      var session = PlaySession(
        program, saving: SavedPlay(program, flow: path, contract: contract), screen: screen, streams)
      await session.play()
      return .success
    })
}
