// SPDX-License-Identifier: Apache-2.0

import Guards
import Testing
import Values

@Suite("Reading a guard")
struct GuardParsingTests {
  @Test(
    "a guard prints in its plainest form",
    arguments: [
      ("true", "true"),
      ("  event.a  ", "event.a"),
      ("event . a . b", "event.a.b"),
      ("a==b", "a == b"),
      ("a!=b", "a != b"),
      ("a<b", "a < b"),
      ("a<=b", "a <= b"),
      ("a>b", "a > b"),
      ("a>=b", "a >= b"),
      ("a == -1", "a == -1"),
      ("-9223372036854775808 == a", "-9223372036854775808 == a"),
      ("a in [-1, 0]", "a in [-1, 0]"),
      ("a in -1", "a in -1"),
      ("a == 'it\"s'", "a == \"it\\\"s\""),
      ("a == \"it's\"", "a == \"it's\""),
      ("a == 'it\\'s \\\\ so'", "a == \"it's \\\\ so\""),
      ("a == 'grüße 🙂'", "a == \"grüße 🙂\""),
      ("!a", "!a"),
      ("!!a", "!!a"),
      ("! (a && b)", "!(a && b)"),
      ("!a == b", "!a == b"),
      ("!(a == b)", "!(a == b)"),
      ("a || b && c", "a || b && c"),
      ("(a || b) && c", "(a || b) && c"),
      ("a && b && c", "a && b && c"),
      ("(a && b) && c", "(a && b) && c"),
      ("((a))", "a"),
      ("(a == b) == c", "(a == b) == c"),
      ("a in ['x','y']", "a in [\"x\", \"y\"]"),
      ("a in b.c", "a in b.c"),
      ("event.in", "event.in"),
      ("event.all", "event.all"),
      ("event.size == size", "event.size == size"),
      ("size(a.b)>0", "size(a.b) > 0"),
      ("has(a.b.c)", "has(a.b.c)"),
      ("a.all(x,x.b)", "a.all(x, x.b)"),
      ("a.b.exists(x, x == 'y' || x == z)", "a.b.exists(x, x == \"y\" || x == z)"),
      ("['a'].exists(x, x == b)", "[\"a\"].exists(x, x == b)"),
      ("(a.b).all(x, true)", "a.b.all(x, true)"),
      ("a.all(x, x.b.exists(y, y == x.c))", "a.all(x, x.b.exists(y, y == x.c))"),
      ("a\n  && b", "a && b"),
      ("[] == []", "[] == []"),
      ("_a1 == android", "_a1 == android"),
      ("order && notes || nullable", "order && notes || nullable"),
    ])
  func plainForm(_ text: String, _ expected: String) throws {
    let parsed = try Guard.parse(text).get()
    #expect(parsed.text == text)
    #expect(parsed.description == expected)
    #expect(try Guard.parse(expected).get().description == expected)
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    let help: String
    let place: Range<Int>

    init(_ text: String, _ message: String, _ help: String, _ place: Range<Int>) {
      (self.text, self.message, self.help, self.place) = (text, message, help, place)
    }

    var testDescription: String { text }
  }

