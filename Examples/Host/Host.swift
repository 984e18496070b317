// SPDX-License-Identifier: Apache-2.0
// Runs a flow with a backend of its own: a door that opens to a PIN.

import MFAFlow

/// The SDK's side: asks for a PIN until it is right.
actor Door: Backend {
  private var events: [SDKEvent] = []

  func perform(_ call: SDKCall) async throws(BackendFailure) -> SDKAnswer {
    switch (call.name, call.arguments["pin"]) {
    case ("ring", _): events.append(SDKEvent("askPIN"))
    case ("enterPIN", .secret(let pin)?):
      events.append(pin.withBytes { $0 == Array("2468".utf8) } ? SDKEvent("opened") : SDKEvent("askPIN", status: 7))
    default: return .rejected(code: 1, message: "only ring and enterPIN are known here")
    }
    return .accepted
  }

  func nextEvent(until deadline: Duration?) async throws(BackendFailure) -> SDKEvent? {
    events.isEmpty ? nil : events.removeFirst()
  }
}

/// The user's side: types a wrong PIN first.
actor Visitor: Responder {
  private var pins = ["1234", "2468"]
  nonisolated let answersAtOnce = true

  func respond(to question: Question) async -> Response {
    guard question.canSubmit else { return .answer(Answer(to: question, choice: question.choices.first?.name)) }
    return pins.isEmpty ? .leave : .answer(Answer(to: question, values: ["pin": .text(pins.removeFirst())]))
  }

  func refused(_ refusal: Refusal, to question: Question) async { print("refused: \(refusal.words)") }
}

@main
struct Host {
  static func main() async {
    let contract = ContractReader.read(SourceFile(path: "door.contract.yaml", text: Door.contract))
    let compilation = Compiler(contract: contract.value).compile(SourceFile(path: "door.yaml", text: Door.flow))
    guard let flow = compilation.flow else {
      return print(TextRenderer().render(contract.findings + compilation.findings, in: compilation.sources))
    }
    let session = FlowSession(
      flow: flow, backend: Door(), responder: Visitor(), clock: LiveClock(),
      modules: SecurityModules([OpeningHours { true }])
    ) { entry in
      print(entry.kind, entry.words)
    }
    if case .ended(let name, let outcome, _) = await session.run().ending { print("over: \(outcome) at \(name)") }
  }
}
