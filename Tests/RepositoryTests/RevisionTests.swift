// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Flows of a revision, as `mfaflow diff` has them from the program `git`.
@Suite("Flows of a revision of git")
struct RevisionTests {
  private static let base = """
    language: mfaflow/1
    flow: door
    version: 1.0.3
    sdk: relid
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 3
        choices: { leave: { to: left } }
        then: { 101: retry, else: failed }
    ends: { left: { outcome: ended }, failed: { outcome: failure } }

    """

  /// A repository with three versions of a flow: 1.0.3, 1.0.4 and, not committed, 1.1.0.
  private func repository(_ commands: String) throws -> (code: Int32, output: String) {
    let tool = try #require(ExampleTests.built("mfaflow"), "the tests' target asks for mfaflow in Package.swift")
    let folder = FileManager.default.temporaryDirectory.appending(path: "mfaflow-revision-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "flows"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let versions = [
      Self.base, Self.base.replacing("1.0.3", with: "1.0.4").replacing("tries: 3", with: "tries: 4"),
      Self.base.replacing("1.0.3", with: "1.1.0").replacing("tries: 3", with: "tries: 5"),
    ]
    for (index, text) in versions.enumerated() {
      try Data(text.utf8).write(to: folder.appending(path: "\(index).txt"))
    }
    let variant =
      "language: mfaflow/1\nflow: small\nversion: 1.0.0\nextends: door@1.0\nchange: { steps.identify.tries: 2 }\n"
    try Data(variant.utf8).write(to: folder.appending(path: "flows/small.yaml"))
    let git = "git -c user.name=t -c user.email=t@example.com -c commit.gpgsign=false"
    let script = """
      set -e
      git init -q . && cp 0.txt flows/door.yaml && git add flows/door.yaml && \(git) commit -qm 1
      cp 1.txt flows/door.yaml && \(git) commit -qam 2 && cp 2.txt flows/door.yaml
      set +e
      \(commands.replacing("mfaflow", with: "'\(tool.path)'"))
      """
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, told)
  }

  @Test("a revision and a path, or a path and a version, of which the latest revision counts")
  func revisions() throws {
    let commands = [
      "mfaflow diff HEAD~1:flows/door.yaml flows/door.yaml": "5 instead of 3",
      "mfaflow diff flows/door.yaml@1.0 flows/door.yaml": "5 instead of 4",
      "cd flows && mfaflow diff door.yaml@1.0 door.yaml": "5 instead of 4",
      "mfaflow diff HEAD~1:flows HEAD:flows": "4 instead of 3",
    ]
    for (command, words) in commands {
      let (code, output) = try repository(command)
      #expect(code == 1 && output.contains("`tries` is \(words)"), "\(command): \(output)")
    }
  }

  @Test("a file with errors stands for that of the same path, however the folder is written")
  func sameFolder() throws {
    let broken =
      "printf 'flow:\\nsteps: {}\\n' > flows/broken.yaml && git add flows/broken.yaml && "
      + "git -c user.name=t -c user.email=t@example.com -c commit.gpgsign=false commit -qm 3 && "
    for paths in ["HEAD:flows flows", "HEAD:flows ./flows", "HEAD:./flows ./flows/"] {
      let (_, output) = try repository(broken + "mfaflow diff \(paths)")
      #expect(output.contains("broken.yaml: not compared") && !output.contains("removed"), "\(paths): \(output)")
    }
    let (_, output) = try repository(broken + "cd flows && mfaflow diff HEAD:. .")
    #expect(output.contains("broken.yaml: not compared") && !output.contains("removed"), "\(output)")
  }

  @Test("a version or a revision that git does not know is told, and no option is passed on to git")
  func unknown() throws {
    let commands = [
      "mfaflow diff flows/door.yaml@2.0 flows/door.yaml": "no revision that git knows has the version 2.0 of it",
      "mfaflow diff flows/gone.yaml@1.0 flows/door.yaml": "git knows no revision of it",
      "mfaflow diff gone:flows/door.yaml flows/door.yaml": "git knows no revision `gone` here",
      "mfaflow diff topic:flows flows": "fetch it with `git fetch origin topic`, then name it as `origin/topic:flows`",
      "git update-ref refs/remotes/origin/topic HEAD && mfaflow diff topic:flows flows":
        "did you mean `origin/topic:flows`?",
      "mfaflow diff HEAD~9:flows flows": "git fetch --unshallow",
      "mfaflow diff HEAD:flows/dor.yaml flows/door.yaml": "the revision has no such file or folder",
      "mfaflow diff flows/door.yaml@1.x flows/door.yaml": "flows/door.yaml@1.x",
      "mfaflow diff ./--output=found:flows/door.yaml flows/door.yaml": "--output=found",
    ]
    for (command, words) in commands {
      let (code, output) = try repository("\(command); code=$?; test ! -e found || echo WRITTEN; exit $code")
      #expect(code == 3 && output.contains(words) && !output.contains("WRITTEN"), "\(command): \(code) \(output)")
    }
  }

  @Test("what the configuration leaves out is not compared")
  func excluded() throws {
    let drafts = "rm flows/small.yaml; mkdir flows/drafts; echo 'flow: draft' > flows/drafts/a.yaml; "
    let (broken, told) = try repository(drafts + "mfaflow diff HEAD:flows flows")
    #expect(broken == 2, "\(told)")
    let (code, output) = try repository(
      drafts + "c=.mfa; echo 'exclude: [flows/drafts]' > ${c}flow.yaml; mfaflow diff HEAD:flows flows")
    #expect(code == 1 && output.contains("5 instead of 4"), "\(output)")
    #expect(output.contains("drafts: left out by the configuration\n"), "\(output)")
    let (hidden, words) = try repository(
      "c=.mfa; echo 'exclude: [door.yaml]' > flows/${c}flow.yaml; mfaflow diff HEAD:flows flows")
    #expect(hidden == 2 && words.contains("door.yaml: left out by the configuration\n"), "\(words)")
    #expect(words.contains("no flow is compared: the configuration leaves out what both have"), "\(words)")
  }

  private static let git = "git -c user.name=t -c user.email=t@example.com -c commit.gpgsign=false"

  /// The flow stands in `shared`, and a link to it in `flows`; what is committed has three tries, what is not has five.
  private static func linked(_ links: String) -> String {
    "rm flows/small.yaml; mkdir shared; cp 0.txt shared/door.yaml; cd flows; rm door.yaml; \(links); cd ..; "
      + "git add -A . && \(git) commit -qm 3 && cp 2.txt shared/door.yaml && "
  }

  @Test(
    "links of a revision are followed, as those of the folder of the machine",
    arguments: [
      ("ln -s ../shared/door.yaml door.yaml", "mfaflow diff HEAD:flows flows"),
      ("ln -s ../shared/door.yaml door.yaml", "mfaflow diff HEAD:flows/door.yaml flows/door.yaml"),
      ("ln -s ../shared/door.yaml door.yaml", "cd flows && mfaflow diff HEAD:. ."),
      ("ln -s ../shared all; mkdir more; ln -s ../all more/all", "mfaflow diff HEAD:flows flows"),
      ("ln -s ../shared all", "mfaflow diff HEAD:flows/all/door.yaml flows/all/door.yaml"),
      (
        "ln -s ../shared all; ln -s all/../shared/door.yaml door.yaml",
        "mfaflow diff HEAD:flows/door.yaml flows/door.yaml"
      ),
      ("ln -s two.yaml door.yaml; ln -s ./../shared/door.yaml two.yaml", "mfaflow diff HEAD:flows flows"),
      ("ln -s .. loop; ln -s ../shared/door.yaml door.yaml", "mfaflow diff HEAD:flows flows"),
      (
        "ln -s ../shared/door.yaml door.yaml",
        "cp 1.txt shared/door.yaml && mfaflow diff flows/door.yaml@1.0 flows/door.yaml"
      ),
    ])
  func links(_ links: String, _ command: String) throws {
    let (code, output) = try repository(Self.linked(links) + command)
    let tries = command.contains("@") ? 4 : 5
    #expect(code == 1 && output.contains("`tries` is \(tries) instead of 3"), "\(command): \(output)")
    #expect(!output.contains("added") && !output.contains("removed"), "\(command): \(output)")
  }

  @Test(
    "a link that leads nowhere in the revision is told, unless it is left out",
    arguments: [
      ("ln -s ../../away.yaml bad.yaml", "it is a link, or stands behind one, that leads out of the repository"),
      ("ln -s /etc/away.yaml bad.yaml", "it is a link, or stands behind one, that leads out of the repository"),
      ("ln -s ../gone.yaml bad.yaml", "the link leads to nothing that the revision has"),
      ("ln -s bad.yaml bad.yaml", "its links lead in a circle"),
    ])
  func strayLinks(_ link: String, _ words: String) throws {
    let begin = Self.linked("ln -s ../shared/door.yaml door.yaml; \(link)")
    let (code, output) = try repository(begin + "mfaflow diff HEAD:flows flows")
    #expect(
      code == 3 && output.contains("`HEAD:flows/bad.yaml` cannot be read: ") && output.contains(words), "\(output)")
    let (named, told) = try repository(begin + "mfaflow diff HEAD:flows/bad.yaml flows/door.yaml")
    #expect(named == 3 && told.contains(words), "\(told)")
    let (passed, rest) = try repository(
      begin + "c=.mfa; echo 'exclude: [bad.yaml]' > flows/${c}flow.yaml; mfaflow diff HEAD:flows flows")
    #expect(passed == 1 && rest.contains("`tries` is 5 instead of 3"), "\(rest)")
  }

  @Test("a part that is a link is read where the link leads, and names in dots are passed over as on the machine")
  func linkedParts() throws {
    let part = "part: ways\nsdk: relid\nends: { failed: { outcome: failure } }\n"
    let flow = Self.base.replacing("sdk: relid\n", with: "sdk: relid\nuse: [parts/ways]\n")
    let short = flow.replacing(", failed: { outcome: failure }", with: "")
    // The word `mfaflow` stands for the tool in these commands.
    let text = short.replacing("mfaflow/", with: "mfa@flow/")
    let commands =
      "mkdir flows/parts flows/.old; printf '%s' '\(part)' > flows/parts/real.yaml; cd flows/parts; ln -s real.yaml ways.yaml; "
      + "cd ..; rm small.yaml; cp door.yaml .old/; printf '%s' '\(text)' | tr -d @ > door.yaml; git add -A . && \(Self.git) commit -qm 3; "
      + "mfaflow diff HEAD:. ."
    let (code, output) = try repository(commands)
    #expect(code == 0 && output.contains("door.yaml: equal") && !output.contains("removed"), "\(output)")
  }

  @Test("a saved run is taken up with the flow of a revision, and its parts of that revision")
  func saved() throws {
    let run = "mfaflow run flows/door.yaml --world w.yaml --answers a.yaml"
    let begin = """
      printf 'users: { alice: { password: x } }\n' > w.yaml; printf 'answers: []\n' > a.yaml
      cp 1.txt flows/door.yaml; \(run) --save r.json
      sed 's/1.0.4/1.0.5/' 1.txt > flows/door.yaml
      """ + "\n"
    for was in ["HEAD:flows/door.yaml", "flows/door.yaml@1.0"] {
      let (code, output) = try repository(begin + "\(run) --resume r.json --was \(was)")
      #expect(code == 1 && output.contains("reopen      door 1.0.5 on relid 1.0.0 at identify"), "\(output)")
    }
    let (code, output) = try repository(begin + "\(run) --resume r.json --was flows/door.yaml")
    #expect(code == 2 && output.contains("the flow that `--was` names is not the one"), "\(output)")
    let (folder, why) = try repository(begin + "\(run) --resume r.json --was HEAD:flows")
    #expect(folder == 3 && why.contains("is a folder"), "\(why)")
  }

  @Test("the finding about another version of a base names the command that shows what it changed")
  func pinned() throws {
    let (code, output) = try repository("mfaflow check flows/small.yaml")
    #expect(code == 1 && output.contains("`mfaflow diff flows/door.yaml@1.0 flows/door.yaml`"), "\(output)")
  }
}
