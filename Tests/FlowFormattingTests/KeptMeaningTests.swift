// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowFormatting
import FlowLanguage
import Testing

/// So long a key needs no `?` in front; one more character, and it does.
private let longestKey = String(repeating: "k", count: 1_024)

/// Where moving words about could change what they say, or in which order comments say it.
@Suite("What a file says, laid out")
struct KeptMeaningTests {
  @Test(
    "keys in quotes keep them where one is a number: beside a plain key, it would be no status code",
    arguments: [
      ("then: { \"101\": b, \"else\": c }\n", "then: { \"101\": b, \"else\": c }\n"),
      ("then:\n  '101':  b\n  'else': c\n", "then:\n  '101': b\n  'else': c\n"),
      // It is none already.
      ("then: { \"101\": b, else: c }\n", "then: { \"101\": b, else: c }\n"),
      ("then: { \"getUser\": b, \"else\": c }\n", "then: { getUser: b, else: c }\n"),
    ])
  func quotedNumbers(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "a text at the end of a file without a line break has none elsewhere",
    arguments: [
      ("summary: |\n  a", "summary: |-\n  a\n"),
      ("summary: >2+ # c\n    a\n   b", "summary: >2- # c\n    a\n   b\n"),
      ("start: x\nsummary: |\n  a", "summary: |-\n  a\nstart: x\n"),
      ("summary: |\r\n  a", "summary: |-\r\n  a\r\n"),
      ("summary: |+\n  a\n    ", "summary: |-\n  a\n    \n"),
      // These end with a line break, or with nothing.
      ("summary: |\n  a\n  ", "summary: |\n  a\n"),
      ("summary: |+\n  a\n\n  ", "summary: |+\n  a\n\n"),
      ("summary: |", "summary: |\n"),
    ])
  func noLastBreak(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "the last line breaks of a text count where it says so, and no blank line becomes one of them",
    arguments: [
      ("summary: |+\r\n  a\r\n\r\nstart:   x\r\n", "summary: |+\r\n  a\r\n\r\nstart: x\r\n"),
      ("start: x\r\nsummary: |+\r\n  a\r\n", "summary: |+\r\n  a\r\nstart: x\r\n"),
      ("start: a\n\nsdk: b\nsummary: |+\n  c\n", "summary: |+\n  c\nsdk: b\nstart: a\n"),
      ("use:\n- |+\n  a\n-\n\n  - b\n", "use:\n  - |+\n    a\n  - - b\n"),
    ])
  func keptBreaks(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "a text that says how deep it is keeps its spaces wherever its sign stands",
    arguments: [
      ("use:\n-   |2\n     a\n    b\n", "use:\n  - |2\n       a\n      b\n"),
      ("use:\n-\n    |1\n   a\n", "use:\n  - |1\n     a\n"),
      ("use:\n- &x |2\n    a\n   b\n", "use:\n  - &x |2\n      a\n     b\n"),
      ("use:\n- -  |2\n      a\n", "use:\n  - - |2\n        a\n"),
      ("messages:\n  a:\n     |2\n      x\n", "messages:\n  a: |2\n      x\n"),
      ("use:\n- a: |2\n     x\n    y\n", "use:\n  - a: |2\n       x\n      y\n"),
      ("messages:\n    ? a\n    : |2\n       x\n", "messages:\n  a: |2\n     x\n"),
    ])
  func depths(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "what other parsers refuse or take for no text gets quotes, and what may be a number does not",
    arguments: [
      ("summary: =\n", "summary: '='\n"), ("summary: <<\n", "summary: '<<'\n"),
      ("summary: .inf\n", "summary: '.inf'\n"), ("summary: .NaN\n", "summary: '.NaN'\n"),
      ("use: [=, .INF]\n", "use: ['=', '.INF']\n"), ("summary: '='\n", "summary: '='\n"),
      ("summary: .5\n", "summary: .5\n"), ("summary: +.5\n", "summary: +.5\n"), ("summary: 1_0\n", "summary: 1_0\n"),
    ])
  func portable(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "spaces at the end of a text belong to it where they are deeper than it",
    arguments: [
      ("messages:\n    a: |\n        x\n          \n    b: y\n", "messages:\n  a: |\n    x\n      \n  b: y\n"),
      ("messages:\n    a: >-\n        x  \n    b: y\n", "messages:\n  a: >-\n    x  \n  b: y\n"),
      ("messages:\n   a: |\n\n     x\n      \n     \n   b: y\n", "messages:\n  a: |\n\n    x\n     \n\n  b: y\n"),
      ("messages:\n    a: |2\n        \n    b: y\n", "messages:\n  a: |2\n      \n  b: y\n"),
      ("messages:\n    a: |\n        \n    b: y\n", "messages:\n  a: |\n\n  b: y\n"),
    ])
  func lastSpaces(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "a text of blanks alone is its line breaks, and no line of it grows",
    arguments: [
      ("messages:\n  gap: |+\n    \n  b: x\n", "messages:\n  gap: |+\n\n  b: x\n"),
      ("messages:\n  gap: >+\n      \n\n   \n  b: x\n", "messages:\n  gap: >+\n\n\n\n  b: x\n"),
      ("use:\n- |+\n    \n- b\n", "use:\n  - |+\n\n  - b\n"),
      ("messages:\n  gap: |1+\n    \n  b: x\n", "messages:\n  gap: |1+\n    \n  b: x\n"),
    ])
  func blanks(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "no alias comes before the name that it repeats",
    arguments: [
      ("start:   &s begin\nsummary: *s\n", "start: &s begin\nsummary: *s\n"),
      ("start: *s\nsummary: &s a\n", nil),
      // Here none does.
      ("start: a\nsummary: &s b\nsteps: *s\n", "summary: &s b\nstart: a\nsteps: *s\n"),
      (
        "steps:\n  a: { then: &t { else: x }, call: b }\n  c: { then: *t, call: b }\n",
        "steps:\n  a: { call: b, then: &t { else: x } }\n  c: { call: b, then: *t }\n"
      ),
    ])
  func names(text: String, laidOut: String?) { expect(text, laidOut) }

