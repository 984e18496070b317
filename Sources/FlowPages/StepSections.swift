// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowPictures
import MessageLanguages
import SDKContract
import Values

/// The steps of a flow, each with what it asks, where it goes, what is proved there, and who can come there.
struct StepSections {
  private let article: FlowArticle
  private let picture: FlowPicture

  /// By step, its ways, as indices.
  private let waysByStep: [Int: [Int]]
  /// By where they lead, ways as indices.
  private let waysByMove: [Target.Kind: [Int]]
  /// By step, its place in the picture.
  private let nodes: [Int: FlowPicture.Node]

  init(_ article: FlowArticle) {
    self.article = article
    picture = article.paged.picture
    let ways = picture.ways
    waysByStep = Dictionary(grouping: ways.indices) { ways[$0].step }
    waysByMove = Dictionary(grouping: ways.indices) { ways[$0].move }
    nodes = Dictionary(
      picture.nodes.compactMap { node in if case .step(let step) = node.subject { (step, node) } else { nil } },
      uniquingKeysWith: { first, _ in first })
  }

  private var flow: Flow { article.flow }
  private var id: String { article.id }

  var html: String {
    let rows = flow.steps.indices.filter(article.tells).map { "<li><a href=\"#\(id)-s\($0)\">\(name($0))</a></li>" }
    let list = "<ul class=\"index\">\(rows.joined())</ul>"
    let ends = flow.ends.indices.prefix(FlowArticle.most)
    return cut + list + "\n" + flow.steps.indices.filter(article.tells).map(section).joined(separator: "\n") + "\n"
      + ends.map(end).joined(separator: "\n")
  }

  /// What is left out, by the names at which that begins; empty for nothing.
  private var cut: String {
    let steps = flow.steps.indices.filter { !article.tells($0) }
    let ends = flow.ends.indices.dropFirst(FlowArticle.most)
    let told = [
      steps.first.map { "\(steps.count) steps, from <code>\(name($0))</code> on" },
      ends.first.map { "\(ends.count) ends, from <code>\(HTMLText.line(flow.ends[$0].name.value))</code> on" },
    ].compactMap(\.self)
    guard !told.isEmpty else { return "" }
    return "<p class=\"note\"><strong>Left out here:</strong> \(told.joined(separator: "; ")). "
      + "<code>mfaflow graph --format json</code> has all of them.</p>"
  }

  /// The name of a step, with a way to it where it is told of.
  private func link(_ step: Int) -> String {
    article.tells(step) ? "<a href=\"#\(id)-s\(step)\">\(name(step))</a>" : name(step)
  }

  private func name(_ index: Int) -> String { HTMLText.line(flow.steps[index].name.value) }

  private func section(_ index: Int) -> String {
    let step = flow.steps[index]
    let node = nodes[index]
    var facts: [(String, String)] = []
    facts.append(("does", HTMLText.line(node?.deed ?? "runs inside of \(step.name.value.prefix { $0 != "/" })")))
    if let meaning = meaning(of: step), !meaning.isEmpty { facts.append(("the SDK says", HTMLText.line(meaning))) }
    if let say = step.say { facts.append(("shows", message(say))) }
    for input in step.inputs { facts += self.facts(of: input, at: step) }
    if let countdown = step.countdown {
      facts.append(
        ("counts down", "from <code>\(HTMLText.line((["event"] + countdown).joined(separator: ".")))</code> seconds"))
    }
    for check in step.checks { facts.append(("takes only", self.text(of: check))) }
    let names = step.takenAutos.map { HTMLText.line(step.choices[$0].name.value) }
    if !names.isEmpty { facts.append(("without asking", names.joined(separator: ", or "))) }
    facts += calls(of: step)
    for choice in step.choices { facts += self.facts(of: choice, at: step) }
    if let earns = step.earns {
      let proofs = earns.proofs.map { HTMLText.line($0.text) }
      facts.append(
        ("counts", proofs.isEmpty ? "no proof of its calls" : "of its calls only \(proofs.joined(separator: ", "))"))
    }
    // What it requires has a row of its own.
    let limits = node?.budgets.filter { !$0.hasPrefix(WayWords.required) } ?? []
    if !limits.isEmpty { facts.append(("limits", HTMLText.line(limits.joined(separator: "; ")))) }
    if let requirement = step.requirement {
      facts.append(("requires", HTMLText.line(requirement.lines.map(\.text).joined(separator: ", "))))
    }
    if let proofs = node?.proofs {
      facts.append(("proved here", proofs.map { HTMLText.line($0) }.joined(separator: "<br>or ")))
    } else if step.isInterrupt {
      let loses = step.awaited.map { flow.contract[$0.event].losesProofs } ?? false
      facts.append(
        ("proved here", loses ? "nothing: its arrival takes away every proof" : "what was proved where it comes"))
    }
    if let node, !node.isReached {
      let words = node.isReachedLate ? Self.onlyLate : "no run: nothing leads here"
      facts.append(("comes here", "<strong class=\"untaken\">\(words)</strong>"))
    } else if let taken = article.paged.taken, !taken.steps.contains(index) {
      facts.append(("scenarios", "<strong class=\"untaken\">none comes here</strong>"))
    }
    if let node, !node.unhandled.isEmpty {
      facts.append(("unhandled", HTMLText.line(node.unhandled.joined(separator: ", ")) + " end the run here"))
    }
    let list = facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined()
    return """
      <section class="step" id="\(id)-s\(index)" data-step="\(index)" aria-labelledby="\(id)-s\(index)-name">
      <h3 id="\(id)-s\(index)-name">\(name(index))\(step.isInterrupt ? " <small>interrupt</small>" : "")</h3>
      <dl>\(list)</dl>
      \(ways(from: index))
      \(arrivals(at: .step(StepID(index)), isStart: flow.start.index == UInt16(index)))
      </section>
      """
  }

