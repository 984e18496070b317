// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Synchronization
import Testing

@testable import FlowCommand
@testable import LocalFiles

@Suite struct KeptFilesTests {
  @Test("a file is read once, and stays as it was, whatever becomes of it")
  func once() throws {
    let files = KeptFiles()
    let read: (String) throws(FileProblem) -> SourceFile = { SourceFile(path: $0, text: "first") }
    let changed: (String) throws(FileProblem) -> SourceFile = { SourceFile(path: $0, text: "second") }
    #expect(try files.file("a.yaml", reading: read).bytes == Array("first".utf8))
    #expect(try files.file("a.yaml", reading: changed).bytes == Array("first".utf8))
    #expect(try files.file("b.yaml", reading: changed).bytes == Array("second".utf8))
  }

  @Test("a file that could not be read stays unread, though it is there by now")
  func missing() {
    let files = KeptFiles()
    let problem = FileProblem(path: "a.yaml", kind: .missing)
    #expect(throws: problem) {
      try files.file("a.yaml") { (_: String) throws(FileProblem) -> SourceFile in throw problem }
    }
    #expect(throws: problem) {
      try files.file("a.yaml") { (path: String) throws(FileProblem) -> SourceFile in SourceFile(path: path, text: "") }
    }
  }

  @Test("standard input is kept too, where files are, and what is written to nobody is seen by nobody")
  func standardInput() throws {
    let (output, inputs) = (MemoryOutput(), Deliveries())
    let streams = Streams(output: output, errors: output, readInput: { inputs.next() }, variable: { _ in nil })
    let kept = streams.keepingFiles
    #expect(try kept.file("-").bytes == [1])
    #expect(try kept.silent.file("-").bytes == [1])
    #expect(try streams.file("-").bytes == [2])
    kept.silent.output.write("seen?")
    kept.silent.errors.write("seen?")
    #expect(output.text.isEmpty)
  }
}

/// Gives another input each time.
private final class Deliveries: Sendable {
  private let count = Mutex<UInt8>(0)

  func next() -> [UInt8] {
    count.withLock { count in
      count += 1
      return [count]
    }
  }
}
