// SPDX-License-Identifier: Apache-2.0
// A phone without glass: the logic of an app, with a finger that follows a list and a screen that is printed.

import Foundation
import MFAFlow
import RELIDSimulator

@main
@MainActor
struct Phone {
  static func main() async throws {
    // In an app: FlowFolder(root: Bundle.main.resourceURL ?? Bundle.main.bundleURL).compile("flows/notifications.yaml")
    let folder = FlowFolder(root: URL(filePath: CommandLine.arguments.dropFirst().first ?? "flows"))
    let compilation = folder.compile("notifications.yaml")
    guard let flow = compilation.flow else {
      return print(TextRenderer().render(compilation.findings, in: compilation.sources))
    }
    let world = WorldReader.read(SourceFile(path: "phone.world.yaml", text: Finger.world))
    guard let world = world.value else { return print(world.findings) }

    // In an app: RELIDBackend(RDNA.sharedInstance()) { sdk, listener, _ in … }
    let backend = RELIDSimulator(world: world, clock: LiveClock())
    let finger = Finger()
    let run = FlowRun(flow, on: backend) { finger.sees($0) }
    finger.presenter = run.presenter
    if case .ended(let name, let outcome, let message) = await run.play().ending {
      print("over: \(outcome) at \(name): \(message ?? "")")
    }
  }
}
