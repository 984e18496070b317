// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
import FlowPlay
import FlowRuntime
import MessageLanguages

extension Option {
  fileprivate static let plain = Option(
    name: "--plain", shape: .flag, meaning: "print and read lines at a terminal, too, and not the whole screen")
}

extension Command {
  static let play = Command(
    name: "play", summary: "walk through a flow: you are the user and the SDK",
    details: [
      """
      At each point, a numbered list shows what may happen: what the user can do, what the SDK may send by its
      contract, interrupts, and time. Choose from it, and see what the flow does. It works with any contract, and
      needs no SDK and no world. You can go back, and save what was played as a scenario that `mfaflow test` plays.
      """,
      """
      At a terminal it has the whole screen: arrow keys and Enter play, `?` lists all keys. Elsewhere, and with
      `--plain`, you write lines: a number of the list, `back`, `save FILE`; `help` lists the rest. Without a
      terminal, the lines are read from standard input, to its end.
      """,
    ],
    operands: Operands(placeholder: "FLOW", minimum: 1, maximum: 1, meaning: "a flow"),
    options: [.language, .plain, .contract, .color],
    exits: [
      Exit(.success, "ended"),
      Exit(.wrongInput, "the flow or the command line is wrong"),
      Exit(.broken, "a file could not be read"),
      Exit(.interrupted, "interrupted with ctrl-C"),
    ],
    examples: [
      Example("mfaflow play flows/login.yaml", "walk through the login"),
      Example("mfaflow play flows/login.yaml --plain", "line by line"),
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
      _ = try LanguageTag.read(invocation, command: "play")
      let flow = try RunnableFlow(path: path, contract: contract, format, streams)
      // What is saved expects what is said by its key, and is played in the language of the flow itself.
      let playthrough = Playthrough(
        Program(flow.valid.speaking(invocation, streams)),
        saving: SavedPlay(flow.program, flow: path, contract: contract), PlayFiles(streams))
      let isStyled = FindingFormat.color(invocation, streams.output, streams)
      if !invocation.has(.plain), let terminal = streams.terminal, !terminal.isDumb, streams.output.isTerminal {
        var play = PlayFullScreen(playthrough, at: terminal, isStyled: isStyled)
        await play.play()
        streams.output.write(play.written.map { $0 + "\n" }.joined())
        return .success
      }
      let screen = PlayScreen(isStyled: isStyled, columns: streams.output.columns ?? 80)
      var session = PlaySession(playthrough, screen: screen, streams)
      await session.play()
      return .success
    })
}
