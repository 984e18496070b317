// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A flow file as its author wrote it: every word with its place, references still names.
package struct FlowDocument: Sendable {
  /// The name of the flow; empty where it could not be read.
  package var name: Spanned<String>
  /// Three numbers; empty where they could not be read.
  package var version: Spanned<String>
  /// What the flow is for; nil if its author does not say.
  package var summary: Spanned<String>?
  /// The flow than which this one is said to be not weaker; nil for none.
  package var refines: RefinesSyntax?
  /// The contract: its name, or the path of its file, which alone ends in `.yaml`.
  package var sdk: Spanned<String>
  /// The assurance that the author claims, such as `aal2`; nil if the flow claims none.
  package var goal: Spanned<String>?
  /// What every success end requires beside the goal; nil for nothing.
  package var require: RequireSyntax?
  /// How grave a threat may be that is accepted without asking the user; empty if none may be.
  package var silentThreats: [Spanned<String>] = []
  /// Whether some budget below `budgets:` could not be read: any name may be meant for it.
  package var lacksBudgets = false
  /// `threats:` where it could not be read: nobody knows which threats may pass.
  package var brokenThreats: SourceRange?
  /// The parts that are joined to the flow, as paths from the folder of the file.
  package var uses: [Spanned<String>]
  /// The files with the messages in other languages, as paths from the folder of the file.
  package var catalogues: [Spanned<String>] = []
  /// The language in which the messages are written; nil if the author does not say.
  package var messagesIn: Spanned<String>?
  /// The step at which a run begins; empty where it could not be read.
  package var start: Spanned<String>
  /// The budgets that steps share, in the order of the file.
  package var budgets: [SharedBudgetSyntax] = []
  /// The lists of questions that several gates ask, in the order of the file.
  package var gates: [QuestionListSyntax] = []
  /// The steps that could be read, in the order of the file.
  package var steps: [StepSyntax]
  /// Steps that open above whatever the flow is doing.
  package var interrupts: [StepSyntax]
  /// The ends that could be read, in the order of the file.
  package var ends: [EndSyntax]
  /// The messages that could be read, in the order of the file.
  package var messages: [MessageSyntax]
  /// The names of all steps, interrupts and ends as written, where some could not be read; else empty.
  ///
  /// A reference to one of them is no flaw of its own.
  package var unreadPlaces: Set<String>
  /// The keys of all messages as written, where something could not be read; else empty.
  package var unreadMessages: Set<String>
  /// The names of all budgets as written, where something could not be read; else empty.
  package var unreadBudgets: Set<String> = []
  /// The names of all lists of questions as written, where something could not be read; else empty.
  package var unreadGates: Set<String> = []
  /// Where words could not be read, sorted: what was written there is missing here.
  package var flaws: [SourceRange]
  /// The whole document.
  package var range: SourceRange
  /// Whether a step runs another flow.
  package var hasRuns = false
  /// Whether something is missing that could not be read, such as a path below `use:`: an unknown name may stand there.
  package var lacksParts = false
  /// Whether its steps or its ends as a whole are missing or cannot be read; then it lacks parts, too.
  package var lacksPlaces = false

  /// Whether other files belong to it.
  package var isJoined: Bool { !uses.isEmpty || hasRuns || !catalogues.isEmpty }

  /// Whether every word could be read.
  package var isWhole: Bool { flaws.isEmpty }

  /// Whether a word in this part of the document could not be read.
  package func isDamaged(_ part: SourceRange) -> Bool {
    guard !flaws.isEmpty else { return false }
    var low = 0
    var high = flaws.count
    while low < high {
      let middle = (low + high) / 2
      if flaws[middle].start < part.start { low = middle + 1 } else { high = middle }
    }
    return low < flaws.count && flaws[low].start <= part.end
  }
}

/// Than which flow another one is not weaker: `refines: true`, or `refines: ../login`.
package struct RefinesSyntax: Sendable {
  /// The path of that flow; nil for the base.
  package let path: Spanned<String>?
  /// Where it is written.
  package let range: SourceRange
}
