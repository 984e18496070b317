// SPDX-License-Identifier: Apache-2.0

package import FlowGraph
package import MessageLanguages

extension Flow {
  /// What is told where a flow has no texts in a language.
  package func words(ofMissing tag: LanguageTag) -> String {
    "mfaflow: `\(name)` has no texts in `\(tag)`; its own are shown\n"
  }
}
