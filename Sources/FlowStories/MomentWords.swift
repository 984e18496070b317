// SPDX-License-Identifier: Apache-2.0

package import FlowExploration
import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// Who makes something happen to a run.
package enum Actor: String, Sendable, CaseIterable {
  case user, sdk, modules, time
}

/// What happens, in words by which somebody picks it out of all that may happen at a place.
package struct MomentWords: Sendable, Hashable {
  package let actor: Actor
  package let words: String
}

/// The words of all that may happen at the places of a map: at many places that is the same.
package struct WalkWords {
  private let graph: WalkGraph
  private var known: [[Mark]: [MomentWords]] = [:]

  /// What tells one thing that may happen from another.
  ///
  /// An event of the map is one object wherever it may come.
  private enum Mark: Hashable {
    case event(ObjectIdentifier, isInterrupt: Bool)
    case other(MomentWords, data: Record)
  }

  package init(_ graph: WalkGraph) { self.graph = graph }

  /// The words of all that may happen at a place: no two are the same.
  package mutating func words(at place: Int) -> [MomentWords] {
    let machine = graph.places[place].machine
    let question = graph.question(at: place)
    let marks = graph.places[place].edges.map { edge -> Mark in
      if case .event(let occurrence) = edge.moment.happening {
        return .event(ObjectIdentifier(occurrence), isInterrupt: edge.isInterrupt)
      }
      return .other(
        graph.plainWords(edge, machine, question), data: WalkGraph.data(edge.moment.happening))
    }
    if let words = known[marks] { return words }
    let words = graph.words(at: place, question)
    known[marks] = words
    return words
  }
}

extension WalkGraph {
  /// What is asked at a place; nil where no answer may pick an item: nothing else is told by it.
  fileprivate func question(at place: Int) -> Question? {
    let here = places[place]
    guard here.edges.contains(where: { $0.moment.happening.mayPick }) else { return nil }
    return here.machine.question(at: here.machine.time)
  }

  fileprivate func words(at place: Int, _ question: Question?) -> [MomentWords] {
    let here = places[place]
    let plain = here.edges.map { plainWords($0, here.machine, question) }
    // What is alike so far is told apart by the data that differ.
    var words = plain
    for twins in Dictionary(grouping: plain.indices, by: { plain[$0] }).values where twins.count > 1 {
      let all = twins.map { Self.leaves(of: .record(Self.data(here.edges[$0].moment.happening))) }
      let texts = all.map { Dictionary($0.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first }) }
      let paths = Self.paths(in: all).filter { path in texts.contains { $0[path] != texts[0][path] } }
      for (index, own) in zip(twins, texts) {
        let shown = paths.map { path in
          let name = path.split(separator: ".").last.map(String.init) ?? path
          return "\(name): \(own[path] ?? "missing")"
        }
        guard !shown.isEmpty else { continue }
        words[index] = MomentWords(
          actor: plain[index].actor, words: "\(plain[index].words) (\(shown.joined(separator: ", ")))")
      }
    }
    var seen: [MomentWords: Int] = [:]
    return words.map { one in
      let count = seen[one, default: 0] + 1
      seen[one] = count
      return count == 1 ? one : MomentWords(actor: one.actor, words: "\(one.words), another way (\(count))")
    }
  }

  fileprivate func plainWords(_ edge: Edge, _ machine: FlowMachine, _ question: Question?) -> MomentWords {
    let flow = program.flow
    func call() -> String { machine.callAtWork.map { flow.contract[$0.call].name } ?? "the call" }
    let wait = edge.delay > 0 ? "after \(Screen.seconds(Int(edge.delay))): " : ""
    switch edge.moment.happening {
    case .start: return MomentWords(actor: .user, words: "open the app")
    case .answer(let choice?, _): return MomentWords(actor: .user, words: "\(wait)choose \(choice)")
    case .answer(nil, let values):
      let names = values.fields.map { field -> String in
        if case .int(let place) = field.value, question?.isPick(field.name) ?? false {
          return "\(field.name) (item \(place))"
        }
        return field.name
      }
      return MomentWords(
        actor: .user, words: wait + (names.isEmpty ? "go on" : "answer \(names.joined(separator: ", "))"))
    case .staleAnswer: return MomentWords(actor: .user, words: "answer too late")
    case .accepted: return MomentWords(actor: .sdk, words: "take the call \(call())")
    case .rejected(let code):
      let name = flow.contract.errors.first { $0.number == code }.map { " \($0.name)" } ?? ""
      return MomentWords(actor: .sdk, words: "reject \(call()) with error \(code)\(name)")
    case .verdict(let verdict):
      return MomentWords(actor: .modules, words: verdict == .allow ? "allow it" : "deny it")
    case .event(let occurrence):
      return MomentWords(actor: .sdk, words: (edge.isInterrupt ? "interrupt: " : "send ") + key(occurrence.event))
    case .deadline: return MomentWords(actor: .time, words: "\(Screen.seconds(Int(edge.delay))) pass")
    }
  }

  private func key(_ event: SDKEvent) -> String {
    let contract = program.flow.contract
    guard let id = contract.event(named: event.name) else { return event.name }
    var mode: Int?
    if let field = contract[id].modeField, case .int(let number)? = event.data[field] { mode = number }
    var outcome = ReplyOutcome.success
    var name = ""
    if event.error != 0 {
      outcome = .error(event.error)
      name = contract.errors.first { $0.number == event.error }.map { " \($0.name)" } ?? ""
    } else if let status = event.status, !contract.successCodes(of: contract[id]).contains(status) {
      outcome = .code(status)
      name =
        contract.codes.first { $0.number == status && $0.arrivals.contains { $0.event == id } }
        .map { " \($0.name)" } ?? ""
    }
    return contract.key(of: .event(id, mode: mode, outcome: outcome)) + name
  }

  fileprivate static func data(_ happening: Happening) -> Record {
    switch happening {
    case .event(let occurrence): occurrence.event.data
    case .answer(_, let values): values
    default: Record()
    }
  }

  /// The values inside a value, each with the way there.
  private static func leaves(of value: Value, at path: String = "") -> [(path: String, text: String)] {
    switch value {
    case .record(let record): return record.fields.flatMap { leaves(of: $0.value, at: "\(path).\($0.name)") }
    case .list(let items) where items.isEmpty: return [(path, "an empty list")]
    case .list(let items):
      return items.enumerated().flatMap { leaves(of: $1, at: items.count == 1 ? path : "\(path).item \($0 + 1)") }
    default:
      let text = value.description
      return [(path, text.isEmpty ? "empty" : text.count > 40 ? text.prefix(39) + "…" : text)]
    }
  }

  private static func paths(in all: [[(path: String, text: String)]]) -> [String] {
    var known: Set<String> = []
    return all.joined().map(\.path).filter { known.insert($0).inserted }
  }
}

extension Happening {
  /// Whether it is an answer with a number, which may be the place of an item in its list.
  fileprivate var mayPick: Bool {
    guard case .answer(nil, let values) = self else { return false }
    return values.fields.contains { if case .int = $0.value { true } else { false } }
  }
}

extension Question {
  fileprivate func isPick(_ name: String) -> Bool { inputs.contains { $0.isPick && $0.name == name } }
}