  /// The calls that a step makes but for those of its choices, each with what makes it.
  private func calls(of step: Step) -> [(String, String)] {
    var calls: [(String, CallUse)] = []
    if case .call(let use) = step.kind, !use.arguments.isEmpty { calls.append(("by itself", use)) }
    if let answer = step.answer { calls.append(("the answer", answer)) }
    return calls.map { ($0, HTMLText.line("calls \($1.words(flow.contract, at: step))")) }
  }

  /// What is asked for: what may be typed and is offered, or where it is picked from.
  private func facts(of input: Input, at step: Step) -> [(String, String)] {
    let name = HTMLText.line(input.name)
    guard let pick = input.pick else {
      let offer = input.suggestion.map { ", offers <code>\(HTMLText.line($0.joined(separator: ".")))</code>" } ?? ""
      return [("asks for", "\(name) <small>\(HTMLText.line(input.type.description))</small>\(offer)")]
    }
    let list =
      switch pick.source {
      case .event(let path): (["event"] + path).joined(separator: ".")
      case .picked(let index, let path): ([step.inputs[index].name] + path).joined(separator: ".")
      }
    var facts = [("asks for", "\(name), picked from <code>\(HTMLText.line(list))</code>")]
    if let show = pick.show { facts.append(("\(name) shows", "<q\(spoken)>\(HTMLText.message(show.written))</q>")) }
    if let order = pick.order {
      let field = order.field.map { " by <code>\(HTMLText.line($0))</code>" } ?? ""
      facts.append(("\(name) is ordered", (order.isDescending ? "descending" : "ascending") + field))
    }
    facts += pick.checks.map { ("\(name) is offered if", text(of: $0)) }
    if let none = pick.none { facts.append(("\(name), nothing to pick", message(none))) }
    return facts
  }

  private func text(of check: Check) -> String {
    "<code>\(HTMLText.line("\(check.expression)"))</code>" + (check.say.map { ", else \(message($0))" } ?? "")
  }

  /// When a choice is offered, what it asks first, and the call that it makes.
  private func facts(of choice: Choice, at step: Step) -> [(String, String)] {
    let name = "button \(HTMLText.line(choice.name.value))"
    var facts: [(String, String)] = []
    if let when = choice.when {
      facts.append(("\(name) is offered if", "<code>\(HTMLText.line("\(when)"))</code>"))
    }
    if let confirm = choice.confirm { facts.append(("\(name) asks first", message(confirm))) }
    if case .call(let use, _) = choice.action {
      let modules = use.gate.isEmpty ? "" : ", if the modules allow it: \(use.gate.joined(separator: ", "))"
      facts.append((name, HTMLText.line("calls \(use.words(flow.contract, at: step))\(modules)")))
    }
    return facts
  }

  private func end(_ index: Int) -> String {
    let end = flow.ends[index]
    var facts = [("outcome", "<span class=\"\(end.outcome.rawValue)\">\(end.outcome.rawValue)</span>")]
    if let say = end.say { facts.append(("shows", message(say))) }
    if let requirement = end.requirement {
      facts.append(("requires", HTMLText.line(requirement.lines.map(\.text).joined(separator: ", "))))
    }
    let list = facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined()
    return """
      <section class="step" id="\(id)-e\(index)" aria-labelledby="\(id)-e\(index)-name">
      <h3 id="\(id)-e\(index)-name">\(HTMLText.line(end.name.value)) <small>end</small></h3>
      <dl>\(list)</dl>
      \(arrivals(at: .end(EndID(index)), isStart: false))
      </section>
      """
  }

  private func message(_ id: MessageID) -> String {
    let message = flow[id]
    return "<q\(spoken)>\(HTMLText.message(message.written))</q> <small>\(HTMLText.line(message.name.value))</small>"
  }

  /// How the flow's own texts are to be read.
  private var spoken: String {
    let base = flow.languages.base
    return (base.map { " lang=\"\(HTMLText.line($0.description))\"" } ?? "") + HTMLText.direction(base?.isRightToLeft)
  }

  private func meaning(of step: Step) -> String? {
    if let awaited = step.awaited { return flow.contract[awaited.event].meaning }
    if case .call(let use) = step.kind { return flow.contract[use.call].meaning }
    return nil
  }