  @Test(
    "comments stay in their order",
    arguments: [
      ("ends: # 1\n  # 2\n  { a: b } # 3\n", "# 1\n# 2\nends: { a: b } # 3\n"),
      ("ends: # 1\n  # 2\n  # 3\n  { a: b }\n", "# 1\n# 2\n# 3\nends: { a: b }\n"),
      ("start: # 1\n  a # 2\n", "# 1\nstart: a # 2\n"),
      ("steps:\n  &x # 1\n  { a: b } # 2\nends: {} # 3\n", "# 1\nsteps: &x { a: b } # 2\nends: {} # 3\n"),
      ("# 1\n--- # 2\n# 3\nflow: a\n", "# 1\n# 2\n---\n# 3\nflow: a\n"),
      ("---\n# 1\n\n\n# 2\nflow:  a\n", "---\n# 1\n\n# 2\nflow: a\n"),
      ("# 1\n\n---\n\n# 2\n{flow: a}\n", "# 1\n\n---\n\n# 2\n{ flow: a }\n"),
      ("use:\n- # 1\n  # 2\n  a: 1\n- # 3\n\n  # 4\n  b\n", "use:\n  # 1\n  # 2\n  - a: 1\n  # 3\n\n  # 4\n  - b\n"),
      ("use:\n- - # 1\n    - # 2\n      a: 1\n      b: 2\n", "use:\n  # 1\n  # 2\n  - - - a: 1\n        b: 2\n"),
    ])
  func comments(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "a comment behind the last bracket of a file stays there, and one below it stays below",
    arguments: [
      ("{flow: a} # 1\n", "{ flow: a } # 1\n"), ("{ flow: a }# 1\n# 2\n", "{ flow: a } # 1\n# 2\n"),
      ("{ flow: a,\n  sdk: b\n}   # 1\n\n# 2\n", "{ flow: a, sdk: b } # 1\n\n# 2\n"),
      ("{\n  flow: a, # 1\n  sdk: b\n} # 2\n", "{\n  flow: a, # 1\n  sdk: b\n} # 2\n"),
      ("{ flow: a }\n# 1\n", "{ flow: a }\n# 1\n"), ("{ flow: a }\n\n # 1\n", "{ flow: a }\n\n# 1\n"),
      ("--- {flow: a} # 1\n...\n", "---\n{ flow: a } # 1\n...\n"),
    ])
  func lastComment(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "a comment right behind a bracket or quote is one, and is not lost",
    arguments: [
      ("use: [x]# a\n", "use: [x] # a\n"), ("summary: \"x\"#a\n", "summary: x #a\n"),
      ("use: [x,# a\n  y]\n", "use: [x,# a\n  y]\n"), ("summary: |# a\n  x\n", "summary: |# a\n  x\n"),
    ])
  func closeComments(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "an accent changes nothing of the space, the quote or the `#` in front of it",
    arguments: [
      ("summary: 'a''\u{301}b'\n", "summary: a'\u{301}b\n"), ("use: ['',   \u{301}a]\n", "use: ['', \u{301}a]\n"),
      ("summary: |\n    \u{301}a\n    b\n", "summary: |\n  \u{301}a\n  b\n"),
      ("summary:    a\n     \u{301}b\n", "summary: a\n  \u{301}b\n"),
      ("summary: 'a'  #\u{301}\n", "summary: a #\u{301}\n"),
      ("use:\n- #\u{301}\n  a: 1\n", "use:\n  #\u{301}\n  - a: 1\n"),
      ("use: [ # 1\n      \u{301}a,\n    b ]\n", "use: [ # 1\n    \u{301}a,\n  b ]\n"),
      // Two keys, of which each shows `é`.
      ("messages:\n  e\u{301}:  a\n  \u{E9}: b\n", "messages:\n  e\u{301}: a\n  \u{E9}: b\n"),
    ])
  func accents(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "a key keeps its `?` where it has several lines, or its colon would stand too far behind",
    arguments: [
      ("messages:\n    ? \(longestKey)\n    :   a\n", "messages:\n  \(longestKey): a\n"),
      ("messages:\n    ? \(longestKey)k\n    :   a\n", "messages:\n  ? \(longestKey)k\n  : a\n"),
      ("messages: { ? \(longestKey)k :   a }\n", "messages:\n  ? \(longestKey)k\n  : a\n"),
      ("messages:\n    ?   \"a\n      b\"\n    :   c\n", "messages:\n  ? \"a\n    b\"\n  : c\n"),
      ("messages:\n    ?   a\n      b\n    :   c\n", "messages:\n  ? a\n    b\n  : c\n"),
      ("messages:\n    ?  |\n        a\n         b\n    :   c\n", "messages:\n  ? |\n    a\n     b\n  : c\n"),
      ("steps:\n  ? |\n    a\n  : # 1\n    b: c\n", "steps:\n  ? |\n    a\n  :\n    # 1\n    b: c\n"),
      ("steps:\n  ? \"a\n    b\" # 1\n  :\n    c: d\n", "steps:\n  # 1\n  ? \"a\n    b\"\n  :\n    c: d\n"),
      ("steps:\n  ? |\n    a\n  : b\n  # 1\nends: {}\n", "steps:\n  ? |\n    a\n  : b\n  # 1\nends: {}\n"),
      ("use:\n- ? \"a\n   b\"\n  : c\n", "use:\n  - ? \"a\n      b\"\n    : c\n"),
    ])
  func keysWithMark(text: String, laidOut: String) { expect(text, laidOut) }

