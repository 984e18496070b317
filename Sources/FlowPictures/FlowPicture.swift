// SPDX-License-Identifier: Apache-2.0

package import FlowGraph

/// A flow as a picture: places, what joins them, and regions; each format is a renderer of this value.
package struct FlowPicture: Sendable {
  /// How much is shown.
  package enum Level: String, Sendable, CaseIterable {
    /// One arrow from a place to another, flows inside and interrupts folded; what stays at its place is counted there.
    case overview
    /// Ways of one kind share an arrow, and the longer lists are counted.
    case normal
    /// Each way is an arrow with all its words, and flows inside are open.
    case all
  }

  /// What a place stands for.
  package enum Subject: Sendable, Hashable {
    case start
    /// A step or interrupt, as an index.
    case step(Int)
    case end(Int)
    /// A flow inside, folded, by the name of its `run:` step.
    case run(String)
    /// All interrupts, folded.
    case interrupts
    /// Where an interrupt goes back to.
    case resume
    /// All ends that are failures, folded.
    case failures
  }

  /// What a place looks like.
  package enum Shape: String, Sendable, CaseIterable {
    case start, challenge, event, call, wait, gate, interrupt, run, interrupts, resume, success, failure, failures,
      ended
  }

  package struct Node: Sendable {
    package let subject: Subject
    package let shape: Shape
    package let name: String
    /// What it does, in a few words.
    package let deed: String
    /// What limits it, such as `3 tries`.
    package let budgets: [String]
    /// What is proved there: sets of which each run has shown one; nil where that is not known, or not of interest.
    package let proofs: [String]?
    /// The region that it stands in, as an index; nil for none.
    package let region: Int?
    /// How many steps it stands for.
    package let steps: Int
    /// The ways that begin and end in it and have no arrow, as indices of the ways.
    package internal(set) var inside: [Int] = []
    /// The ways to failure ends that have no arrow, as indices of the ways.
    package internal(set) var failing: [Int] = []
    /// How many lines are written there that only a late reply may take.
    package let idle: Int
    /// The interrupts that end a run there as `unhandled`: no line takes them, and no `else`.
    package internal(set) var unhandled: [String] = []
    /// Whether the ways of the flow lead there from its start, or from an interrupt.
    package internal(set) var isReached = true
    /// Whether they do not, but a run may come there by a late reply.
    package internal(set) var isReachedLate = false
    package var mark: PictureMark?
  }

  package struct Edge: Sendable {
    package let from: Int
    package let to: Int
    package let kind: WayKind
    /// The ways that it stands for, as indices; none for the arrow from the start.
    package internal(set) var ways: [Int]
    /// The words of as many of them as the level shows.
    package internal(set) var words: [String] = []
    /// How many ways its words leave out.
    package var left: Int { max(0, ways.count - words.count) }
    package var mark: PictureMark?
  }

  /// Places that belong together.
  package struct Region: Sendable {
    package enum Kind: String, Sendable {
      /// What may open above whatever is open.
      case interrupts
      /// A flow inside.
      case run
    }

    package let kind: Kind
    package let name: String
    /// The region around it, as an index; nil for none.
    package let parent: Int?
  }

  package let flow: Flow
  package let level: Level
  /// All ways of the flow, whatever is drawn of them.
  package let ways: [Way]
  /// By way: its words, whole.
  package let words: [String]
  /// By way: what comes by it though no line names it.
  package let fallen: [[String]]
  /// By way: what it is, for its colour.
  package let kinds: [WayKind]
  /// Lines that only a late reply may take: they have no arrow, and are counted at their places.
  package let late: [Way]
  package internal(set) var nodes: [Node] = []
  package internal(set) var edges: [Edge] = []
  package internal(set) var regions: [Region] = []
  /// What the marks mean; empty where nothing is marked.
  package internal(set) var legend: [PictureMark] = []

  init(
    flow: Flow, level: Level, ways: [Way], words: [String], fallen: [[String]], kinds: [WayKind], late: [Way]
  ) {
    self.flow = flow
    self.level = level
    self.ways = ways
    self.words = words
    self.fallen = fallen
    self.kinds = kinds
    self.late = late
  }

  /// What identifies a place in all formats: a letter and a number, so that no name of a flow can be taken for a word of theirs.
  package func id(of node: Int) -> String {
    switch nodes[node].subject {
    case .start: "a0"
    case .step(let index): "s\(index)"
    case .end(let index): "e\(index)"
    case .run: "r\(node)"
    case .interrupts: "i0"
    case .resume: "b0"
    case .failures: "f0"
    }
  }
}

/// What kind of thing makes a run take a way.
package enum WayKind: String, Sendable, CaseIterable {
  /// Into the first step.
  case start
  /// The user chooses.
  case choice
  /// What the SDK sends when all is well.
  case event
  /// What the SDK sends with a code or an error, or rejects.
  case setback
  /// The security modules deny.
  case deny
  case timeout
  /// Tries are spent, or nothing is offered.
  case exhausted
  /// What no line names.
  case otherwise
  /// Nobody does anything: the call is taken, the modules allow, an interrupt leads on.
  case itself
}

/// Why a place or an arrow is set off from the others.
package enum PictureMark: String, Sendable, CaseIterable {
  /// On the way of a run or of a finding.
  case way
  /// No scenario takes it.
  case untaken
  case weaker
  case stronger
  case changed

  package var meaning: String {
    switch self {
    case .way: "on the way that is shown"
    case .untaken: "taken by no scenario"
    case .weaker: "weaker than before"
    case .stronger: "stronger than before"
    case .changed: "otherwise than before"
    }
  }
}
