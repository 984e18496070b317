// SPDX-License-Identifier: Apache-2.0

import Redaction
import Synchronization
import Testing

@testable import ProcessBackend

@Suite("What a program writes to its standard error")
struct ErrorLogTests {
  /// What was shown, and a log that has something more come while it shows the first line.
  private final class Scene: Sendable {
    let shown = Mutex<[String]>([])
    let meanwhile = Mutex<[String]>([])
    let log = Mutex<ErrorLog?>(nil)

    init(mostWaiting: Int = 1 << 24) {
      let mask: @Sendable () -> SecretMask = {
        var mask = SecretMask.ofMessages
        mask.note(Array("horse-1".utf8))
        return mask
      }
      let hear: @Sendable (String) -> Void = { [self] line in
        shown.withLock { $0.append(line) }
        let more = meanwhile.withLock { more in
          defer { more = [] }
          return more
        }
        for text in more { take(text) }
      }
      let log = ErrorLog(-1, of: "it", mask: mask, log: hear, mostWaiting: mostWaiting)
      self.log.withLock { $0 = log }
    }

    func take(_ text: String) { log.withLock { $0 }?.take(Array(text.utf8)[...]) }

    func finish() {
      var buffer = [UInt8](repeating: 0, count: 16)
      log.withLock { $0 }?.finish(into: &buffer) { [self] in shown.withLock { $0.append("end") } }
      log.withLock { $0 = nil }
    }

    var lines: [String] { shown.withLock { $0 } }
  }

  @Test("is shown line by line without secrets, the last line at the end, before anything else goes on")
  func lines() {
    let scene = Scene()
    for text in ["one\ntw", "o horse", "-1\nthr", "ee"] { scene.take(text) }
    #expect(scene.lines == ["it: one", "it: two •••"])
    scene.finish()
    #expect(scene.lines == ["it: one", "it: two •••", "it: three", "end"])
  }

  @Test("is kept in order while something is shown")
  func meanwhile() {
    let scene = Scene()
    scene.meanwhile.withLock { $0 = ["two\nth", "ree\n"] }
    scene.take("one\n")
    scene.take("four\n")
    scene.finish()
    #expect(scene.lines == ["it: one", "it: two", "it: three", "it: four", "end"])
  }

  private static func leftOut(_ count: Int) -> String {
    "it writes more to its standard error than can be shown: \(count) bytes are left out"
  }

  @Test("is left out in whole lines where too much waits, and how much is told")
  func flood() {
    let scene = Scene(mostWaiting: 10)
    scene.meanwhile.withLock { $0 = ["aa\nbb\ncc", "c\ndd\n", "ee\nf"] }
    scene.take("one\n")
    #expect(scene.lines == ["it: one", "it: aa", "it: bb"])
    scene.take("f\ngg\n")
    #expect(scene.lines.dropFirst(3) == [Self.leftOut(13), "it: gg"])
    scene.finish()
    #expect(scene.lines.last == "end")
  }

  @Test("is left out up to the end, and that is told, too")
  func floodAtEnd() {
    let scene = Scene(mostWaiting: 10)
    scene.meanwhile.withLock { $0 = ["0123456789", "abc", "d\n"] }
    scene.take("one\n")
    scene.finish()
    #expect(scene.lines == ["it: one", "it: 0123456789", Self.leftOut(5), "end"])
  }
}
