// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
import FlowMeaning
package import Guards
package import SDKContract

extension Contract {
  /// When a choice is offered: what its call requires of the event, and what the flow asks beside it; nil for always.
  package func condition(of choice: Choice) -> Guard? {
    requiredField(of: choice).map { .requiring($0, and: choice.when) } ?? choice.when
  }

  /// Whether its call requires all that a choice asks for with its `when`, so that the choice is offered as often without it.
  package func demandsAll(_ when: Guard, of choice: Choice) -> Bool {
    requiredField(of: choice).map { when.follows(from: [.requiring($0, and: nil)]) } ?? false
  }
}
