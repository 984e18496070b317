// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values

/// Reads how the event of a reply fails: status codes, then `error` alone or with its numbers.
enum OutcomeReader {
  static func read(
    _ words: ArraySlice<Spanned<String>>, _ place: EventPlace, in scope: inout ContractScope
  ) -> [ReplyOutcome] {
    var outcomes: [ReplyOutcome] = []
    var rest = words
    while let word = rest.popFirst() {
      guard word.value == "error" else {
        if let code = readCode(word, place, in: &scope) { outcomes.append(.code(code)) }
        continue
      }
      if rest.isEmpty { outcomes.append(.error(nil)) }
      while let number = rest.popFirst() {
        if let error = readError(number, place, in: &scope) { outcomes.append(.error(error)) }
      }
    }
    return outcomes
  }

  private static func readCode(
    _ word: Spanned<String>, _ place: EventPlace, in scope: inout ContractScope
  ) -> Int? {
    guard let number = Int(word.value) ?? scope.codeNames.find(word, &scope.findings) else { return nil }
    guard !scope.success(in: place.event).contains(number) else {
      scope.findings.append(.successInReply(word))
      return nil
    }
    guard let index = scope.codeIndex[number] else {
      if scope.lostCodes.contains(number) { return nil }
      let near = scope.findings.count < ContractLimits.suggestions ? scope.codes.map { String($0.number) } : []
      scope.findings.append(.unknownName(word, "a status code", among: near))
      return nil
    }
    guard !scope.codes[index].isInformational else {
      scope.findings.append(.successInReply(word))
      return nil
    }
    let arrives = scope.codes[index].arrivals.contains {
      $0.event == place.event && ($0.mode == nil || place.mode == nil || $0.mode == place.mode)
    }
    // Where it arrives nowhere, that is told of the code itself.
    if !arrives, !scope.codes[index].arrivals.isEmpty, !scope.codesOfUnknownPlaces.contains(number),
      let event = scope[place.event]
    {
      scope.findings.append(.codeElsewhere(word, scope.codes[index], event, scope))
    }
    return number
  }

  private static func readError(
    _ word: Spanned<String>, _ place: EventPlace, in scope: inout ContractScope
  ) -> Int? {
    guard let number = Int(word.value) else {
      scope.findings.append(.notAnErrorNumber(word))
      return nil
    }
    let isDeclared = scope.errorEvents[number]?.contains(place.event) ?? false
    if !isDeclared, let event = scope[place.event] { scope.findings.append(.errorElsewhere(word, event)) }
    return number
  }
}

extension Diagnostic {
  fileprivate static func successInReply(_ word: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.successCode, "\(quoting(word.value)) is a success, which a reply has without a code",
      at: word.range, help: "write the event alone")
  }

  fileprivate static func codeElsewhere(
    _ word: Spanned<String>, _ code: StatusCode, _ event: EventSpec, _ scope: ContractScope
  ) -> Diagnostic {
    let places = code.arrivals.prefix(20).compactMap { arrival in
      scope[arrival.event].map { event in
        let mode = scope.modeNumbers.first { $0.number == arrival.mode }
        return mode.map { "`\(event.name)(\($0.name))`" } ?? "`\(event.name)`"
      }
    }
    return Diagnostic(
      ContractRules.codeElsewhere, "\(quoting(word.value)) never arrives in `\(event.name)` here", at: word.range,
      help: "it arrives in " + places.joined(separator: ", ") + "; if here too, add this place to its `in`")
  }

  fileprivate static func notAnErrorNumber(_ word: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.badReply, "only error numbers can follow `error`, not \(quoting(word.value))", at: word.range,
      help: "write status codes before `error`")
  }

  fileprivate static func errorElsewhere(_ word: Spanned<String>, _ event: EventSpec) -> Diagnostic {
    Diagnostic(
      ContractRules.errorElsewhere, "the error \(quoting(word.value)) never arrives in `\(event.name)`",
      at: word.range, help: "add the event to the number's `events` under `errors`, or remove the number here")
  }
}
