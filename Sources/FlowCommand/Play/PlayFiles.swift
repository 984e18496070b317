// SPDX-License-Identifier: Apache-2.0

import FlowPlay

/// Files that are made while a flow is played: nothing of that is written on the screen.
struct PlayFiles: PlayedFiles {
  private let streams: Streams

  init(_ streams: Streams) { self.streams = streams }

  func misplacement(_ path: String) -> String? { WritePlace.misplacement(path) }

  func write(_ scenario: String, to path: String) -> Result<[String], PlayProblem> {
    var files = NewFiles(into: "")
    files.add(path, scenario.laidOut)
    let (output, errors) = (OverheardOutput(Silence()), OverheardOutput(Silence()))
    do throws(UsageProblem) {
      guard try files.write(streams.writing(to: output, errors)) else {
        return .failure(PlayProblem(Self.lines(errors.text).joined(separator: " ")))
      }
      return .success(Self.lines(output.text))
    } catch {
      return .failure(PlayProblem(error.message + "; give another name"))
    }
  }

  private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