  static let traps: [Bad] = [
    Bad("", "a guard must say something", "leave the key out", 0..<0),
    Bad("   ", "a guard must say something", "leave the key out", 0..<3),
    Bad("event.a in [\"LOW\"", "`[` must be closed", "inside `{ }` YAML cuts", 11..<17),
    Bad("event.a in [", "`[` must be closed", "put the whole guard in quotes", 11..<12),
    Bad("event.threats.all(t", "`(` must be closed", "inside `{ }`", 17..<19),
    Bad("size(a", "`(` must be closed", "inside `{ }`", 4..<6),
    Bad("(a && b", "`(` must be closed", "inside `{ }`", 0..<7),
    Bad("(a &&", "`(` must be closed", "inside `{ }`", 0..<5),
    Bad("a == \"x", "must end with the quote", "inside `{ }`", 5..<7),
    Bad("a == 'x\\", "must end with the quote", "inside `{ }`", 5..<8),
    Bad("a ==", "a value must follow `==`", "not in quotes", 2..<4),
    Bad("a in", "a value must follow `in`", "not in quotes", 2..<4),
    Bad("a &&", "a value must follow `&&`", "not in quotes", 2..<4),
    Bad("!", "a value must follow `!`", "not in quotes", 0..<1),
    Bad("event.", "a value must follow `.`", "not in quotes", 5..<6),
    Bad("a = b", "`=` is not part", "did you mean `==`?", 2..<3),
    Bad("a === b", "`===` is not part", "did you mean `==`?", 2..<5),
    Bad("a !== b", "`!==` is not part", "did you mean `!=`?", 2..<5),
    Bad("a => b", "`=>` is not part", "did you mean `>=`?", 2..<4),
    Bad("a =< b", "`=<` is not part", "did you mean `<=`?", 2..<4),
    Bad("a <> b", "`<>` is not part", "did you mean `!=`?", 2..<4),
    Bad("a ≤ b", "`≤` is not part", "write `<=`", 2..<3),
    Bad("a & b", "`&` is not part", "did you mean `&&`?", 2..<3),
    Bad("a | b", "`|` is not part", "did you mean `||`?", 2..<3),
    Bad("a and b", "`and` does not join", "did you mean `&&`?", 2..<5),
    Bad("a OR b", "`OR` does not join", "did you mean `||`?", 2..<4),
    Bad("(a or b)", "`or` does not join", "did you mean `||`?", 3..<5),
    Bad("not a", "`not` is not part", "did you mean `!`?", 0..<3),
    Bad("a not in [\"x\"]", "`not` does not join", "!(value in list)", 2..<5),
    Bad("a is b", "`is` does not join", "did you mean `==`?", 2..<4),
    Bad("a b", "`b` does not join", "`&&` or `||`", 2..<3),
    Bad("a == null", "a guard knows no `null`", "has(event.field)", 5..<9),
    Bad("nil != a", "a guard knows no `nil`", "has(event.field)", 0..<3),
    Bad("a == True", "`True` must be in lower case", "did you mean `true`?", 5..<9),
    Bad("a ? b : c", "`?` is not part", "only true or false", 2..<3),
    Bad("a + 1 > 2", "`+` is not part", "do not calculate", 2..<3),
    Bad("a -1 > 2", "`-` is not part", "do not calculate", 2..<3),
    Bad("a == emp-7-b", "`-` is not part", "write quotes around a text: `\"emp-7-b\"`", 8..<9),
    Bad("event.a-1 > 2", "`-` is not part", "do not calculate", 7..<8),
    Bad("- a", "`-` is not part", "do not calculate", 0..<1),
    Bad("a % 2 == 0", "`%` is not part", "do not calculate", 2..<3),
    Bad("a[0] == b", "`[ ]` after a value", "list.exists", 1..<2),
    Bad("a.b['c']", "`[ ]` after a value", "with a dot", 3..<4),
    Bad("a.startsWith('b')", "`.startsWith(…)` is not part", "against a pattern", 2..<12),
    Bad("a.contains('b')", "`.contains(…)` is not part", "did you mean `x in list`?", 2..<10),
    Bad("a.b.size() > 0", "`.size(…)` is not part", "did you mean `size(x)`?", 4..<8),
    Bad("'a'.size() > 0", "`.size(…)` is not part", "did you mean `size(x)`?", 4..<8),
    Bad("a.any(x, x)", "`.any(…)` is not part", "list.exists", 2..<5),
    Bad("a.map(x, x)", "`.map(…)` is not part", "list.all", 2..<5),
    Bad("length(a) > 0", "`length(…)` is not part", "did you mean `size(…)`?", 0..<6),
    Bad("all(x, a)", "`all(…)` is not part", "list.all", 0..<3),
    Bad("now() > 1", "`now(…)` is not part", "write one of `size(x)`", 0..<3),
    Bad("$event.a", "names in a guard have no `$`", "bare name", 0..<1),
    Bad("a == “x”", "`“` is not part", "straight quotes", 5..<6),
    Bad("a == {}", "`{` is not part", "`[ ]`", 5..<6),
    Bad("a == b # why", "`#` is not part", "outside the guard", 7..<8),
    Bad("a @ b", "`@` is not part", "`&&`", 2..<3),
    Bad("größe == 1", "`ö` is not part", "`&&`", 2..<3),
    Bad("a == \u{1}", "control characters", "`&&`", 5..<6),
    Bad("a == 30s", "`30s` must be a whole number", "seconds", 5..<8),
    Bad("a == 0x10", "`0x10` must be a whole number", "digits only", 5..<9),
    Bad("a == 1.5", "`1.5` must be a whole number", "fraction", 5..<8),
    Bad("a == 007", "`007` must not begin with a zero", "in quotes", 5..<8),
    Bad("a == 9223372036854775808", "`9223372036854775808` is too large", "", 5..<24),
    Bad("a == 'x\\n'", "a backslash in a text", "one backslash", 7..<8),
    Bad("a == 'x\ny'", "a text must stay on one line", "its line", 7..<8),
    Bad("1 < a < 5", "a comparison has two sides", "`&&`", 6..<7),
    Bad("a == b in c", "a comparison has two sides", "`&&`", 7..<9),
    Bad("a)", "`)` must have a partner", "take it out", 1..<2),
    Bad("a in ['x'))", "`)` must have a partner", "take it out", 9..<10),
    Bad("(a]", "`]` must have a partner", "take it out", 2..<3),
    Bad("]", "`]` must have a partner", "take it out", 0..<1),
    Bad("a, b", "a comma stands only", "`&&`", 1..<2),
    Bad("(a, b)", "a comma stands only", "`&&`", 2..<3),
    Bad("a in ['x',]", "a value must stand before `]`", "say what", 10..<11),
    Bad("a && || b", "a value must stand before `||`", "say what", 5..<7),
    Bad("()", "a value must stand before `)`", "say what", 1..<2),
    Bad("in [1]", "a value must stand before `in`", "say what", 0..<2),
    Bad("a 1", "an operator must stand before `1`", "`&&`", 2..<3),
    Bad("a !b", "an operator must stand before `!`", "`&&`", 2..<3),
    Bad("(a).b", "only a name has members", "name.member", 4..<5),
    Bad("true.b", "only a name has members", "name.member", 5..<6),
    Bad("a.all(x, x).all(y, y)", "only a name has members", "may follow a list", 12..<15),
    Bad("a.1", "the name of a member must follow", "event.attemptsLeft", 2..<3),
    Bad("a..b", "the name of a member must follow", "event.attemptsLeft", 2..<3),
    Bad("has(a)", "`has` takes one member", "has(event.attemptsLeft)", 0..<6),
    Bad("has('a')", "`has` takes one member", "has(event.attemptsLeft)", 0..<8),
    Bad("a.all(x.b, true)", "`all` takes a variable", "list.all", 6..<7),
    Bad("a.exists('x', true)", "`exists` takes a variable", "list.exists", 9..<12),
    Bad("a.all(true, true)", "`all` takes a variable", "list.all", 6..<10),
    Bad("a.all(x)", "`all` takes a variable", "list.all", 6..<7),
    Bad("größer", "`ö` is not part", "", 2..<3),
    Bad("a == 'grüße🙂' = b", "`=` is not part", "`==`", 14..<15),
  ]

