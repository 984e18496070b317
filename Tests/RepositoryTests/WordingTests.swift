// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Words and constructs that this project does without")
struct WordingTests {
  /// Modules that may speak to the terminal, the environment and the process.
  private static let commandLine: Set<String> = ["FlowCommand", "SystemCalls", "mfaflow"]

  @Test("no type and no file bears a name that says nothing of the field")
  func noEmptyNames() {
    let empty: Set<String> = [
      "Manager", "Helper", "Helpers", "Util", "Utils", "Utility", "Utilities", "Handler", "Service", "Services",
      "Common", "Core", "Misc",
    ]
    for source in SwiftFile.under("Sources", "Tests", "Examples", "Maintenance") {
      for name in source.typeNames + [source.file.stem] {
        let words = Set(Pattern("[A-Z]+(?![a-z])|[A-Z][a-z0-9]*").matches(in: name).map { $0[0] })
        let found = words.intersection(empty)
        #expect(found.isEmpty, "\(source.file.path): `\(name)`")
      }
    }
  }

  @Test(
    "no construct switches off what the compiler proves",
    arguments: [
      #"@unchecked\s+Sendable"#, #"nonisolated\(unsafe\)"#, #"\btry!"#, #"\bas!"#, #"\bTask\.detached\b"#,
      #"^(?:public |package |internal |private |fileprivate )?var "#, #"\bstatic var \w+(?:\s*:[^={]+)?\s*=[^=]"#,
    ])
  func noUnsafeConstruct(pattern: String) {
    let pattern = Pattern(pattern)
    for source in SwiftFile.under("Sources") {
      #expect(source.places(of: pattern).isEmpty)
    }
  }

  @Test(
    "a library does not print, read the terminal or the environment, take the time, or exit",
    arguments: [
      #"(?<![.\w])(?<!func )(?:debugPrint|print|dump)\("#, #"\breadLine\("#, #"\bgetenv\("#,
      #"(?<![.\w])(?<!func )_?exit\("#,
      #"\bCommandLine\."#, #"\bDate\(\)"#, #"\b(?:ContinuousClock|SuspendingClock)\(\)"#,
      #"\bSystemRandomNumberGenerator\("#,
    ])
  func librariesStaySilent(pattern: String) {
    let pattern = Pattern(pattern)
    for source in SwiftFile.under("Sources") where !Self.commandLine.contains(source.module) {
      #expect(source.places(of: pattern).isEmpty)
    }
  }

  @Test("nothing is left open in the code")
  func nothingLeftOpen() {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "MA" + "RK:", "not imple" + "mented"].joined(separator: "|")
    for source in SwiftFile.under("Sources", "Tests", "Examples", "Maintenance") {
      #expect(Pattern(words).lines(in: source.file.text).isEmpty, "\(source.file.path)")
    }
  }

  @Test("no file names a place of somebody's machine")
  func noMachinePaths() {
    let folders = ["wo" + "rk", "ro" + "ot", "Us" + "ers", "ho" + "me"].joined(separator: "|")
    let machine = Pattern(#"(?<![\w.])/(?:\#(folders))/\w"#)
    let suffixes = [
      ".swift", ".md", ".yaml", ".yml", ".json", ".py", ".c", ".h", ".sh", "Makefile", "run", "setup", ".expected",
      ".trace", ".toml",
    ]
    for file in Repository.here.files(under: "", suffixes: suffixes) {
      #expect(machine.lines(in: file.text).isEmpty, "\(file.path)")
    }
  }

  @Test("each Swift file begins with its licence")
  func licenceFirst() {
    for source in SwiftFile.under("Sources", "Tests", "Examples", "Maintenance") where source.file.stem != "Package" {
      #expect(source.file.lines.first == "// SPDX-License-Identifier: Apache-2.0", "\(source.file.path)")
    }
  }
}
