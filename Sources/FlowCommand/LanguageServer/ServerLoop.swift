// SPDX-License-Identifier: Apache-2.0

import FlowEditing
import LanguageServerProtocol
import SystemCalls

/// Carries messages between an editor and the server: one thread reads, one answers and checks.
///
/// The file in which somebody types is checked only while no message waits. So no answer waits for a check that a later
/// keystroke has made stale, and of many keystrokes the last one alone is checked. All other files are checked on another
/// thread, one at a time, so that nothing waits for them; and only once nobody has typed for a moment, so that no keystroke
/// shares the processor with a check that it makes stale.
struct ServerLoop {
  private let streams: Streams

  init(_ streams: Streams) { self.streams = streams }

  /// For how long nobody must have typed.
  private static let pause = Duration.milliseconds(150)

  func serve() async -> ExitCode {
    guard let inbox = ServerInbox() else {
      streams.errors.write("mfaflow: the system has no descriptors left\n")
      return .broken
    }
    let pieces = streams.pieces()
    OwnThread.start { Self.read(pieces, into: inbox) }
    return await OwnThread.run { [streams] in Self.answer(inbox, streams) }
  }

  private static func read(_ pieces: @Sendable () -> [UInt8], into inbox: ServerInbox) {
    var frames = MessageFrames()
    while true {
      let bytes = pieces()
      guard !bytes.isEmpty else { break }
      frames.add(bytes)
      while let frame = frames.next() {
        switch frame {
        case .message(let bytes): inbox.add(ProtocolMessage.read(bytes))
        case .broken:
          inbox.add(
            .broken(nil, ResponseError(.parseError, "a message begins with `Content-Length: N`, and N is small")))
        }
      }
    }
    inbox.close()
  }

  private static func answer(_ inbox: ServerInbox, _ streams: Streams) -> ExitCode {
    let server = LanguageServer()
    let clock = ContinuousClock()
    var isQuietFrom = clock.now
    while true {
      let patience: Duration? =
        server.hasTypedWork ? .zero : server.isBusy ? max(.zero, isQuietFrom - clock.now) : nil
      switch inbox.next(within: patience) {
      case .closed: return .failure
      case .nothing: write(server.rest(), to: streams.output)
      case .checked(let checked): write(server.take(checked), to: streams.output)
      case .message(.request(let id, let method, _), isCancelled: true) where method != "shutdown":
        let error = ResponseError(.requestCancelled, "nobody wants this any more")
        write([ProtocolMessage.response(id, .failure(error))], to: streams.output)
      case .message(let message, _):
        if case .notification("textDocument/didChange", _) = message { isQuietFrom = clock.now + pause }
        write(server.receive(message), to: streams.output)
      }
      for task in server.takeTasks() {
        Task { write(await task.messages(in: streams), to: streams.output) }
      }
      if let code = server.exit { return code }
      if clock.now >= isQuietFrom, let check = server.takeCheck() { OwnThread.start { inbox.add(check.run()) } }
    }
  }

  private static func write(_ messages: [JSONValue], to output: any Output) {
    for message in messages { output.write(String(decoding: MessageFrames.framed(message.bytes), as: UTF8.self)) }
  }
}
