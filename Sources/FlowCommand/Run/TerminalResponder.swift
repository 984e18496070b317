// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import ProcessBackend
import Values

/// Asks the person at the terminal.
struct TerminalResponder: Responder {
  private let terminal: Terminal
  private let successCodes: [Int]
  private let clock: any RunClock

  /// - Parameters:
  ///   - successCodes: the status codes that are not worth a line.
  ///   - clock: that of the run, by which choices cool down.
  init(_ terminal: Terminal, successCodes: [Int], clock: any RunClock) {
    self.terminal = terminal
    self.successCodes = successCodes
    self.clock = clock
  }

  var answersAtOnce: Bool { false }

  /// Blocks no task: the dialogue has a thread of its own, and ends when the task is cancelled.
  func respond(to question: Question) async -> Response {
    guard let wake = WakePipe() else { return .leave }
    let dialogue = Dialogue(terminal, wake, NamedChoices(question, clock), successCodes: successCodes)
    return await withTaskCancellationHandler {
      await OwnThread.run { [terminal] in
        terminal.takingTurn { wake.isWoken ? .wait : dialogue.ask(question) }
      }
    } onCancel: {
      wake.wake()
    }
  }

  func refused(_ refusal: Refusal, to question: Question) async {
    terminal.write("  not accepted: \(refusal.inWords.onOneLine)\n")
  }
}

extension Refusal {
  /// The reason, as a person at a terminal is told it.
  fileprivate var inWords: String {
    switch self {
    case .stale: "the question has changed"
    case .unknownChoice: "there is no such choice"
    case .notOffered(let name): "`\(name)` cannot be chosen now"
    case .nothingToSubmit: "nothing can be handed in now"
    case .missingValue(let name): "`\(name)` is missing"
    case .unknownValue(let name): "\(name.map { "`\($0)`" } ?? "this") is not asked for"
    case .wrongType(let name, let type): "`\(name)` must be of the type \(type)"
    case .noSuchItem(let name): "`\(name)` is none of the items above"
    case .tooShort(let name, let minimum): "`\(name)` needs at least \(minimum) character\(minimum == 1 ? "" : "s")"
    case .tooLong(let name, let maximum): "`\(name)` may have at most \(maximum) characters"
    case .outOfBounds(let name, let minimum, let maximum):
      "`\(name)` must be \(Refusal.bounds(minimum, maximum))"
    case .failedCheck(let message): message ?? "the values do not fit each other"
    }
  }
}
