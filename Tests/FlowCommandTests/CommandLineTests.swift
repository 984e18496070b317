// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("Reading a command line")
struct CommandLineTests {
  /// Command lines that come to nothing, by their exit codes.
  private static let withoutResult: [Int32: [[String]]] = [
    2: [
      ["check", "--format", "json", "--fail-on", "wrning", "@"],
      ["test", "--format", "json", "@"], ["contract", "nosuch", "--format", "json"], ["soak", "--format", "json"],
      ["twin", "--format", "json", "@no.yaml"], ["backend", "verify", "--format", "json"],
    ],
    3: [
      ["matrix", "@no.yaml", "--format", "json"], ["run", "@no.yaml", "--format", "json"],
      ["check", "--format=json", "--config", "@no", "@"],
    ],
  ]

  @Test(
    "a program that asked for JSON gets an object with the reason, whatever kept it from a result", arguments: [2, 3])
  func jsonErrors(exit: Int32) async throws {
    let begin = #"{"kind":"error","exit":"# + "\(exit)" + #","message":""#
    for words in try #require(Self.withoutResult[exit]) {
      let outcome = await (try Desk()).run(words)
      #expect(outcome.code.rawValue == exit, "\(words)")
      let last = outcome.output.split(separator: "\n").last ?? ""
      #expect(last.hasPrefix(begin), "\(words): \(outcome.output)")
      #expect(outcome.output.hasSuffix("}\n") && !outcome.errors.isEmpty)
      #expect(!outcome.output.contains(#"\"kind\""#), "\(outcome.output)")
    }
  }

  @Test("a program that asked for JSON gets every finding that keeps it from a result, as a check writes them")
  func jsonFindings() async throws {
    let desk = try Desk()
    let flow = Samples.flow.replacing("else: failed }\n", with: "else: faild }\n").replacing(
      "190: { retry: password-policy }", with: "190: { retry: password-polcy }")
    try desk.put("flow.yaml", flow)
    try desk.put("good.yaml", Samples.flow)
    try desk.put("world.yaml", Samples.world)
    let check = await desk.run("check", "--format", "json", "@flow.yaml")
    let findings = check.output.split(separator: "\n").filter { $0.hasPrefix(#"{"kind":"finding""#) }
    #expect(findings.count == 2 && findings.allSatisfy { $0.contains(#""file":"flow.yaml","line":"#) })
    for words in [
      ["graph", "@flow.yaml"], ["matrix", "@flow.yaml"], ["show", "@flow.yaml"], ["diff", "@good.yaml", "@flow.yaml"],
      ["messages", "list", "@flow.yaml"], ["contract", "relid", "--after", "identify", "@flow.yaml"],
      ["run", "@flow.yaml", "--world", "@world.yaml"],
    ] {
      let outcome = await desk.run(words + ["--format", "json"])
      let lines = outcome.output.split(separator: "\n")
      #expect(outcome.code == .wrongInput && Array(lines.dropLast()) == findings, "\(words): \(outcome)")
      #expect(lines.last?.hasPrefix(#"{"kind":"error","exit":2,"message":"there is no step or end `faild`""#) == true)
    }
  }

  @Test(
    "what is wrong is said in one line, with a cure, and nothing is done",
    arguments: [
      (["chekc"], "`chekc` is no command of `mfaflow`", "did you mean `check`?"),
      (
        ["frobnicate"], "`frobnicate` is no command of `mfaflow`",
        "the commands are `check`, `run`, `play`, `test`, `soak`, `twin`, `matrix`, `contract`"
      ),
      (["--versoin"], "`--versoin` is no option of `mfaflow`", "did you mean `--version`?"),
      (["--quiet", "run"], "`--quiet` is no option of `mfaflow`", "options stand behind their command"),
      (["check"], "`check` needs PATH…", "write `mfaflow check PATH…`"),
      (["check", "--fromat", "json", "a"], "`--fromat` is no option of `check`", "did you mean `--format`?"),
      (["check", "-x", "a"], "`-x` is no option of `check`", "a path that begins with `-` goes behind `--`"),
      (["check", "--format", "jsno", "a"], "`--format` cannot be `jsno`", "did you mean `json`?"),
      (
        ["check", "a", "--format"], "`--format` needs a value",
        "write `--format text|oneline|json|github|gitlab|junit|sarif`"
      ),
      (["check", "--format", "--color", "never", "a"], "`--format` needs a value", "write `--format"),
      (["check", "--format=json", "--format=text", "a"], "`--format` is given twice", "give it once"),
      (
        ["check", "--contract=", "a"], "`--contract` has no value: the FILE after it is empty",
        "a shell variable that is not set"
      ),
      (["run", "--quiet=yes", "a"], "`--quiet` takes no value", "write `--quiet`"),
      (["run", "a", "b"], "`b` is one word too many for `run`", "it takes FLOW and options"),
      (["run", "-", "--world", "-"], "standard input (`-`) is named twice", "give one of them as a file"),
      (["check", "-", "-"], "standard input (`-`) is named twice", "give one of them as a file"),
      (
        ["soak", "a", "--runs", "99999999999999999999"],
        "`--runs` must be from 1 to 1000000000, not `99999999999999999999`",
        "write for example `--runs 1000000000`"
      ),
      (["soak", "a", "--runs", "1e6"], "needs a whole number, not `1e6`", "write for example `--runs 1000000`"),
      (
        ["soak", "a", "--concurrency", "-3"], "must be from 1 to 1000, not `-3`", "write for example `--concurrency 1`"
      ),
      (["matrix", "a", "--limit", "0"], "`--limit` must be at least 1, not `0`", "write for example `--limit 1`"),
      (["matrix", "a", "--limit", "9e99"], "needs a whole number, not `9e99`", "`--limit 1000000000000000`"),
      (
        ["matrix", "a", "--limit", "9223372036854775808"], "`--limit` must be at most 9223372036854775807, not",
        "write for example"
      ),
      (["story", "a", "--places", "20001"], "`--places` must be from 1 to 20000, not `20001`", "`--places 20000`"),
      (["page", "a", "--places", "inf"], "needs a whole number, not `inf`", "`--places 20000`"),
      (["run", "a", "--patience", "handshake=1e9"], "does not say how long", "and seconds up to 1000000"),
      (["backend", "verify", "simulator", "--time", "9h"], "`9h` is no time", "from 1 to 100000, then `s` or `m`"),
      (["test", ""], "PATH… is empty: a path or name is missing", "a shell variable that is not set"),
      (["run", "", "--world", "w"], "FLOW is empty: a path or name is missing", "write `mfaflow run "),
      (["run", "a", "--world", ""], "`--world` has no value: the FILE after it is empty", "write `--world FILE`"),
      (["backend", "serve", "--strict"], "`--strict` is for `backend verify`", "leave it out"),
      (["run", "-"], "`run` needs a world", "give `--world FILE`"),
      (["-V"], "`-V` is no option of `mfaflow`", "did you mean `--version`?"),
      (["-v"], "`-v` is no option of `mfaflow`", "did you mean `--version`?"),
      (["check", "--trace", "a"], "`--trace` is no option of `check`", "its options are `--format`, `--output`"),
      (["run", "-q", "a"], "`-q` is no option of `run`", "did you mean `--quiet`?"),
      (
        ["test", "--min-coverage", "80%", "a"], "needs a whole number, not `80%`",
        "write for example `--min-coverage 80`"
      ),
      (
        ["test", "--min-coverage", "all", "a"], "needs a whole number, not `all`",
        "write for example `--min-coverage 80`"
      ),
      (["contract", "relyd"], "there is no contract `relyd`", "did you mean `relid`?"),
      (["contract", "relid", "--list"], "exclude each other", "give one of them"),
      (
        ["check", "--stdin-filename", "x", "a"], "`--stdin-filename` names standard input, and no path is `-`",
        "add `-`, or leave it out"
      ),
      (["fmt", "--stdin-filename", "x", "a"], "`--stdin-filename` names standard input", "add `-`"),
      (
        ["run", "a", "--world", "w", "--patience", "call=1"], "`--patience` is about a program, and none is named",
        "name one as `process:COMMAND`, or leave it out"
      ),
      (
        ["run", "a", "--world", "w", "--backend-log", "/none/log"], "`--backend-log` is about a program", "leave it out"
      ),
      (["test", "a", "--backend-env", "PATH"], "`--backend-env` is about a program", "name one as `process:COMMAND`"),
      (
        ["twin", "a", "--backend", "simulator", "--backend", "simulator", "--world", "w", "--filter", "x"],
        "`--filter` chooses among scenarios, and a flow is given", "take it out, or give a file of scenarios"
      ),
      (["explain", "--list", "MFA301"], "a word and `--list` exclude each other", "give one of them"),
      (
        ["matrix", "a", "--format", "html", "-o", "m.json"],
        "`--format html` and the name `m.json` contradict each other",
        "leave `--format` out for `json`, or give the file another ending"
      ),
      (
        ["graph", "a", "--format", "svg", "-o", "g.dot"], "`--format svg` and the name `g.dot` contradict", "for `dot`"
      ),
      (["story", "a", "--format", "markdown", "-o", "s.html"], "and the name `s.html` contradict", "for `html`"),
      (["help", "fmt", "x"], "`x` is one word too many for `help`", "it takes the name of one command, or `--man`"),
      (
        ["help", "--man", "check"], "`check` is one word too many for `help`",
        "it takes the name of one command, or `--man`"
      ),
      (["--version", "x"], "`x` is one word too many for `--version`", "write `mfaflow --version` alone"),
      (["help", "rnu"], "`rnu` is no command of `mfaflow`", "did you mean `run`?"),
      (["check\u{1B}[2J"], "`check<U+001B>[2J` is no command", "see `mfaflow --help`"),
    ])
  func wrongLines(words: [String], message: String, help: String) async {
    let output = MemoryOutput()
    let errors = MemoryOutput()
    let streams = Streams(output: output, errors: errors, readInput: { [] }, variable: { _ in nil })
    let code = await Tool.run(words, in: streams)
    #expect(code == .wrongInput)
    #expect(output.text.isEmpty || output.text.hasPrefix(#"{"kind":"error","exit":2,"#))
    #expect(errors.text.hasPrefix("mfaflow: "))
    #expect(errors.text.contains(message))
    #expect(errors.text.contains(help))
  }

  private func read(_ words: String...) throws -> Invocation {
    guard case .perform(let invocation) = try ArgumentReader.read(words[...], for: .run) else {
      throw UsageProblem(message: "help was asked for")
    }
    return invocation
  }

  @Test("a value stands behind its option, or behind `=`, and may hold `=` itself")
  func values() throws {
    let invocation = try read("f", "--world", "w", "--set=a=b=c", "--set", "d=e")
    #expect(invocation.operands == ["f"])
    #expect(invocation.value(of: .world) == "w")
    #expect(invocation.values(of: .set) == ["a=b=c", "d=e"])
    #expect(invocation.value(of: .answers) == nil)
    #expect(!invocation.has(.quiet))
  }

  @Test("behind `--` every word is a path, and `-` always is one")
  func endOfOptions() throws {
    #expect(try read("--quiet", "--", "--world").operands == ["--world"])
    #expect(try read("-").operands == ["-"])
    #expect(try read("--world", "-", "f").value(of: .world) == "-")
  }

  @Test("`--help` wins over a line that is wrong, but not behind `--`")
  func helpWins() throws {
    guard case .help = try ArgumentReader.read(["--nonsense", "--help"], for: .run) else {
      Issue.record("no help")
      return
    }
    #expect(try read("--", "--help").operands == ["--help"])
  }

  @Test("no two options of a command and no two commands have the same name")
  func unambiguous() {
    #expect(Set(Command.all.map(\.name)).count == Command.all.count)
    for command in Command.all {
      let names = command.options.map(\.name)
      #expect(Set(names).count == names.count)
      #expect(names.allSatisfy { $0.hasPrefix("--") && $0 != Option.help.name })
    }
  }
}