  @Test("what is no guard has its own message, cure and place", arguments: traps)
  func trap(_ bad: Bad) {
    guard case .failure(let problem) = Guard.parse(bad.text) else {
      Issue.record("`\(bad.text)` was read")
      return
    }
    #expect(problem.message.contains(bad.message), "\(problem)")
    #expect((problem.help ?? "").contains(bad.help), "\(problem)")
    #expect(problem.start..<problem.end == bad.place, "\(problem)")
    #expect(problem.message.unicodeScalars.count <= 90 && !problem.message.hasSuffix("."))
  }

  @Test("a guard has at most 1,000 bytes and nests at most 32 deep")
  func limits() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    let row = String(repeating: "a&&", count: 332) + "true"
    #expect(row.utf8.count == 1_000)
    _ = try Guard.parse(row).get()
    _ = try Guard.parse(nested(31)).get()
    _ = try Guard.parse(String(repeating: "!", count: 31) + "a").get()
    #expect(throws: GuardProblem.self) { try Guard.parse(row + " ").get() }
    for deep in [nested(32), nested(400), String(repeating: "!", count: 900) + "a", String(repeating: "[", count: 999)]
    {
      guard case .failure(let problem) = Guard.parse(deep) else {
        Issue.record("`\(deep)` was read")
        continue
      }
      #expect(problem.message == "a guard nests at most 32 deep")
    }
  }

  @Test("a guard tells which names and members it reads")
  func reads() throws {
    let text = "event.threats.all(t, t.name != event.a.b) && has(event.c) && p == q || event.threats == event.c"
    let parsed = try Guard.parse(text).get()
    #expect(parsed.names == ["event", "p", "q"])
    #expect(parsed.reads("event") == [["threats"], ["a", "b"], ["c"]])
    #expect(parsed.reads("p") == [[]])
    #expect(parsed.reads("t") == [])
    #expect(Guard.alwaysTrue.names == [])
    #expect(Guard.alwaysTrue == (try Guard.parse("true").get()))
  }

  @Test("the literals of a guard are told, each once, in the order of the text")
  func literals() throws {
    let parsed = try Guard.parse("a == 'x' || size(b) > 3 && c in ['y', 'x'] || !d.all(e, e.f != -9223372036854775808)")
      .get()
    #expect(parsed.literals == [.text("x"), .int(3), .text("y"), .int(.min)])
    #expect(try Guard.parse("a.b && has(c.d)").get().literals.isEmpty)
  }
}
