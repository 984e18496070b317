// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SystemCalls

/// An output behind a descriptor of the system.
///
/// What is written is out when ``write(_:)`` returns.
final class DescriptorOutput: Output {
  private enum State {
    case open
    /// Nobody reads any more: the rest is dropped in silence.
    case closed
    case failed(SystemError)
  }

  let isTerminal: Bool
  private let descriptor: Int32
  private let state = Mutex(State.open)
  /// What passes on the same terminal; nil where nothing does.
  private let passing: PassingLine?

  /// - Parameter passing: a line that makes way for what is written here.
  init(_ descriptor: Int32, before passing: PassingLine? = nil) {
    self.descriptor = descriptor
    self.passing = passing
    isTerminal = Descriptor.isTerminal(descriptor)
  }

  var columns: Int? { isTerminal ? TerminalMode.columns(of: descriptor) : nil }

  var failure: String? {
    state.withLock { if case .failed(let error) = $0 { error.description } else { nil } }
  }

  func write(_ text: String) {
    guard !text.isEmpty else { return }
    guard isTerminal, let passing else { return writeOut(text) }
    passing.makeWay(for: text) { writeOut(text) }
  }

  func write(last text: String) {
    guard isTerminal, let passing else { return writeOut(text) }
    passing.makeWay(for: text, isLast: true) { writeOut(text) }
  }

  func show(passing line: String?) { passing?.show(line) }

  private func writeOut(_ text: String) {
    state.withLock { state in
      guard case .open = state else { return }
      do throws(SystemError) {
        try Descriptor.write(text, to: descriptor)
      } catch {
        state = error.meaning == .closed ? .closed : .failed(error)
      }
    }
  }

  /// From now on nothing is written any more.
  func mute() { state.withLock { $0 = .closed } }
}
