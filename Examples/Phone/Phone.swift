// SPDX-License-Identifier: Apache-2.0
// A phone without glass: the logic of an app, with a finger that follows a list and a screen that is printed.

import Diagnostics
import FlowCompiler
import FlowRuntime
import Foundation
import RELIDSimulator

@main
@MainActor
struct Phone {
  static func main() async throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "flows"
    let compilation = Compiler(loader: files).compile(file("\(folder)/login.yaml"))
    guard let flow = compilation.flow else {
      return print(TextRenderer().render(compilation.findings, in: compilation.sources))
    }
    let world = WorldReader.read(SourceFile(path: "phone.world.yaml", text: Finger.world))
    guard let world = world.value else { return print(world.findings) }

    let clock = LiveClock()
    let finger = Finger()
    let presenter = FlowPresenter { finger.sees($0) }
    finger.presenter = presenter
    // In an app: RELIDBackend(RDNA.sharedInstance()) { sdk, listener, _ in … }
    let session = FlowSession(
      flow: flow, backend: RELIDSimulator(world: world, clock: clock), responder: presenter, clock: clock)
    let result = await session.run()
    presenter.finish()
    if case .ended(let name, let outcome, let message) = result.ending {
      print("over: \(outcome) at \(name): \(message ?? "")")
    }
  }

  private static let files = FileLoader { path in
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      return .failure(FileLoader.Problem("there is no such file"))
    }
    return .success(SourceFile(path: path, text: text))
  }

  private static func file(_ path: String) -> SourceFile {
    SourceFile(path: path, text: (try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
  }
}

/// Touches what it sees, as a list says, and prints it.
@MainActor
final class Finger {
  weak var presenter: FlowPresenter?
  private var touches: [(title: String, touch: (FlowPresenter) -> Void)] = [
    ("onUserConsentThreats", { $0.press("proceed") }),
    ("identify", { $0.submit(["userName": "bob"]) }),
    ("verifyPassword", { $0.submit(["password": "wrong"]) }),
    ("verifyPassword", { $0.submit(["password": "horse-battery-1"]) }),
    ("signedIn", { $0.press("logOff") }),
    ("identify", { $0.submit(["userName": "bob"]) }),
    ("verifyPassword", { $0.submit(["password": "horse-battery-1"]) }),
    ("signedIn", { $0.press("finish") }),
  ]

  static let world = """
    users: { bob: { password: horse-battery-1 } }
    threats: [{ consent: [{ threatId: 7, threatSeverity: LOW }], during: initialize }]
    """

  func sees(_ screen: Screen?) {
    guard let screen else { return print("(dark)") }
    guard screen.asked == nil else {
      print("  ? \(screen.asked?.confirm ?? "")")
      return touch { $0.confirm(true) }
    }
    print("[\(screen.title)]\(screen.isDialog ? " (dialog)" : "") \(screen.message)")
    for field in screen.fields { print("  \(field.name): \(field.isSecret ? "•••" : "___")") }
    if let left = screen.attemptsLeft { print("  attempts left: \(left)") }
    if !screen.buttons.isEmpty { print("  " + screen.buttons.map { "(\($0.name))" }.joined(separator: " ")) }
    guard touches.first?.title == screen.title else { return }
    let next = touches.removeFirst()
    touch(next.touch)
  }

  /// A finger is slower than the screen: it touches once the question stands.
  private func touch(_ touch: @escaping (FlowPresenter) -> Void) {
    Task { [weak self] in
      guard let presenter = self?.presenter else { return }
      touch(presenter)
    }
  }
}