  /// What is said where no relation leads, but what the SDK sends to a call for which nobody waits any more.
  private static let onlyLate = "only by a late reply"

  private func ways(from index: Int) -> String {
    let ways = waysByStep[index] ?? []
    let late = picture.late.filter { $0.step == index }.map { way in
      "<tr class=\"otherwise\"><th scope=\"row\">\(words(of: way))</th><td>\(target(of: way))</td>"
        + "<td>\(([Self.onlyLate] + (way.say.map { [message($0)] } ?? [])).joined(separator: "<br>"))</td></tr>"
    }
    guard !ways.isEmpty || !late.isEmpty else { return "<p>Nothing leads on from here.</p>" }
    let taken = article.paged.taken
    let rows = ways.map { way -> String in
      let isUntaken = taken.map { !$0.ways.contains(way) } ?? false
      var notes: [String] = []
      if let meaning = meaning(of: picture.ways[way].cause), !meaning.isEmpty { notes.append(HTMLText.line(meaning)) }
      if let say = picture.ways[way].say { notes.append(message(say)) }
      if !picture.fallen[way].isEmpty {
        notes.append(
          "<details><summary>\(picture.fallen[way].count) thing\(picture.fallen[way].count == 1 ? "" : "s") no line names"
            + "</summary>\(picture.fallen[way].map { HTMLText.line($0) }.joined(separator: "<br>"))</details>")
      }
      if isUntaken { notes.append("<strong class=\"untaken\">no scenario</strong>") }
      return "<tr class=\"\(picture.kinds[way].rawValue)\"><th scope=\"row\">\(HTMLText.line(picture.words[way]))</th>"
        + "<td>\(target(of: picture.ways[way]))</td><td>\(notes.joined(separator: "<br>"))</td></tr>"
    }
    return "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"What leads on from \(name(index))\"><table>"
      + "<thead><tr><th scope=\"col\">when</th><th scope=\"col\">leads to</th><th scope=\"col\">note</th></tr></thead>"
      + "<tbody>\((rows + late).joined())</tbody></table></div>"
  }

  private func words(of way: Way) -> String { HTMLText.line(WayWords(flow: flow).words(for: way)) }

  private func meaning(of cause: Way.Cause) -> String? {
    guard case .line(let trigger, _) = cause else { return nil }
    switch trigger {
    case .event(let event, _, .code(let code)):
      return flow.contract.codes.first { $0.number == code && $0.arrivals.contains { $0.event == event } }?.meaning
    case .error(let number?), .rejected(let number?), .event(_, _, .error(let number?)):
      return flow.contract.errors.first { $0.number == number }?.meaning
    default: return nil
    }
  }

  private func target(of way: Way) -> String {
    switch way.move {
    case .step(let step): link(Int(step.index))
    case .end(let end) where Int(end.index) >= FlowArticle.most: HTMLText.line(flow[end].name.value)
    case .end(let end):
      "<a class=\"\(flow[end].outcome.rawValue)\" href=\"#\(id)-e\(end.index)\">\(HTMLText.line(flow[end].name.value))</a>"
    case .stay: "stays"
    case .retry: "again"
    case .resume: "back to where it was"
    }
  }

  private static let mostArrivals = 400

  private func arrivals(at move: Target.Kind, isStart: Bool) -> String {
    var rows: [String] = isStart ? ["every run begins here"] : []
    let (ways, lost) = arrivals(by: waysByMove[move] ?? [])
    for index in ways.prefix(Self.mostArrivals) {
      rows.append("\(link(picture.ways[index].step)): \(HTMLText.line(picture.words[index]))")
    }
    if let next = ways.dropFirst(Self.mostArrivals).first {
      rows.append("\(ways.count - Self.mostArrivals) more, the next from \(link(picture.ways[next].step))")
    }
    for way in picture.late where way.move == move && comesOn(from: way.step) {
      rows.append("\(link(way.step)): \(words(of: way)), \(Self.onlyLate)")
    }
    if case .step(let step) = move, flow[step].isInterrupt { rows.append("the SDK, at any time") }
    let unused =
      lost == 0
      ? "" : "<p>\(lost) more way\(lost == 1 ? "" : "s") from steps to which no run comes.</p>"
    guard !rows.isEmpty else { return "<p>Nobody comes here.</p>" + unused }
    let list = rows.map { "<li>\($0)</li>" }.joined()
    let count = rows.count - min(ways.count, Self.mostArrivals + 1) + ways.count
    let title = "\(count) way\(count == 1 ? "" : "s") here"
    return
      "<details class=\"arrivals\"\(rows.count < 6 ? " open" : "")><summary>\(title)</summary><ul>\(list)</ul></details>"
      + unused
  }

  /// The ways from steps that some run comes to, and how many others there are.
  private func arrivals(by ways: [Int]) -> (ways: [Int], lost: Int) {
    let reached = ways.filter { comesOn(from: picture.ways[$0].step) }
    return (reached, ways.count - reached.count)
  }

  /// Whether some run comes to a step, be it by a late reply.
  private func comesOn(from step: Int) -> Bool { nodes[step].map { $0.isReached || $0.isReachedLate } ?? true }
}
