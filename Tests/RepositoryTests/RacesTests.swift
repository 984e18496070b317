// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowScenarios
import RELIDSimulator
import Testing

@Suite("What the pages say of scenarios")
struct RacesTests {
  @Test("each race is shown by a scenario that there is")
  func races() throws {
    let file = try #require(Repository.here.file("Documentation/Races.md"))
    let rows = file.lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| what may happen") }
    #expect(rows.count > 30)
    let link = Pattern(#"\[[a-z-]+\]\(\.\./(flows/[a-z-]+\.scenarios\.yaml)\) \*([^*]+)\*"#)
    for row in rows {
      let named = link.matches(in: String(row))
      #expect(!named.isEmpty, "no scenario shows this: \(row)")
      for match in named {
        #expect(try names(in: match[1]).contains(match[2]), "\(match[1]) has no scenario `\(match[2])`")
      }
    }
  }

  @Test("each command of the README's table of systems succeeds")
  func systems() async throws {
    let file = try #require(Repository.here.file("README.md"))
    let commands = file.lines.filter { $0.hasPrefix("| ") }
      .flatMap { Pattern("`mfaflow (test [^`]+)`").matches(in: String($0)) }.map { $0[1] }
    #expect(commands.count > 9)
    let folder = try PageFolder()
    defer { folder.remove() }
    for command in commands {
      let (output, code) = await folder.run(ConsoleBlock.words(of: command))
      #expect(code == 0, "mfaflow \(command)\n\(output)")
    }
  }

  private func names(in path: String) throws -> [String] {
    let text = try #require(Repository.here.file(path)?.text, "there is no \(path)")
    return ScenarioReader.read(SourceFile(path: path, text: text), in: World.self).value?.scenarios.map(\.name.value)
      ?? []
  }
}
