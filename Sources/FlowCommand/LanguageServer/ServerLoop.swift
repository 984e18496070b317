// SPDX-License-Identifier: Apache-2.0

import FlowEditing
import LanguageServerProtocol
import SystemCalls

/// Carries messages between an editor and the server: one thread reads, one answers and checks.
///
/// The file in which somebody types is checked only while no message waits. So no answer waits for a check that a later
/// keystroke has made stale, and of many keystrokes the last one alone is checked. All other files are checked on another
/// thread, one at a time, so that nothing waits for them.
struct ServerLoop {
  private let streams: Streams

  init(_ streams: Streams) { self.streams = streams }

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
    while true {
      switch inbox.next(waits: !server.isBusy) {
      case .closed: return .failure
      case .nothing: write(server.rest(), to: streams.output)
      case .checked(let checked): write(server.take(checked), to: streams.output)
      case .message(.request(let id, let method, _), isCancelled: true) where method != "shutdown":
        let error = ResponseError(.requestCancelled, "nobody wants this any more")
        write([ProtocolMessage.response(id, .failure(error))], to: streams.output)
      case .message(let message, _): write(server.receive(message), to: streams.output)
      }
      for task in server.takeTasks() {
        Task { write(await task.messages(in: streams), to: streams.output) }
      }
      if let code = server.exit { return code }
      if let check = server.takeCheck() { OwnThread.start { inbox.add(check.run()) } }
    }
  }

  private static func write(_ messages: [JSONValue], to output: any Output) {
    for message in messages { output.write(String(decoding: MessageFrames.framed(message.bytes), as: UTF8.self)) }
  }
}
