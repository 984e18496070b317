// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import LanguageServerProtocol

@Suite("Messages of the Language Server Protocol")
struct MessageTests {
  private func frames(_ bytes: [UInt8], inPiecesOf size: Int) -> [MessageFrames.Frame] {
    var frames = MessageFrames()
    var found: [MessageFrames.Frame] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      frames.add(Array(bytes[start..<min(start + size, bytes.count)]))
      while let frame = frames.next() { found.append(frame) }
    }
    return found
  }

  @Test("messages are the same in whatever pieces they come", arguments: [1, 2, 3, 7, 1000])
  func pieces(size: Int) {
    let one = Array("{\"a\":1}".utf8)
    let two = Array("äöü".utf8)
    let bytes =
      MessageFrames.framed(one) + Array("content-length: \(two.count)\r\nContent-Type: x; charset=utf-8\r\n\r\n".utf8)
      + two
      + MessageFrames.framed([])
    #expect(frames(bytes, inPiecesOf: size) == [.message(one), .message(two), .message([])])
  }

  @Test(
    "a broken head is told, and what follows is read",
    arguments: [
      "Content-Length: many\r\n\r\n", "Content-Length: -4\r\n\r\n", "Hello: 3\r\n\r\n", "Content-Length:\n\n", "\r\n",
    ])
  func brokenHead(head: String) {
    let next = Array("{}".utf8)
    #expect(frames(Array(head.utf8) + MessageFrames.framed(next), inPiecesOf: 5) == [.broken, .message(next)])
  }

  @Test(
    "behind a length that is wrong, the message after the next is read",
    arguments: ["Content-Length: 3\r\n\r\n{}", "Content-Length: -2\r\n\r\n{}", "Content-Length : 2\r\n\r\n{}"],
    [1, 5, 10_000])
  func wrongLength(first: String, size: Int) {
    let next = Array("{\"a\":1}".utf8)
    let found = frames(Array(first.utf8) + (0..<3).flatMap { _ in MessageFrames.framed(next) }, inPiecesOf: size)
    #expect(found.filter { $0 == .message(next) }.count >= 2, "\(found)")
  }

  @Test("behind thousands of bytes that are none, the next message is read", arguments: [7, 100_000])
  func junk(size: Int) {
    let next = Array("{\"a\":1}".utf8)
    let junk = Array(repeating: UInt8(ascii: "x"), count: 5_000)
    #expect(
      frames(junk + MessageFrames.framed(next) + MessageFrames.framed(next), inPiecesOf: size).suffix(2) == [
        .message(next), .message(next),
      ])
  }

  @Test("a byte order mark is the first character of the first line")
  func mark() {
    let bytes = Array("\u{FEFF}ab\ncd".utf8)
    let lines = LineTable(bytes)
    for (encoding, character) in [(PositionEncoding.utf16, 2), (.utf8, 4)] {
      let place = ProtocolPosition(line: 0, character: character)
      #expect(encoding.offset(of: place, in: bytes, lines) == 4)
      #expect(encoding.position(at: 4, in: bytes, lines) == place)
      #expect(encoding.offset(of: ProtocolPosition(line: 0, character: 0), in: bytes, lines) == 0)
      #expect(encoding.offset(of: ProtocolPosition(line: 1, character: 1), in: bytes, lines) == 7)
    }
  }

  @Test("a message that is too long is passed over, and takes no memory")
  func tooLong() {
    var frames = MessageFrames()
    let length = MessageFrames.longestMessage + 10
    frames.add(Array("Content-Length: \(length)\r\n\r\n".utf8))
    #expect(frames.next() == .broken)
    var left = length
    while left > 0 {
      let count = min(left, 1 << 20)
      frames.add(Array(repeating: 0x20, count: count))
      #expect(frames.next() == nil)
      left -= count
    }
    frames.add(MessageFrames.framed([1]))
    #expect(frames.next() == .message([1]))
  }

  @Test("a head without end is given up")
  func endlessHead() {
    #expect(frames(Array(repeating: UInt8(ascii: "x"), count: 10_000), inPiecesOf: 5_000).contains(.broken))
  }

  @Test(
    "what is no message is answered with the reason",
    arguments: [
      ("{", ResponseError.Code.parseError), ("[]", .invalidRequest), ("{\"jsonrpc\":\"2.0\"}", .invalidRequest),
      ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"x\"}", .invalidRequest),
      ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", .invalidRequest),
      ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"x\"}", .invalidRequest),
      (String(repeating: "[", count: 500), .parseError),
    ])
  func broken(text: String, code: ResponseError.Code) throws {
    guard case .broken(_, let error) = ProtocolMessage.read(Array(text.utf8)) else {
      Issue.record("\(text) was read")
      return
    }
    #expect(error.code == code)
  }

  @Test("numbers with fractions and half characters are no reason to lose a message")
  func lenientNumbers() throws {
    let text = #"{"jsonrpc":"2.0","id":"a","method":"m","params":{"x":0.5,"y":"\ud800!","z":1e2,"w":"\ud83d\ude00"}}"#
    guard case .request(.text("a"), "m", let params) = ProtocolMessage.read(Array(text.utf8)) else {
      Issue.record("it was not read")
      return
    }
    #expect(params["y"]?.text == "\u{FFFD}!")
    #expect(params["z"]?.int == 100)
    #expect(params["w"]?.text == "😀")
  }

  @Test(
    "a path becomes an address and back",
    arguments: ["/a/b.yaml", "/mit Leerzeichen/ä#?.yaml", "/100%/x.yaml", "/c:/x", "/a/😀"])
  func addresses(path: String) {
    #expect(FileAddress.path(of: FileAddress.address(of: path)) == path)
  }

  @Test(
    "what is no file of this machine has no path",
    arguments: ["untitled:Untitled-1", "http://x/y", "file://other/share/x", "file:///%zz", "file:///a%00b", "file:/x"])
  func foreignAddresses(address: String) { #expect(FileAddress.path(of: address) == nil) }

  @Test("places are counted in the units of the encoding, and back", arguments: [PositionEncoding.utf8, .utf16])
  func positions(encoding: PositionEncoding) {
    let bytes = Array("a😀ä\r\nß: x\n".utf8)
    let lines = LineTable(bytes)
    for offset in [0, 1, 5, 7, 9, 11, 12, 14, 15] {
      let position = encoding.position(at: offset, in: bytes, lines)
      #expect(encoding.offset(of: position, in: bytes, lines) == offset, "\(offset)")
    }
    #expect(PositionEncoding.utf16.position(at: 5, in: bytes, lines) == ProtocolPosition(line: 0, character: 3))
    #expect(PositionEncoding.utf8.position(at: 5, in: bytes, lines) == ProtocolPosition(line: 0, character: 5))
    #expect(encoding.offset(of: ProtocolPosition(line: 0, character: 99), in: bytes, lines) == 7)
    #expect(encoding.offset(of: ProtocolPosition(line: 99, character: 0), in: bytes, lines) == bytes.count)
  }
}
