// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension Command {
  static let backend = Command(
    name: "backend", summary: "serve the simulated SDK to another program, line by line",
    details: [
      """
      `mfaflow backend serve` is the other side of `--backend process:`: it reads requests from standard input and
      answers on standard output, one JSON message a line, until it is told to shut down or nothing more comes. The
      SDK is the simulated one, in the world that the host tells. So a host in another language, or a test of one,
      has an SDK to talk to: Documentation/ProcessProtocol.md.
      """
    ],
    operands: Operands(placeholder: "serve", minimum: 1, maximum: 1, meaning: "what to do"),
    options: [.contract, .color],
    exits: [
      Exit(.success, "the host has shut it down, or said nothing more"),
      Exit(.wrongInput, "the contract or the command line is wrong"),
      Exit(.broken, "the contract could not be read, or the answers could not be written"),
    ],
    examples: [
      Example("mfaflow backend serve", "wait for a host's requests on standard input")
    ],
    perform: { invocation, streams throws(UsageProblem) in
      guard invocation.operands.first == "serve" else {
        throw UsageProblem(
          message: "\(Diagnostic.quoting(invocation.operands.first ?? "")) is nothing that `backend` does",
          help: "write `mfaflow backend serve`", command: "backend")
      }
      return await BackendServing(invocation, streams).perform()
    })
}
