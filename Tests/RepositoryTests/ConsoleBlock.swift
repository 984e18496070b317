// SPDX-License-Identifier: Apache-2.0

/// A `console` block: commands behind `$ `, each followed by what it prints.
struct ConsoleBlock {
  /// The commands, with the lines of one that is continued by a backslash.
  let commands: [[Substring]]

  init(_ text: String) {
    var commands: [[Substring]] = []
    var continues = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if continues {
        commands[commands.count - 1].append(line)
      } else if line.hasPrefix("$ ") {
        commands.append([line])
      } else {
        continue
      }
      continues = line.hasSuffix("\\")
    }
    self.commands = commands
  }

  /// Runs the commands and gives the block as it ought to read.
  func run(in folder: PageFolder) async -> String {
    var text = ""
    var last: Int32 = 0
    for lines in commands {
      let command = lines.map { $0.hasSuffix("\\") ? $0.dropLast() : $0 }.joined(separator: " ").dropFirst(2)
      text += lines.map { $0 + "\n" }.joined()
      let words = Self.words(of: command)
      if words.first == "mfaflow" {
        let (output, code) = await folder.run(Array(words.dropFirst()))
        text += output.isEmpty || output.hasSuffix("\n") ? output : output + "\n"
        last = code
      } else if words == ["echo", "$?"] {
        text += "\(last)\n"
      } else {
        text += "(this test runs `mfaflow` and `echo $?` only; other commands belong in a `sh` block)\n"
      }
    }
    return text
  }

  /// The words of a command line: parted by blanks, kept together by quotes.
  static func words(of command: some StringProtocol) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in command {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }
}
