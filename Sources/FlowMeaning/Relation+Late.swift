// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// Replies that come once nobody waits for them: "Late replies" of `Documentation/Semantics.md`.
///
/// A late reply is looked at only where a reply to the open call may come in the same way. That the SDK has had its time for a
/// late call is not counted on: a run in which it has can do no less.
extension Relation {
  /// Whether a deadline that passes at a place is that of the SDK for the open call, so that no reply comes any more.
  func isPatienceOver(at place: Place) -> Bool {
    guard let site = place.site, steps[place.step].step.within == nil else { return false }
    let (step, call) = (steps[sites[site].step].step, sites[site].call)
    if case .choice(let index) = call.origin, step.choices[index].within != nil { return false }
    return step.within == nil && flow.contract[call.use.call].patience != nil
  }

  /// Whether a reply to the open call of a place may be a late one to another call, so that it shows nothing.
  func isBlurred(_ signal: Signal, at place: Place, _ assurance: Assurance) -> Bool {
    guard assurance.late != 0, place.site != nil else { return false }
    return moves(taking: signal, at: place).contains { assurance.late & $0.effect.doubt.blurredBy != 0 }
  }

  /// An event comes that is kept for a frame: whether it may show anything when that frame takes it, or one below.
  ///
  /// If it may be a late reply, the reply to the frame's own call may come late.
  func noteDoubt(_ signal: Signal, at index: Int, _ configuration: inout Configuration) -> Bool {
    let before = configuration.assurance
    guard before.late != 0 else { return true }
    let place = configuration.frames[index].place
    for move in place.site == nil ? [] : moves(taking: signal, at: place)
    where before.late & move.effect.doubt.sharedWith != 0 {
      configuration.assurance.late |= move.effect.replying
    }
    let isDoubted = configuration.frames[...index].contains { isBlurred(signal, at: $0.place, before) }
    guard isDoubted else { return true }
    // The machine counts from the last one backwards how many may still earn.
    for kept in configuration.frames[index].kept.indices { configuration.frames[index].kept[kept].mayEarn = false }
    return false
  }
}

extension Effect {
  /// The reply to the call of a site will not be heard: what it may set up is set up, and it may come late.
  ///
  /// - Parameter isOver: whether the SDK has had its time for it.
  mutating func giveUp(_ site: Int, _ relation: Relation, isOver: Bool = false) {
    enrols |= relation.settingUp(site)
    // What takes the proofs away ends what the flow has open, too.
    guard !isOver, !loses || relation.steps[relation.sites[site].step].step.isInterrupt else { return }
    givesUp |= relation.lateCalls.bit(ofSite: site)
  }

  /// What comes as the reply to the call of a site may be a late one to another call.
  mutating func doubt(_ reply: Arrival, _ site: Int, _ relation: Relation) {
    guard !relation.lateCalls.isEmpty,
      let index = relation.sites[site].call.arrivals.firstIndex(where: { $0.reply == reply.reply })
    else { return }
    doubt = relation.lateCalls.doubt(ofArrival: index, toSite: site)
    replying = relation.lateCalls.bit(ofSite: site)
  }
}
