// SPDX-License-Identifier: Apache-2.0

import FlowLanguage

/// What a file can begin with that says nothing yet of its kind.
extension EditedText {
  /// The beginning of each kind of file, where nothing stands but comments and a word that is begun.
  func beginnings(at offset: Int) -> [CompletionItem] {
    var end = min(max(offset, 0), bytes.count)
    while end < bytes.count, bytes[end].isOfName { end += 1 }
    var start = end
    while start > 0, bytes[start - 1].isOfName { start -= 1 }
    let others = text(0..<start) + "\n" + text(end..<bytes.count)
    let isBare = others.split(whereSeparator: \.isNewline).allSatisfy { line in
      let words = line.drop { $0 == " " || $0 == "\u{FEFF}" }
      return words.isEmpty || words.first == "#" || words == "---"
    }
    guard isBare else { return [] }
    return Self.templates.enumerated().map { index, template in
      CompletionItem(
        label: template.kind.rawValue, kind: .snippet, detail: "the beginning of such a file", explanation: "",
        replaced: start..<end, text: template.text, isTemplate: true, rank: index)
    }
  }

  private static let templates: [(kind: FileKind, text: String)] = [
    (
      .flow,
      """
      \(LanguageVersion.line)
      flow: ${1:name}
      version: 1.0.0
      sdk: ${2:contract}
      start: ${3:initialize}
      steps:
        $0
      ends:
        done: { outcome: success }
        failed: { outcome: failure }

      """
    ),
    (.part, "part: ${1:name}\nsdk: ${2:contract}\nsteps:\n  $0\n"),
    (.scenarios, "flow: ${1:flow.yaml}\nscenarios:\n  - name: ${2:what happens}\n    do:\n      $0\n"),
    (.catalogue, "catalogue: ${1:de}\nmessages:\n  $0\n"),
    (.answers, "answers:\n  $0\n"),
    (.world, "devices:\n  $0\n"),
    (
      .contract,
      "contract: ${1:name}\nversion: 1.0.0\nsuccess: [0]\nphases:\n  $0\nevents:\ncalls:\n"
    ),
  ]
}
