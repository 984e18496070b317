// SPDX-License-Identifier: Apache-2.0

import BackendConformance
import FlowRuntime
import ProcessBackend
import Synchronization
import Testing

@Suite("A program held against its contract")
struct ProgramConformanceTests {
  @Test("the example in Python fails nothing")
  func python() async throws {
    let report = try await ConformanceBench().verifyPython()
    #expect(report.failed.isEmpty, "\(report.told)")
    let unseen = report.results.filter { $0.verdict == .inconclusive }.map(\.clause)
    #expect(unseen == [.refusesWhileUnderWay])
  }

  @Test(
    "what is wrong with its messages is found by the clause that it breaks, and by no other",
    arguments: [
      (#""mfaflow-backend/1""#, #""mfaflow-backend/2""#, Clause.greets, "speaks `mfaflow-backend/2`"),
      (#""contract": {"name": "relid"}"#, #""contract": params["contract"]"#, .greets, "`mfaflow-no-such-contract`"),
      (#""name": "relid"}"#, #""name": "other"}"#, .greets, "is an SDK of the contract `other`"),
      ("import sys\n", "import sys\nsys.exit(3)\n", .greets, "ended with the exit code 3"),
      (
        "import sys\n", "import sys\nprint('Hello')\n", .greets,
        "sent a line of 5 bytes that is no message (column 1: a value is expected)"
      ),
      ("(ValueError, LookupError,", "(KeyError,", .survivesBadMessages, "when it got a line that is no JSON"),
      ("raise ValueError(method)", "pass", .survivesBadMessages, "answered a method that there is not as if"),
      (
        "            break\n", "            write(method='event', params={'event': 'getUser'})\n            break\n",
        .isSilentAtItsEnd,
        "said something after its answer to `shutdown`: `{\"jsonrpc\": \"2.0\", \"method\": \"event\""
      ),
      ("            break\n", "            import time; time.sleep(100)\n", .ends, "did not end within 1 s"),
      (
        "            write(id=request[\"id\"], result=result)\n",
        "            write(id=request[\"id\"], result=None if method == \"shutdown\" else result)\n", .ends,
        "answered `shutdown` in another form: `result`: an object is expected"
      ),
      (
        "            break\n", "            sys.exit(7)\n", .ends,
        "ended with the exit code 7 after it was told to shut down"
      ),
      (
        "            break\n", "            import os; os.kill(os.getpid(), 11)\n", .ends,
        "was ended by the signal 11 after it was told to shut down"
      ),
      (
        "import sys\n", "import sys, subprocess\nsubprocess.Popen(['sleep', '100'], stderr=subprocess.DEVNULL)\n",
        .ends, "left a process behind, which still holds its output"
      ),
      (
        "import sys\n", "import sys, subprocess\nsubprocess.Popen(['sleep', '100'], stdin=-3, stdout=-3, stderr=-3)\n",
        .ends, "left a process behind in its process group"
      ),
      (
        "    def setUser(self, given):\n",
        "    def setUser(self, given):\n        import subprocess; subprocess.Popen(['sleep', '100'], stdin=-3, stdout=-3, stderr=-3)\n",
        .ends, "left a process behind in its process group"
      ),
      (
        #""clock": params["clock"]}"#, #""clock": params["clock"], "capabilities": ["direction"]}"#, .keepsItsWord,
        "lists `direction`, which is no capability"
      ),
      (
        #""clock": params["clock"]}"#, #""clock": params["clock"], "capabilities": ["directions"]}"#, .keepsItsWord,
        "lists `directions`, and it failed: the backend could not carry out `direct`"
      ),
      (
        "params[\"clock\"]}\n        elif",
        "params[\"clock\"], \"capabilities\": [\"directions\"]}\n        elif method == \"direct\":\n            pass\n        elif",
        .keepsItsWord, "lists `directions`, and sent `getUser` while it was told to hold replies"
      ),
      (
        #""clock": params["clock"]}"#, #""clock": params["clock"], "capabilities": ["devices"]}"#, .keepsItsWord,
        "lists `devices`, and it failed: the backend sent an event in another form: `device` is missing"
      ),
    ])
  func messages(old: String, new: String, clause: Clause, words: String) async throws {
    var bench = try ConformanceBench()
    bench.limits.depth = 1
    if clause == .ends { bench.processLimits.shutdown = .seconds(1) }
    let report = try await bench.verifyPython(old, new)
    #expect(report.failed == [clause], "\(report.told)")
    #expect(report.told.contains(words), "\(report.told)")
  }

  @Test("what it writes to standard error shows no secret of its world, even before it is greeted")
  func standardError() async throws {
    let lines = ToldLines()
    var bench = try ConformanceBench()
    bench.limits.depth = 1
    bench.children = ChildProcesses { lines.add($0) }
    let report = try await bench.verifyPython(
      "import sys\n", "import sys\nprint('the code is 493021', file=sys.stderr, flush=True)\n")
    #expect(report.failed.isEmpty, "\(report.told)")
    #expect(lines.all.count > 10 && Set(lines.all) == ["the backend: the code is •••"], "\(Set(lines.all))")
  }

  @Test("one that declines the world breaks no clause: nothing can be said of it")
  func declines() async throws {
    let bench = try ConformanceBench()
    let failure = await #expect(throws: BackendFailure.self) {
      _ = try await bench.verifyPython(
        "            sdk = SDK(params.get(\"world\", {}))\n",
        "            write(id=request[\"id\"], error={\"code\": -32001, \"message\": \"no\"}); continue\n")
    }
    #expect(failure?.kind == .declined, "\(failure?.description ?? "")")
  }

  @Test(
    "whatever it does when it is asked is told with its message, and is no hang",
    arguments: [
      ("import time; time.sleep(100)", "did not answer `setUser` within 5 s"),
      (
        "print('Oops')",
        "sent what is no message (column 1: a value is expected); the line of 4 bytes is not quoted"
      ),
      ("sys.exit(7)", "ended with the exit code 7 instead of answering `setUser`"),
      (#"write(method="event", params={"event": "getUser", "stauts": 1})"#, "`stauts` is no field of this object"),
      ("write(id=99, result={})", "answered the request 99, which is not open"),
      (#"[write(method="event", params={"event": "onDeviceActivated"}) for i in range(2000)]"#, "more events than"),
    ])
  func misbehaviour(line: String, words: String) async throws {
    var bench = try ConformanceBench()
    bench.limits.depth = 1
    // Only one that hangs is waited for so long: on a busy machine, Python takes a second or two to start.
    if line.contains("sleep") { bench.processLimits.call = .seconds(5) }
    let start = "    def setUser(self, given):\n"
    let report = try await bench.verifyPython(start, start + "        \(line)\n")
    #expect(report.failed == [.staysUp], "\(report.told)")
    #expect(report.told.contains(words), "\(report.told)")
  }

  @Test(
    "what is under way when the time is up is cut off, and nothing is said of it but that it never greeted",
    .timeLimit(.minutes(30)),
    arguments: [
      ("    def setUser(self, given):\n", "        import time; time.sleep(3600)\n", []),
      ("import sys\n", "import time; time.sleep(3600)\n", [Clause.greets]),
      ("            break\n", "            import time; time.sleep(3600)\n", []),
    ])
  func cutOff(behind place: String, line: String, failed: [Clause]) async throws {
    var bench = try ConformanceBench()
    bench.limits.time = .seconds(failed.isEmpty ? 10 : 1)
    bench.processLimits.handshake = .seconds(3600)
    bench.processLimits.call = .seconds(3600)
    bench.processLimits.shutdown = .seconds(3600)
    let report = try await bench.verifyPython(place, place.hasSuffix("break\n") ? line : place + line)
    #expect(report.failed == failed, "\(report.told)")
    #expect(report.stop == (failed.isEmpty ? "the time was up" : "it did not greet"))
    #expect(report[.staysUp].verdict == .inconclusive)
    #expect(
      report[.isSilentAtItsEnd].reason == "it was not asked: \(report.stop ?? "")"
        || report[.isSilentAtItsEnd].checks > 0)
  }

  @Test("a program that is not there cannot be looked at")
  func missing() async throws {
    let bench = try ConformanceBench()
    await #expect(throws: BackendFailure.self) {
      _ = try await ConformanceKit(bench.contract).verify(
        try CommandWords("no-such-program-here"), world: nil, in: bench.children)
    }
  }
}

/// What programs have written to standard error.
private final class ToldLines: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
