// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowTrials
import MessageLanguages

extension LanguageTag {
  /// The language that the command line asks for; nil for none.
  static func read(_ invocation: Invocation, command: String) throws(UsageProblem) -> LanguageTag? {
    guard let text = invocation.value(of: .language) else { return nil }
    if let tag = LanguageTag(text) { return tag }
    throw UsageProblem(
      message: "`--language` takes the tag of a language", help: "write one of BCP 47, such as `de` or `de-AT`",
      command: command)
  }
}

extension ValidFlow {
  /// The flow in the language that the command line asks for; where it has none of that, its own texts are shown, which is told.
  func speaking(_ invocation: Invocation, _ streams: Streams) -> ValidFlow {
    guard let tag = invocation.value(of: .language).flatMap({ LanguageTag($0) }) else { return self }
    flow.tellMissing(tag, streams)
    return speaking(tag.description)
  }
}

extension Flow {
  /// Says that a flow has no texts in a language, if that is so.
  func tellMissing(_ tag: LanguageTag, _ streams: Streams) {
    guard !speaks(tag) else { return }
    streams.errors.write(words(ofMissing: tag))
  }
}
