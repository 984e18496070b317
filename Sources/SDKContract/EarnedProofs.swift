// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values
import YAMLTree

/// What a reply may earn by the arguments of its call: what is typed or sent shows something only as a secret of its own.
///
/// Source: NIST SP 800-63B-4 section 3.1: an authenticator is something that the user has or knows and nobody else.
struct EarnedProofs {
  let parameters: [CallSpec.Parameter]

  /// Reports, once for a reply, the first proof for which the call takes no secret.
  func check(_ node: YAMLNode?, in scope: inout ContractScope) {
    guard let node, scope.authenticators != nil else { return }
    // A secret that may be left out shows nothing where it is.
    let secrets = parameters.count { $0.type == .secret && !$0.isOptional }
    var shown: Set<String> = []
    for entry in node.entries {
      for name in names(entry.value) where !shown.contains(name.value) && needsSecret(name, scope) {
        shown.insert(name.value)
        guard shown.count > secrets else { continue }
        scope.findings.append(.proofWithoutSecret(name, secrets: secrets))
        return
      }
    }
  }

  /// What is no name is told where proofs are read.
  private func names(_ node: YAMLNode) -> [Spanned<String>] {
    let nodes = node.kind == .sequence ? node.items : [node]
    return nodes.flatMap { node in
      node.text.map { node.kind == .scalar ? Pieces.byComma(Spanned($0, node.range)) : [] } ?? []
    }
  }

  private func needsSecret(_ name: Spanned<String>, _ scope: ContractScope) -> Bool {
    guard let channel = scope.authenticators?[name.value] ?? nil else { return false }
    return channel.provesAnything && !channel.provesWithoutSecret
  }
}

extension Diagnostic {
  fileprivate static func proofWithoutSecret(_ name: Spanned<String>, secrets: Int) -> Diagnostic {
    let channels = Channel.withoutSecret.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return Diagnostic(
      ContractRules.proofWithoutSecret,
      secrets == 0
        ? "\(quoting(name.value)) is earned by a call that takes no secret"
        : "\(quoting(name.value)) is earned without a secret of its own: one secret shows one thing", at: name.range,
      help: "let the call take a `secret` for it that cannot be left out, or take it out of `earns`; only what comes "
        + "by one of the channels \(channels) needs none")
  }
}
