// SPDX-License-Identifier: Apache-2.0

package import FlowChecks
package import FlowExploration
package import FlowGraph
package import FlowPictures
package import FlowRuntime
package import FlowStories

/// All that a page shows of one flow.
package struct PagedFlow: Sendable {
  /// A finding of the checker, as a page shows it.
  package struct Finding: Sendable {
    package let code: String
    package let slug: String
    package let isError: Bool
    package let message: String
    package let help: String?
    /// Such as `flows/login.yaml:12:3`.
    package let place: String
    /// How a run comes there, a sentence each.
    package let way: [String]
    /// The ways of the picture that it is about, as indices.
    package let ways: Set<Int>
    /// The steps that it is about, as indices.
    package var steps: Set<Int> = []
    /// Who lets it pass, and why, such as `a comment in the flow: it is a demonstration`; nil where nobody does.
    package let reason: String?

    package init(
      code: String, slug: String, isError: Bool, message: String, help: String?, place: String, way: [String],
      ways: Set<Int>, reason: String?
    ) {
      self.code = code
      self.slug = slug
      self.isError = isError
      self.message = message
      self.help = help
      self.place = place
      self.way = way
      self.ways = ways
      self.reason = reason
    }
  }

  /// A difference from the flow as it was.
  package struct Change: Sendable {
    package let verdict: String
    package let words: String
    package let ways: Set<Int>
    package let steps: Set<Int>
    /// The ends that it is about, as indices.
    package var ends: Set<Int> = []
    /// What each of the two says, and where; nil for one that says nothing.
    package var old: Side?
    package var new: Side?
    /// How runs come to what is written, a sentence each, where that is known without a run.
    package var way: [String] = []
    /// The run that shows it; nil where none is known.
    package var run: Run?

    /// One of the two flows.
    package struct Side: Sendable {
      /// Such as `flows/login.yaml:12:3`.
      package let place: String?
      package let text: String?
      /// The messages that the text ends with, as their author wrote them; nil where all of it is words on the flow.
      package let said: String?

      package init(place: String?, text: String?, said: String? = nil) {
        self.place = place
        self.text = text
        self.said = said
      }
    }

    /// What both do alike, then what each does, a line for each thing.
    package struct Run: Sendable {
      package let before: String
      package let old: [String]
      package let new: [String]

      package init(before: String, old: [String], new: [String]) {
        self.before = before
        self.old = old
        self.new = new
      }
    }

    package init(verdict: String, words: String, ways: Set<Int>, steps: Set<Int>) {
      self.verdict = verdict
      self.words = words
      self.ways = ways
      self.steps = steps
    }
  }

  /// A scenario that was played or not.
  package struct Scenario: Sendable {
    package let name: String
    /// `passed`, `failed` or `skipped`.
    package let verdict: String
    /// Why it failed or was skipped; nil for nothing.
    package let reason: String?

    package init(name: String, verdict: String, reason: String?) {
      self.name = name
      self.verdict = verdict
      self.reason = reason
    }
  }

  /// How many of a kind of thing scenarios take, as `mfaflow test --own` counts.
  package struct Count: Sendable {
    package let kind: String
    package let taken: Int
    package let all: Int
    package let percent: Int

    package init(kind: String, taken: Int, all: Int, percent: Int) {
      self.kind = kind
      self.taken = taken
      self.all = all
      self.percent = percent
    }
  }

  /// As the user named its file.
  package let path: String
  package let flow: Flow
  package let picture: FlowPicture
  /// Of what a variant is one, and than what it is not weaker, in words; empty for nothing.
  package var lineage: [String] = []
  /// The layout of the picture; nil where there is none.
  package var svg: String?
  /// The layout of one that shows less, for a first look; nil where there is none.
  package var overview: String?
  /// Why there is none.
  package var svgProblem: String?
  /// What was left undone so that the picture could be laid out; nil for nothing.
  package var svgShortcut: String?
  package var findings: [Finding] = []
  package var proofs: ProofReport?
  /// Nil where the flow has errors, and does not run.
  package var walk: WalkGraph?
  /// The flow in each of its languages, that of the walk first; empty where it has only one.
  package var spoken: [(language: String, program: Program)] = []
  /// What interrupts do at its steps; nil where nobody has found out.
  package var matrix: InterruptMatrix?
  package var stories: [SpokenStory] = []
  package var wording: FlowWording?
  /// Ways and steps that scenarios take; nil where none were played.
  package var taken: (ways: Set<Int>, steps: Set<Int>)?
  /// The scenarios, and what came of each; with those that were not played.
  package var scenarios: [Scenario] = []
  /// How much they take, kind by kind; empty where none were played.
  package var counts: [Count] = []
  /// What differs from the flow as it was; nil where nobody asked.
  package var changes: [Change]?

  package init(path: String, flow: Flow, picture: FlowPicture) {
    self.path = path
    self.flow = flow
    self.picture = picture
  }
}
