// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@Suite struct MachineRendererTests {
  private let sources = SourceMap([SourceFile(path: "flows/a.yaml", text: "a: b\n")])
  private let rule = DiagnosticCode("MFA301", "dead-end")
  private let place = SourceRange(SourcePosition(line: 1, column: 4), SourcePosition(line: 1, column: 5))

  @Test("One line has path, place, code, message and help")
  func oneline() {
    let finding = Diagnostic(rule, "step `b` has no way out", at: place, help: "name an end")
    #expect(
      OnelineRenderer().render([finding, Diagnostic(rule, "m", at: place)], in: sources) == """
        flows/a.yaml:1:4: error[MFA301] step `b` has no way out (name an end)
        flows/a.yaml:1:4: error[MFA301] m

        """)
  }

  @Test("One line stays one line, whatever a message holds")
  func onelineEscapes() {
    let shown = OnelineRenderer().render([Diagnostic(rule, "a\nb\u{1B}", at: place)], in: sources)
    #expect(shown == "flows/a.yaml:1:4: error[MFA301] a\\nb<U+001B>\n")
  }

  @Test("JSON has the same keys in the same order for every finding")
  func json() {
    let finding = Diagnostic(
      rule, "say \"b\"", at: place, help: "cure", notes: [Note("first", at: place), Note("no place")])
    let range = #""file":"flows/a.yaml","line":1,"column":4,"endLine":1,"endColumn":5"#
    let none = #""file":null,"line":null,"column":null,"endLine":null,"endColumn":null"#
    let rest = #""severity":"error","code":"MFA301","slug":"dead-end","message":"say \"b\"","help":"cure""#
    #expect(
      JSONRenderer().render([finding], in: sources)
        == "{\"kind\":\"finding\",\(range),\(rest),\"notes\":[{\"message\":\"first\",\(range)},{\"message\":\"no place\",\(none)}],\"way\":[],\"fix\":[]}\n"
    )
  }

  @Test("JSON has the steps of the run that shows a finding")
  func jsonWay() {
    let way = [WayStep("`a` leads to `b`", at: place), WayStep("back", at: .beginning(of: FileID(index: 7)))]
    let text = JSONRenderer().render([Diagnostic(rule, "m", at: place, way: way)], in: sources)
    let range = #""file":"flows/a.yaml","line":1,"column":4,"endLine":1,"endColumn":5"#
    let other = #""file":null,"line":1,"column":1,"endLine":1,"endColumn":1"#
    let steps = #"{"message":"`a` leads to `b`",\#(range)},{"message":"back",\#(other)}"#
    #expect(text.hasSuffix("\"notes\":[],\"way\":[\(steps)],\"fix\":[]}\n"), "\(text)")
  }

  @Test("JSON is one line a finding, and nothing for none")
  func jsonLines() {
    let finding = Diagnostic(rule, "a\nb", at: place)
    let text = JSONRenderer().render([finding, finding], in: sources)
    #expect(text.split(separator: "\n").count == 2)
    #expect(text.contains(#""message":"a\nb","help":null,"notes":[],"way":[],"fix":[]}"#))
    #expect(JSONRenderer().render([], in: sources).isEmpty)
    #expect(JSONRenderer().render([finding], in: SourceMap()).contains(#""file":null"#))
  }

  @Test("The writer puts commas where they belong")
  func writer() {
    var json = JSONWriter()
    json.object {
      $0.field("a", 1)
      $0.field("b", true)
      $0.field("c", nil as String?)
      $0.field("d", ["x", "y"])
      $0.object("e") { _ in }
      $0.array("f") {
        $0.int(-1)
        $0.array { $0.null() }
        $0.object { $0.field("g", "h") }
        $0.bool(false)
      }
    }
    #expect(json.text == #"{"a":1,"b":true,"c":null,"d":["x","y"],"e":{},"f":[-1,[null],{"g":"h"},false]}"#)
  }

  @Test(
    "Strings are escaped as JSON wants it, and so that no terminal obeys them",
    arguments: [
      ("a", #""a""#), ("", #""""#), ("\"\\", #""\"\\""#), ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1B}", #""\u0000\u001b""#),
      ("é日🔒", "\"é日🔒\""), ("\u{2028}\u{7F}\u{85}\u{202E}", #""\u2028\u007f\u0085\u202e""#), ("a/b", #""a/b""#),
    ])
  func strings(_ text: String, _ written: String) {
    var json = JSONWriter()
    json.string(text)
    #expect(json.text == written)
  }
}
