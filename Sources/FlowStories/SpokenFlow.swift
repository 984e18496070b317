// SPDX-License-Identifier: Apache-2.0

package import FlowExploration
package import FlowGraph
package import FlowRuntime

/// What the users of a flow see in each language, by runs that together show all of it, and its texts.
package struct SpokenFlow: Sendable {
  /// As the boards name them.
  package let languages: [String]
  /// The flow in each of them.
  package let programs: [Program]
  package let stories: [SpokenStory]
  package let wording: FlowWording
  /// The runs that are the first to show an end, as they were found.
  package let runsToEnds: [[Moment]]

  /// - Parameters:
  ///   - graph: the runs of the flow that were explored.
  ///   - languages: those that are wanted, as tags; empty for all that the flow has.
  ///   - others: keys of messages that other runs show.
  ///   - cure: what looks at more runs; nil for nothing that a reader can do.
  package init(
    _ valid: ValidFlow, _ graph: WalkGraph, in languages: [String] = [], seenElsewhere others: Set<String> = [],
    cure: String? = nil
  ) {
    let all = FlowWording.languages(of: valid.flow)
    let languages = languages.isEmpty ? all : languages
    // The machines of the map speak the flow's own language, which is the first.
    let programs = languages.map { $0 == all[0] ? graph.program : Program(valid.speaking($0)) }
    let found = FlowStories(graph)
    runsToEnds = found.runsToEnds
    var seen = others
    stories = found.stories.map { story in
      let boards = programs.map { FlowStories.board(story.title, story.run, of: $0) }
      seen.formUnion(boards[0].keys)
      return SpokenStory(story.title, boards, in: languages)
    }
    wording = FlowWording(
      valid, in: languages, seen: seen, isComplete: found.isComplete, unreachedEnds: found.unreachedEnds, cure: cure)
    self.languages = languages
    self.programs = programs
  }
}