  @Test("a text with `?` gets quotes in brackets, and none where the brackets are too long and go")
  func questionMarks() {
    expect("messages: { a: b? c }\n", "messages: { a: 'b? c' }\n")
    expect("messages: { a: b? c, d: \(longestKey) }\n", "messages:\n  a: b? c\n  d: \(longestKey)\n")
  }

  @Test(
    "a key keeps the name that an alias repeats",
    arguments: [
      ("messages:\n  ? &x a\n  :   b\n  c: *x\n", "messages:\n  &x a: b\n  c: *x\n"),
      ("messages: { &x a:   b, c: *x }\n", "messages: { &x a: b, c: *x }\n"),
    ])
  func namedKeys(text: String, laidOut: String) { expect(text, laidOut) }

  @Test(
    "a path and an option need no quotes; what may be a number, a dash or nothing keeps them",
    arguments: [
      ("use: [\"./a.yaml\", '../b', \"/c\"]\n", "use: [./a.yaml, ../b, /c]\n"), ("summary: \"-a\"\n", "summary: -a\n"),
      ("summary: '--a b'\n", "summary: --a b\n"), ("summary: '-'\n", "summary: '-'\n"),
      ("summary: '- a'\n", "summary: '- a'\n"), ("summary: '.5'\n", "summary: '.5'\n"),
      ("summary: '-.inf'\n", "summary: '-.inf'\n"), ("summary: '-1'\n", "summary: '-1'\n"),
      ("summary: '~'\n", "summary: '~'\n"), ("summary: '...'\n", "summary: '...'\n"),
      ("summary: './a # b'\n", "summary: './a # b'\n"), ("summary: './a: b'\n", "summary: './a: b'\n"),
      ("use: ['./a,b']\n", "use: ['./a,b']\n"),
    ])
  func pathsAndOptions(text: String, laidOut: String) { expect(text, laidOut) }

  private func expect(_ text: String, _ laidOut: String?) {
    for (text, laidOut) in [(text, laidOut), (laidOut ?? text, laidOut)] {
      let file = SourceFile(path: "a.yaml", text: text)
      switch Formatter.format(file, as: .shape { .flow }) {
      case .formatted(let result): #expect(result == laidOut)
      case .unreadable: #expect(laidOut == nil, "\(text) cannot be read")
      case .refused: Issue.record("\(text) would say something else")
      }
    }
  }
}
