// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Those that mean nothing to `mfaflow backend serve`.
private let optionsOfVerify: [Option] = [
  .world, .probe, .strict, .verifyTime, .verifyCalls, .patience, .backendVariable, .backendLog, .verifyFormat,
  ReportOutputs.option,
]

extension Command {
  static let backend = Command(
    name: "backend", summary: "serve the simulated SDK to another program, or check a backend against its contract",
    details: [
      """
      `mfaflow backend serve` is the other side of `--backend process:`: it reads requests from standard input and
      answers on standard output, one JSON message a line, until it is told to shut down or nothing more comes. The
      SDK is the simulated one, in the world that the host tells. So a host in another language, or a test of one,
      has an SDK to talk to: Documentation/ProcessProtocol.md.
      """,
      """
      `mfaflow backend verify SDK` makes the calls that the contract allows, and some that it does not, in many runs
      of a backend, and tells of each clause of Documentation/Conformance.md whether it held: pass, fail, or
      inconclusive where there was no occasion to see it. A probe file gives right answers by the names of the
      parameters, each a value or a list: `userName: alice`. Without them, nobody is ever signed in.
      """,
      """
      The report goes to standard output, the line of summary to standard error. With `--format json` the `kind` of
      an object is `clause` or, at the end, `summary`.
      """,
    ],
    operands: Operands(
      placeholder: "serve|verify SDK", minimum: 1, maximum: 2,
      meaning: "what to do; SDK is process:COMMAND for a program of yours, or simulator",
      offersBehind: { ["serve": .anything, "verify": .words(["simulator", "process:"])] }),
    options: [.verifiedContract] + optionsOfVerify + [.color],
    exits: [
      Exit(.success, "the host has shut it down, or said nothing more; no clause failed"),
      Exit(.failure, "a clause failed, or with `--strict` one that could be seen was not"),
      Exit(.wrongInput, "the contract, the world, the probe or the command line is wrong"),
      Exit(.broken, "a file could not be read or written, or the backend could not be started"),
    ],
    examples: [
      Example("mfaflow backend serve", "wait for a host's requests on standard input"),
      Example(
        "mfaflow backend verify process:./sdk.py --world world.yaml --probe probe.yaml",
        "check a program of yours against its contract"),
      Example("mfaflow backend verify process:./sdk --strict --output junit=report.xml", "for a build server"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      switch invocation.operands.first {
      case "serve"?:
        if invocation.operands.count > 1 {
          throw UsageProblem(
            message: "`serve` takes nothing behind it", help: "write `mfaflow backend serve`", command: "backend")
        }
        // The world is the host's to tell.
        if let option = optionsOfVerify.first(where: { invocation.has($0) }) {
          throw UsageProblem(
            message: "`\(option.name)` is for `backend verify`, not for `backend serve`", help: "leave it out",
            command: "backend")
        }
        return try await BackendServing(invocation, streams).perform()
      case "verify"?: return try await BackendVerification(invocation, streams).perform()
      default:
        throw UsageProblem(
          message: "\(Diagnostic.quoting(invocation.operands.first ?? "")) is nothing that `backend` does",
          help: "write `mfaflow backend serve` or `mfaflow backend verify SDK`", command: "backend")
      }
    })
}
