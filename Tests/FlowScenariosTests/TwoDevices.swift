// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import Testing

/// A tablet that is new runs the product's flow for one more device; the phone of the same user answers requests.
struct TwoDevices {
  let file: SourceFile
  let scenarios: ScenarioFile
  let programs: [Program]

  /// - Parameter items: of one scenario, indented by six blanks.
  init(
    _ items: String, expect: String, world more: String = "", sdk: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let world = "world:\n  " + (Self.world + more).replacingLineBreaks(with: "\n  ")
    file = SourceFile(
      path: "devices.scenarios.yaml",
      text: """
        devices: { tablet: { flow: additional-device.yaml }, phone: { flow: answer.yaml } }
        \(sdk ?? world)
        scenarios:
          - name: a scenario
            expect: \(expect)
            do:
        \(items)

        """)
    let read = ScenarioReader.read(file, in: World.self)
    scenarios = try #require(read.value, "\(read.findings.map(\.message))", sourceLocation: sourceLocation)
    programs = try [FlowFolder.text("additional-device.yaml"), Self.phone].map { text in
      let compilation = Compiler(loader: FlowFolder.loader).compile(SourceFile(path: "flows/a.yaml", text: text))
      let wrong = TextRenderer().render(compilation.findings, in: compilation.sources)
      return Program(try #require(compilation.flow, "\(wrong)", sourceLocation: sourceLocation))
    }
  }

  func run() async throws -> ScenarioResult {
    await ScenarioRunner(programs, on: scenarios.devices).run(try #require(scenarios.scenarios.first))
  }

  func check() -> [Diagnostic] { ScenarioChecker.check(scenarios, for: programs.map(\.flow)) }

  static let world = """
    users: { dave: { password: battery-1, registeredDevices: [phone], activationCode: "550011" } }
    device: { id: tablet, name: Tablet, lda: face }
    devices: { phone: { name: Phone } }

    """

  /// The first id that the world draws for a request, by its seed.
  static let request = "76CEE8561AD8"

  static let asking = """
          - on: tablet
            do:
              - identify: { userName: dave }
              - expect: { step: approval }

    """

  static let signingIn = """
          - on: phone
            do:
              - identify: { userName: dave }
              - verify: { password: battery-1 }
              - signedIn: look

    """

  /// Items that hand the phone's answer to the request in.
  static func answering(_ response: String) -> String {
    "      - on: phone\n        do: [{ list: { notificationID: \(request), response: \(response) } }]\n"
  }

  private static let phone = """
    language: mfaflow/1
    flow: answer
    version: 1.0.0
    sdk: relid
    use: [parts/threats, parts/session, parts/ends]
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 3
        then: { getPassword(verify): verify, else: failed }
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        then: { onUserLoggedIn: signedIn, else: failed }
      signedIn:
        event: onUserLoggedIn
        choices: { look: { call: getNotifications, max: 3, then: { onGetNotifications: list } } }
        then: { else: failed }
      list:
        event: onGetNotifications
        ask: [notificationID, response]
        answer: updateNotification
        tries: 3
        then: { onUpdateNotification: answered, else: failed }
      answered: { event: onUpdateNotification, choices: { finish: { to: done } }, then: { else: failed } }
    ends:
      done: { outcome: success }
    """ + "\n"
}

extension String {
  fileprivate func replacingLineBreaks(with other: String) -> String {
    split(separator: "\n").joined(separator: other)
  }
}
