// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import SDKContract

/// What is claimed and proved of a flow, in words for people who approve it, and as JSON.
struct ProofWords {
  /// Of the flow, as the user named it.
  let path: String
  let proofs: ProofReport
  /// What was found, and is not told since somebody has decided so.
  let suppressed: [SuppressedFinding]
  let sources: SourceMap

  /// A block of lines: the contract, each success end, what its price list rests on, what can be done how often, and what is suppressed.
  var text: String {
    var lines = ["\(shown(path)): what is proved of `\(shown(proofs.flow))` \(shown(proofs.version))"]
    lines.append("  contract: \(contract)")
    if !proofs.isComplete { lines.append("  not proved: the flow is too large to follow all its runs") }
    if proofs.ends.isEmpty {
      lines.append(
        proofs.steps.isEmpty
          ? "  no success end: nothing is claimed, and nothing proved"
          : "  no success end: nothing is claimed of an end")
    }
    for end in proofs.ends { lines += self.lines(of: end, "success end") }
    for step in proofs.steps { lines += self.lines(of: step, "step") }
    if !proofs.leftSignedIn.isEmpty {
      let names = proofs.leftSignedIn.map { "`\(shown($0.value))`" }.joined(separator: ", ")
      lines.append("  the user may still be signed in at \(names), where nothing is claimed")
    }
    if !proofs.grounds.isEmpty { lines.append("  this rests on what the contract says:") }
    for ground in proofs.grounds { lines.append("    \(words(ground))") }
    if !proofs.guesses.isEmpty || !proofs.sends.isEmpty { lines.append("  in a run, at worst:") }
    lines += proofs.guesses.map { "    guesses at `\(shown($0.secret))`: \($0.words)" }
    lines += proofs.sends.map { "    `\(shown($0.call))` at `\(shown($0.step.value))` has something sent: \($0.words)" }
    lines.append(suppressed.isEmpty ? "  suppressed: nothing" : "  suppressed:")
    lines += suppressed.map { "    \($0.line(in: sources))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private var contract: String {
    let contract = proofs.contract
    let file = proofs.contractFile.map { "from \(Diagnostic.quoting(path: $0))" } ?? "from the file of `--contract`"
    return "`\(shown(contract.name))` \(shown(contract.version)), \(contract.isBuiltIn ? "built in" : file), "
      + "fingerprint \(contract.fingerprint)"
  }

  private func lines(of end: ProofReport.ClaimedPlace, _ kind: String) -> [String] {
    let claims = end.claims.isEmpty ? "nothing, so nothing is proved" : end.claims.map(shown).joined(separator: "; ")
    var lines = ["  \(kind) `\(shown(end.name.value))`", "    claimed: \(claims)"]
    guard !end.ways.isEmpty else { return lines + ["    no run comes here, so there is nothing to prove"] }
    if !end.claims.isEmpty {
      lines.append(
        end.isProved
          ? "    proved: on every way; if a late reply takes proofs away, "
            + (kind == "step" ? "no call is made here" : "the end is refused")
          : "    not proved: see the findings")
    }
    lines.append("    reached: by \(end.ways.count) line\(end.ways.count == 1 ? "" : "s") of the flow")
    lines.append("    it takes" + (end.prices.count > 1 ? " one of" : ""))
    lines += end.prices.map { "      - " + words($0) }
    if !end.setUp.isEmpty {
      lines.append("    set up on a way there, and so no proof in that run: \(words(end.setUp))")
    }
    return lines
  }

  private func words(_ price: [Proof]) -> String {
    price.isEmpty ? "nothing" : price.map { shown($0.words) }.joined(separator: ", ")
  }

  private func words(_ ground: ProofReport.Ground) -> String {
    var facts = [ground.authenticator.map { "channel \($0.channel.rawValue)" } ?? "no channel stated"]
    if ground.authenticator?.isPhishingResistant ?? false { facts.append("phishing-resistant") }
    if ground.authenticator?.isNonExportable ?? false { facts.append("non-exportable") }
    let calls = ground.calls.map { "`\(shown($0.call))` at `\(shown($0.step))`" }
    return "\(words([ground.proof])): \(facts.joined(separator: ", ")); shown by \(calls.joined(separator: ", "))"
  }

  private func shown(_ range: SourceRange) -> String { sources.shownPlace(range, otherwise: path) }

  /// Names come out of files, and paths from anywhere: they must not command a terminal.
  private func shown(_ name: String) -> String { TerminalText.line(name) }
}

extension ProofWords {
  /// One object, with `file`, `contract`, `ends`, `steps`, `leftSignedIn`, `grounds`, `guesses`, `sends` and `suppressed`.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "proofs")
      json.field("file", path)
      json.field("flow", proofs.flow)
      json.field("version", proofs.version)
      json.field("complete", proofs.isComplete)
      json.key("contract")
      json.object { json in
        json.field("name", proofs.contract.name)
        json.field("version", proofs.contract.version)
        json.field("file", proofs.contractFile)
        json.field("builtIn", proofs.contract.isBuiltIn)
        json.field("fingerprint", proofs.contract.fingerprint)
      }
      json.array("ends") { json in for end in proofs.ends { json.object { write(end, "end", to: &$0) } } }
      json.array("steps") { json in for step in proofs.steps { json.object { write(step, "step", to: &$0) } } }
      json.field("leftSignedIn", proofs.leftSignedIn.map(\.value))
      json.array("grounds") { json in for ground in proofs.grounds { json.object { write(ground, to: &$0) } } }
      json.array("guesses") { json in
        for secret in proofs.guesses {
          json.object { json in
            json.field("secret", secret.secret)
            json.field("most", secret.most.words)
            json.field("account", secret.account.words)
            json.field("untilRefill", secret.untilRefill.words)
          }
        }
      }
      json.array("sends") { json in
        for send in proofs.sends {
          json.object { json in
            json.field("call", send.call)
            json.field("step", send.step.value)
            json.field("most", send.most.words)
            json.field("total", send.total.words)
            json.field("perMinute", send.perMinute)
          }
        }
      }
      json.array("suppressed") { json in
        for one in suppressed {
          json.object { json in
            json.field("code", one.finding.code.id)
            json.field("severity", one.finding.severity.rawValue)
            write(one.finding.range, to: &json)
            json.field("message", one.finding.message)
            json.field("by", one.means.rawValue)
            json.field("because", one.reason)
          }
        }
      }
    }
    json.newline()
    return json.text
  }

  private func write(_ end: ProofReport.ClaimedPlace, _ kind: String, to json: inout JSONWriter) {
    json.field(kind, end.name.value)
    json.array("claims") { json in for claim in end.claims { json.string(claim) } }
    json.field("proved", end.isProved)
    json.array("takes") { json in
      for price in end.prices { json.array { json in for proof in price { json.object { write(proof, to: &$0) } } } }
    }
    json.array("setUp") { json in for proof in end.setUp { json.object { write(proof, to: &$0) } } }
    json.array("ways") { json in for range in end.ways { json.object { write(range, to: &$0) } } }
  }

  private func write(_ ground: ProofReport.Ground, to json: inout JSONWriter) {
    write(ground.proof, to: &json)
    json.field("channel", ground.authenticator?.channel.rawValue)
    json.field("phishingResistant", ground.authenticator?.isPhishingResistant ?? false)
    json.field("nonExportable", ground.authenticator?.isNonExportable ?? false)
    json.array("calls") { json in
      for use in ground.calls {
        json.object { json in
          json.field("call", use.call)
          json.field("step", use.step)
        }
      }
    }
  }

  private func write(_ proof: Proof, to json: inout JSONWriter) {
    json.field("kind", proof.factor.rawValue)
    json.field("authenticator", proof.authenticator)
  }

  private func write(_ range: SourceRange, to json: inout JSONWriter) {
    json.field("file", sources.file(range.file)?.path)
    json.field("line", Int(range.start.line))
    json.field("column", Int(range.start.column))
  }
}
