// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks

/// How often each secret of a flow can be guessed in a run, for people and for programs.
struct GuessReport {
  /// Of the flow, as the user named it.
  let path: String
  let secrets: [SecretGuesses]
  /// Calls that have something sent.
  let sends: [SendCount]
  let sources: SourceMap

  /// A block of lines: each secret with its number, below it the steps, below each what bounds it.
  var text: String {
    var lines = [shown(path) + (secrets.isEmpty ? ": no secret can be guessed" : ": guesses in a run, at worst")]
    for secret in secrets {
      lines.append("  \(shown(secret.secret)): \(secret.words)")
      for place in secret.places {
        lines.append("    \(shown(place.step.value)) (\(shown(place.step.range))): \(place.most.words)")
        lines += place.bounds.map(line)
      }
    }
    if !sends.isEmpty { lines.append("\(shown(path)): what is sent in a run, at worst") }
    for send in sends {
      lines.append("  \(shown(send.call)) at \(shown(send.step.value)) (\(shown(send.place))): \(send.words)")
      lines += send.bounds.map(line)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ bound: Note) -> String {
    "      \(shown(bound.message))" + (bound.range.map { " (\(shown($0)))" } ?? "")
  }

  /// One object, with `file`, with `sends` and with `guesses`: a list of objects with `secret`, `most`, `account`, `untilRefill` and `steps`.
  ///
  /// `most` is over all accounts, `account` has that of one account in a run, and `untilRefill` that of one until the SDK counts
  /// from the beginning. Each `most` is a number, or null; the `bound` beside it says why: `number`, `counted` (by the SDK, nobody says how
  /// far), `unproved` (more places than are looked at) or `unbounded`. `sends` has an object for each call that has something sent,
  /// with `call`, `step`, its place, `most`, `total` (of all steps) and `perMinute`, which is null without a cool-down.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "guesses")
      json.field("file", path)
      json.array("guesses") { json in
        for secret in secrets {
          json.object { json in
            json.field("secret", secret.secret)
            write(secret.most, to: &json)
            json.object("account") { write(secret.account, to: &$0) }
            json.object("untilRefill") { write(secret.untilRefill, to: &$0) }
            json.array("steps") { json in
              for place in secret.places { json.object { write(place, to: &$0) } }
            }
          }
        }
      }
      json.array("sends") { json in for send in sends { json.object { write(send, to: &$0) } } }
    }
    json.newline()
    return json.text
  }

  private func write(_ send: SendCount, to json: inout JSONWriter) {
    json.field("call", send.call)
    json.field("step", send.step.value)
    write(send.place, to: &json)
    write(send.most, to: &json)
    json.object("total") { write(send.total, to: &$0) }
    json.field("perMinute", send.perMinute)
    write(send.bounds, to: &json)
  }

  private func write(_ bounds: [Note], to json: inout JSONWriter) {
    json.array("bounds") { json in
      for bound in bounds {
        json.object {
          $0.field("message", bound.message)
          write(bound.range, to: &$0)
        }
      }
    }
  }

  private func write(_ place: SecretGuesses.Place, to json: inout JSONWriter) {
    json.field("step", place.step.value)
    write(place.step.range, to: &json)
    write(place.most, to: &json)
    json.object("account") { write(place.account, to: &$0) }
    write(place.bounds, to: &json)
  }

  private func write(_ most: GuessLimit, to json: inout JSONWriter) {
    json.field("most", most.number)
    switch most {
    case .times: json.field("bound", "number")
    case .counted: json.field("bound", "counted")
    case .unproved: json.field("bound", "unproved")
    case .unbounded: json.field("bound", "unbounded")
    }
  }

  private func write(_ range: SourceRange?, to json: inout JSONWriter) {
    json.field("file", range.flatMap { sources.file($0.file)?.path })
    json.field("line", range.map { Int($0.start.line) })
    json.field("column", range.map { Int($0.start.column) })
  }

  private func shown(_ range: SourceRange) -> String { sources.shownPlace(range, otherwise: path) }

  /// Names come out of files, and paths from anywhere: they must not command a terminal.
  private func shown(_ name: String) -> String { TerminalText.line(name) }
}
