// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph

extension FlowPicture {
  /// One object with `places`, `arrows`, `ways` and `regions`; nothing of the flow is left out, whatever the level.
  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.field("kind", "picture")
      json.field("flow", flow.name)
      json.field("version", flow.version)
      json.field("level", level.rawValue)
      json.array("regions") { json in
        for region in regions {
          json.object { json in
            json.field("kind", region.kind.rawValue)
            json.field("name", region.name)
            json.field("in", region.parent)
          }
        }
      }
      json.array("places") { json in
        for index in nodes.indices { json.object { write(place: index, to: &$0) } }
      }
      json.array("arrows") { json in
        for edge in edges { json.object { write(edge, to: &$0) } }
      }
      json.array("ways") { json in
        for index in ways.indices { json.object { write(way: index, to: &$0) } }
      }
    }
    json.newline()
    return json.text
  }

  private func write(place index: Int, to json: inout JSONWriter) {
    let node = nodes[index]
    json.field("id", id(of: index))
    json.field("kind", node.shape.rawValue)
    json.field("name", node.name)
    json.field("does", node.deed)
    if case .step(let step) = node.subject { write(callsOf: flow.steps[step], to: &json) }
    json.field("limits", node.budgets)
    if let proofs = node.proofs { json.field("proved", proofs) } else { json.key("proved"); json.null() }
    json.field("region", node.region)
    json.field("steps", node.steps)
    json.array("inside") { json in for way in node.inside { json.int(way) } }
    json.array("failing") { json in for way in node.failing { json.int(way) } }
    json.field("idleLines", node.idle)
    json.field("unhandled", node.unhandled)
    json.field("reached", node.isReached)
    json.field("reachedLate", node.isReachedLate)
    json.field("mark", node.mark?.rawValue)
  }

  /// The calls that a step makes, by what makes them, with what they hand over.
  private func write(callsOf step: Step, to json: inout JSONWriter) {
    var calls: [(by: String, call: CallUse)] = []
    if case .call(let use) = step.kind { calls.append(("itself", use)) }
    if let answer = step.answer { calls.append(("answer", answer)) }
    for choice in step.choices { if case .call(let use, _) = choice.action { calls.append((choice.name.value, use)) } }
    json.array("calls") { json in
      for (by, call) in calls {
        json.object { json in
          json.field("by", by)
          json.field("call", call.words(flow.contract, at: step))
        }
      }
    }
  }

  private func write(_ edge: Edge, to json: inout JSONWriter) {
    json.field("from", id(of: edge.from))
    json.field("to", id(of: edge.to))
    json.field("kind", edge.kind.rawValue)
    json.array("ways") { json in for way in edge.ways { json.int(way) } }
    json.field("words", edge.words)
    json.field("left", edge.left)
    json.field("mark", edge.mark?.rawValue)
  }

  private func write(way index: Int, to json: inout JSONWriter) {
    let way = ways[index]
    json.field("step", flow.steps[way.step].name.value)
    json.field("kind", kinds[index].rawValue)
    json.field("words", words[index])
    switch way.move {
    case .step(let id): json.field("to", flow[id].name.value)
    case .end(let id): json.field("to", flow[id].name.value)
    case .stay: json.field("to", "stay")
    case .retry: json.field("to", "retry")
    case .resume: json.field("to", "resume")
    }
    json.field("say", way.say.map { flow[$0].name.value })
    json.field("line", Int((way.key ?? way.range).start.line))
    if !fallen[index].isEmpty { json.field("takes", fallen[index]) }
  }
}
