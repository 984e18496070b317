// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SystemCalls

@Suite("What is asked of the system")
struct SystemCallsTests {
  @Test("no program inherits a pipe that was opened here, whenever it is started")
  func pipesStayHere() throws {
    let pipe = try PipeEnds()
    defer { pipe.closeBoth() }
    let nowhere = try Descriptor.openToWrite("/dev/null")
    defer { try? Descriptor.close(nowhere) }
    for end in [pipe.reading, pipe.writing, nowhere] {
      let child = try ChildProcess(
        ["/bin/sh", "-c", "! (: <&\(end)) 2>/dev/null && ! (: >&\(end)) 2>/dev/null"], .init(passing: []))
      defer { child.closeOutput() }
      child.closeInput()
      #expect(child.waitForExit(atMost: .seconds(60)) == .code(0))
    }
  }

  @Test("a program ends with its code, or by a signal, and is told apart from one that runs")
  func endings() throws {
    let child = try ChildProcess(["/bin/sh", "-c", "read line; exit 7"], .init(passing: []))
    defer { child.closeOutput() }
    #expect(!child.hasEnded && child.exit == nil)
    child.closeInput()
    #expect(child.waitForExit(atMost: .seconds(60)) == .code(7))
    let other = try ChildProcess(["/bin/sh", "-c", "read line"], .init(passing: []))
    defer { other.closeOutput() }
    other.kill()
    #expect(other.waitForExit(atMost: .seconds(60)) == .signal(9))
    #expect(throws: SystemError.self) { _ = try ChildProcess(["/no/such/program"], .init(passing: [])) }
  }

  @Test("a pipe gives what was written into it, and says when nobody is at its other end")
  func transfers() async throws {
    let pipe = try PipeEnds()
    pipe.neverWait()
    var buffer = [UInt8](repeating: 0, count: 8)
    guard case .later = Transfer.read(from: pipe.reading, into: &buffer) else {
      return _ = #expect(Bool(false), "nothing is there yet")
    }
    #expect(!AwaitedEnd.wait(for: AwaitedEnd(pipe.reading), atMost: 0))
    guard case .bytes(2) = Transfer.write([1, 2], to: pipe.writing) else {
      return _ = #expect(Bool(false), "there is room")
    }
    #expect(AwaitedEnd.wait(for: AwaitedEnd(pipe.reading), atMost: 0))
    #expect(try Descriptor.read(pipe.reading, atMost: 8) == [1, 2])
    try Descriptor.close(pipe.reading)
    // A program that another test starts at this moment has a copy of each end until it has begun.
    var isClosed = false
    for _ in 0..<6_000 where !isClosed {
      if case .closed = Transfer.write([3], to: pipe.writing) {
        isClosed = true
      } else {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    #expect(isClosed, "nobody reads any more")
    try Descriptor.close(pipe.writing)
  }

  @Test("errors are known by what they mean, and told in the words of the system")
  func errors() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let missing = #expect(throws: SystemError.self) { _ = try Descriptor.openToRead(folder + "/no-such-file") }
    #expect(missing?.meaning == .missing && missing?.description == "No such file or directory")
    #expect(WholeFile(path: folder, permissions: 0o600, waitsForDisk: false).obstacle() == .isFolder)
    #expect(FileStatus.isFolder(folder) && SystemPath.makeFolder(folder, permissions: 0o700) == nil)
  }
}
