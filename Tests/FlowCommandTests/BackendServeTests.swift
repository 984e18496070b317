// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlowCommand

@Suite("The simulated SDK, served to another program")
struct BackendServeTests {
  private func serve(_ lines: String...) async throws -> [String] {
    let outcome = await (try Desk()).run("backend", "serve", input: lines.map { $0 + "\n" }.joined())
    #expect(outcome.code == .success && outcome.errors.isEmpty)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private static func greeting(_ more: String = "", clock: String = "virtual", contract: String = "relid") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":"mfaflow-backend/1","contract":{"name":"\#(contract)"},"clock":"\#(clock)"\#(more)}}"#
  }

  @Test("nothing that comes is a reason to end before the host does")
  func badRequests() async throws {
    let answers = try await serve(
      "garbage", #"{"jsonrpc":"2.0","id":1,"method":"call","params":{"name":"setUser","arguments":{},"time":0}}"#,
      Self.greeting(contract: "other"), Self.greeting(clock: "solar"), Self.greeting(#","world":{"usres":{}}"#),
      #"{"jsonrpc":"2.0","id":2,"method":"initialize"}"#,
      Self.greeting().replacing("backend/1", with: "backend/2"), Self.greeting(),
      #"{"jsonrpc":"2.0","id":3,"method":"dance","params":{"time":0}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"call","params":{"name":"setUser","time":0}}"#,
      #"{"jsonrpc":"2.0","id":5,"method":"call","params":{"name":"noCall","arguments":{},"time":0}}"#,
      #"{"jsonrpc":"2.0","id":6,"method":"direct","params":{"time":0,"replies":"burn"}}"#,
      #"{"jsonrpc":"2.0","id":7,"method":"advance","params":{"time":-1}}"#,
      #"{"jsonrpc":"2.0","method":"cancel","params":{"id":7}}"#)
    let expected = [
      "-32700", "-32002", "-32001", "-32602", "-32001", "-32602", "-32001", #""clock":"virtual""#, "-32602", "-32602",
      #""answer":"rejected","code":907"#, "-32602", "-32602",
    ]
    #expect(answers.count == expected.count, "\(answers)")
    for (answer, part) in zip(answers, expected) { #expect(answer.contains(part), "\(answer)") }
  }

  @Test("a world that is wrong is answered with the key, the rule and the cure, and with nothing secret")
  func wrongWorlds() async throws {
    let answers = try await serve(
      Self.greeting(#","world":{"users":{"bob":{"pasword":"horse-battery-1","activationCode":"x"}}}"#),
      Self.greeting(#","world":{"users":{"bob":{"password":"horse-battery-1"}},"latency":"soon"}"#))
    for (answer, part) in zip(answers, ["`users.bob.pasword`: MFA", "`latency`: MFA"]) {
      #expect(answer.contains("-32001") && answer.contains("the world cannot be read: \(part)"), "\(answer)")
      #expect(!answer.contains("battery"), "\(answer)")
    }
    #expect(answers[0].contains("did you mean `password`?"), "\(answers)")
  }

  @Test("on several devices, each is asked by its name, and what has none or another is refused")
  func devices() async throws {
    let two = Self.greeting(#","devices":["phone","tablet"]"#)
    func call(_ id: Int, _ device: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"call","params":{\#(device)"name":"initialize","arguments":{},"time":0}}"#
    }
    let phone = #""device":"phone","#
    let answers = try await serve(
      Self.greeting(#","devices":[]"#), Self.greeting(#","devices":["a","a"]"#), Self.greeting(#","devices":"a""#), two,
      call(2, ""), call(3, #""device":"watch","#), call(4, phone), call(5, phone), call(6, #""device":"tablet","#),
      #"{"jsonrpc":"2.0","id":7,"method":"advance","params":{"device":"tablet","time":0}}"#, Self.greeting(),
      call(8, phone), call(9, ""))
    let expected = [
      "-32602", "-32602", "-32602", #""capabilities":["directions","devices"]"#, "-32602", "-32602",
      #""answer":"accepted","next":{"phone":0}"#, #""answer":"rejected""#,
      #""answer":"accepted","next":{"phone":0,"tablet":0}"#, #""params":{"device":"tablet","event":"onInitialized""#,
      #""next":{"phone":0,"tablet":0}"#, #""clock":"virtual""#, "-32602", #""answer":"accepted","next":0"#,
    ]
    #expect(answers.count == expected.count, "\(answers)")
    for (answer, part) in zip(answers, expected) { #expect(answer.contains(part), "\(answer)") }
  }

  @Test("a request keeps the name that it was given, a text or a number, and the last line needs no end")
  func names() async throws {
    let call = #"{"jsonrpc":"2.0","id":"a \"call\" 7","method":"call","params":{"name":"no","arguments":{},"time":0}}"#
    let last = #"{"jsonrpc":"2.0","id":"","method":"shutdown","params":{}}"#
    let lines = [
      Self.greeting().replacing(#""id":1"#, with: #""id":-1"#), call, call.replacing("call\",", with: "dance\","),
    ]
    let others = ["true", "1.5", "[1]", "{}"].map { #"{"jsonrpc":"2.0","id":\#($0),"method":"shutdown","params":{}}"# }
    let outcome = await (try Desk()).run(
      "backend", "serve", input: (lines + others + [last]).joined(separator: "\n"))
    let answers = outcome.output.split(separator: "\n").map(String.init)
    let beginnings =
      [
        #""id":-1,"result":{"protocol""#, #""id":"a \"call\" 7","result":{"answer":"rejected""#,
        #""id":"a \"call\" 7","error":{"code":-32602"#,
      ]
      + others.map { _ in #""id":null,"error":{"code":-32700"# } + [#""id":"","result":{}}"#]
    #expect(outcome.code == .success && answers.count == beginnings.count, "\(answers)")
    for (answer, beginning) in zip(answers, beginnings) {
      #expect(answer.hasPrefix(#"{"jsonrpc":"2.0",\#(beginning)"#), "\(answer)")
    }
  }

  @Test("starts again when it is greeted again, and ends when it is told to")
  func anew() async throws {
    let call = #"{"jsonrpc":"2.0","id":2,"method":"call","params":{"name":"initialize","arguments":{},"time":0}}"#
    let answers = try await serve(
      Self.greeting(), call, call, Self.greeting(), call, #"{"jsonrpc":"2.0","id":9,"method":"shutdown","params":{}}"#,
      call)
    #expect(answers.map { $0.contains("accepted") } == [false, true, false, false, true, false])
  }

  @Test("only `serve` is served")
  func otherWord() async throws {
    let outcome = await (try Desk()).run("backend", "dance")
    #expect(outcome.code == .wrongInput && outcome.errors.contains("`dance` is nothing that `backend` does"))
  }
}
